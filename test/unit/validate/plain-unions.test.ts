import { expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

const $schema = 'https://json-schema.org/draft/2020-12/schema'

const Customer = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, status: { enum: ['new', 'old'] } },
}
const Deleted = {
  type: 'object',
  required: ['id', 'deleted'],
  properties: { ...Customer.properties, deleted: { const: true } },
}

async function driftOf(schema: object, value: unknown): Promise<string[] | undefined> {
  const $defs = { Customer, Deleted, T: schema }
  const { validators } = await compile({ $schema, $defs })
  return validators.T?.drift(value).map(({ path }) => path)
}

const either = [{ $ref: '#/$defs/Customer' }, { $ref: '#/$defs/Deleted' }]

test.each(['anyOf', 'oneOf'])(
  'a field of a later member that fits is no drift (%s)',
  async (word) => {
    const T = { [word]: either, 'x-tagwire-tag': 'none' }
    // Strictly, only one member of a `oneOf` may fit.
    const both = word === 'oneOf' ? [''] : []
    expect(await driftOf(T, { id: 'a', deleted: true })).toEqual(both)
    expect(await driftOf(T, { id: 'a', deleted: true, extra: 1 })).toEqual([...both, 'extra'])
    expect(await driftOf(T, { id: 'a', extra: 1 })).toEqual(['extra'])
    // No member fits to the letter here.
    expect(await driftOf(T, { id: 'a', deleted: true, status: 'newer' })).toEqual(['status'])
  },
)

test('drift of many levels of overlapping members is found in bounded time', async () => {
  const next = { $ref: '#/$defs/T' }
  const members = ['a', 'b'].map((name) => ({ properties: { [name]: {}, next } }))
  let value: object = { extra: 1 }
  for (let level = 0; level < 200; level++) value = { next: value, more: 1 }
  const found = await driftOf({ anyOf: members }, value)
  expect(found).toHaveLength(201)
})

test('objects of which one is expected are distinguished by what they require', async () => {
  const result = {
    oneOf: [
      { type: 'object', required: ['data'], properties: { data: {} } },
      { type: 'object', required: ['errors', 'status'], properties: { errors: { type: 'array' } } },
      { type: 'string' },
    ],
  }
  const volume = {
    type: 'object',
    properties: { path: { type: ['string', 'null'] }, size: { type: 'number' } },
    anyOf: [{ required: ['path'] }, { required: ['size'] }],
  }
  const { validators } = await compile({ $schema, $defs: { Result: result, Volume: volume } })
  expect(validators.Result?.check({}).map(({ message }) => message)).toEqual([
    'expected object with data or object with errors, status or string, received object',
  ])
  expect(validators.Volume?.check({}).map(({ message }) => message)).toEqual([
    'expected object with path or object with size, received object',
  ])
})

test('what a member that is tried takes for a new kind is drift all the same', async () => {
  const one = { properties: { a: { type: 'integer' } }, additionalProperties: false }
  const keyed = ['go', 'stay'].map((name) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'integer' } },
  }))
  const schema = { oneOf: [{ type: 'object', ...one }, { anyOf: keyed }] }
  expect(await driftOf(schema, { other: 1 })).toEqual(['other'])
  expect(await driftOf(schema, { a: 1, other: 1 })).toEqual(['other'])
})
