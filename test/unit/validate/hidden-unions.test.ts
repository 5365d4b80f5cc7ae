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
