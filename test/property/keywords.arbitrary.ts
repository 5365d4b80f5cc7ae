import fc from 'fast-check'
import { type Case, type Change, leaves } from './keyword-leaves.arbitrary.js'

interface ObjectCase extends Case {
  readonly value: Readonly<Record<string, unknown>>
}

/** Names that need no quotes in a path, and names that do. */
const NAMES = ['a', 'b', 'c-d', '@type', 'é', '0', 'toString'] as const

/** The changes of what stands under a key. */
function under(key: string | number, { changes }: Case): Change[] {
  return changes.map((each) => ({
    ...each,
    path: [key, ...each.path],
    ...(each.told ? { told: [key, ...each.told] } : {}),
  }))
}

/** An object with a field for each of the cases. */
function objectOf(
  inner: fc.Arbitrary<Case>,
  names: readonly string[] = NAMES,
): fc.Arbitrary<ObjectCase> {
  return fc
    .tuple(
      fc.shuffledSubarray([...names], { minLength: 1, maxLength: Math.min(3, names.length) }),
      fc.tuple(inner, inner, inner),
    )
    .map(([chosen, cases]) => {
      const fields = chosen.flatMap((name, index) => {
        const found = cases[index]
        return found ? [{ name, found }] : []
      })
      return {
        schema: {
          type: 'object',
          required: chosen,
          properties: Object.fromEntries(fields.map(({ name, found }) => [name, found.schema])),
        },
        value: Object.fromEntries(fields.map(({ name, found }) => [name, found.value])),
        changes: [
          { path: [], to: 'no object' },
          ...fields.flatMap(({ name, found }) => under(name, found)),
          ...chosen.map((name) => ({ path: [name], gone: true as const })),
        ],
      }
    })
}

function composed(inner: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  const object = objectOf(inner)
  return fc.oneof(
    object,
    object.map((made) => ({
      ...made,
      schema: { ...made.schema, additionalProperties: false },
      changes: [...made.changes, { path: ['more'], to: 1 }],
    })),
    // names that are not known one by one
    inner.map((each) => ({
      schema: { type: 'object', additionalProperties: each.schema },
      value: { 'any-1': each.value, any2: each.value },
      changes: [...under('any-1', each), ...under('any2', each)],
    })),
    fc.tuple(inner, inner).map(([one, other]) => ({
      schema: {
        type: 'object',
        patternProperties: { '^x-': one.schema },
        additionalProperties: other.schema,
      },
      value: { 'x-1': one.value, y: other.value },
      changes: [...under('x-1', one), ...under('y', other)],
    })),
    inner.map((each) => ({
      schema: {
        type: 'object',
        propertyNames: { pattern: '^[a-z]+$' },
        additionalProperties: each.schema,
      },
      value: { ab: each.value },
      changes: [...under('ab', each), { path: ['A1'], to: each.value }],
    })),
    // Names that go together. Unions that only conditions know are not told apart by their tags.
    leaves.map((each) => ({
      schema: {
        type: 'object',
        properties: { a: {}, b: each.schema },
        dependentRequired: { a: ['b'] },
        dependentSchemas: { b: { required: ['c'], properties: { c: each.schema } } },
      },
      value: { a: 1, b: each.value, c: each.value },
      changes: [
        ...under('b', each),
        ...under('c', each),
        { path: ['b'], gone: true as const },
        { path: ['c'], gone: true as const },
      ],
    })),
    leaves.map((each) => {
      const then = { required: ['x'], properties: { x: each.schema } }
      return {
        schema: {
          type: 'object',
          properties: { kind: { type: 'string' } },
          if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
          ...Object.fromEntries([['then', then]]),
          else: { required: ['y'] },
        },
        value: { kind: 'a', x: each.value },
        changes: [
          ...under('x', each),
          { path: ['x'], gone: true as const },
          { path: ['kind'], to: 'b', told: ['y'] },
        ],
      }
    }),
    object.map((made) => ({
      ...made,
      schema: { ...made.schema, not: { required: ['bad'] } },
      changes: [...made.changes, { path: ['bad'], to: 1, told: [] }],
    })),
    // several schemas for one value
    fc.tuple(objectOf(inner, ['a', 'b']), objectOf(inner, ['c', 'd'])).map(([one, other]) => ({
      schema: { allOf: [one.schema, other.schema], unevaluatedProperties: false },
      value: { ...one.value, ...other.value },
      changes: [...one.changes, ...other.changes, { path: ['more'], to: 1 }],
    })),
    // lists
    inner.map((each) => ({
      schema: { type: 'array', items: each.schema },
      value: [each.value, each.value],
      changes: [...under(0, each), ...under(1, each), { path: [], to: {} }],
    })),
    fc.tuple(inner, inner).map(([one, other]) => ({
      schema: { type: 'array', prefixItems: [one.schema], items: other.schema },
      value: [one.value, other.value, other.value],
      changes: [...under(0, one), ...under(1, other), ...under(2, other)],
    })),
    inner.map((each) => ({
      schema: { type: 'array', prefixItems: [each.schema, {}], items: false },
      value: [each.value, 1],
      changes: [...under(0, each), { path: [2], to: 1 }],
    })),
    inner.map((each) => ({
      schema: { allOf: [{ type: 'array', prefixItems: [each.schema] }], unevaluatedItems: false },
      value: [each.value],
      changes: [...under(0, each), { path: [1], to: 1 }],
    })),
    fc.tuple(inner, inner).map(unionByKey),
    fc.tuple(inner, inner).map(unionByProperty),
  )
}

function unionByKey([one, other]: readonly [Case, Case]): Case {
  const member = (name: string, { schema }: Case) => ({
    type: 'object',
    required: [name],
    properties: { [name]: schema },
  })
  const isNull = one.value === null || other.value === null
  const held = { go: one.value }
  return {
    schema: { oneOf: [member('go', one), member('stay', other)] },
    value: held,
    changes: [
      // A key that holds `null` may count as absent.
      ...under('go', one).filter((each) => each.path.length > 1 || each.to !== null),
      ...(isNull ? [] : [{ path: ['stay'], to: other.value, told: [] }]),
      { path: [], to: { leap: one.value } },
      { path: [], to: {} },
      { path: [], to: 1 },
    ],
  }
}

function unionByProperty([one, other]: readonly [Case, Case]): Case {
  const member = (tag: string, { schema }: Case) => ({
    type: 'object',
    required: ['type', 'value'],
    properties: { type: { const: tag }, value: schema },
  })
  return {
    schema: { oneOf: [member('one', one), member('other', other)] },
    value: { type: 'one', value: one.value },
    changes: [
      ...under('value', one),
      { path: ['value'], gone: true },
      { path: ['type'], gone: true },
      { path: ['type'], to: 'third' },
      { path: ['type'], to: 1 },
      { path: [], to: [] },
    ],
  }
}

export type { Case, Change }

/** Every keyword, in every other one. */
export const cases: fc.Arbitrary<Case> = fc.letrec<{ readonly any: Case }>((tie) => ({
  any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaves, composed(tie('any'))),
})).any
