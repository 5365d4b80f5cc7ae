import { expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

const tagged = {
  oneOf: [
    {
      type: 'object',
      required: ['type', 'value'],
      properties: { type: { const: 'one' }, value: { type: 'array', minItems: 1 } },
    },
    {
      type: 'object',
      required: ['type', 'value'],
      properties: { type: { const: 'other' }, value: { type: 'integer' } },
    },
  ],
}
const holder = { type: 'object', required: ['held'], properties: { held: tagged } }
const wrong = { held: { type: 'one', value: [] } }

// The type of such a value is `unknown` or the last part's, which shows nothing of the union.
const hiding = {
  'other keys beside a pattern whose values are not of one type': [
    { patternProperties: { '^x-': { enum: [1, { x: [1] }] } }, additionalProperties: holder },
    { key: wrong },
    'key.held.value',
  ],
  'keys of a pattern beside others that hold anything': [
    { patternProperties: { '^x-': holder }, additionalProperties: {} },
    { 'x-key': wrong },
    '["x-key"].held.value',
  ],
  'other keys of the first of two parts': [
    {
      allOf: [
        { type: 'object', additionalProperties: holder },
        { type: 'object', additionalProperties: { type: 'object' } },
      ],
    },
    { key: wrong },
    'key.held.value',
  ],
} as const

test.each(Object.entries(hiding))(
  'a union in %s is told apart by its tags',
  async (_, [schema, value, place]) => {
    const { validators } = await compile({ $defs: { Thing: schema } })
    expect(validators.Thing?.strict.check(value).map(({ path }) => path)).toEqual([place])
  },
)

// Both have one type, so that both are read by its kinds: a new one is drift in either.
test.each(['a', 'b'])('an equal union in the member %s is tagged in both', async (kind) => {
  const keyed = (key: string): object => {
    return { type: 'object', required: [key], properties: { [key]: { type: 'string' } } }
  }
  const member = (name: string): object => ({
    type: 'object',
    required: ['kind', 'held'],
    properties: { kind: { const: name }, held: { oneOf: [keyed('x'), keyed('y')] } },
  })
  const { validators } = await compile({
    openapi: '3.1.0',
    info: { title: 'Twins', version: '1' },
    paths: {},
    components: { schemas: { T: { oneOf: [member('a'), member('b')] } } },
  })
  const value = { kind, held: { z: 'new' } }
  expect(validators.T?.is(value)).toBe(true)
  expect(validators.T?.drift(value)).toHaveLength(1)
  expect(validators.T?.strict.is(value)).toBe(false)
})
