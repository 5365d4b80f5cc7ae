import fc from 'fast-check'

/** Few names and values, so that schemas and values often have to do with each other. */
const NAMES = ['a', 'b', 'c', 'd'] as const
const name = fc.constantFrom(...NAMES)
const text = fc.constantFrom('x', 'y', '7', 'zz')

export type Schema = Readonly<Record<string, unknown>>

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null') }),
  fc.record({ type: fc.constant(['string', 'null']) }),
  fc.record({ enum: fc.uniqueArray(text, { minLength: 1 }) }),
  fc.record({ enum: fc.uniqueArray(fc.nat(3), { minLength: 1 }) }),
  fc.record({ const: fc.oneof(text, fc.nat(3)) }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('int64', 'hex') }),
  fc.record({ type: fc.constant('integer'), minimum: fc.nat(3), maximum: fc.nat(9) }),
)

/** Schemas of the kinds that documents use, nested so deep. */
function schemaOf(depth: number): fc.Arbitrary<Schema> {
  if (depth === 0) return scalar
  const inner = schemaOf(depth - 1)
  return fc.oneof(
    scalar,
    recordOf(inner),
    fc.record({ type: fc.constant('array'), items: inner }),
    fc.record({ type: fc.constant('object'), additionalProperties: inner }),
    fc.record({ allOf: fc.array(recordOf(inner), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(inner, { minLength: 1, maxLength: 3 }) }),
    keyed(inner),
    tagged(inner),
  )
}

export const schemas: fc.Arbitrary<Schema> = fc.nat(3).chain(schemaOf)

function recordOf(inner: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc.record(
    {
      type: fc.constant('object'),
      required: fc.uniqueArray(name),
      properties: fc.dictionary(name, inner, { maxKeys: 3, noNullPrototype: true }),
      additionalProperties: fc.constant(false),
    },
    { requiredKeys: ['type', 'properties'] },
  )
}

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
