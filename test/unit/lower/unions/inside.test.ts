import { describe, expect, test } from 'vitest'
import { ref } from '../../schema-model.fixture.js'
import { all, is, N, record, S, shapesOf } from './shapes-of.fixture.js'

describe('of unions among the members', () => {
  const kinds = (...tags: readonly string[]): object => ({
    oneOf: tags.map((tag) => record({ type: is(tag), x: S, y: S }, 'type')),
  })
  const keys = (...names: readonly string[]): object => ({
    oneOf: names.map((name) => all({ [name]: S })),
  })
  const xy = '{ x?: string, y?: string }'
  test.each<[string, unknown, string, ...string[]]>([
    [
      'with names',
      { oneOf: [ref('Nums'), all({ kind: is('fish'), z: S })] },
      'by kind { one: { n: string }, two: { m: string, o: string }, fish: { z: string } }',
    ],
    [
      'with a discriminator of their own',
      { oneOf: [ref('Pets'), all({ pet: is('fish'), z: S })] },
      'by pet { Cat: Cat, Dog: Dog, fish: { z: string } }',
    ],
    [
      'that are all its members',
      { oneOf: [kinds('a', 'b'), kinds('c', 'd')] },
      `by type { a: ${xy}, b: ${xy}, c: ${xy}, d: ${xy} }`,
      `by type { c: ${xy}, d: ${xy} }`,
      `by type { a: ${xy}, b: ${xy} }`,
    ],
    [
      'with a type, which says nothing more',
      { oneOf: [{ type: 'object', ...kinds('a', 'b') }, all({ type: is('c'), z: S, x: S })] },
      `by type { a: ${xy}, b: ${xy}, c: { z: string, x: string } }`,
      `by type { a: ${xy}, b: ${xy} }`,
    ],
    [
      'of which two apply at once',
      { oneOf: [{ allOf: [keys('a', 'b'), keys('c', 'd')] }, all({ e: S })] },
      'one of { #1: by key { a: string, b: string } & by key { c: string, d: string }, #2: { e: string } }',
      'TW3003',
    ],
    [
      'beside values of another type',
      { oneOf: [kinds('a', 'b'), { type: 'string' }] },
      'one of { #1: TPayload, #2: string }',
      `by type { a: ${xy}, b: ${xy} }`,
    ],
    [
      'with the same tags',
      { oneOf: [kinds('a', 'b'), kinds('b', 'c')] },
      'one of { #1: TPayload, #2: TPayloadUnion }',
      `by type { a: ${xy}, b: ${xy} }`,
      `by type { b: ${xy}, c: ${xy} }`,
      'TW3003',
    ],
    [
      'of other styles',
      { oneOf: [kinds('a', 'b'), keys('c', 'd')] },
      'one of { #1: TPayload, #2: TPayloadUnion }',
      `by type { a: ${xy}, b: ${xy} }`,
      'by key { c: string, d: string }',
      'TW3003',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('inside another type', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'a property',
      record({ p: { oneOf: [all({ a: S }), all({ b: N })] } }),
      '{ p?: TP }',
      'by key { a: string, b: number }',
    ],
    [
      'a nullable item',
      { type: 'array', items: { anyOf: [all({ a: S }), all({ b: N }), { type: 'null' }] } },
      'TItem | null[]',
      'by key { a: string, b: number }',
    ],
    [
      'a member',
      { oneOf: [all({ a: { oneOf: [all({ x: S }), all({ y: N })] } }), all({ b: N })] },
      'by key { a: TAPayload, b: number }',
      'by key { x: string, y: number }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})
