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
    expect(await driftOf(T, { id: 'a', deleted: true })).toEqual([])
    expect(await driftOf(T, { id: 'a', deleted: true, extra: 1 })).toEqual(['extra'])
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
