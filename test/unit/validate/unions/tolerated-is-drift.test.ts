import type { Validator } from '@tagwire/runtime/validate'
import { beforeAll, expect, test } from 'vitest'
import { compile } from '../compile.fixture.js'

/** What only strict validators refuse is drift: whoever looks at drift knows what a strict reader would say. */

const text = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const vehicle = (kind: string, key: string) =>
  object({ kind: { const: kind, default: kind }, [key]: text }, { required: ['kind', key] })

const SCHEMAS = {
  Overlapping: { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 0 }] },
  Names: { type: 'object', propertyNames: { enum: ['a', 'b'] } },
  Closed: { allOf: [object({ a: text }, { additionalProperties: false }), object({ b: text })] },
  ClosedBesideMap: {
    allOf: [
      object({ a: text }, { additionalProperties: false }),
      { type: 'object', additionalProperties: text },
    ],
  },
  Unevaluated: {
    oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })],
    properties: { id: text },
    unevaluatedProperties: false,
  },
  ClosedMember: {
    ...object({ id: text }),
    anyOf: [
      object({ a: text }, { required: ['a'], additionalProperties: false }),
      object({ b: { type: 'integer' } }, { required: ['b'] }),
    ],
  },
  Implied: { oneOf: [vehicle('car', 'doors'), vehicle('bus', 'seats')] },
}

let validators: Readonly<Record<string, Validator<unknown>>>
beforeAll(async () => {
  const made = await compile({
    openapi: '3.1.0',
    info: { title: 'Drift', version: '1' },
    components: { schemas: SCHEMAS },
  })
  validators = made.validators
})

test.each<[keyof typeof SCHEMAS, unknown, string, string]>([
  ['Overlapping', 1, '', 'fits 2 members of which exactly one should'],
  ['Names', { a: 1, c: 2 }, 'c', 'unknown name "c"'],
  ['Closed', { a: 'x', b: 'y' }, 'b', 'field of type string that not all rules know'],
  ['ClosedBesideMap', { a: 'x', b: 'y' }, 'b', 'field of type string that not all rules know'],
  ['ClosedMember', { id: 'x', a: 'y' }, 'id', 'field of type string that not all rules know'],
  ['Implied', { doors: '4' }, 'kind', 'left out, though required'],
])('%s %j', (name, value, path, message) => {
  const validator = validators[name]
  expect(validator?.is(value)).toBe(true)
  expect(validator?.drift(value)).toMatchObject([{ path, message }])
  expect(validator?.strict.is(value)).toBe(false)
})

test.each<[keyof typeof SCHEMAS, unknown]>([
  ['Overlapping', -1],
  ['Overlapping', 0.5],
  ['Names', { a: 1, b: 2 }],
  ['Closed', { a: 'x' }],
  ['ClosedBesideMap', { a: 'x' }],
  ['ClosedMember', { id: 'x', b: 1 }],
  ['Unevaluated', { id: 'x', a: 'y' }],
  ['Implied', { kind: 'car', doors: '4' }],
])('%s %j is valid, without drift', (name, value) => {
  expect(validators[name]?.drift(value)).toEqual([])
  expect(validators[name]?.strict.check(value)).toEqual([])
})

test('a field that no rule knows is reported once', () => {
  expect(validators.Closed?.drift({ a: 'x', c: 1 })).toMatchObject([
    { path: 'c', message: 'unknown field of type number' },
  ])
})
