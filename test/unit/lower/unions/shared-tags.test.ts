import { describe, expect, test } from 'vitest'
import { ref } from '../../schema-model.fixture.js'
import { all, is, N, record, S, shapesOf, unit } from './shapes-of.fixture.js'

// A union among the members of another one is a case of it, if its own members share their tag.

const inner = {
  oneOf: [all({ t: is('in'), sub: is('x'), a: S }), all({ t: is('in'), sub: is('y'), b: S })],
}
const bySub = 'by sub { x: { t: "in", a: string }, y: { t: "in", b: string } }'

describe('a union whose members share their tag', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'is one case',
      { oneOf: [inner, all({ t: is('out'), c: S, d: S })] },
      'by t { in: TPayload, out: { c: string, d: string } }',
      bySub,
    ],
    [
      'of any',
      { anyOf: [all({ t: is('out'), c: S, d: S }), { anyOf: inner.oneOf }] },
      'by t { out: { c: string, d: string }, in: TPayload }',
      bySub,
    ],
    [
      'is one case for each tag, if they share several',
      {
        oneOf: [
          { oneOf: [...inner.oneOf, all({ t: is('else'), sub: is('z'), c: S })] },
          all({ t: is('out'), d: S }),
        ],
      },
      'by t { in: TPayload, else: TPayload, out: { d: string } }',
      'by sub { x: { t: "in", a: string }, y: { t: "in", b: string }, z: { t: "else", c: string } }',
    ],
    [
      'as requested',
      { oneOf: [inner, all({ t: is('out') })], 'x-tagwire-tag': { property: 't' } },
      'by t { in: TPayload, out }',
      bySub,
    ],
    [
      'in vain, as it should be a key',
      { oneOf: [inner, all({ t: is('out') })], 'x-tagwire-tag': 'key' },
      'one of { #1: TPayload, #2: { t: "out" } }',
      bySub,
      'TW3004',
    ],
    [
      'with numbers as tags',
      {
        oneOf: [
          { oneOf: [all({ v: is(1), a: S }), all({ v: is(1), b: S, c: S })] },
          all({ v: is(2) }),
        ],
      },
      'by v { 1: one of { #1: { v: 1, a: string }, #2: { v: 1, b: string, c: string } }, 2 }',
      'TW3003',
    ],
    [
      'that some do not require is no case',
      {
        oneOf: [
          { oneOf: [record({ t: is('in'), a: S, c: S }), record({ t: is('in'), b: S, d: S })] },
          all({ t: is('out') }),
        ],
      },
      'one of { #1: one of { #1: { t?: "in", a?: string, c?: string }, #2: { t?: "in", b?: string, d?: string } }, #2: { t: "out" } }',
      'TW3003',
      'TW3003',
    ],
    [
      'that one of them does not require is no case',
      {
        oneOf: [
          { oneOf: [all({ t: is('in'), a: S, c: S }), record({ t: is('in'), b: S, d: S })] },
          all({ t: is('out') }),
        ],
      },
      'one of { #1: one of { #1: { t: "in", a: string, c: string }, #2: { t?: "in", b?: string, d?: string } }, #2: { t: "out" } }',
      'TW3003',
      'TW3003',
    ],
    [
      'that only some have is no case',
      {
        oneOf: [
          { oneOf: [all({ t: is('in'), sub: is('x'), a: S }), all({ sub: is('y'), b: S })] },
          all({ t: is('out') }),
        ],
      },
      'one of { #1: TPayload, #2: { t: "out" } }',
      'by sub { x: { t: "in", a: string }, y: { b: string } }',
      'TW3003',
    ],
    [
      'with the tag of another member is no case',
      { oneOf: [inner, all({ t: is('in'), c: S, d: S })] },
      'one of { #1: TPayload, #2: { t: "in", c: string, d: string } }',
      bySub,
      'TW3003',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('a union beside a tag', () => {
  const around = (propertyName: string, mapping: object) => ({
    discriminator: { propertyName, mapping },
  })
  const tagged = { allOf: [all({ type: unit('nums') }), ref('Nums')] }
  test.each<[string, unknown, string, ...string[]]>([
    [
      'is a case of it',
      { oneOf: [tagged, all({ type: unit('none') })] },
      'by type { nums: TPayload, none }',
      'by kind { one: { n: string }, two: { m: string, o: string } } beside type: "nums" | …',
    ],
    [
      'of a mapping is a case of it',
      { oneOf: [ref('Kennel'), ref('Cat')], ...around('pet', { dogs: 'Kennel', cat: 'Cat' }) },
      'by pet { dogs: Kennel, cat: Cat }',
      'TW3003',
    ],
    [
      'of a mapping to a property that its members do not have',
      { oneOf: [ref('Kennel'), ref('Cat')], ...around('kind', { dogs: 'Kennel', cat: 'Cat' }) },
      'one of { Kennel: Kennel, Cat: Cat }',
      'TW3004',
      'TW3003',
    ],
    [
      'whose own property says otherwise is none',
      {
        oneOf: [ref('Nums'), all({ kind: S })],
        discriminator: { propertyName: 'kind', mapping: { nums: 'Nums' } },
      },
      'one of { Nums: Nums, #2: { kind: string } }',
      'TW3004',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })

  test('has the keys of its members, whatever is next to each list on the way', async () => {
    const first = { ...all({ id: N }), oneOf: [all({ a: S }), all({ b: N })] }
    const second = { ...all({ at: N }), oneOf: [first, all({ c: S, id: N })] }
    const [shape] = await shapesOf({ oneOf: [second, all({ d: S, at: N, id: N })] })
    expect(shape).toBe(
      'by key { a: string, b: number, c: string, d: string } beside at: number, id: number',
    )
  })

  test('has the keys of its members, but not those beside a reference', async () => {
    const inside = { $ref: '#/components/schemas/Kennel', ...all({ id: N }) }
    const [shape, ...codes] = await shapesOf({ oneOf: [inside, all({ c: S, id: N })] })
    expect(shape).toContain('one of { #1: ')
    expect(codes).toContain('TW3003')
  })

  test('has the keys of its members', async () => {
    const base = all({ id: N })
    const inside = { ...base, oneOf: [all({ a: S }), all({ b: N })] }
    for (const each of [inside, { allOf: [base, { oneOf: inside.oneOf }] }]) {
      const [shape] = await shapesOf({ oneOf: [each, all({ c: S, id: N })] })
      expect(shape).toBe('by key { a: string, b: number, c: string } beside id: number')
      const [other] = await shapesOf({ oneOf: [each, all({ c: S })] })
      expect(other).toBe('one of { #1: TPayload, #2: { c: string } }')
    }
  })
})
