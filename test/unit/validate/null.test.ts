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
  const rows: readonly (readonly [unknown, boolean, boolean])[] = [
    [null, true, true],
    [{ go: 'x' }, true, true],
    [{ stay: 'x' }, true, true],
    [{ go: 1 }, false, false],
    [{ leap: 1 }, true, false],
    ['go', false, false],
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
