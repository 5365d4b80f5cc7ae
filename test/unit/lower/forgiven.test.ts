import { describe, expect, test } from 'vitest'
import { codesOf, generate, schemasOnly, textOf } from './generate.fixture.js'

const responses = {
  '200': { description: 'Fine.', content: { 'application/json': { schema: {} } } },
}

function paths(items: object): object {
  return { openapi: '3.1.0', info: { title: 'Forgiven', version: '1' }, paths: items }
}

function query(name: string, place: string, type: string): object {
  return { name, in: place, schema: { type } }
}

const faults: readonly [string, object, string, (made: (file: string) => string) => void][] = [
  [
    'two operations of one id: the second is named after its path',
    paths({
      '/a': { get: { operationId: 'list', responses } },
      '/b/c': { post: { operationId: 'list', responses } },
    }),
    'TW5001',
    (file) => expect(file('src/client.ts')).toMatch(/ {2}list\([\s\S]* {2}postBC\(/),
  ],
  [
    'two parameters: the first one counts',
    paths({
      '/a': {
        get: {
          operationId: 'a',
          parameters: [query('page', 'query', 'integer'), query('page', 'query', 'string')],
          responses,
        },
      },
    }),
    'TW5006',
    (file) => expect(file('src/inputs.ts')).toContain('page?: number'),
  ],
  [
    'two headers that differ in capitals',
    paths({
      '/a': {
        get: {
          operationId: 'a',
          parameters: [query('X-Trace', 'header', 'integer'), query('x-trace', 'header', 'string')],
          responses,
        },
      },
    }),
    'TW5006',
    (file) => expect(file('src/inputs.ts')).not.toContain("'x-trace'"),
  ],
  ...['oneOf', 'anyOf', 'allOf'].map((word): (typeof faults)[number] => [
    `an empty ${word} says nothing`,
    schemasOnly({ T: { type: 'string', [word]: [] } }),
    'TW2005',
    (file) => expect(file('src/types.ts')).toContain('type T = string'),
  ]),
  [
    '$ref among properties is left out',
    schemasOnly({
      T: { type: 'object', properties: { $ref: '#/components/schemas/U', a: { type: 'string' } } },
      U: { type: 'object' },
    }),
    'TW2005',
    (file) => expect(file('src/types.ts')).toMatch(/interface T \{\s+a\?: string\s+\}/),
  ],
  [
    'two methods of one name: the first one counts',
    {
      openrpc: '1.3.2',
      info: { title: 'Forgiven', version: '1' },
      methods: ['string', 'integer'].map((type) => ({
        name: 'get',
        params: [],
        result: { name: 'r', schema: { type } },
      })),
    },
    'TW5001',
    (file) => expect(file('src/client.ts')).toContain('Promise<string>'),
  ],
]

describe('faults with one reading', () => {
  test.each(faults)('%s', async (_, document, code, check) => {
    const made = await generate(document)
    expect(codesOf(made)).toEqual([`warning ${code}`])
    check((file) => textOf(made, file))
    expect(codesOf(await generate(document, { strict: true }))).toEqual([`error ${code}`])
  })
})
