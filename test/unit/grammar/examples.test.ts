import { describe, expect, test } from 'vitest'
import { generate, ref, schemasOnly } from '../lower/generate.fixture.js'

/**
 * Examples that do not match are reported at the mismatch; those that match, or cannot be checked, are not.
 */

const PREFIX = 'the example does not match its schema: '

async function mismatches(document: object): Promise<string[]> {
  const { diagnostics } = await generate(document)
  return diagnostics
    .filter(({ code }) => code === 'TW2014')
    .map(({ message, at }) => `${at?.pointer} ${message.replace(PREFIX, '')}`)
}

const ofSchema = (schema: object, others: object = {}) =>
  mismatches(schemasOnly({ A: schema, ...others }))

const A = '/components/schemas/A'
const pet = {
  type: 'object',
  required: ['name', 'id'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 2 },
    kind: { enum: ['cat', 'dog'] },
    tags: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: { type: 'boolean' },
}

describe('examples of schemas', () => {
  test.each<[string, object, string]>([
    ['a number for a text', { type: 'string', example: 5 }, `${A}/example 5 is not of type string`],
    [
      'one of several',
      { type: 'integer', examples: [1, 'x'] },
      `${A}/examples/1 "x" is not of type integer`,
    ],
    [
      'too many items',
      { type: 'array', maxItems: 1, example: [1, 2] },
      `${A}/example [1,2] is beyond its \`maxItems\` of 1`,
    ],
    [
      'too few items',
      { type: 'array', minItems: 1, example: [] },
      `${A}/example [] is beyond its \`minItems\` of 1`,
    ],
    ['a fraction', { type: 'integer', example: 1.5 }, `${A}/example 1.5 is not of type integer`],
    ['a missing field', { ...pet, example: {} }, `${A}/example it has no "name"`],
    [
      'a field inside',
      { ...pet, example: { name: 'Tom', tags: ['x', 3] } },
      `${A}/example/tags/1 3 is not of type string`,
    ],
    [
      'a field that is not described',
      { ...pet, example: { name: 'Tom', wild: 'yes' } },
      `${A}/example/wild "yes" is not of type boolean`,
    ],
    [
      'a value that is not listed',
      { ...pet, example: { name: 'Tom', kind: 'cow' } },
      `${A}/example/kind "cow" is not among the values of \`enum\``,
    ],
    [
      'a bound',
      { ...pet, example: { name: 'T' } },
      `${A}/example/name "T" is beyond its \`minLength\` of 2`,
    ],
    [
      'none of several',
      { oneOf: [{ type: 'string' }, { type: 'integer' }], example: true },
      `${A}/example it matches none of the 2 members of \`oneOf\``,
    ],
    [
      'a part of an allOf',
      { allOf: [pet, { type: 'object', required: ['extra'] }], example: { name: 'Tom' } },
      `${A}/example it has no "extra"`,
    ],
  ])('%s', async (_, schema, expected) => {
    expect(await ofSchema(schema)).toEqual([expected])
  })

  test.each<[string, object]>([
    ['what fits', { ...pet, example: { name: 'Tom', kind: 'cat', tags: [], wild: true } }],
    ['null, which programs write for nothing', { type: 'string', example: null }],
    ['patterns and formats', { type: 'string', format: 'date', pattern: '^x$', example: 'y' }],
    [
      'a circle',
      { type: 'object', properties: { a: { $ref: `#${A}` } }, example: { a: { a: {} } } },
    ],
  ])('says nothing of %s', async (_, schema) => {
    expect(await ofSchema(schema)).toEqual([])
  })

  test('are all looked at, the single one first', async () => {
    expect(await ofSchema({ type: 'integer', example: 'x', examples: [1, 'y'] })).toEqual([
      `${A}/example "x" is not of type integer`,
      `${A}/examples/1 "y" is not of type integer`,
    ])
  })

  test('is done in time, however often schemas choose', async () => {
    const step = (index: number): object => ({
      oneOf: [0, 1].map(() => ({ $ref: `#/components/schemas/S${index + 1}` })),
    })
    const steps = Array.from({ length: 40 }, (_, index) => [`S${index}`, step(index)] as const)
    const schemas = { ...Object.fromEntries(steps), S40: { type: 'string' } }
    expect(await ofSchema({ $ref: '#/components/schemas/S0', example: 5 }, schemas)).toEqual([
      `${A}/example it matches none of the 2 members of \`oneOf\``,
    ])
  })
})

test('examples of parameters, bodies and answers, by reference too; not of other media types', async () => {
  const found = await mismatches({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': {
        post: {
          operationId: 'a',
          parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' }, example: 'x' }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { type: 'string' },
                examples: { one: { value: 1 }, two: { $ref: '#/components/examples/Two' } },
              },
              'application/xml': { schema: { type: 'object' }, example: '<a/>' },
            },
          },
          responses: {
            '200': {
              description: 'd',
              content: { 'application/problem+json': { schema: pet, example: { name: 1 } } },
            },
          },
        },
      },
    },
    components: { examples: { Two: { value: 2 } } },
  })
  const post = '/paths/~1a/post'
  expect(found.sort()).toEqual(
    [
      `${post}/parameters/0/example "x" is not of type integer`,
      `${post}/requestBody/content/application~1json/examples/one/value 1 is not of type string`,
      '/components/examples/Two/value 2 is not of type string',
      `${post}/responses/200/content/application~1problem+json/example/name 1 is not of type string`,
    ].sort(),
  )
})

test('pairings of OpenRPC', async () => {
  const found = await mismatches({
    openrpc: '1.3.2',
    info: { title: 'T', version: '1' },
    methods: [
      {
        name: 'get',
        params: [{ name: 'height', schema: { type: 'integer' } }],
        result: { name: 'r', schema: { type: 'string' } },
        examples: [
          {
            name: 'e',
            params: [{ name: 'height', value: 'low' }],
            result: { name: 'r', value: 5 },
          },
        ],
      },
    ],
  })
  expect(found).toEqual([
    '/methods/0/examples/0/params/0/value "low" is not of type integer',
    '/methods/0/examples/0/result/value 5 is not of type string',
  ])
})

describe('schemas that come back to themselves', () => {
  const subtype = (...more: object[]): object => ({ allOf: [ref('A'), ...more] })
  const withColour = { properties: { colour: { type: 'string' } }, required: ['colour'] }

  test.each(['oneOf', 'anyOf'])('a base with %s of its subtypes', async (keyword) => {
    const base = (example: unknown): object => ({
      type: 'object',
      properties: { id: { type: 'string' } },
      [keyword]: [ref('Plain'), ref('Coloured')],
      example,
    })
    const others = { Plain: subtype({ required: ['plain'] }), Coloured: subtype(withColour) }
    expect(await ofSchema(base({ id: 'x', colour: 'red' }), others)).toEqual([])
    expect(await ofSchema(base({ id: 1, colour: 'red' }), others)).toEqual([
      `${A}/example/id 1 is not of type string`,
    ])
    expect(await ofSchema(base({ id: 'x' }), others)).toEqual([
      `${A}/example it matches none of the 2 members of \`${keyword}\``,
    ])
    expect(await ofSchema(base('x'), others)).toEqual([`${A}/example "x" is not of type object`])
  })

  test('the same schema for another value inside is asked again', async () => {
    const list = { type: 'array', items: { anyOf: [ref('A'), { type: 'integer' }] } }
    expect(await ofSchema({ ...list, example: [[1, [2]], 3] })).toEqual([])
    expect(await ofSchema({ ...list, example: [[1, ['x']]] })).toHaveLength(1)
  })
})

test('deep examples of schemas that many steps lead to', async () => {
  const value = Array.from({ length: 380 }).reduce<unknown>((inside) => [inside], 1)
  const steps = Array.from({ length: 480 }, (_, index): [string, object] => [
    `S${index}`,
    ref(index === 479 ? 'A' : `S${index + 1}`),
  ])
  const A = { type: 'array', items: ref('S0') }
  const found = await ofSchema(A, {
    ...Object.fromEntries(steps),
    E: { allOf: [ref('S0')], example: value },
  })
  expect(found).toEqual([])
})
