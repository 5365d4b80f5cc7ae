import { describe, expect, test } from 'vitest'
import { ref } from '../../schema-model.fixture.js'
import { all, N, record, S, shapesOf } from './shapes-of.fixture.js'

const needs = (...names: readonly string[]): object => ({ required: names })
const either = [needs('a'), needs('b')]

describe('one of several properties', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'by number',
      { ...record({ a: S, b: N }), minProperties: 1, maxProperties: 1 },
      'by key { a: string, b: number }',
    ],
    [
      'by what is required',
      { ...record({ a: S, b: N }), oneOf: either },
      'by key { a: string, b: number }',
    ],
    [
      'beside others',
      { ...record({ a: S, b: N, i: N }, 'i'), oneOf: either },
      'by key { a: string, b: number } beside i: number',
    ],
    [
      'in the parts of an `allOf`',
      { allOf: [record({ a: S, b: N, i: N }), { oneOf: either }] },
      'by key { a: string, b: number } beside i?: number',
    ],
    [
      'with words and a type in each part',
      {
        ...record({ a: S, b: N }),
        oneOf: [
          { ...needs('a'), title: 'A', description: 'A' },
          { ...needs('b'), type: 'object' },
        ],
      },
      'by key { a: string, b: number }',
    ],
    [
      'or null',
      { ...record({ a: S, b: N }), type: ['object', 'null'], oneOf: either },
      'by key { a: string, b: number } | null',
    ],
    [
      'inside another type',
      record({ p: { ...record({ a: S, b: N }), oneOf: either } }),
      '{ p?: TP }',
      'by key { a: string, b: number }',
    ],
  ])('is a key: %s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })

  test.each<[string, unknown, string, ...string[]]>([
    ['any of them', { ...record({ a: S, b: N }), anyOf: either }, '{ a?: string, b?: number }'],
    ['one alone', { ...record({ a: S, b: N }), oneOf: [needs('a')] }, '{ a?: string, b?: number }'],
    [
      'two at once',
      { ...record({ a: S, b: N }), oneOf: [...either, needs('a', 'b')] },
      '{ a?: string, b?: number }',
    ],
    [
      'the same one twice',
      { ...record({ a: S, b: N }), oneOf: [...either, needs('a')] },
      '{ a?: string, b?: number }',
    ],
    [
      'of an object or of a text',
      { ...record({ a: S, b: N }), oneOf: [needs('a'), { ...needs('b'), type: 'string' }] },
      '{ a?: string, b?: number } & one of { #1: any, #2: string }',
      'TW2012',
    ],
    [
      'one that is required anyway',
      { ...record({ a: S, b: N }, 'a'), oneOf: either },
      '{ a: string, b?: number }',
    ],
    ['one without a description', { ...record({ a: S }), oneOf: either }, '{ a?: string }'],
    [
      'more conditions',
      { ...record({ a: S, b: N }), oneOf: [needs('a'), { ...needs('b'), not: needs('c') }] },
      '{ a?: string, b?: number }',
    ],
    [
      'conditions in two places',
      {
        ...record({ a: S, b: N, c: S }),
        oneOf: either,
        allOf: [{ oneOf: [needs('a'), needs('c')] }],
      },
      '{ a?: string, b?: number, c?: string }',
    ],
    [
      'one that is only received',
      { ...record({ a: { ...S, readOnly: true }, b: N }), oneOf: either },
      '{ not read a?: string, b?: number }',
    ],
    [
      'other properties',
      { ...record({ a: S, b: N }), additionalProperties: N, oneOf: either },
      '{ a?: string, b?: number, [key]: number }',
    ],
    [
      'a list that is claimed to be something else',
      { ...record({ a: S, b: N }), oneOf: either, 'x-tagwire-tag': 'none' },
      '{ a?: string, b?: number }',
    ],
    [
      'limits of other numbers',
      { ...record({ a: S, b: N }), minProperties: 1, maxProperties: 2 },
      '{ a?: string, b?: number }',
    ],
    [
      'a limit beside a required property',
      { ...record({ a: S, b: N }, 'a'), minProperties: 1, maxProperties: 1 },
      '{ a: string, b?: number }',
    ],
    ['at most one', { ...record({ a: S, b: N }), maxProperties: 1 }, '{ a?: string, b?: number }'],
    ['at least one', { ...record({ a: S, b: N }), minProperties: 1 }, '{ a?: string, b?: number }'],
    [
      'a limit of a single property',
      { ...record({ a: S }), minProperties: 1, maxProperties: 1 },
      '{ a?: string }',
    ],
  ])('is no key: %s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })

  // `{ a: null }` could be a payload, or a key that counts as absent.
  test.each<[string, unknown, string]>([
    ['by its type', { type: ['string', 'null'] }, 'string | null'],
    ['by name', ref('OrNull'), 'OrNull'],
    ['by a name of it', ref('Renamed'), 'Renamed'],
    ['as any value', {}, 'any'],
    ['as any value by name', ref('Anything'), 'Anything'],
    ['as any value in a part', { allOf: [{}] }, 'any'],
    ['as nothing else', { type: 'null' }, 'null'],
    ['as a constant', { const: null }, 'null'],
    ['among its values', { enum: [1, null] }, '1 | null'],
    [
      'in a member',
      { oneOf: [{ type: ['number', 'null'] }, S] },
      'one of { #1: number | null, #2: string }',
    ],
  ])('is no key where null is a value of it: %s', async (_, a, text) => {
    const [shape] = await shapesOf({ ...record({ a, b: N }), oneOf: either })
    expect(shape).toBe(`{ a?: ${text}, b?: number }`)
  })

  test.each<[string, unknown, string]>([
    ['of a name', ref('Cat'), 'Cat'],
    ['of any of some', ref('Either'), 'Either'],
    ['of a list', { type: 'array', items: S }, 'string[]'],
    ['of a constant', { const: 1 }, '1'],
    ['of some values', { enum: [1, 2] }, '1 | 2'],
    ['of a constant beside null', { type: ['integer', 'null'], const: 1 }, '1'],
  ])('is a key %s', async (_, a, text) => {
    const [shape] = await shapesOf({ ...record({ a, b: N }), oneOf: either })
    expect(shape).toBe(`by key { a: ${text}, b: number }`)
  })
})

test.each<[string, unknown]>([
  ['by what is required', { ...record({ a: S, b: S, i: S }, 'i'), oneOf: either }],
  ['in parts', { allOf: [record({ a: S, b: S, i: S }, 'i'), { oneOf: either }] }],
])('the keys of an object are kinds of the union around it: %s', async (_, inner) => {
  const [shape] = await shapesOf({ oneOf: [inner, all({ c: S, i: S })] })
  expect(shape).toBe('by key { a: string, b: string, c: string } beside i: string')
})

test('the keys of parts with a type are kinds of the union around them', async () => {
  const inner = {
    ...record({ a: S, b: S }),
    oneOf: either.map((each) => ({ ...each, type: 'object' })),
  }
  expect(await shapesOf({ oneOf: [inner, all({ c: S })] })).toEqual([
    'by key { a: string, b: string, c: string }',
  ])
})

test('the keys of a counted object are kinds of the union around it', async () => {
  const inner = { ...record({ a: S, b: S }), minProperties: 1, maxProperties: 1 }
  expect(await shapesOf({ oneOf: [inner, all({ c: S })] })).toEqual([
    'by key { a: string, b: string, c: string }',
  ])
})
