import fc from 'fast-check'

/** Few names and values, so that schemas and values often have to do with each other. */
const NAMES = ['a', 'b', 'c', 'd'] as const
const name = fc.constantFrom(...NAMES)
const text = fc.constantFrom('x', 'y', '7', 'zz')

export type Schema = Readonly<Record<string, unknown>>

interface Schemas {
  readonly any: Schema
  readonly record: Schema
}

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null') }),
  fc.record({ type: fc.constant(['string', 'null']) }),
  fc.record({ enum: fc.uniqueArray(text, { minLength: 1 }) }),
  fc.record({ enum: fc.uniqueArray(fc.nat(3), { minLength: 1 }) }),
  fc.record({ const: fc.oneof(text, fc.nat(3)) }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('int64', 'hex') }),
  fc.record({ type: fc.constant('integer'), minimum: fc.nat(3), maximum: fc.nat(9) }),
)

const number: fc.Arbitrary<Schema> = fc.constantFrom({ type: 'integer' }, { type: 'number' })

/** Schemas of the kinds that documents use, nested. */
export const schemas: fc.Arbitrary<Schema> = fc.letrec<Schemas>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    tie('record'),
    fc.record({ type: fc.constant('array'), items: tie('any') }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('any') }),
    fc.record({ allOf: fc.array(tie('record'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
    keyed(fc.oneof(number, tie('record'))),
    tagged(tie('any')),
  ),
  record: fc.record(
    {
      type: fc.constant('object'),
      required: fc.uniqueArray(name),
      properties: fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
      additionalProperties: fc.constant(false),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
})).any

/** No payload may be `null`: where one may, a key that holds `null` can be read in two ways. */
function keyed(payload: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const keys = fc.uniqueArray(name, { minLength: 2, maxLength: 3 })
  return fc.tuple(keys, payload).map(([chosen, inner]) => ({
    oneOf: chosen.map((key) => ({
      type: 'object',
      required: [key],
      properties: { [key]: inner },
    })),
  }))
}

function tagged(payload: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const tags = fc.uniqueArray(text, { minLength: 2, maxLength: 3 })
  return fc.tuple(tags, payload).map(([chosen, inner]) => ({
    oneOf: chosen.map((tag) => ({
      type: 'object',
      required: ['a'],
      properties: { a: { const: tag }, b: inner },
    })),
  }))
}

/** Values of the same few names and texts. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ readonly any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, fc.nat(9), fc.boolean(), fc.constant(null), fc.constant(0.5)),
    fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('any'), { maxLength: 2 }),
  ),
})).any
