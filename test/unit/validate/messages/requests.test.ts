import type { RequestValidator } from '@tagwire/runtime/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../compile.fixture.js'

/** Validators of requests check every input of an operation: those of all places, and the body. */

const limited = { type: 'integer', maximum: 10 }
const json = (schema: unknown) => ({ 'application/json': { schema } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const none = { 204: { description: 'Done.' } }

let requests: Readonly<Record<string, RequestValidator>>
beforeAll(async () => {
  const made = await compile({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets/{id}': {
        put: {
          operationId: 'keep',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^p' } },
            { name: 'limit', in: 'query', schema: limited },
            { name: 'X-Depth', in: 'header', schema: limited },
            { name: 'level', in: 'cookie', schema: limited },
            { name: 'body', in: 'query', schema: { type: 'boolean' } },
          ],
          requestBody: { required: true, content: json(ref('Pet')) },
          responses: none,
        },
      },
      '/pets': {
        get: {
          operationId: 'list',
          parameters: [
            { name: 'limit', in: 'query', schema: limited },
            { name: 'kind', in: 'query', schema: { enum: ['cat', 'dog'] } },
          ],
          responses: none,
        },
        post: {
          operationId: 'add',
          requestBody: { required: true, content: json(ref('Pet')) },
          responses: none,
        },
        patch: {
          operationId: 'several',
          requestBody: {
            content: { ...json(ref('Pet')), 'text/plain': { schema: { type: 'string' } } },
          },
          responses: none,
        },
      },
      '/inline': {
        post: {
          operationId: 'inline',
          requestBody: { content: json({ type: 'array', maxItems: 2, items: limited }) },
          responses: none,
        },
      },
      '/form': {
        post: {
          operationId: 'form',
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['age'],
                  properties: { age: limited, photo: { type: 'string', format: 'binary' } },
                },
              },
            },
          },
          responses: none,
        },
      },
      '/file': {
        post: {
          operationId: 'file',
          requestBody: { content: { 'application/octet-stream': {} } },
          responses: none,
        },
      },
      '/nothing': { get: { operationId: 'nothing', responses: none } },
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
            age: limited,
          },
        },
      },
    },
  })
  expect(made.diagnostics.filter((each) => each.severity === 'error')).toEqual([])
  requests = made.requestValidators
})

test('every operation whose input is described has one', () => {
  expect(Object.keys(requests).sort()).toEqual(['add', 'form', 'inline', 'keep', 'list', 'several'])
})

const pet = { name: 'x', secret: 's' }

describe('what is valid has no problems', () => {
  test.each<[string, unknown]>([
    ['keep', { id: 'p1', body: pet }],
    ['keep', { id: 'p1', limit: 10, 'X-Depth': 1, level: 1, query_body: true, body: pet }],
    ['list', {}],
    // What is all optional may be left out.
    ['list', undefined],
    ['inline', undefined],
    ['list', { limit: undefined, kind: 'dog' }],
    // A value that this version does not know may be right.
    ['list', { kind: 'eel', more: 1 }],
    ['add', pet],
    ['several', pet],
    ['several', 'text'],
    ['inline', [1, 2]],
    ['form', { age: 3, photo: new Blob(['x']) }],
    ['form', { age: 3, photo: new Uint8Array([1]) }],
  ])('%s %j', (name, value) => {
    expect(requests[name]?.check(value)).toEqual([])
  })
})

describe('what is not has its place', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['keep', { id: 'q', body: pet }, ['id']],
    ['keep', { body: pet }, ['id']],
    ['keep', { id: 'p', limit: 99, body: pet }, ['limit']],
    ['keep', { id: 'p', 'X-Depth': 99, level: 98, body: pet }, ['["X-Depth"]', 'level']],
    ['keep', { id: 'p' }, ['body']],
    ['keep', undefined, ['']],
    ['add', undefined, ['']],
    ['keep', { id: 'p', body: { name: 'x' } }, ['body.secret']],
    ['keep', { id: 'p', body: { ...pet, age: 11 } }, ['body.age']],
    ['list', { limit: 11 }, ['limit']],
    ['list', { limit: '1' }, ['limit']],
    ['list', { kind: 1 }, ['kind']],
    ['add', { name: 'x' }, ['secret']],
    ['several', 5, ['']],
    ['inline', [1, 2, 3], ['']],
    ['inline', [11], ['[0]']],
    ['form', { photo: 'x' }, ['age']],
    ['form', { age: 11 }, ['age']],
  ])('%s %j', (name, value, paths) => {
    expect(requests[name]?.check(value).map((each) => each.path)).toEqual(paths)
  })
})
