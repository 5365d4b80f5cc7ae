import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { probe } from '../../../generator/src/index.js'

const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'pets',
        parameters: [
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer' } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'boolean' } } },
        ],
        responses: {
          200: { description: 'Pets.', content: json({ $ref: '#/components/schemas/Pet' }) },
          '4XX': { description: 'No.', content: json({ required: ['code'] }) },
          503: { description: 'Busy.' },
        },
      },
      put: {
        operationId: 'keep',
        requestBody: { content: json({ $ref: '#/components/schemas/Pet' }) },
        responses: { 204: { description: 'Kept.' } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'secret'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          secret: { type: 'string', writeOnly: true },
        },
      },
    },
  },
}

const OPENRPC = {
  openrpc: '1.3.2',
  info: { title: 'Adder', version: '1' },
  methods: [
    {
      name: 'add',
      params: [{ name: 'left', required: true, schema: { type: 'integer' } }],
      result: { name: 'sum', schema: { type: 'integer' } },
      errors: [{ code: 7, message: 'Too large.' }],
    },
  ],
}

function json(schema: unknown): unknown {
  return { 'application/json': { schema } }
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-probe-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What `probe` reports for one file: its outcome, and pointer and kind of each mismatch. */
async function told(document: unknown, file: string, value: unknown): Promise<string[]> {
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(document))
  mkdirSync(path.join(folder, 'recorded/below'), { recursive: true })
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  writeFileSync(path.join(folder, 'recorded/below', file), text)
  const { payloads, mismatches } = await probe('spec.json', { cwd: folder, samples: 'recorded' })
  expect(payloads.map((each) => each.name)).toEqual([`below/${file}`])
  return [
    ...payloads.map((each) => each.outcome + (each.reason ? `: ${each.reason}` : '')),
    ...mismatches.map((each) => `${each.pointer} ${each.kind}`),
  ]
}

describe('what is recorded of an HTTP service', () => {
  test.each<readonly [string, unknown, readonly string[]]>([
    ['pets.response.json', { id: 1, name: 'x' }, ['pass']],
    ['pets.response200.json', { id: 1 }, ['mismatch', '/name missing-field']],
    ['keep.request.json', { name: 'x', secret: 's' }, ['pass']],
    ['keep.request.json', { id: 1, name: 'x' }, ['mismatch', '/secret missing-field']],
    ['keep.response.json', {}, ['skipped: the document describes no JSON here']],
    ['pets.error404.json', { code: 1 }, ['pass']],
    ['pets.error404.json', {}, ['mismatch', '/code missing-field']],
    ['pets.error500.json', {}, ['skipped: responded with 500, as in an outage', ' unknown-status']],
    ['pets.error503.json', {}, ['skipped: the document describes no JSON here']],
    ['pets.query.json', { limit: '5', tags: 'true' }, ['pass']],
    [
      'pets.query.json',
      { limit: 'x', tags: [1] },
      ['mismatch', '/limit wrong-type', '/tags/0 wrong-type'],
    ],
    ['pets.query.json', { from: 1 }, ['mismatch', '/limit missing-field', '/from unknown-field']],
    ['pet.07.json', { id: 1, name: 'x', born: null }, ['drift', '/born unknown-field']],
    ['dog.json', {}, ['unknown: no schema has this name']],
    ['pet.json', '{ "id": ', ['failed: no JSON']],
  ])('%s %j', async (file, value, want) => {
    expect(await told(OPENAPI, file, value)).toEqual(want)
  })
})

describe('what is recorded of a JSON-RPC service', () => {
  const message = { jsonrpc: '2.0', id: 1 }

  test.each<readonly [string, unknown, readonly string[]]>([
    ['add.result.json', 5, ['pass']],
    ['add.result.json', true, ['mismatch', ' wrong-type']],
    ['add.response.json', { ...message, result: 'x' }, ['mismatch', '/result wrong-type']],
    ['add.response.json', { ...message, result: null }, ['mismatch', '/result unexpected-null']],
    ['add.response.json', { ...message, error: { code: 7, message: 'No.' } }, ['pass']],
    ['add.response.json', { ...message, error: { code: -32603, message: 'No.' } }, ['pass']],
    ['add.error.json', { code: 8, message: 'No.' }, ['drift', '/code unknown-error']],
    ['add.params.json', { left: 1 }, ['pass']],
    [
      'add.request.json',
      { ...message, method: 'add', params: { left: 'x' } },
      ['mismatch', '/params/left wrong-type'],
    ],
    ['add.params.json', {}, ['mismatch', '/left missing-field']],
  ])('%s %j', async (file, value, want) => {
    expect(await told(OPENRPC, file, value)).toEqual(want)
  })
})
