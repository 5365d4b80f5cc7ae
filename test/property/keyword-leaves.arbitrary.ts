import fc from 'fast-check'
import type { Path } from './places.js'

type Schema = Readonly<Record<string, unknown>>

/** Puts something at a place, or takes away what stands there. */
export interface Change {
  readonly path: Path
  readonly to?: unknown
  readonly gone?: true
  /** Where it is told; else at its place. */
  readonly told?: Path
}

/** A schema, a value that holds, and changes after which it does not. */
export interface Case {
  readonly schema: Schema
  readonly value: unknown
  readonly changes: readonly Change[]
}

function leaf(schema: Schema, values: readonly unknown[], wrong: readonly unknown[]) {
  const changes = wrong.map((to) => ({ path: [], to }))
  return fc.constantFrom(...values).map((value): Case => ({ schema, value, changes }))
}

const formats: readonly (readonly [string, string, string])[] = [
  ['int64', '-9223372036854775808', '9223372036854775808'],
  ['uint64', '18446744073709551615', '-1'],
  ['hex', '00fF', '0g'],
  ['base64', 'AA==', 'A==='],
  ['date-time', '2024-02-29T23:59:60.123456789Z', '2023-02-29T00:00:00Z'],
]

/** One keyword at a time, or two that belong together. */
export const leaves: fc.Arbitrary<Case> = fc.oneof(
  leaf(
    { type: 'string', minLength: 2, maxLength: 3 },
    ['ab', '😀😀😀'],
    ['a', '😀', 'abcd', 5, null],
  ),
  leaf({ type: 'string', pattern: '^[a-z]+$' }, ['a', 'abc'], ['A', '', 1, null]),
  leaf({ type: 'integer', minimum: 1, maximum: 5 }, [1, 5, 3], [0, 6, 1.5, '1', null]),
  leaf({ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2, '1.5']),
  leaf({ type: 'number', multipleOf: 0.01 }, [0.07, 1.13, 0], [0.005, '0.01']),
  leaf({ type: 'boolean' }, [true, false], [0, 'true', null]),
  leaf({ type: 'null' }, [null], [0, 'null', false]),
  leaf({ type: ['string', 'null'] }, ['a', null], [1, {}]),
  leaf({ enum: ['a', 'b'] }, ['a', 'b'], ['c', 1, null]),
  leaf({ enum: [1, { x: [1] }, null] }, [1, { x: [1] }, null], [2, { x: [2] }, 'a']),
  leaf({ const: { x: 1, y: null } }, [{ y: null, x: 1 }], [{ x: 1 }, { x: 1, y: null, z: 1 }, 1]),
  leaf({ not: { type: 'string' } }, [1, null, []], ['a']),
  leaf({ anyOf: [{ type: 'integer' }, { type: 'array' }] }, [1, [1]], [1.5, 'a', {}, null]),
  leaf({ oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }], type: 'integer' }, [2, 3], [6, 5, 'a']),
  leaf(
    { type: 'array', uniqueItems: true },
    [[1, '1', { a: 1 }]],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      {},
    ],
  ),
  leaf({ type: 'array', minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]),
  leaf(
    { type: 'array', contains: { type: 'integer' }, minContains: 2, maxContains: 3 },
    [
      [1, 'a', 2],
      [1, 2, 3],
    ],
    [['a'], [1, 'a'], [1, 2, 3, 4]],
  ),
  leaf(
    { type: 'object', minProperties: 1, maxProperties: 2 },
    [{ a: 1 }],
    [{}, { a: 1, b: 2, c: 3 }],
  ),
  fc.constantFrom(...formats).map(
    ([format, value, wrong]): Case => ({
      schema: { type: 'string', format },
      value,
      changes: [wrong, 5, null].map((to) => ({ path: [], to })),
    }),
  ),
)
