import { describe, expect, test } from 'vitest'
import { all, is, N, record, S, shapesOf } from './shapes-of.fixture.js'

describe('as requested by the document', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'not at all',
      { oneOf: [all({ a: S }), all({ b: N })], 'x-tagwire-tag': 'none' },
      'one of { #1: { a: string }, #2: { b: number } }',
    ],
    [
      'by key',
      { oneOf: [all({ a: S }), all({ b: N })], 'x-tagwire-tag': 'key' },
      'by key { a: string, b: number }',
    ],
    [
      'by a property',
      {
        oneOf: [all({ t: is('a'), v: S }), all({ t: is('b'), v: N })],
        'x-tagwire-tag': { property: 't' },
      },
      'by t { a: { v: string }, b: { v: number } }',
    ],
    [
      'by a property and its content',
      {
        oneOf: [all({ t: is('a'), v: S, w: N }), all({ t: is('b'), v: N, w: N })],
        'x-tagwire-tag': { property: 't', content: 'v' },
      },
      'by t and v { a: string, b: number } beside w: number',
    ],
    [
      'by a property and its content, with other properties in any order',
      {
        oneOf: [all({ t: is('a'), v: S, w: N, u: S }), all({ u: S, w: N, v: N, t: is('b') })],
        'x-tagwire-tag': { property: 't', content: 'v' },
      },
      'by t and v { a: string, b: number } beside w: number, u: string',
    ],
    [
      'by a property and content that is not required',
      {
        oneOf: [all({ t: is('a'), v: S }), record({ t: is('b'), v: N }, 't')],
        'x-tagwire-tag': { property: 't', content: 'v' },
      },
      'by t { a: { v: string }, b: { v?: number } }',
      'TW3004',
    ],
    [
      'by a property and its content, beside what only one requires',
      {
        oneOf: [all({ t: is('a'), v: S, w: N }), record({ t: is('b'), v: N, w: N }, 't', 'v')],
        'x-tagwire-tag': { property: 't', content: 'v' },
      },
      'by t { a: { v: string, w: number }, b: { v: number, w?: number } }',
      'TW3004',
    ],
    [
      'by a property that has the same value twice, and its content',
      {
        oneOf: [all({ t: is('a'), v: S }), all({ t: is('a'), v: N })],
        'x-tagwire-tag': { property: 't', content: 'v' },
      },
      'one of { #1: { t: "a", v: string }, #2: { t: "a", v: number } }',
      'TW3004',
    ],
    [
      'of a single member',
      { oneOf: [all({ t: is('a'), v: S })], 'x-tagwire-tag': { property: 't', content: 'v' } },
      'by t and v { a: string }',
    ],
    [
      'of a single member or null, by a property',
      { oneOf: [all({ t: is('a'), v: S }), { type: 'null' }], 'x-tagwire-tag': { property: 't' } },
      'by t { a: { v: string } } | null',
    ],
    [
      'of a single member, not at all',
      { oneOf: [all({ a: S })], 'x-tagwire-tag': 'none' },
      '{ a: string }',
    ],
    [
      'which is impossible',
      { oneOf: [S, N], 'x-tagwire-tag': 'key' },
      'one of { #1: string, #2: number }',
      'TW3004',
    ],
    [
      'without saying how',
      { oneOf: [all({ a: S }), all({ b: N })], 'x-tagwire-tag': {} },
      'by key { a: string, b: number }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})
