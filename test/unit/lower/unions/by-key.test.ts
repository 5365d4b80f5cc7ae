import { describe, expect, test } from 'vitest'
import { all, is, N, record, S, shapesOf, unit } from './shapes-of.fixture.js'

// What distinguishes the members of unions. Each tag is followed by its payload, if it has one.

describe('by key', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['one key each', { oneOf: [all({ a: S }), all({ b: N })] }, 'by key { a: string, b: number }'],
    [
      'a single key with one of several values',
      { oneOf: [all({ a: { enum: ['x', 'y'] } })] },
      'by key { a: "x" | "y" | … }',
    ],
    [
      'what stands behind a key has fields of its own, whatever stands next to it',
      {
        ...record({ c: S, d: S }, 'c'),
        oneOf: [all({ a: record({ c: N, d: N }) }), all({ b: N })],
      },
      'by key { a: { c?: number, d?: number }, b: number } beside c: string, d?: string',
    ],
    [
      'keys that are not required',
      { oneOf: [record({ a: S }), record({ b: N })] },
      'by key { a: string, b: number }',
      'TW3001',
    ],
    [
      'bare texts beside keys',
      { oneOf: [unit('none', 'all'), all({ b: N })] },
      'by key { none, all, b: number }',
    ],
    [
      'an empty text beside a key',
      { oneOf: [unit(''), all({ b: N })] },
      'one of { : "", #2: { b: number } }',
    ],
    [
      'shared properties',
      { oneOf: [all({ a: S, i: N }), all({ b: N, i: N })] },
      'by key { a: string, b: number } beside i: number',
    ],
    [
      'shared properties beside keys that are not required',
      { oneOf: [record({ a: S, i: N }, 'i'), all({ b: N, i: N })] },
      'one of { #1: { a?: string, i: number }, #2: { b: number, i: number } }',
      'TW3003',
    ],
    [
      'properties of different types',
      { oneOf: [all({ a: S, i: N }), all({ b: N, i: S })] },
      'one of { #1: { a: string, i: number }, #2: { b: number, i: string } }',
      'TW3003',
    ],
    [
      'properties that only some require',
      { oneOf: [all({ a: S, i: N }), record({ b: N, i: N }, 'b')] },
      'one of { #1: { a: string, i: number }, #2: { b: number, i?: number } }',
      'TW3003',
    ],
    [
      'the same key twice',
      { oneOf: [all({ a: S }), all({ a: N }), all({ b: N })] },
      'one of { #1: { a: string }, #2: { a: number }, #3: { b: number } }',
      'TW3002',
    ],
    [
      'a key that holds a constant',
      { oneOf: [all({ k: is('x') }), all({ b: N })] },
      'one of { #1: { k: "x" }, #2: { b: number } }',
      'TW3003',
    ],
    ['one member', { oneOf: [all({ a: S })] }, 'by key { a: string }'],
    ['one member of which the key is optional', { oneOf: [record({ a: S })] }, '{ a?: string }'],
    ['one member with two keys', { oneOf: [all({ a: S, b: S })] }, '{ a: string, b: string }'],
    ['one member or null', { oneOf: [all({ a: S }), { type: 'null' }] }, '{ a: string } | null'],
    [
      'two members or null',
      { oneOf: [all({ a: S }), all({ b: N }), { type: 'null' }] },
      'by key { a: string, b: number } | null',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})
