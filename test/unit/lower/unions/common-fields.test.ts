import { expect, test } from 'vitest'
import { lowered, openapi } from '../../schema-model.fixture.js'

const text = { type: 'string' }
const record = { type: 'object', properties: { a: { type: 'integer' } } }
const named = { $ref: '#/components/schemas/Named' }
const listed = { enum: ['a', 'b'] }
const listedByName = { $ref: '#/components/schemas/Listed' }
const either = { oneOf: [text, { type: 'integer' }] }

/** How a union of two keys is tagged, beside which a field is written in one way and in another. */
async function styleBeside(left: object, right: object): Promise<string | undefined> {
  const keyed = (name: string, common: object) => ({
    type: 'object',
    properties: { [name]: { type: 'integer' }, common },
    required: [name],
  })
  const Made = { oneOf: [keyed('go', left), keyed('stay', right)] }
  const { model } = await lowered(openapi({ Named: record, Listed: listed, Made }))
  const shape = model.declarations.find(({ name }) => name === 'Made')?.shape
  return shape?.kind === 'union' ? shape.tagging.style : shape?.kind
}

test.each<[string, object, object]>([
  ['a name', named, { allOf: [named] }],
  ['a name with words', named, { allOf: [named], description: 'words' }],
  ['a name beside its type', named, { type: 'object', allOf: [named] }],
  ['a name and null', { anyOf: [named, { type: 'null' }] }, { oneOf: [{ type: 'null' }, named] }],
  ['a union of one', text, { oneOf: [text] }],
  ['a limit in another part', text, { allOf: [text, { maxLength: 3 }] }],
  ['a text or null', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
  ['listed values', { type: 'string', ...listed }, listed],
  ['described values', listed, { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }],
  ['a list of names', { type: 'array', items: named }, { items: { allOf: [named] } }],
  ['an object', record, { ...record, additionalProperties: false }],
  [
    'an object in parts',
    record,
    { allOf: [{ type: 'object' }, { properties: record.properties }] },
  ],
  ['an object of anything', { type: 'object' }, { type: 'object', additionalProperties: true }],
  ['a union in a union', either, { oneOf: [either] }],
  ['two types', either, { type: ['string', 'integer'] }],
  ['an integer', { type: 'integer' }, { allOf: [{ type: 'number' }, { type: 'integer' }] }],
  [
    'texts that can be listed',
    { type: 'string', 'x-extensible-enum': ['a', 'b'] },
    { anyOf: [{ type: 'string', ...listed }, text] },
  ],
])('a common field is the same, however it is written: %s', async (_, left, right) => {
  expect(await styleBeside(left, right)).toBe('key')
  expect(await styleBeside(right, left)).toBe('key')
})

test.each<[string, object, object]>([
  ['a text and bytes in a text', text, { ...text, contentEncoding: 'base64' }],
  ['a text and texts that can be listed', text, { ...text, 'x-extensible-enum': ['a', 'b'] }],
  ['a name and what it stands for', named, record],
  ['listed values and their name', listed, listedByName],
  ['a text and a text or null', text, { type: ['string', 'null'] }],
  ['other names', record, { ...record, additionalProperties: true }],
  ['a required name', record, { ...record, required: ['a'] }],
  ['one more name', { allOf: [named] }, { allOf: [named, { properties: { b: text } }] }],
  ['names of values', { type: 'object' }, { type: 'object', additionalProperties: text }],
])('a common field is not the same: %s', async (_, left, right) => {
  expect(await styleBeside(left, right)).toBe('none')
  expect(await styleBeside(right, left)).toBe('none')
})
