import { describe, expect, test } from 'vitest'
import { judgeOf, mended } from './probe.fixture.js'

type Row = readonly [
  what: string,
  schema: unknown,
  value: unknown,
  /** Pointer, kind, and `drift` where it is. */
  found: string,
  fix: string | undefined,
]

function documentOf(schema: unknown, version: string): unknown {
  const components = { schemas: { Thing: schema, Part: { type: 'object', required: ['id'] } } }
  return { openapi: version, info: { title: 'Things', version: '1' }, paths: {}, components }
}

const asset = {
  type: 'object',
  required: ['denom', 'kind'],
  properties: { denom: { type: 'string' }, kind: { enum: ['A', 'B'] } },
}
const part = { $ref: '#/components/schemas/Part' }
const keyed = {
  required: ['index'],
  properties: { index: { type: 'integer' } },
  oneOf: ['swap', 'send'].map((key) => ({
    type: 'object',
    required: [key],
    properties: { [key]: part },
  })),
}
const tagged = {
  oneOf: ['circle', 'square'].map((tag) => ({
    type: 'object',
    required: ['kind', 'size'],
    properties: { kind: { const: tag }, size: { type: 'number' } },
  })),
}

describe.each(['3.1.0', '3.0.3'])('OpenAPI %s', (version) => {
  const rows: readonly Row[] = [
    [
      'a required field is missing',
      asset,
      { kind: 'A' },
      '/denom missing-field',
      'remove `denom` from required of Thing',
    ],
    [
      'a required field is missing, as the document knows',
      { ...asset, properties: { ...asset.properties, denom: { 'x-tagwire-missing': 'public' } } },
      { kind: 'A' },
      '/denom missing-field drift',
      'remove `denom` from required of Thing',
    ],
    [
      'null in place of a text',
      asset,
      { denom: null, kind: 'A' },
      '/denom unexpected-null',
      'let Thing.denom be null',
    ],
    [
      'null in place of another schema',
      { properties: { part } },
      { part: null },
      '/part unexpected-null',
      'let Thing.part be null',
    ],
    [
      'a number in place of a text',
      asset,
      { denom: 5, kind: 'A' },
      '/denom wrong-type',
      "add 'integer' to type of Thing.denom",
    ],
    [
      'a fraction in place of a whole number',
      { type: 'integer' },
      1.5,
      ' wrong-type',
      "add 'number' to type of Thing",
    ],
    [
      'a text that is not among those of an open list',
      asset,
      { denom: 'x', kind: 'C' },
      '/kind unknown-value drift',
      'add enum value "C" to Thing.kind',
    ],
    [
      'a number that is not among those of a list',
      { enum: [1, 2] },
      3,
      ' wrong-value',
      'add enum value 3 to Thing',
    ],
    [
      'a field that nobody described',
      asset,
      { denom: 'x', kind: 'A', more: true },
      '/more unknown-field drift',
      'add property `more` (boolean) to Thing',
    ],
    [
      'a field of an object that says it has no others',
      { ...asset, additionalProperties: false },
      { denom: 'x', kind: 'A', more: [] },
      '/more unknown-field drift',
      'add property `more` (array) to Thing',
    ],
    [
      'a text that is not in its format',
      { type: 'string', format: 'int64' },
      'many',
      ' wrong-format drift',
      'remove format from Thing',
    ],
    [
      'a text that is not like its pattern',
      { type: 'string', pattern: '^a' },
      'b',
      ' wrong-format',
      'remove pattern from Thing',
    ],
    ['a number too large', { maximum: 3 }, 7, ' out-of-bounds', 'set maximum of Thing to 7'],
    ['a list too short', { minItems: 2 }, [1], ' out-of-bounds', 'set minItems of Thing to 1'],
    [
      'an item that does not fit',
      { type: 'array', items: { type: 'string' } },
      ['x', 1],
      '/1 wrong-type',
      "add 'integer' to type of Thing[]",
    ],
    [
      'a value of a map that does not fit',
      { type: 'object', additionalProperties: { type: 'boolean' } },
      { a: 'x' },
      '/a wrong-type',
      "add 'string' to type of Thing[*]",
    ],
    [
      'a variant that nobody described',
      keyed,
      { teleport: {}, index: 1 },
      ' unknown-variant drift',
      'add variant `teleport` to Thing',
    ],
    [
      'two variants at once',
      keyed,
      { swap: { id: 1 }, send: { id: 2 }, index: 1 },
      ' two-variants',
      'make oneOf of Thing an anyOf',
    ],
    [
      'a field beside a variant',
      keyed,
      { swap: { id: 1 }, index: 1, fee: '1' },
      '/fee unknown-field drift',
      'add property `fee` (string) to Thing',
    ],
    [
      'a fault inside a variant',
      keyed,
      { swap: {}, index: 1 },
      '/swap/id missing-field',
      'remove `id` from required of Part',
    ],
    [
      'no variant at all',
      keyed,
      { index: 1 },
      ' no-variant',
      'add a member to Thing for objects without any of its keys',
    ],
    [
      'an inner tag that nobody described',
      tagged,
      { kind: 'line', size: 1 },
      '/kind unknown-variant drift',
      'add variant `line` to Thing',
    ],
    [
      'something else than an object where variants are',
      tagged,
      7,
      ' wrong-type',
      'add a member (integer) to Thing',
    ],
    [
      'nothing of what untagged members want: the nearest one tells',
      { anyOf: [{ type: 'boolean' }, { type: 'object', required: ['a', 'b'] }] },
      { a: 1 },
      '/b missing-field',
      'remove `b` from required of Thing',
    ],
    [
      'a field that only another part forbids',
      { allOf: [asset, { not: { required: ['more'] } }] },
      { denom: 'x', kind: 'A', more: 1 },
      ' forbidden',
      'remove not from Thing',
    ],
  ]

  test.each(rows)('%s', async (_, schema, value, found, fix) => {
    const document = documentOf(schema, version)
    const judge = await judgeOf(document, 'Thing')
    const judged = judge?.(value)
    const told = (judged?.mismatches ?? []).map(
      ({ pointer, kind, drift }) => `${pointer} ${kind}${drift ? ' drift' : ''}`,
    )
    expect(told).toContain(found)
    expect(judged?.fixes.map((each) => each.text)).toContain(fix)
    const after = await mended(document, value, ({ mismatches }) => mismatches.length === 0, {
      schema: 'Thing',
    })
    expect(after.left?.mismatches).toEqual([])
  })
})

test('a fix is at the place in the document that it changes, with a patch', async () => {
  const judge = await judgeOf(documentOf(asset, '3.1.0'), 'Thing')
  const { mismatches = [], fixes = [] } = judge?.({ denom: 'x' }) ?? {}
  expect(fixes).toEqual([
    {
      text: 'remove `kind` from required of Thing',
      count: 1,
      drift: false,
      loosens: true,
      file: 'schema.json',
      pointer: '/components/schemas/Thing/required/1',
      line: 1,
      column: expect.any(Number),
      patch: [{ op: 'remove', path: '/components/schemas/Thing/required/1' }],
    },
  ])
  expect(mismatches).toEqual([
    {
      kind: 'missing-field',
      drift: false,
      payload: 'value',
      pointer: '/kind',
      expected: 'one of "A", "B"',
      received: 'nothing',
      at: {
        file: 'schema.json',
        pointer: '/components/schemas/Thing',
        line: 1,
        column: expect.any(Number),
      },
      fix: 'remove `kind` from required of Thing',
      fixIndex: 0,
    },
  ])
})

test('what one change mends is one fix: types and values are put together', async () => {
  const items = { type: 'array', items: { properties: { a: { type: 'string' } } } }
  const judge = await judgeOf(documentOf(items, '3.1.0'), 'Thing')
  const judged = judge?.([{ a: 1 }, { a: 2 }, { a: true }, { b: 1 }, { b: null }])
  expect(judged?.fixes.map(({ text, count }) => `${count} ${text}`)).toEqual([
    "3 add 'integer' and 'boolean' to type of Thing[].a",
    '2 add property `b` (integer or null) to Thing[]',
  ])
})

test('values that try to hurt get an answer', async () => {
  const judge = await judgeOf(
    documentOf({ properties: { next: { $ref: '#/components/schemas/Thing' } } }, '3.1.0'),
    'Thing',
  )
  const deep: unknown = JSON.parse(`${'{"next":'.repeat(5000)}{}${'}'.repeat(5000)}`)
  expect(judge?.(deep).mismatches.map((each) => each.kind)).toEqual(['too-deep'])
  const odd: unknown = JSON.parse('{"__proto__": 1, "constructor": 2, "hasOwnProperty": 3}')
  expect(judge?.(odd).mismatches.map((each) => each.pointer)).toEqual([
    '/__proto__',
    '/constructor',
    '/hasOwnProperty',
  ])
})

test('members that share fields do not make it slow', async () => {
  const next = { $ref: '#/components/schemas/Thing' }
  const members = ['a', 'b', 'c', 'd'].map((name) => ({
    type: 'object',
    required: [name],
    properties: { next },
  }))
  const judge = await judgeOf(documentOf({ anyOf: members }, '3.1.0'), 'Thing')
  // Each level asks every member: without remembering these would be four to the power of 60 looks.
  const chain: unknown = JSON.parse(`${'{"a":1,"next":'.repeat(60)}{"e":1}${'}'.repeat(60)}`)
  const found = judge?.(chain).mismatches ?? []
  expect(found.filter((each) => !each.drift).map((each) => each.pointer)).toEqual([
    `${'/next'.repeat(60)}/a`,
  ])
})
