import { describe, expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

// A new kind passes, and what is no value of a union never does, however the document writes the union.

const text = { type: 'string' }
const number = { type: 'number' }
const properties = (all: object, ...required: string[]) => ({
  type: 'object',
  properties: all,
  required,
})
const object = (all: object) => properties(all, ...Object.keys(all))
const orNull = (schema: object) => ({ ...schema, type: ['object', 'null'] })
const either = { oneOf: [{ required: ['a'] }, { required: ['b'] }] }
const [a, b] = [object({ a: text }), object({ b: number })]

interface Form {
  readonly known: readonly unknown[]
  readonly kinds: readonly (string | undefined)[]
  readonly unknown: readonly unknown[]
  readonly wrong: readonly unknown[]
}

const keys: Form = {
  known: [{ a: 'x' }, { b: 1 }],
  kinds: ['a', 'b'],
  unknown: [{ z: 1 }],
  wrong: [{ a: 'x', b: 1 }, {}, { a: 1 }, 7],
}
const three: Form = {
  known: [...keys.known, { c: 1 }],
  kinds: [...keys.kinds, 'c'],
  unknown: keys.unknown,
  wrong: [...keys.wrong, { a: 'x', c: 1 }],
}
const shared: Form = {
  known: [
    { t: 'in', sub: 'x', a: 'x' },
    { t: 'in', sub: 'y', b: 1 },
    { t: 'out', c: 'x' },
  ],
  kinds: ['in', 'in', 'out'],
  unknown: [{ t: 'new' }, { t: 'in', sub: 'new' }],
  wrong: [{}, { t: 'in' }, { t: 'out' }, { t: 'in', sub: 'x', b: 1 }, { t: 1 }],
}
const nullable = ({ known, kinds, ...others }: Form): Form => ({
  ...others,
  known: [...known, null],
  kinds: [...kinds, undefined],
})
const c = object({ c: number })
const inner = {
  oneOf: [
    object({ t: { const: 'in' }, sub: { const: 'x' }, a: text }),
    object({ t: { const: 'in' }, sub: { const: 'y' }, b: number }),
  ],
}
const out = object({ t: { const: 'out' }, c: text })

test.each<[string, object, Form]>([
  ['keys beside what is required', { ...properties({ a: text, b: number }), ...either }, keys],
  [
    'keys and what is required in parts',
    { allOf: [properties({ a: text, b: number }), either] },
    keys,
  ],
  [
    'such keys in a member',
    { oneOf: [{ ...properties({ a: text, b: number }), ...either }, c] },
    three,
  ],
  ['a list of one member', { oneOf: [{ oneOf: [a] }, { anyOf: [b] }, c] }, three],
  [
    'a union that is null in a member',
    { oneOf: [{ oneOf: [a, b, { type: 'null' }] }, c] },
    nullable(three),
  ],
  ['a member or null', { oneOf: [orNull(a), b] }, nullable(keys)],
  [
    'any member or null',
    { anyOf: [orNull(a), orNull(b)] },
    nullable({ ...keys, wrong: [{}, { a: 1 }, 7] }),
  ],
  [
    'null refused beside the members',
    { type: 'object', oneOf: [orNull(a), b] },
    { ...keys, wrong: [...keys.wrong, null] },
  ],
  [
    'null in each of one',
    { oneOf: [orNull(a), orNull(b)] },
    { ...keys, wrong: [...keys.wrong, null] },
  ],
  ['a tag that a union shares', { oneOf: [inner, out] }, shared],
  ['a tag that a union shares beside another', { allOf: [{ oneOf: [out, inner] }] }, shared],
  [
    'a tag beside a union',
    { oneOf: [{ allOf: [object({ t: { const: 'in' } }), { oneOf: [a, b] }] }, out] },
    {
      known: [
        { t: 'in', a: 'x' },
        { t: 'in', b: 1 },
        { t: 'out', c: 'x' },
      ],
      kinds: ['in', 'in', 'out'],
      unknown: [{ t: 'new' }, { t: 'in', z: 1 }],
      wrong: [{ t: 'in' }, { a: 'x' }, { t: 'in', a: 'x', b: 1 }],
    },
  ],
])('%s', async (_, U, { known, kinds, unknown, wrong }) => {
  const { validators, unions } = await compile({ $defs: { U } })
  const { U: validator } = validators
  for (const value of known) {
    expect(validator?.check(value)).toEqual([])
    expect(validator?.drift(value)).toEqual([])
    expect(validator?.strict.is(value)).toBe(true)
  }
  expect(known.map((value) => unions.uKind?.(value))).toEqual(kinds)
  for (const value of unknown) {
    expect(validator?.check(value)).toEqual([])
    expect(validator?.drift(value).length).toBeGreaterThan(0)
    expect(validator?.strict.is(value)).toBe(false)
  }
  for (const value of wrong) {
    expect([value, validator?.is(value)]).toEqual([value, false])
    expect(validator?.strict.is(value)).toBe(false)
  }
})

describe('two unions that both apply', () => {
  const both = { oneOf: [a, b], anyOf: [c, object({ d: text })] }
  test.each([
    ['by name', both, (value: unknown) => value],
    ['in a field', object({ f: both }), (f: unknown) => ({ f })],
    ['in a list', { type: 'array', items: both }, (item: unknown) => [item]],
  ])('each have their own tag: %s', async (_, U, around) => {
    const { validators } = await compile({ $defs: { U } })
    expect(validators.U?.strict.is(around({ a: 'x', c: 1 }))).toBe(true)
    const tomorrow = around({ z: 1, c: 1 })
    expect(validators.U?.check(tomorrow)).toEqual([])
    expect(validators.U?.drift(tomorrow)).toHaveLength(1)
    expect(validators.U?.is(around({ a: 'x', b: 1, c: 1 }))).toBe(false)
    expect(validators.U?.is(around({ a: 'x' }))).toBe(false)
  })
})

test('null under a key that may be null stays what the document says', async () => {
  const U = { ...properties({ a: { type: ['string', 'null'] }, b: number }), ...either }
  const { validators, unions } = await compile({ $defs: { U } })
  expect(unions.uKind).toBeUndefined()
  expect(validators.U?.strict.is({ a: null })).toBe(true)
})
