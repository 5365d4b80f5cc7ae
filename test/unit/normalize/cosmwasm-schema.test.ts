import { expect, test } from 'vitest'
import { convertCosmwasmSchema } from '../../../generator/src/normalize/cosmwasm-schema.js'
import { documentOf, valueAt } from './documents.fixture.js'

const named = (path: string, more: object): object => ({ name: `booth_msg_${path}`, ...more })

/** The JSON Schema of a list of types, the first of which is the message. */
async function schemaOf(...definitions: readonly object[]): Promise<unknown> {
  const contract = { contract_name: 'booth', execute: { type: 'v1', root: 0, definitions } }
  return valueAt(convertCosmwasmSchema(await documentOf(contract)), 'execute')
}

const u32 = { name: 'u32', type: 'integer', signed: false }

test('an enumeration is a union with one key for each variant', async () => {
  const cases = {
    buy: { description: 'One ticket.', type: 'named', properties: { seat: { value: 1 } } },
    hand_over: { type: 'tuple', items: [1] },
    swap: { type: 'tuple', items: [1, 1] },
    close: { type: 'unit' },
  }
  const schema = await schemaOf(named('ExecuteMsg', { type: 'enum', cases }), u32)
  const integer = { type: 'integer', minimum: 0 }
  const keyed = (key: string, value: object): object => ({
    type: 'object',
    properties: { [key]: value },
    required: [key],
    additionalProperties: false,
  })
  expect(schema).toMatchObject({ title: 'ExecuteMsg', definitions: {} })
  expect(Reflect.get(Object(schema), 'oneOf')).toEqual([
    {
      description: 'One ticket.',
      ...keyed('buy', { type: 'object', properties: { seat: integer }, required: ['seat'] }),
    },
    keyed('hand_over', integer),
    keyed('swap', { type: 'array', items: [integer, integer], minItems: 2, maxItems: 2 }),
    { type: 'string', enum: ['close'] },
  ])
})

test('types with a path of their own are definitions; what may be absent is not required', async () => {
  const properties = {
    of: { value: 1 },
    note: { value: 2 },
    many: { value: 3 },
    self: { value: 0 },
  }
  const schema = await schemaOf(
    named('Root', { type: 'struct', properties }),
    named('Seat', { type: 'struct', items: [4] }),
    { type: 'optional', inner: 4 },
    { name: 'alloc::vec::Vec<Seat>', type: 'array', items: 1 },
    { type: 'string' },
  )
  expect(schema).toMatchObject({
    required: ['of', 'many', 'self'],
    properties: {
      of: { $ref: '#/definitions/Seat' },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      many: { type: 'array', items: { $ref: '#/definitions/Seat' } },
      self: { $ref: '#' },
    },
    definitions: { Seat: { type: 'string' } },
  })
})

test.each<[object, object]>([
  [{ type: 'integer', name: 'i64', signed: true }, { type: 'integer' }],
  [{ type: 'integer', name: 'u128', signed: false }, { type: 'string' }],
  [{ type: 'decimal' }, { type: 'string' }],
  [{ type: 'double' }, { type: 'number' }],
  [{ type: 'boolean' }, { type: 'boolean' }],
  [{ type: 'unit' }, { type: 'null' }],
  // Unknown names stay, so that they are reported.
  [{ type: 'quaternion' }, { type: 'quaternion' }],
])('%j is %j in JSON', async (type, expected) => {
  expect(await schemaOf(type)).toMatchObject(expected)
})

test('references are converted too, and other documents are not changed', async () => {
  const definitions = [
    named('Root', { type: 'struct', properties: { of: { value: 1 } } }),
    named('Seat', { type: 'struct', properties: {} }),
  ]
  const contract = await documentOf({ execute: { type: 'v1', root: 0, definitions } })
  const converted = convertCosmwasmSchema(contract)
  const ref = { $ref: '#/execute/definitions/Seat' }
  const found = converted.resolve({ value: ref, source: converted.root.source })
  expect(found).toMatchObject({ value: { type: 'object' } })
  const other = await documentOf({ execute: { type: 'object' } })
  expect(convertCosmwasmSchema(other)).toBe(other)
})
