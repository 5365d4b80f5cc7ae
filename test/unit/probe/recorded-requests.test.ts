import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { probe } from '../../../generator/src/index.js'

/** Limits of every input of a recorded request, wherever it is in the message. */

const limited = { type: 'integer', maximum: 10 }
const box = { type: 'object', properties: { w: limited, h: limited } }
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
            schema: {
              type: 'object',
              properties: { age: limited, any: { anyOf: [limited, { type: 'boolean' }] } },
            },
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
    '/boxes/{box}/{sizes}/{label}': {
      get: {
        operationId: 'box',
        parameters: [
          { name: 'box', in: 'path', required: true, schema: box },
          {
            name: 'sizes',
            in: 'path',
            required: true,
            style: 'matrix',
            explode: true,
            schema: { type: 'array', items: limited },
          },
          { name: 'label', in: 'path', required: true, style: 'label', explode: true, schema: box },
          { name: 'X-Box', in: 'header', schema: box },
          { name: 'X-Wide', in: 'header', explode: true, schema: box },
          { name: 'X-Sizes', in: 'header', schema: { type: 'array', minItems: 1, items: limited } },
          { name: 'note', in: 'cookie', schema: { type: 'string', maxLength: 3 } },
          {
            name: 'levels',
            in: 'cookie',
            schema: { type: 'array', maxItems: 2, items: { type: 'integer' } },
          },
          { name: 'lid', in: 'cookie', schema: box },
          { name: 'raw', in: 'cookie', style: 'cookie', schema: { type: 'string', maxLength: 3 } },
          { name: 'weight', in: 'query', schema: { type: 'number' } },
          { name: 'dims', in: 'query', explode: false, schema: box },
        ],
        responses: { 200: { description: 'A box.' } },
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
                  any: { anyOf: [limited, { type: 'boolean' }] },
                  size: { anyOf: [limited, { type: 'string', maxLength: 2 }] },
                },
              },
            },
          },
        },
        responses: { 204: { description: 'Sent.' } },
      },
    },
    '/kinds': {
      post: {
        operationId: 'kinds',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                oneOf: [
                  {
                    type: 'object',
                    required: ['kind', 'age'],
                    properties: { kind: { const: 'cat' }, age: limited },
                  },
                  {
                    type: 'object',
                    required: ['kind', 'dead'],
                    properties: { kind: { const: 'dog' }, dead: { type: 'boolean' } },
                  },
                ],
              },
            },
          },
        },
        responses: { 204: { description: 'Sent.' } },
      },
    },
    '/either': {
      post: {
        operationId: 'either',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                anyOf: [
                  { type: 'object', required: ['age', 'name'], properties: { age: limited } },
                  { type: 'object', required: ['age'], properties: { age: { const: '30' } } },
                ],
              },
            },
          },
        },
        responses: { 204: { description: 'Sent.' } },
      },
    },
    '/uploads': {
      post: {
        operationId: 'upload',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: {
                  file: { type: 'string', format: 'binary' },
                  age: limited,
                  note: { type: 'string', maxLength: 8 },
                  tags: { type: 'array', items: { type: 'string', maxLength: 2 } },
                  about: { type: 'object', properties: { age: limited } },
                  none: { type: ['object', 'null'] },
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
    url: `https://pets.example${form !== undefined && url === '/pets/p1' ? '/forms' : url}`,
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

const boxes = '/boxes/w,1,h,2/;sizes=1;sizes=10/.w=1.h=2'

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
    // Members of unions.
    { url: '/pets/p1?filter[any]=3' },
    { url: '/pets/p1?filter[any]=true' },
    { form: 'age=3&any=3&size=9' },
    { form: 'age=3&size=30' },
    { form: 'age=3&any=true&size=xl' },
    { url: '/kinds', form: 'kind=cat&age=3' },
    { url: '/kinds', form: 'kind=dog&dead=true' },
    { url: '/either', form: 'age=3&name=a' },
    { url: '/either', form: 'age=30' },
    // Lists of several header lines have spaces.
    { url: boxes, headers: { 'X-Sizes': '1, 2', 'X-Box': 'w, 1, h, 2' } },
    // Each style as it writes lists and objects.
    { url: `${boxes}?weight=1e%2B21&dims=w,1,h,2` },
    { url: `${boxes}`, headers: { 'X-Box': 'w,1,h,2', 'X-Wide': 'w=1,h=2', 'X-Sizes': '1,2' } },
    { url: `${boxes}`, headers: { Cookie: 'note=a%20b; levels=1; levels=2; w=1; h=2' } },
    { url: boxes, headers: { Cookie: 'raw=a%2' } },
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
    [{ url: boxes.replace('w,1', 'w,11') }, 'path /box/w out-of-bounds'],
    [{ url: boxes.replace('=10', '=11') }, 'path /sizes/1 out-of-bounds'],
    [{ url: boxes.replace('.h=2', '.h=20') }, 'path /label/h out-of-bounds'],
    [{ url: `${boxes}?dims=w,1,h,20` }, 'query /dims/h out-of-bounds'],
    [{ url: boxes, headers: { 'X-Box': 'w,11' } }, 'header /X-Box/w out-of-bounds'],
    [{ url: boxes, headers: { 'X-Wide': 'h=11' } }, 'header /X-Wide/h out-of-bounds'],
    [{ url: boxes, headers: { 'X-Sizes': '' } }, 'header /X-Sizes out-of-bounds'],
    [{ url: boxes, headers: { Cookie: 'note=a%20%20b' } }, 'cookie /note out-of-bounds'],
    // Only `style: cookie` does not escape.
    [{ url: boxes, headers: { Cookie: 'raw=a%20b' } }, 'cookie /raw out-of-bounds'],
    [
      { url: boxes, headers: { Cookie: 'levels=1; levels=2; levels=3' } },
      'cookie /levels out-of-bounds',
    ],
    [{ url: boxes, headers: { Cookie: 'w=11' } }, 'cookie /lid/w out-of-bounds'],
    [{ url: '/pets/p1?filter[any]=30' }, 'query /filter/any out-of-bounds'],
    [{ url: boxes, headers: { 'X-Sizes': '1, 11' } }, 'header /X-Sizes/1 out-of-bounds'],
    [{ form: 'age=30' }, 'form /age out-of-bounds'],
    [{ form: 'age=3&any=30' }, 'form /any out-of-bounds'],
    [{ url: '/kinds', form: 'kind=cat&age=30' }, 'form /age out-of-bounds'],
    [{ url: '/kinds', form: 'kind=dog&dead=3' }, 'form /dead wrong-type'],
    [{ url: '/either', form: 'age=31' }, 'form /age wrong-value'],
    [{ form: 'tags=a' }, 'form /age missing-field'],
    [{ form: 'age=3&tags=abc' }, 'form /tags/0 out-of-bounds'],
  ])('%j', async (sent, found) => {
    expect(await mismatches(sent)).toEqual([found])
  })
})

/** A part of a multipart body: its name, its text, and its content type. */
type Part = readonly [name: string, text: string, type?: string]

const file: Part = ['file', '\u0000--a\r\n\r\nb', 'application/octet-stream']

async function uploadMismatches(postData: object): Promise<string[]> {
  const type = 'multipart/form-data; boundary="a b"'
  const headers = [{ name: 'content-type', value: type }]
  const request = { method: 'POST', url: 'https://pets.example/uploads', headers, postData }
  const response = { status: 204, headers: [], content: { text: '' } }
  const har = { log: { entries: [{ request, response }] } }
  writeFileSync(path.join(folder, 'recorded/one.har'), JSON.stringify(har))
  const { mismatches: found } = await probe('spec.json', { cwd: folder, samples: 'recorded' })
  return found.map((each) => `${each.payload.split(' ').at(-1)} ${each.pointer} ${each.kind}`)
}

/** As a message has it, and as browsers list it in recordings. */
function bodies(parts: readonly Part[]): object[] {
  const sections = parts.map(([name, text, type]) => {
    const own = type === undefined ? '' : `; filename="f"\r\nContent-Type: ${type}`
    return `--a b\r\nContent-Disposition: form-data; name="${name}"${own}\r\n\r\n${text}\r\n`
  })
  const params = parts.map(([name, value, contentType]) => ({ name, value, contentType }))
  return [{ text: `${sections.join('')}--a b--\r\n` }, { params }]
}

describe('parts of a multipart body', () => {
  test.each<[Part[], string[]]>([
    [[file, ['age', '3']], []],
    [[file, ['note', 'a\r\nb'], ['tags', 'a'], ['tags', 'b']], []],
    [[file, ['about', '{"age":3}', 'application/json']], []],
    [[file, ['about', '{"age":3}']], []],
    [[file, ['none', 'null', 'application/json']], []],
    [[['age', '3']], ['parts /file missing-field']],
    [[file, ['age', '30']], ['parts /age out-of-bounds']],
    [[file, ['note', 'far too long']], ['parts /note out-of-bounds']],
    [[file, ['tags', 'abc']], ['parts /tags/0 out-of-bounds']],
    [[file, ['tags', 'a'], ['tags', 'abc']], ['parts /tags/1 out-of-bounds']],
    [[file, ['about', '{"age":30}', 'application/json']], ['parts /about/age out-of-bounds']],
    [[file, ['about', '{"age":30}']], ['parts /about/age out-of-bounds']],
  ])('%j', async (parts, found) => {
    for (const body of bodies(parts)) expect(await uploadMismatches(body)).toEqual(found)
  })

  test('that are cut off say nothing', async () => {
    expect(await uploadMismatches({ text: '--a b\r\nContent-Disposition: form-data' })).toEqual([])
  })
})

describe('parameters of JSON-RPC by position', () => {
  const RPC = {
    openrpc: '1.3.2',
    info: { title: 'Node', version: '1' },
    methods: [
      {
        name: 'block',
        params: [
          { name: 'height', schema: { type: 'integer', maximum: 10 } },
          { name: 'hash', required: true, schema: { type: 'string', pattern: '^[A-F]+$' } },
        ],
        result: { name: 'result', schema: { type: 'object' } },
      },
      {
        name: 'named',
        paramStructure: 'by-name',
        params: [{ name: 'height', schema: { type: 'integer' } }],
        result: { name: 'result', schema: { type: 'object' } },
      },
    ],
  }

  async function callMismatches(method: string, params: unknown): Promise<string[]> {
    writeFileSync(path.join(folder, 'rpc.json'), JSON.stringify(RPC))
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const request = { method: 'POST', url: 'http://node.example', headers: [], postData: { text } }
    const content = { text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }) }
    const har = { log: { entries: [{ request, response: { status: 200, headers: [], content } }] } }
    writeFileSync(path.join(folder, 'recorded/one.har'), JSON.stringify(har))
    const { mismatches: found } = await probe('rpc.json', { cwd: folder, samples: 'recorded' })
    return found.map((each) => `${each.pointer} ${each.kind}`)
  }

  test.each<[string, unknown, string[]]>([
    ['block', [3, 'AB'], []],
    ['block', [null, 'AB'], []],
    ['block', { hash: 'AB' }, []],
    ['block', [30, 'AB'], ['/params/0 out-of-bounds']],
    ['block', [3, 'x'], ['/params/1 wrong-format']],
    ['block', [3], ['/params/1 missing-field']],
    ['block', ['AB', 3], ['/params/0 wrong-type', '/params/1 wrong-type']],
    ['block', [3, 'AB', true], ['/params/2 unknown-field']],
    ['named', [3], ['/params wrong-type']],
  ])('%s %j', async (method, params, found) => {
    expect(await callMismatches(method, params)).toEqual(found)
  })
})
