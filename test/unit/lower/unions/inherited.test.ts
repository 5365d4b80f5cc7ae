import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../../generator/src/diagnostics/diagnostic.js'
import { lowered, openapi, ref } from '../../schema-model.fixture.js'
import { shapeText } from '../shape-text.fixture.js'
import { all, is, record, S, unit } from './shapes-of.fixture.js'

// Which discriminator applies, and what is said about it.

const at = (name: string): string => `#/components/schemas/${name}`
const by = (propertyName: string, names?: Readonly<Record<string, string>>) => ({
  discriminator: {
    propertyName,
    ...(names
      ? { mapping: Object.fromEntries(Object.entries(names).map(([tag, name]) => [tag, at(name)])) }
      : {}),
  },
})
const base = (property: string, names: Readonly<Record<string, string>>): object => ({
  ...all({ [property]: S }),
  ...by(property, names),
})
const extending = (name: string, ...properties: readonly string[]): object => ({
  allOf: [ref(name), all(Object.fromEntries(properties.map((each) => [each, S])))],
})

async function shapeOfT(schemas: object): Promise<readonly string[]> {
  const { model, codes } = await lowered(openapi(schemas))
  const T = model.declarations.find(({ name }) => name === 'T')
  return [...(T ? [shapeText(T.shape)] : []), ...codes]
}

async function said(schemas: object): Promise<readonly string[]> {
  const { diagnostics } = await lowered(openapi(schemas))
  return diagnostics.map(({ severity, message }: Diagnostic) => `${severity}: ${message}`)
}

describe('the discriminator', () => {
  const members = { A: extending('Base', 'a', 'x'), B: extending('Base', 'b', 'y') }
  const names = { first: 'A', second: 'B' }

  test('of a base of a base of the members', async () => {
    const schemas = {
      T: { oneOf: [ref('A'), ref('B')] },
      Top: base('sort', names),
      Base: { allOf: [ref('Top')], ...record({ c: S }) },
      ...members,
    }
    expect(await shapeOfT(schemas)).toEqual(['by sort { first: A, second: B }'])
  })

  test('of the union itself before that of a base', async () => {
    const both = { ...members, A: extending('Base', 'a', 't'), B: extending('Base', 'b', 't') }
    const T = { oneOf: [ref('A'), ref('B')], ...by('t', { one: 'A', two: 'B' }) }
    expect(await shapeOfT({ T, Base: base('sort', names), ...both })).toEqual([
      'by t { one: A, two: B }',
    ])
  })

  test('of the one of several bases that all members have', async () => {
    const schemas = {
      T: { oneOf: [ref('A'), ref('B')] },
      Base: base('sort', names),
      Other: base('other', {}),
      A: { allOf: [ref('Other'), ref('Base'), all({ a: S })] },
      B: { allOf: [ref('Base'), ref('Other'), all({ b: S, c: S })] },
    }
    expect(await shapeOfT({ ...schemas, B: extending('Base', 'b', 'y') })).toEqual([
      'by sort { first: A, second: B }',
    ])
    expect(await shapeOfT(schemas)).toEqual(['by other { A: A, B: B }'])
  })

  test('of a base that only some members have is none', async () => {
    const T = { oneOf: [ref('A'), ref('B'), ref('C')] }
    const C = all({ sort: S, c: S })
    expect(await shapeOfT({ T, C, Base: base('sort', names), ...members })).toEqual([
      'one of { A: A, B: B, C: C }',
      'TW3003',
    ])
  })

  test('without a property is none', async () => {
    const T = { oneOf: [all({ a: S }), all({ b: S })], discriminator: {} }
    expect(await shapeOfT({ T })).toEqual(['by key { a: string, b: string }'])
  })

  test('that maps to values of its property which are not listed', async () => {
    const side = unit('up', 'down')
    const schemas = {
      T: { oneOf: [ref('A'), ref('B')], ...by('side', { left: 'A', right: 'B' }) },
      A: record({ side, x: S, z: S }),
      B: record({ side, y: S, w: S }),
    }
    expect(await shapeOfT(schemas)).toEqual(['by side { left: A, right: B }'])
  })

  test('whose name is no value leaves the values of one member', async () => {
    const T = { oneOf: [ref('A'), all({ side: is('x'), y: S })], ...by('side') }
    expect(await shapeOfT({ T, A: all({ side: unit('up', 'down'), z: S, w: S }) })).toEqual([
      'by side { up: A, down: A, x: { y: string } }',
    ])
  })

  test.each<[string, unknown, readonly string[], string, ...string[]]>([
    ['numbers', unit(1, 2), ['1', '2'], 'by v { 1: A, 2: B }'],
    ['numbers that are not listed', unit(1, 2), ['1', '3'], 'one of { A: A, B: B }', 'TW3004'],
    ['numbers by name', ref('Numbers'), ['1', '2'], 'by v { 1: A, 2: B }'],
    ['numbers or null by name', ref('Numbers'), ['1', 'x'], 'one of { A: A, B: B }', 'TW3004'],
    ['true and false', { type: 'boolean' }, ['true', 'false'], 'by v { true: A, false: B }'],
    [
      'neither true nor false',
      { type: 'boolean' },
      ['true', 'no'],
      'one of { A: A, B: B }',
      'TW3004',
    ],
    [
      'objects',
      { type: 'object', additionalProperties: S },
      ['a', 'b'],
      'one of { A: A, B: B }',
      'TW3004',
    ],
    ['objects with fields', record({ a: S }), ['a', 'b'], 'one of { A: A, B: B }', 'TW3004'],
    ['lists', { type: 'array', items: S }, ['a', 'b'], 'one of { A: A, B: B }', 'TW3004'],
    ['any values', {}, ['a', 'b'], 'by v { a: A, b: B }'],
  ])('maps to %s', async (_, v, [a = '', b = ''], ...shapes) => {
    const schemas = {
      T: { oneOf: [ref('A'), ref('B')], ...by('v', { [a]: 'A', [b]: 'B' }) },
      A: all({ v, x: S, y: S }),
      B: all({ v, z: S, w: S }),
      Numbers: { type: ['integer', 'null'] },
    }
    expect(await shapeOfT(schemas)).toEqual(shapes)
  })
})

describe('is reported', () => {
  const nowhere = 'warning: no member of this union has the property "nope"'
  const lost =
    'warning: the discriminator "nope" does not distinguish all members; the type is a plain union'

  test('if no member has its property', async () => {
    const T = { oneOf: [ref('A'), ref('B')], ...by('nope') }
    expect(await said({ T, A: all({ a: S, b: S }), B: all({ c: S, d: S }) })).toEqual([nowhere])
  })

  test.each([
    ['any property may be in a member', { ...record({ a: S }), additionalProperties: S }],
    ['a member has it', record({ a: S, nope: S })],
  ])('as one that does not distinguish: %s', async (_, first) => {
    expect(await said({ T: { oneOf: [first, all({ b: S, c: S })], ...by('nope') } })).toEqual([
      lost,
    ])
  })

  test('as one that does not distinguish where no member is an object', async () => {
    expect(await said({ T: { oneOf: [S, { type: 'number' }], ...by('nope') } })).toEqual([lost])
  })
})

test.each([
  ['C', 'warning: "two" is mapped to a schema that is not a member of this union'],
  ['B', 'warning: "two" is mapped to a schema whose "t" is "b"'],
])('a mapping to the wrong schema is reported: %s', async (name, message) => {
  const T = { oneOf: [ref('A'), ref('B')], ...by('t', { a: 'A', two: name }) }
  const [A, B, C] = ['a', 'b', 'c'].map((tag) => all({ t: is(tag), [tag]: S, x: S }))
  expect(await said({ T, A, B, C })).toEqual([message])
})

describe('a key of two members is reported', () => {
  test.each([
    [
      'oneOf',
      S,
      'error: the key "a" is in two members of this union, and no value matches only one of them',
    ],
    [
      'oneOf',
      { type: 'number' },
      'warning: the key "a" is in two members of this union; the type is a plain union',
    ],
    ['anyOf', S, 'warning: the key "a" is in two members of this union; the type is a plain union'],
  ])('%s', async (keyword, second, message) => {
    const T = { [keyword]: [all({ a: S }), all({ b: S }), all({ a: second })] }
    expect(await said({ T })).toEqual([message])
  })
})
