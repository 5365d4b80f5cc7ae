import { describe, expect, test } from 'vitest'
import { lowered, openapi } from '../schema-model.fixture.js'
import { AS_JSON, type Place, query, R, S, unusual } from './operations.fixture.js'

// What operations of OpenAPI become. Their bodies and answers are in `contents.test.ts`.

describe('an operation', () => {
  test.each<[string, object, Place, ...unknown[]]>([
    ['without anything', {}, {}, {}],
    [
      'that reads',
      {},
      { verb: 'get' },
      { binding: { kind: 'http', method: 'GET', path: '/x' }, safe: true, idempotent: true },
    ],
    ['that says that it only reads', { 'x-tagwire-safe': true }, {}, { safe: true }],
    [
      'that says that it does not only read',
      { 'x-tagwire-safe': false },
      { verb: 'get' },
      { binding: { kind: 'http', method: 'GET', path: '/x' }, idempotent: true },
    ],
    ['that may be repeated', { 'x-tagwire-idempotent': true }, {}, { idempotent: true }],
    [
      'that may not be repeated',
      { 'x-tagwire-idempotent': false },
      { verb: 'get' },
      { binding: { kind: 'http', method: 'GET', path: '/x' }, safe: true },
    ],
    [
      'without an id',
      { operationId: undefined },
      { path: '/pets/{id}', beside: { parameters: [{ name: 'id', in: 'path', schema: S }] } },
      {
        id: 'postPetsById',
        name: 'postPetsById',
        binding: { kind: 'http', method: 'POST', path: '/pets/{id}' },
        parameters: ['path id: string'],
      },
      'TW5002',
    ],
    [
      'with words',
      { summary: ' One <b>thing</b>. ', description: 'More.', tags: ['a', 'b'], deprecated: true },
      {},
      { doc: 'More.', deprecated: true, summary: 'One thing.', tags: ['a', 'b'] },
    ],
    ['that browsers refuse', {}, { verb: 'trace' }, 'TW5013'],
    [
      'of QUERY',
      {},
      { verb: 'query' },
      { binding: { kind: 'http', method: 'QUERY', path: '/x' }, safe: true, idempotent: true },
    ],
    ['whose path does not begin with a slash', {}, { path: 'x-notes' }],
  ])('%s', async (_, operation, place, ...found) => {
    expect(await unusual(operation, place)).toEqual(found)
  })
})

describe('parameters', () => {
  test.each<[string, object, Place, ...unknown[]]>([
    [
      'in the query',
      query({ required: true, schema: { ...S, default: 'd' } }),
      {},
      { parameters: ['query a: string (default "d")'] },
    ],
    [
      'in the path',
      { parameters: [{ name: 'a', in: 'path', schema: S }] },
      { path: '/{a}' },
      { binding: { kind: 'http', method: 'POST', path: '/{a}' }, parameters: ['path a: string'] },
    ],
    [
      'in the path that it does not have',
      { parameters: [{ name: 'a', in: 'path', schema: S }] },
      {},
      { parameters: ['path a: string'] },
      'TW5003',
    ],
    [
      'that the path has alone',
      {},
      { path: '/{a}' },
      { binding: { kind: 'http', method: 'POST', path: '/{a}' } },
      'TW5003',
    ],
    [
      'with a brace too many',
      {},
      { path: '/{a' },
      { binding: { kind: 'http', method: 'POST', path: '/{a' } },
      'TW5003',
    ],
    [
      'of a style',
      query({ style: 'pipeDelimited', explode: false, allowReserved: true }),
      {},
      {
        parameters: ['query a?: string (style "pipeDelimited", explode false, allowReserved true)'],
      },
    ],
    [
      'of a style with lists',
      query({ style: 'deepObject', 'x-tagwire-lists': 'brackets' }),
      {},
      { parameters: ['query a?: string (style "deepObject", lists "brackets")'] },
    ],
    [
      'of a style with lists as in the whole document',
      query({ style: 'deepObject' }),
      { members: { 'x-tagwire-lists': 'repeat' } },
      { parameters: ['query a?: string (style "deepObject", lists "repeat")'] },
    ],
    [
      'of lists without that style',
      query({ 'x-tagwire-lists': 'brackets' }),
      {},
      { parameters: ['query a?: string'] },
    ],
    [
      'with a media type',
      query({
        schema: undefined,
        content: { 'application/json': { schema: { ...S, default: 'd' } } },
      }),
      {},
      { parameters: ['query a?: string (default "d", mediaType "application/json")'] },
    ],
    ['without a schema', query({ schema: undefined }), {}, { parameters: ['query a?: any'] }],
    [
      'of the path and of the operation',
      query({}),
      {
        beside: {
          parameters: [
            { name: 'a', in: 'query', schema: R },
            { name: 'b', in: 'query', schema: S },
          ],
        },
      },
      { parameters: ['query a?: string', 'query b?: string'] },
    ],
    [
      'twice',
      {
        parameters: [
          { name: 'X', in: 'header', schema: S },
          { name: 'x', in: 'header', schema: R },
        ],
      },
      {},
      { parameters: ['header X?: string'] },
    ],
    [
      'in headers that the client sets',
      {
        parameters: ['Accept', 'Content-Type', 'Authorization', 'X-A'].map((name) => ({
          name,
          in: 'header',
          schema: S,
        })),
      },
      {},
      { parameters: ['header X-A?: string'] },
    ],
    ['without a name', query({ name: undefined }), {}, {}, 'TW5005'],
    ['without a place', query({ in: undefined }), {}, {}, 'TW5005'],
    ['in no known place', query({ in: 'qeury' }), {}, {}, 'TW5005'],
    ['that are no objects', { parameters: ['a'] }, {}, {}],
  ])('%s', async (_, operation, place, ...found) => {
    expect(await unusual(operation, place)).toEqual(found)
  })
})

describe('security', () => {
  test.each<[string, object, Place, ...unknown[]]>([
    [
      'of the operation',
      { security: [{ key: [], oauth: ['read', 'write'] }, {}] },
      {},
      {
        security: ['key', 'oauth'],
        requirements: { alternatives: [['key', 'oauth', 'oauth (read)', 'oauth (write)'], []] },
      },
    ],
    [
      'of the document',
      {},
      { members: { security: [{ key: [] }] } },
      { security: ['key'], requirements: { alternatives: [['key']] } },
    ],
    [
      'of nobody',
      { security: [] },
      { members: { security: [{ key: [] }] } },
      { security: [], requirements: { alternatives: [] } },
    ],
  ])('%s', async (_, operation, place, ...found) => {
    expect(await unusual(operation, place)).toEqual(found)
  })
})

describe('servers', () => {
  test.each<[string, object, Place, ...unknown[]]>([
    [
      'of the operation',
      { servers: [{ url: 'https://own.example', description: 'Own.' }] },
      { beside: { servers: [{ url: 'https://path.example' }] } },
      { servers: [{ doc: 'Own.', url: 'https://own.example' }] },
    ],
    ['of the path', {}, { beside: { servers: [{ url: '/v2' }] } }, { servers: [{ url: '/v2' }] }],
    ['that are none', { servers: [] }, {}, {}],
    ['of another protocol', { servers: [{ url: 'wss://own.example' }] }, {}, {}, 'TW5012'],
    ['without a URL', { servers: [{}] }, {}, {}, 'TW5004'],
    ['with a URL that nobody can call', { servers: [{ url: 'own.example' }] }, {}, {}, 'TW5004'],
    [
      'with variables',
      {
        servers: [
          {
            url: 'https://{host}.example/{base}',
            name: 'Own',
            variables: {
              host: { default: 'a', enum: ['a', 'b'], description: 'Where.' },
              other: { default: 'x' },
              base: {},
            },
          },
        ],
      },
      {},
      {
        servers: [
          {
            url: 'https://a.example/{base}',
            name: 'Own',
            template: 'https://{host}.example/{base}',
            variables: [{ name: 'host', default: 'a', values: ['a', 'b'], doc: 'Where.' }],
          },
        ],
      },
    ],
  ])('%s', async (_, operation, place, ...found) => {
    expect(await unusual(operation, place)).toEqual(found)
  })
})

describe('what the service sends', () => {
  test.each<[string, object, ...unknown[]]>([
    [
      'back',
      {
        callbacks: {
          done: {
            '{$request.body#/url}': {
              post: { requestBody: { description: 'Done.', content: AS_JSON } },
            },
            'x-y': {},
          },
        },
      },
      {
        callbacks: [
          {
            name: 'done',
            contents: [
              {
                mediaType: 'application/json',
                shape: { kind: 'reference', name: 'XDoneCallback' },
              },
            ],
          },
        ],
      },
    ],
  ])('%s', async (_, operation, ...found) => {
    expect(await unusual(operation)).toEqual(found)
  })
})

test('methods beyond those of OpenAPI 3.1 are sent as they are written', async () => {
  const additionalOperations = { copy: { operationId: 'y' }, CONNECT: {}, 'no method': {} }
  const paths = { '/x': { additionalOperations } }
  const { model, codes } = await lowered(openapi({}, { openapi: '3.2.0', paths }))
  const bindings = model.operations.map(({ binding }) => binding.method)
  expect([bindings, codes]).toEqual([['copy'], ['TW5013', 'TW5013']])
})

test('an id that two operations have is that of the first', async () => {
  const paths = { '/a': { get: { operationId: 'a' } }, '/b/{c}': { get: { operationId: 'a' } } }
  const { model, codes } = await lowered(openapi({}, { paths }))
  expect(model.operations.map(({ id, name }) => [id, name])).toEqual([
    ['a', 'a'],
    ['getBByC', 'getBByC'],
  ])
  expect(codes).toEqual(['TW5001', 'TW5003'])
})
