import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { probe } from '../../../generator/src/index.js'

/** Limits of every input of a recorded request, wherever it is in the message. */

const limited = { type: 'integer', maximum: 10 }
const json = (schema: unknown) => ({ 'application/json': { schema } })
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'pet',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } },
          { name: 'limit', in: 'query', schema: limited },
          {
            name: 'kinds',
            in: 'query',
            explode: false,
            schema: { type: 'array', maxItems: 2, items: { enum: ['cat', 'dog'] } },
          },
          {
            name: 'sizes',
            in: 'query',
            style: 'pipeDelimited',
            explode: false,
            schema: { type: 'array', items: limited },
          },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { age: limited } },
          },
          {
            name: 'page',
            in: 'query',
            schema: { type: 'object', properties: { from: limited, to: limited } },
          },
          { name: 'either', in: 'query', schema: { anyOf: [{ type: 'boolean' }, limited] } },
          {
            name: 'where',
            in: 'query',
            content: json({ type: 'object', properties: { age: limited } }),
          },
          { name: 'X-Depth', in: 'header', schema: limited },
          { name: 'level', in: 'cookie', schema: limited },
          { name: 'token', in: 'query', schema: { type: 'string', pattern: '^[a-f]+$' } },
        ],
        responses: { 200: { description: 'A pet.' } },
      },
    },
    '/forms': {
      post: {
        operationId: 'send',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['age'],
                properties: {
                  age: limited,
                  tags: { type: 'array', items: { type: 'string', maxLength: 2 } },
                },
              },
            },
          },
        },
        responses: { 204: { description: 'Sent.' } },
      },
    },
  },
  components: { schemas: { Id: { type: 'string', pattern: '^p' } } },
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tagwire-requests-'))
  writeFileSync(path.join(folder, 'spec.json'), JSON.stringify(SPEC))
  mkdirSync(path.join(folder, 'recorded'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Sent {
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: string
}

async function mismatches({ url = '/pets/p1', headers = {}, form }: Sent): Promise<string[]> {
  const type = { name: 'Content-Type', value: 'application/x-www-form-urlencoded' }
  const request = {
    method: form === undefined ? 'GET' : 'POST',
    url: `https://pets.example${form === undefined ? url : '/forms'}`,
    headers: [type, ...Object.entries(headers).map(([name, value]) => ({ name, value }))],
    ...(form === undefined ? {} : { postData: { text: form } }),
  }
  const response = { status: form === undefined ? 200 : 204, headers: [], content: { text: '' } }
  const har = { log: { entries: [{ request, response }] } }
  writeFileSync(path.join(folder, 'recorded/one.har'), JSON.stringify(har))
  const told = await probe('spec.json', { cwd: folder, samples: 'recorded' })
  return told.mismatches.map(
    (each) => `${each.payload.split(' ').at(-1)} ${each.pointer} ${each.kind}`,
  )
}

describe('what is within the limits is no mismatch', () => {
  test.each<Sent>([
    { url: '/pets/p1?limit=10' },
    { url: '/v2/pets/p1?kinds=cat,dog' },
    { url: '/pets/p1?sizes=1|10' },
    { url: '/pets/p1?filter[age]=3' },
    { url: '/pets/p1?from=1&to=2' },
    { url: '/pets/p1?either=true' },
    { url: '/pets/p1?either=9' },
    { url: '/pets/p1?where={"age":3}' },
    // What recordings hide says nothing.
    { url: '/pets/p1?token=***' },
    { headers: { 'x-depth': '3', Cookie: 'a=b; level=4' } },
    { form: 'age=3&tags=a&tags=b' },
    { form: 'age=3&tags=a' },
  ])('%j', async (sent) => {
    expect(await mismatches(sent)).toEqual([])
  })
})

describe('what is beyond them is one', () => {
  test.each<[Sent, string]>([
    [{ url: '/pets/q1' }, 'path /id wrong-format'],
    [{ url: '/pets/p1?limit=99' }, 'query /limit out-of-bounds'],
    [{ url: '/pets/p1?limit=x' }, 'query /limit wrong-type'],
    [{ url: '/pets/p1?kinds=cat,dog,cat' }, 'query /kinds out-of-bounds'],
    [{ url: '/pets/p1?sizes=1|11' }, 'query /sizes/1 out-of-bounds'],
    [{ url: '/pets/p1?filter[age]=30' }, 'query /filter/age out-of-bounds'],
    [{ url: '/pets/p1?from=1&to=20' }, 'query /page/to out-of-bounds'],
    [{ url: '/pets/p1?either=99' }, 'query /either wrong-type'],
    [{ url: '/pets/p1?where={"age":30}' }, 'query /where/age out-of-bounds'],
    [{ headers: { 'X-Depth': '30' } }, 'header /X-Depth out-of-bounds'],
    [{ headers: { Cookie: 'level=40' } }, 'cookie /level out-of-bounds'],
    [{ form: 'age=30' }, 'form /age out-of-bounds'],
    [{ form: 'tags=a' }, 'form /age missing-field'],
    [{ form: 'age=3&tags=abc' }, 'form /tags/0 out-of-bounds'],
  ])('%j', async (sent, found) => {
    expect(await mismatches(sent)).toEqual([found])
  })
})
