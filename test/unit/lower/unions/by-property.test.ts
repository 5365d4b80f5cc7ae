import { describe, expect, test } from 'vitest'
import { all, is, N, record, S, shapesOf, unit } from './shapes-of.fixture.js'

describe('by a property', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'constants',
      { oneOf: [record({ kind: is('a'), x: S, y: S }, 'kind'), all({ kind: is('b') })] },
      'by kind { a: { x?: string, y?: string }, b }',
    ],
    [
      'numbers',
      { oneOf: [record({ v: is(1), x: S }, 'v'), all({ v: is(-1) }), all({ v: is(1.5) })] },
      'by v { 1: { x?: string }, -1, 1.5 }',
    ],
    [
      'true and false',
      { oneOf: [all({ ok: is(true), x: S, y: S }), all({ ok: is(false) })] },
      'by ok { true: { x: string, y: string }, false }',
    ],
    [
      'null as a constant',
      { oneOf: [all({ k: is(null), x: S, z: S }), all({ k: is('a'), y: S })] },
      'one of { #1: { k: null, x: string, z: string }, #2: { k: "a", y: string } }',
      'TW3003',
    ],
    [
      'the same constant twice',
      { oneOf: [all({ k: is('a'), x: S, z: S }), all({ k: is('a'), y: S })] },
      'one of { #1: { k: "a", x: string, z: string }, #2: { k: "a", y: string } }',
      'TW3003',
    ],
    [
      'a constant in one member only',
      { oneOf: [all({ k: is('a'), x: S }), all({ y: S, z: S })] },
      'one of { #1: { k: "a", x: string }, #2: { y: string, z: string } }',
      'TW3003',
    ],
    [
      'several texts each, next to a property of texts and numbers',
      {
        oneOf: [
          all({ n: unit(1, 'one'), k: unit('a', 'b'), x: S }),
          all({ n: unit(2, 'two'), k: unit('c'), y: S }),
        ],
      },
      'by k { a: { n: 1 | "one", x: string }, b: { n: 1 | "one", x: string }, c: { n: 2 | "two", y: string } }',
    ],
    [
      'other properties in one member',
      { oneOf: [{ ...all({ k: is('a') }), additionalProperties: S }, all({ k: is('b') })] },
      'by k { a: { [key]: string }, b }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('by a property and its content', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'one content each',
      { oneOf: [all({ t: is('a'), v: S }), all({ t: is('b'), v: N })] },
      'by t and v { a: string, b: number }',
    ],
    [
      'no content',
      { oneOf: [all({ t: is('a'), v: S }), all({ t: is('b') })] },
      'by t and v { a: string, b }',
    ],
    [
      'content that is not required',
      { oneOf: [record({ t: is('a'), v: S }, 't'), all({ t: is('b'), v: N })] },
      'by t { a: { v?: string }, b: { v: number } }',
    ],
    ['one member', { oneOf: [all({ t: is('a'), v: S })] }, '{ t: "a", v: string }'],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('of members with several tags', () => {
  const either = record({ type: unit('a', 'b'), x: S }, 'type')
  test.each<[string, unknown, string, ...string[]]>([
    [
      'beside a constant',
      { oneOf: [either, all({ type: is('c') })] },
      'by type { a: { x?: string }, b: { x?: string }, c }',
    ],
    [
      'as the document asks',
      { oneOf: [either, all({ type: is('c') })], 'x-tagwire-tag': { property: 'type' } },
      'by type { a: { x?: string }, b: { x?: string }, c }',
    ],
    [
      'beside content',
      { oneOf: [all({ t: unit('a', 'b'), v: S }), all({ t: unit('c', 'd'), v: N })] },
      'by t and v { a: string, b: string, c: number, d: number }',
    ],
    [
      'beside a property with one value in each',
      {
        oneOf: [
          all({ type: unit('a', 'b'), kind: is('x'), y: S }),
          all({ type: unit('c', 'd'), kind: is('z') }),
        ],
      },
      'by kind { x: { type: "a" | "b" | …, y: string }, z: { type: "c" | "d" | … } }',
    ],
    [
      'of which two members have one',
      { oneOf: [either, all({ type: unit('b', 'c'), y: S, z: S })] },
      'one of { #1: { type: "a" | "b" | …, x?: string }, #2: { type: "b" | "c" | …, y: string, z: string } }',
      'TW3003',
    ],
    [
      'of which there may be more',
      {
        oneOf: [
          record(
            { type: { ...unit('a', 'b'), type: 'string', 'x-tagwire-open': true }, x: S },
            'type',
          ),
          all({ type: is('c'), y: S }),
        ],
      },
      'one of { #1: { type: "a" | "b" | … always, x?: string }, #2: { type: "c", y: string } }',
      'TW3003',
    ],
    [
      'that are not required',
      { oneOf: [record({ type: unit('a', 'b'), x: S }), all({ type: is('c'), y: S })] },
      'one of { #1: { type?: "a" | "b" | …, x?: string }, #2: { type: "c", y: string } }',
      'TW3003',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})
