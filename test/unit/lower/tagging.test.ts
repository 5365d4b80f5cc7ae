import { describe, expect, test } from 'vitest'
import { lowered, openapi, ref } from '../schema-model.fixture.js'
import { shapeText } from './shape-text.fixture.js'

// What distinguishes the members of unions. Each tag is followed by its payload, if it has one.

const S = { type: 'string' }
const N = { type: 'number' }
const record = (properties: object, ...required: readonly string[]): object => ({
  type: 'object',
  properties,
  required,
})
const unit = (...values: readonly unknown[]): object => ({ enum: values })
/** An object whose properties are all required. */
const all = (properties: object): object => record(properties, ...Object.keys(properties))
const is = (value: unknown): object => ({ const: value })

/** Schemas that others refer to. */
const OTHERS: Readonly<Record<string, object>> = {
  Cat: all({ pet: S, miaus: S }),
  Dog: all({ pet: S, barks: S }),
  One: all({ k: is('one'), x: S, z: S }),
  Two: all({ k: is('two'), y: S }),
  Left: record({ side: { enum: ['up', 'down'] }, x: S, z: S }),
  Right: record({ side: { enum: ['up', 'down'] }, y: S, w: S }),
  Base: {
    ...record({ sort: S }, 'sort'),
    discriminator: {
      propertyName: 'sort',
      mapping: { sub: '#/components/schemas/Sub', other: '#/components/schemas/Base2' },
    },
  },
  Sub: { allOf: [ref('Base'), all({ x: S, y: S })] },
  Base2: { allOf: [ref('Base'), all({ v: S, w: S })] },
  Nums: { oneOf: [all({ kind: is('one'), n: S }), all({ kind: is('two'), m: S, o: S })] },
  Pets: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'pet' } },
}

/** The shape of a schema, those that got a name on the way, and what was reported. */
async function shapesOf(T: unknown): Promise<string[]> {
  const text = JSON.stringify(T)
  const mentioned = text.includes('Pets') ? `${text} Cat Dog` : text
  const needed = Object.entries(OTHERS).filter(([name]) => mentioned.includes(name))
  const { model, codes } = await lowered(openapi({ T, ...Object.fromEntries(needed) }))
  const own = model.declarations.filter(({ name }) => !needed.some(([other]) => other === name))
  return [...own.map(({ shape }) => shapeText(shape)), ...codes]
}

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

describe('by a discriminator', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'and the names of members',
      { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'pet' } },
      'by pet { Cat: Cat, Dog: Dog }',
    ],
    [
      'with a mapping',
      {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: {
          propertyName: 'pet',
          mapping: { cat: '#/components/schemas/Cat', dog: 'Dog', puppy: 'Dog' },
        },
      },
      'by pet { cat: Cat, dog: Dog, puppy: Dog }',
    ],
    [
      'of a property that no member has',
      { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'nope' } },
      'by nope { Cat: Cat, Dog: Dog }',
      'TW3004',
    ],
    [
      'of a property beside the members',
      {
        ...record({ nope: S }),
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: { propertyName: 'nope' },
      },
      'by nope { Cat: Cat, Dog: Dog }',
    ],
    [
      'of a property that any member may have',
      {
        oneOf: [{ ...record({ a: S }), additionalProperties: S }, all({ b: S, c: S })],
        discriminator: { propertyName: 'nope' },
      },
      'one of { #1: { a?: string, [key]: string }, #2: { b: string, c: string } }',
      'TW3004',
    ],
    [
      'mapped to a stranger',
      {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: {
          propertyName: 'pet',
          mapping: { cat: 'Cat', dog: 'Dog', one: '#/components/schemas/One' },
        },
      },
      'by pet { cat: Cat, dog: Dog }',
      'TW3005',
    ],
    [
      'beside a text',
      { oneOf: [ref('Cat'), S], discriminator: { propertyName: 'pet' } },
      'one of { Cat: Cat, #2: string }',
      'TW3004',
    ],
    [
      'mapped against constants',
      {
        oneOf: [ref('One'), ref('Two')],
        discriminator: {
          propertyName: 'k',
          mapping: { one: '#/components/schemas/Two', two: '#/components/schemas/One' },
        },
      },
      'by k { one: One, two: Two }',
      'TW3005',
      'TW3005',
    ],
    [
      'beside constants',
      { oneOf: [ref('One'), ref('Two')], discriminator: { propertyName: 'k' } },
      'by k { one: One, two: Two }',
    ],
    [
      'whose names its property does not list',
      { oneOf: [ref('Left'), ref('Right')], discriminator: { propertyName: 'side' } },
      'one of { Left: Left, Right: Right }',
      'TW3004',
    ],
    [
      'of the base of the members',
      { oneOf: [ref('Sub'), ref('Base2')] },
      'by sort { sub: Sub, other: Base2 }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

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
