import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Compiled, compile } from './compile.fixture.js'

/** A keyword constrains only values of its own type; beside another `type`, it has no effect. Ajv is the judge. */

const KEYWORDS = {
  string: { minLength: 2, maxLength: 3, pattern: '^a' },
  number: { minimum: 2, exclusiveMaximum: 5, multipleOf: 3 },
  array: {
    items: { type: 'integer' },
    prefixItems: [{ type: 'integer' }],
    minItems: 2,
    maxItems: 2,
    uniqueItems: true,
    contains: { type: 'integer' },
    unevaluatedItems: false,
  },
  object: {
    properties: { a: { type: 'integer' } },
    required: ['a'],
    additionalProperties: { type: 'integer' },
    patternProperties: { '^b': { type: 'integer' } },
    propertyNames: { maxLength: 1 },
    minProperties: 2,
    maxProperties: 2,
    dependentRequired: { a: ['b'] },
    dependentSchemas: { a: { required: ['b'] } },
    unevaluatedProperties: false,
  },
} as const

/** What a schema may say of the type of its values, and the group of keywords that then has an effect. */
const OWNERS = [
  { says: { type: 'string' }, own: ['string'] },
  { says: { type: 'string', enum: ['ab', 'cd'] }, own: ['string'] },
  { says: { type: 'string', const: 'ab' }, own: ['string'] },
  { says: { type: 'string', format: 'date' }, own: ['string'] },
  { says: { type: ['string', 'null'] }, own: ['string'] },
  { says: { type: 'integer' }, own: ['number'] },
  { says: { type: 'integer', enum: [1, 3] }, own: ['number'] },
  { says: { type: 'number' }, own: ['number'] },
  { says: { type: 'boolean' }, own: [] },
  { says: { type: 'null' }, own: [] },
  { says: { type: 'array' }, own: ['array'] },
  { says: { type: ['array', 'string'] }, own: ['array', 'string'] },
  { says: { type: 'object' }, own: ['object'] },
  { says: { type: ['object', 'null'] }, own: ['object'] },
  { says: { enum: ['ab', 'cd'] }, own: ['string'] },
  { says: { const: 3 }, own: ['number'] },
  { says: {}, own: ['string', 'number', 'array', 'object'] },
] as const

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  ...[0, 1, 3, 6, 2.5, -1],
  ...['', 'a', 'ab', 'abc', 'abcd', 'cd', 'zz', '2026-01-31'],
  ...[[], [1], [1, 2], [1, 1], ['x'], [1, 'x'], [1, 2, 3], [{ a: 'x' }]],
  ...[
    {},
    { a: 1 },
    { a: 'x' },
    { a: 1, b: 2 },
    { a: 1, b: 'x' },
    { long: 'x' },
    { a: 1, b: 2, c: 3 },
  ],
]

interface Shape {
  readonly name: string
  readonly schema: object
  readonly keyword: string
  readonly isMisplaced: boolean
}

const shapes: readonly Shape[] = OWNERS.flatMap(({ says, own }, owner) =>
  Object.entries(KEYWORDS).flatMap(([group, keywords]) =>
    Object.entries(keywords).map(([keyword, value]) => ({
      name: `S${owner}_${keyword}`,
      schema: { ...says, [keyword]: value },
      keyword,
      // Kubernetes writes it beside every parameter, of whatever type.
      isMisplaced: !own.some((each) => each === group) && keyword !== 'uniqueItems',
    })),
  ),
)

let made: Compiled

/** One for all: to make one takes ten times as long as to compile a schema. */
const judges = new Ajv2020({ strict: false, validateFormats: false })

beforeAll(async () => {
  const schemas = Object.fromEntries(shapes.map(({ name, schema }) => [name, schema]))
  made = await compile({
    openapi: '3.1.0',
    info: { title: 'Misplaced', version: '1' },
    components: { schemas },
  })
})

describe('a keyword beside another type', () => {
  test.each(shapes)('$name: $schema', ({ name, schema, keyword, isMisplaced }) => {
    const validator = made.validators[name]
    if (!validator) throw new Error(`no validator ${name}`)
    const judge = judges.compile(schema)
    for (const value of VALUES) {
      const text = `${JSON.stringify(schema)} and ${JSON.stringify(value)}`
      const isDate = 'format' in schema && typeof value === 'string' && judge(value)
      if (!isDate) expect(validator.strict.is(value), text).toBe(judge(value))
      if (judge(value)) expect(validator.is(value), text).toBe(true)
    }
    const told = made.diagnostics.filter(
      ({ at, code }) => code === 'TW2015' && at?.pointer.startsWith(`/components/schemas/${name}/`),
    )
    expect(told.map(({ at }) => at?.pointer.split('/').at(-1))).toEqual(
      isMisplaced ? [keyword] : [],
    )
  })
})

test('several keywords are one warning, which says what the values are', async () => {
  const { diagnostics } = await compile({
    openapi: '3.1.0',
    info: { title: 'Misplaced', version: '1' },
    components: {
      schemas: {
        State: { type: 'string', enum: ['on', 'off'], items: { type: 'string' }, minItems: 1 },
        // These say nothing that could have an effect anywhere.
        Quiet: { type: 'string', items: {}, required: [], properties: {}, uniqueItems: false },
      },
    },
  })
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'TW2015 `items` and `minItems` constrain only arrays, and this is a string; they have no effect',
  ])
})
