import { describe, expect, test } from 'vitest'
import { lowered, openapi, ref } from '../schema-model.fixture.js'
import { shapeText } from './shape-text.fixture.js'

// What schemas mean to people who write types. `…` in an enumeration: more values may come.
// Unions that are told apart by something are in the folder `unions`.

const S = { type: 'string' }
const N = { type: 'number' }
const record = (properties: object, ...required: readonly string[]): object => ({
  type: 'object',
  properties,
  required,
})

const TUPLE = { type: 'array', prefixItems: [S, N], minItems: 2, items: false }
const KEYS = { oneOf: [record({ k: S }, 'k'), record({ l: N }, 'l')] }

/** Schemas that others refer to. */
const OTHERS: Readonly<Record<string, object>> = {
  Pair: record({ a: S, b: S }, 'a'),
  Triple: { allOf: [ref('Pair'), record({ c: S })] },
  Thing: record({ d: S }),
  Either: { oneOf: [ref('Thing'), { type: 'integer' }] },
  Text: S,
  Color: { enum: ['x', 'y'] },
  NullText: { type: ['string', 'null'] },
  Hidden: { ...S, readOnly: true },
}

/** The shape of a schema, those that got a name on the way, and what was reported. */
async function shapesOf(T: unknown): Promise<string[]> {
  const text = JSON.stringify(T)
  const needed = Object.entries(OTHERS).filter(([name]) => text.includes(name))
  const { model, codes } = await lowered(openapi({ T, ...Object.fromEntries(needed) }))
  const own = model.declarations.filter(({ name }) => !needed.some(([other]) => other === name))
  return [...own.map(({ shape }) => shapeText(shape)), ...codes]
}

describe('values', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['anything', {}, 'any'],
    ['true', true, 'any'],
    ['false', false, 'never'],
    ['a type', S, 'string'],
    ['a type with a format', { type: 'integer', format: 'int64' }, 'integer(int64)'],
    ['a boolean', { type: 'boolean' }, 'boolean'],
    ['null', { type: 'null' }, 'null'],
    ['a type that does not exist', { type: 'strnig' }, 'any', 'TW2001', 'TW2001'],
    ['a constant', { const: 1 }, '1'],
    ['null as a constant', { const: null }, 'null'],
    ['a constant that is an object', { const: { a: 1 } }, 'any'],
    ['an enumeration', { enum: ['a', 'b'] }, '"a" | "b" | …'],
    ['an enumeration with null', { enum: ['a', null] }, '"a" | … | null'],
    ['an enumeration of several types', { enum: ['a', 1, true] }, '"a" | 1 | true'],
    ['an enumeration with an object', { enum: ['a', {}] }, 'any'],
    ['an empty enumeration', { ...S, enum: [] }, 'never'],
    [
      'an enumeration that the document opens',
      { ...S, enum: ['a'], 'x-tagwire-open': true },
      '"a" | … always',
    ],
    [
      'an enumeration that the document closes',
      { ...S, enum: ['a'], 'x-tagwire-open': false },
      '"a"',
    ],
    ['known values', { ...S, 'x-extensible-enum': ['a', 'b'] }, '"a" | "b" | … always'],
    ['known values that are not texts', { ...S, 'x-extensible-enum': ['a', 1] }, 'string'],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('null', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['by a word', { ...S, nullable: true }, 'string | null'],
    ['among types', { type: ['string', 'null'] }, 'string | null'],
    ['alone in a list', { type: ['null'] }, 'null'],
    [
      'beside several types',
      { type: ['string', 'integer', 'null'] },
      'one of { #1: string, #2: integer } | null',
    ],
    ['of anything', { nullable: true }, 'any'],
    [
      'among types, but not among values',
      { type: ['string', 'null'], enum: ['a'] },
      '"a" | … | null',
      'TW2011',
    ],
    ['among types and values', { type: ['string', 'null'], enum: ['a', null] }, '"a" | … | null'],
    [
      'among types, but not in the members',
      { type: ['object', 'null'], oneOf: [ref('Pair'), N] },
      'one of { Pair: Pair, #2: number } | null',
      'TW2012',
      'TW2011',
    ],
    [
      'among types, but in no member',
      { type: ['object', 'null'], oneOf: [ref('Pair'), record({ x: N })] },
      'one of { Pair: Pair, #2: { x?: number } } | null',
      'TW3003',
      'TW2011',
    ],
    [
      'as the only type beside members',
      { type: 'null', oneOf: [S, N] },
      'one of { #1: string, #2: number } | null',
      'TW2011',
    ],
    [
      'in a list as the only type beside a member',
      { type: ['null'], anyOf: [N] },
      'number | null',
      'TW2011',
    ],
    [
      'as the only type of a member that has members',
      { oneOf: [S, { type: 'null', oneOf: [N, { type: 'boolean' }] }] },
      'one of { #1: string, #2: one of { #1: number, #2: boolean } | null }',
      'TW2011',
    ],
    ['beside a reference', { ...ref('Text'), nullable: true }, 'Text | null', 'TW2003'],
    [
      'in every part',
      {
        allOf: [
          { ...record({ a: S }), nullable: true },
          { ...record({ b: S }), nullable: true },
        ],
      },
      '{ a?: string, b?: string } | null',
    ],
    [
      'in one part of two',
      { allOf: [{ ...record({ a: S }), nullable: true }, record({ b: S })] },
      '{ a?: string, b?: string }',
    ],
    [
      'in the only part that says anything',
      {
        allOf: [{ type: ['object', 'null'], properties: { a: S } }, {}, true, { description: 'x' }],
      },
      '{ a?: string } | null',
    ],
    ['in the target of a part', { allOf: [ref('NullText')] }, 'NullText | null'],
    ['in a part of a part', { allOf: [{ allOf: [{ ...S, nullable: true }] }] }, 'string | null'],
    ['in a part beside limits', { allOf: [ref('NullText'), { maxLength: 3 }] }, 'NullText | null'],
    [
      'in an object beside limits',
      {
        allOf: [
          { ...record({ a: S }), nullable: true },
          { minProperties: 1, required: ['a'] },
        ],
      },
      '{ a: string } | null',
    ],
    ['in one part of two scalars', { allOf: [ref('NullText'), S] }, 'string'],
    [
      'among types, beside limits',
      { type: ['string', 'null'], allOf: [{ minLength: 1 }] },
      'string | null',
    ],
    [
      'in a part, but not in the type beside it',
      { type: 'object', allOf: [{ ...record({ a: S }), nullable: true }] },
      '{ a?: string }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('lists', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['of something', { type: 'array', items: S }, 'string[]'],
    ['of anything', { type: 'array' }, 'any[]'],
    ['without a type', { items: S }, 'string[]'],
    [
      'that begin with something',
      { prefixItems: [S, N], minItems: 1 },
      '[string, number?, ...any]',
    ],
    ['with an end', { prefixItems: [S, N], items: false, minItems: 5 }, '[string, number]'],
    ['with a length', { type: 'array', prefixItems: [S], maxItems: 1 }, '[string?]'],
    [
      'with room for more',
      { type: 'array', prefixItems: [S], maxItems: 2, items: N },
      '[string?, ...number]',
    ],
    ['of draft 7, with an end', { type: 'array', items: [S], additionalItems: false }, '[string?]'],
    [
      'of draft 7, with more',
      { type: 'array', items: [S, N], additionalItems: S },
      '[string?, number?, ...string]',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('objects', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['with properties', record({ a: S, b: N }, 'a'), '{ a: string, b?: number }'],
    [
      'with other properties',
      { ...record({ a: S }), additionalProperties: N },
      '{ a?: string, [key]: number }',
    ],
    [
      'with no other properties',
      { ...record({ a: S }), additionalProperties: false },
      '{ a?: string }',
    ],
    ['of anything', { type: 'object' }, '{ [key]: any }'],
    ['with one kind of values', { additionalProperties: S }, '{ [key]: string }'],
    ['with any values', { additionalProperties: true }, '{ [key]: any }'],
    ['with no properties', { type: 'object', additionalProperties: false }, '{ [key]: any }'],
    [
      'with names that match, and no others',
      { patternProperties: { '^a': S }, additionalProperties: false },
      '{ [key]: string }',
    ],
    [
      'with names that match, and no others by another word',
      { patternProperties: { '^a': S }, unevaluatedProperties: false },
      '{ [key]: string }',
    ],
    ['with names that all match', { patternProperties: { '^.*$': S } }, '{ [key]: string }'],
    ['with names that match, beside others', { patternProperties: { '^a': S } }, '{ [key]: any }'],
    [
      'with properties, and names that match',
      { ...record({ a: S }), patternProperties: { '^x-': N } },
      '{ a?: string, [key]: any }',
    ],
    [
      'with names that match, and others',
      { patternProperties: { '^a': S }, additionalProperties: N },
      '{ [key]: one of { #1: string, #2: number } }',
    ],
    [
      'with names that match, and any others',
      { patternProperties: { '^a': S }, additionalProperties: {} },
      '{ [key]: any }',
    ],
    [
      'with properties of one direction',
      record({ a: { ...S, readOnly: true }, b: { ...S, writeOnly: true }, c: ref('Hidden') }),
      '{ not read a?: string, not write b?: string, not read c?: Hidden }',
    ],
    [
      'with properties that some servers leave out',
      record({ a: { ...S, 'x-tagwire-missing': 'By old servers.' } }, 'a'),
      '{ missing a: string }',
    ],
    [
      'with `required` in the wrong place',
      record({ a: { ...S, required: true } }),
      '{ a: string }',
    ],
    [
      'with exactly one of their properties',
      { ...record({ a: S, b: N }), minProperties: 1, maxProperties: 1 },
      'by key { a: string, b: number }',
    ],
    [
      'with their only property',
      { ...record({ a: S }), minProperties: 1, maxProperties: 1 },
      '{ a?: string }',
    ],
    [
      'with one or two of their properties',
      { ...record({ a: S, b: N }), minProperties: 1, maxProperties: 2 },
      '{ a?: string, b?: number }',
    ],
    [
      'with one property, which is required',
      { ...record({ a: S, b: N }, 'a'), minProperties: 1, maxProperties: 1 },
      '{ a: string, b?: number }',
    ],
    [
      'with one property of any name',
      { ...record({ a: S, b: N }), minProperties: 1, maxProperties: 1, additionalProperties: S },
      '{ a?: string, b?: number, [key]: string }',
    ],
    ['that contain themselves', record({ t: ref('T') }), '{ t?: T }'],
    [
      'that contain themselves without a name',
      record({ a: { allOf: [record({ b: { $ref: '#/components/schemas/T/properties/a' } })] } }),
      '{ a?: { b?: a } }',
      '{ b?: a }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('references', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['alone', ref('Pair'), 'Pair'],
    ['beside a description', { ...ref('Pair'), description: 'x', 'x-y': 1 }, 'Pair'],
    [
      'beside properties',
      { ...ref('Pair'), properties: { c: N } },
      '{ a: string, b?: string, c?: number }',
    ],
    ['that lead nowhere', ref('Nowhere'), 'any', 'TW1004', 'TW1004'],
    ['that are dynamic', { $dynamicRef: '#/components/schemas/Pair' }, 'Pair', 'TW2006'],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('allOf', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'of objects',
      { allOf: [ref('Pair'), record({ c: N }, 'c')] },
      '{ a: string, b?: string, c: number }',
    ],
    [
      'of parts of parts',
      { allOf: [{ allOf: [record({ a: S })] }, { allOf: [record({ b: S })] }] },
      '{ a?: string, b?: string }',
    ],
    [
      'that requires what another part has',
      { allOf: [record({ a: S, b: S }), { required: ['a'] }] },
      '{ a: string, b?: string }',
    ],
    ['of a scalar and a description', { allOf: [S, { description: 'x' }] }, 'string'],
    ['of one reference', { allOf: [ref('Text')] }, 'Text'],
    ['of the same tuple twice', { allOf: [TUPLE, TUPLE] }, '[string, number]'],
    ['of the same union twice', { allOf: [KEYS, KEYS] }, 'by key { k: string, l: number }'],
    ['of a reference and some of its values', { ...ref('Color'), enum: ['x'] }, '"x" | …'],
    ['of a reference and one of its values', { ...ref('Color'), const: 'y' }, '"y"'],
    ['of a text and some texts', { ...ref('Text'), enum: ['p', 'q'] }, '"p" | "q" | …'],
    [
      'of an object and a text',
      { allOf: [ref('Pair'), ref('Text')] },
      '{ a: string, b?: string } & Text',
      'TW2012',
    ],
    ['of nothing in particular', { allOf: [true, {}] }, 'any'],
    [
      'of an object of nothing in particular',
      { type: 'object', allOf: [{ description: 'x' }] },
      '{ [key]: any }',
    ],
    [
      'where a part fixes a property',
      { allOf: [record({ k: { const: 'x' } }), record({ k: S })] },
      '{ k?: "x" }',
    ],
    [
      'where a part fixes a property, and another requires it',
      { allOf: [record({ k: { enum: ['x'] } }), record({ k: S }, 'k')] },
      '{ k: "x" | … }',
    ],
    [
      'of other properties',
      { allOf: [{ additionalProperties: S }, { additionalProperties: N }, record({ a: S })] },
      '{ a?: string, [key]: number }',
    ],
    [
      'beside alternatives of what is required',
      { ...record({ a: S, b: S }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{ a?: string, b?: string }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('a property that several parts describe', () => {
  const words = { description: 'Words.' }
  const int64 = { ...S, format: 'int64' }
  const again = (...properties: readonly object[]): object => ({
    allOf: properties.map((k) => record({ k })),
  })
  test.each<[string, unknown, string, ...string[]]>([
    ['once with words only', again(S, words), '{ k?: string }'],
    ['first with words only', again(words, S), '{ k?: string }'],
    ['once with a limit', again(S, { maxLength: 10 }), '{ k?: string }'],
    ['beside the parts', { allOf: [record({ k: S })], properties: { k: words } }, '{ k?: string }'],
    [
      'in a target and in a part of a part',
      { allOf: [ref('Pair'), { allOf: [record({ a: words }, 'b')] }] },
      '{ a: string, b: string }',
    ],
    [
      'required in one part',
      { allOf: [record({ k: S }, 'k'), record({ k: words })] },
      '{ k: string }',
    ],
    ['once for one direction', again({ ...S, readOnly: true }, words), '{ not read k?: string }'],
    ['of two parts that agree', again(S, S), '{ k?: string }'],
    ['never', again(S, { not: {} }, false as unknown as object), '{ k?: never }'],
    [
      'a number and an integer',
      again(N, { type: 'integer', format: 'int32' }),
      '{ k?: integer(int32) }',
    ],
    ['with a format in one part', again(int64, S), '{ k?: string(int64) }'],
    ['with two formats', again(int64, { ...S, format: 'uint64' }), '{ k?: string(uint64) }'],
    ['text and bytes', again(S, { ...S, format: 'binary' }), '{ k?: string(binary) }'],
    ['values and their type', again({ enum: ['a', 'b'] }, S), '{ k?: "a" | "b" | … }'],
    ['fewer and more values', again({ enum: ['a', 'b'] }, { enum: ['b', 'c'] }), '{ k?: "b" | … }'],
    [
      'values that one part closes',
      again({ enum: ['a', 'b'] }, { enum: ['a', 'b'], 'x-tagwire-open': false }),
      '{ k?: "a" | "b" }',
    ],
    [
      'values that one part opens',
      again({ enum: ['a', 'b'] }, { ...S, 'x-extensible-enum': ['a'] }),
      '{ k?: "a" | "b" | … }',
    ],
    ['a constant among values', again({ enum: ['a', 'b'] }, { const: 'a' }), '{ k?: "a" }'],
    ['a constant of a type', again({ const: 1 }, { type: 'integer' }), '{ k?: 1 }'],
    ['named values and their type', again(ref('Color'), S), '{ k?: Color }'],
    ['named values and one of them', again(ref('Color'), { const: 'x' }), '{ k?: "x" }'],
    ['a named type and its values', again(ref('Text'), ref('Color')), '{ k?: Color }'],
    ['null in each part', again({ type: ['string', 'null'] }, ref('NullText')), '{ k?: NullText }'],
    ['null in one part', again({ type: ['string', 'null'] }, S), '{ k?: string }'],
    ['null and words', again({ type: ['string', 'null'] }, words), '{ k?: string | null }'],
    ['null alone', again({ type: ['string', 'null'] }, { type: 'null' }), '{ k?: null }'],
    ['one of its types', again({ type: ['string', 'number'] }, S), '{ k?: string }'],
    [
      'two of its types',
      again({ type: ['string', 'number', 'boolean'] }, { type: ['number', 'boolean'] }),
      '{ k?: one of { #2: number, #3: boolean } }',
    ],
    [
      'members of an object',
      again(record({ a: S }, 'a'), record({ a: words, b: N })),
      '{ k?: { a: string, b?: number } }',
    ],
    [
      'an object and its type',
      again(record({ a: S }), { type: 'object' }),
      '{ k?: { a?: string } }',
    ],
    [
      'an object and other members',
      again(record({ a: S }), { additionalProperties: N }),
      '{ k?: { a?: string, [key]: number } }',
    ],
    [
      'maps',
      again({ additionalProperties: {} }, { additionalProperties: S }),
      '{ k?: { [key]: string } }',
    ],
    ['a named object and its type', again(ref('Pair'), { type: 'object' }), '{ k?: Pair }'],
    [
      'a named object and more',
      again(ref('Pair'), record({ c: N })),
      '{ k?: Pair & { c?: number } }',
    ],
    ['the same named object', again(ref('Pair'), ref('Pair')), '{ k?: Pair }'],
    ['two named objects', again(ref('Pair'), ref('Triple')), '{ k?: Triple }'],
    ['two named objects, the narrower first', again(ref('Triple'), ref('Pair')), '{ k?: Triple }'],
    [
      'two named objects of which none extends the other',
      again(ref('Pair'), ref('Thing')),
      '{ k?: Pair & Thing }',
    ],
    ['a named union and one of its members', again(ref('Either'), ref('Thing')), '{ k?: Thing }'],
    ['lists', again({ type: 'array' }, { items: S }), '{ k?: string[] }'],
    [
      'a list and a tuple',
      again({ items: S }, { prefixItems: [{}], items: false }),
      '{ k?: [string?] }',
    ],
    [
      'other properties',
      { allOf: [{ additionalProperties: {} }, { additionalProperties: S }, record({ a: S })] },
      '{ a?: string, [key]: string }',
    ],
    [
      'as two different types, so that the last one counts',
      { allOf: [record({ k: S }, 'k'), record({ k: N })] },
      '{ k: number }',
      'TW2012',
    ],
    ['with different values', again({ const: 'a' }, { const: 'b' }), '{ k?: "b" }', 'TW2012'],
    [
      'with a value that the later part does not list',
      again({ const: 'a' }, { enum: ['b', 'c'] }),
      '{ k?: "a" }',
      'TW2012',
    ],
    ['as a text and an object', again(ref('Text'), ref('Pair')), '{ k?: Pair }', 'TW2012'],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('choices', () => {
  test.each<[string, unknown, string, ...string[]]>([
    ['of types', { type: ['string', 'integer'] }, 'one of { #1: string, #2: integer }'],
    ['of scalars', { oneOf: [S, N] }, 'one of { #1: string, #2: number }'],
    ['of named types', { anyOf: [ref('Pair'), ref('Text')] }, 'one of { Pair: Pair, Text: Text }'],
    ['of something and null', { anyOf: [S, { type: 'null' }] }, 'string | null'],
    [
      'of two and null',
      { anyOf: [S, N, { enum: [null] }] },
      'one of { #1: string, #2: number } | null',
    ],
    ['of null and null', { oneOf: [{ type: 'null' }, { const: null }] }, 'null'],
    ['of one', { oneOf: [record({ a: S })] }, '{ a?: string }'],
    ['of itself and another', { oneOf: [ref('T'), S] }, 'string', 'TW1005'],
    ['of values', { oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, '"a" | "b" | "c" | …'],
    ['of values and any text', { anyOf: [{ const: 'a' }, S] }, '"a" | … always'],
    [
      'of values and null',
      { anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] },
      '"a" | "b" | … | null',
    ],
    ['of named values', { anyOf: [ref('Color'), { const: 'z' }] }, '"x" | "y" | "z" | …'],
    ['of the same twice', { anyOf: [S, S] }, 'one of { #1: string, #2: string }'],
    [
      'of objects that nothing tells apart',
      { oneOf: [record({ a: S, b: S }), record({ c: S, d: S })] },
      'one of { #1: { a?: string, b?: string }, #2: { c?: string, d?: string } }',
      'TW3003',
    ],
    [
      'beside properties',
      { ...record({ x: S }), oneOf: [record({ a: S, b: S }), record({ c: S, d: S })] },
      '{ x?: string } & one of { #1: { a?: string, b?: string }, #2: { c?: string, d?: string } }',
      'TW3003',
    ],
    [
      'of formats, beside a type',
      { ...S, anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
      'string',
    ],
    [
      'of formats, beside types',
      { type: ['string', 'null'], anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
      'string | null',
    ],
    [
      'of limits, beside several types',
      { type: ['string', 'integer'], oneOf: [{ pattern: 'x' }, { minimum: 1 }] },
      'one of { #1: string, #2: integer }',
    ],
    ['of scalars, beside one of them', { ...S, oneOf: [S, N] }, 'string', 'TW2012'],
    [
      'of lists, beside their type',
      { type: 'array', oneOf: [{ items: S }, { items: N }] },
      'one of { #1: string[], #2: number[] }',
    ],
    [
      'of scalars, in parts',
      { allOf: [record({ x: S }), { oneOf: [S, N] }] },
      '{ x?: string } & one of { #1: string, #2: number }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})

describe('defaults', () => {
  test.each<[string, unknown, string, ...string[]]>([
    [
      'of the type',
      record({ a: { ...S, default: 'x' }, b: { ...S, default: null } }),
      '{ a?: string, b?: string }',
    ],
    ['of another type', record({ a: { ...N, default: 'x' } }), '{ a?: number }', 'TW2004'],
    [
      'that lack what is required',
      record({ a: { ...ref('Pair'), default: { b: 'x' } } }),
      '{ a?: Pair }',
      'TW2004',
    ],
    [
      'that are filled with other defaults',
      record({ a: { ...ref('Pair'), default: {} } }),
      '{ a?: Pair }',
    ],
  ])('%s', async (_, schema, ...shapes) => {
    expect(await shapesOf(schema)).toEqual(shapes)
  })
})
