import { describe, expect, test } from 'vitest'
import { all, is, N, record, S, shapesOf } from './shapes-of.fixture.js'

describe('beside properties', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'that all variants share',
      { ...record({ x: S }, 'x'), oneOf: [all({ a: S }), all({ b: N })] },
      'by key { a: string, b: number } beside x: string',
    ],
    [
      'of which one is the tag',
      {
        ...record({ kind: S, x: S }, 'kind'),
        oneOf: [all({ kind: is('a'), y: S, z: S }), all({ kind: is('b') })],
      },
      'by kind { a: { y: string, z: string }, b } beside x?: string',
    ],
    [
      'that members only require',
      {
        ...record({ a: S, b: N }),
        oneOf: [
          { required: ['a'], properties: { a: {} } },
          { required: ['b'], properties: { b: {} } },
        ],
      },
      'by key { a: string, b: number }',
    ],
    [
      'of which one is required, and would be a key',
      { ...record({ c: S, t: S }, 'c', 't'), oneOf: [record({ a: S }), record({ t: S })] },
      '{ c: string, t: string } & one of { #1: { a?: string }, #2: { t?: string } }',
      'TW3003',
    ],
    [
      'of which one is shared already',
      { ...record({ i: S }), oneOf: [all({ a: S, i: {} }), all({ b: N, i: {} })] },
      'by key { a: string, b: number } beside i: string',
    ],
    [
      'of which one is shared already, and only described beside them',
      { ...record({ i: { description: 'x' } }), oneOf: [all({ a: S, i: N }), all({ b: N, i: N })] },
      'by key { a: string, b: number } beside i: number',
    ],
    [
      'of which one is shared already, as something else',
      { ...record({ i: S }), oneOf: [all({ a: S, i: N }), all({ b: N, i: N })] },
      'by key { a: string, b: number } beside i: string',
      'TW2012',
    ],
    [
      'that a variant describes again',
      {
        ...record({ x: S }),
        oneOf: [all({ kind: is('a'), x: { description: 'x' }, y: S }), all({ kind: is('b') })],
      },
      'by kind { a: { x: string, y: string }, b } beside x?: string',
    ],
    [
      'that narrow a payload',
      {
        ...record({ a: { enum: ['x', 'y'] } }),
        oneOf: [all({ a: { ...S, maxLength: 1 } }), all({ b: N })],
      },
      'by key { a: "x" | "y" | …, b: number }',
    ],
    [
      'and null',
      { ...record({ x: S }), oneOf: [all({ a: S }), all({ b: N }), { type: 'null' }] },
      'by key { a: string, b: number } beside x?: string | null',
    ],
    [
      'in parts',
      { allOf: [record({ x: S }), { oneOf: [all({ a: S }), all({ b: N })] }] },
      'by key { a: string, b: number } beside x?: string',
    ],
    [
      'and another union',
      {
        allOf: [
          { oneOf: [all({ x: S }), all({ y: S })] },
          { oneOf: [all({ v: S }), all({ w: S })] },
        ],
      },
      'by key { x: string, y: string } & by key { v: string, w: string }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})
