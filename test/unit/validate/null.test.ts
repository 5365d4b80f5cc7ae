import type { Validator } from '@tagwire/runtime/validate'
import { beforeAll, describe, expect, test } from 'vitest'
import { compile } from './compile.fixture.js'

/** Named unions and enumerations that may be null, in every way in which documents say so. */

const go = { type: 'object', required: ['go'], properties: { go: { type: 'string' } } }
const stay = { type: 'object', required: ['stay'], properties: { stay: { type: 'string' } } }
const nothing = { type: 'null' }

const NULLABLE = {
  member: { oneOf: [go, stay, nothing] },
  anyMember: { anyOf: [nothing, go, stay] },
  word: { nullable: true, oneOf: [go, stay] },
  typed: { type: ['object', 'null'], oneOf: [go, stay] },
  shared: {
    type: ['object', 'null'],
    properties: { index: { type: 'integer' } },
    oneOf: [go, stay],
  },
  itself: { oneOf: [{ $ref: '#/components/schemas/itself' }, go, stay, nothing] },
}

let validators: Readonly<Record<string, Validator<unknown>>>
let codes: readonly string[]

beforeAll(async () => {
  const listed = { type: ['string', 'null'], enum: ['a', 'b'] }
  const made = await compile({
    openapi: '3.1.0',
    info: { title: 'Null', version: '1' },
    components: { schemas: { ...NULLABLE, listed } },
  })
  validators = made.validators
  codes = made.diagnostics.map((each) => each.code)
})

describe.each(Object.keys(NULLABLE))('%s', (name) => {
  // Without a type beside them, a bare string is a kind that the document does not know yet.
  const isTyped = name === 'typed' || name === 'shared'
  const rows: readonly (readonly [unknown, boolean, boolean])[] = [
    [null, true, true],
    [{ go: 'x' }, true, true],
    [{ stay: 'x' }, true, true],
    [{ go: 1 }, false, false],
    [{ leap: 1 }, true, false],
    ['leap', !isTyped, false],
    [1, false, false],
  ]
  test.each(rows)('%j', (value, tolerant, strict) => {
    const validator = validators[name]
    expect(validator?.is(value)).toBe(tolerant)
    expect(validator?.strict.is(value)).toBe(strict)
  })
})

test('an enumeration whose type has null', () => {
  const { listed } = validators
  expect([null, 'a', 'c', 1].map((value) => listed?.is(value))).toEqual([true, true, true, false])
  expect([null, 'a', 'c', 1].map((value) => listed?.strict.is(value))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('deviations from the document were reported', () => {
  expect(codes).toEqual(['TW2013', 'TW2011', 'TW2011', 'TW1005', 'TW2011'])
})

test('null as a part of its own beside a reference is meant, though strictly it says nothing', async () => {
  const X = { type: 'object', properties: { n: { type: 'integer' } } }
  const ref = { $ref: '#/components/schemas/X' }
  const T = {
    type: 'object',
    properties: {
      alone: { allOf: [ref, { nullable: true, description: 'Maybe.' }] },
      more: { allOf: [ref, { nullable: true }, { properties: { m: { type: 'string' } } }] },
      typed: { allOf: [ref, { type: 'object', nullable: true }] },
    },
  }
  const made = await compile({
    openapi: '3.0.3',
    info: { title: 'Null', version: '1' },
    paths: {},
    components: { schemas: { T, X } },
  })
  const shape = made.model?.declarations.find(({ name }) => name === 'T')?.shape
  const fields = shape?.kind === 'record' ? shape.fields : []
  expect(fields.map((each) => [each.name, each.shape.kind])).toEqual([
    ['alone', 'nullable'],
    ['more', 'nullable'],
    ['typed', 'record'],
  ])
  const strictly = (value: unknown) => made.validators.T?.strict.is(value)
  expect([{ alone: null }, { more: null }, { typed: null }].map(strictly)).toEqual([
    true,
    true,
    false,
  ])
  expect([{ alone: { n: 1 } }, { more: { n: 1, m: 'x' } }].map(strictly)).toEqual([true, true])
  expect([{ alone: { n: 'x' } }, { more: { m: 1 } }].map(strictly)).toEqual([false, false])
})

test('null is the payload of a kind that is written as a union of one', async () => {
  const turn = {
    type: 'object',
    required: ['turn'],
    properties: { turn: { type: ['integer', 'null'] } },
  }
  const inner = (kind: object): object => ({ oneOf: [go, { oneOf: [stay, kind] }] })
  const { validators: made } = await compile({
    openapi: '3.1.0',
    info: { title: 'Null', version: '1' },
    components: { schemas: { plain: inner(turn), one: inner({ anyOf: [{ allOf: [turn] }] }) } },
  })
  for (const value of [{ turn: null }, { turn: 1 }, { turn: null, go: null }]) {
    expect(made.plain?.strict.is(value)).toBe(true)
    expect(made.one?.strict.is(value)).toBe(true)
  }
  expect(made.one?.strict.is({ stay: 'x', turn: null })).toBe(
    made.plain?.strict.is({ stay: 'x', turn: null }),
  )
})
