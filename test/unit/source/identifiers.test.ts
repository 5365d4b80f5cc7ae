import { describe, expect, test } from 'vitest'
import { anchorsOf, insideEmbedded } from '../../../generator/src/source/anchors.js'
import { type Node, propertiesOf } from '../../../generator/src/source/node.js'
import { isOnlyAnnotations, loneReference } from '../../../generator/src/source/references.js'
import { readIdentifiers } from '../../../generator/src/source/schema-identifiers.js'

const nodeOf = (value: unknown, pointer = ''): Node => ({
  value,
  source: { file: 'a.json', pointer },
})

describe('references by identifier', () => {
  const top = nodeOf({
    $id: 'https://a.example/top',
    $anchor: 'top',
    $defs: {
      inner: {
        $id: 'inner',
        $anchor: 'here',
        items: [{ $anchor: 'item' }],
        $defs: { deep: { $id: '/deep', $anchor: 'here' } },
      },
      old: { $id: '#old' },
      dynamic: { $dynamicAnchor: 'dynamic' },
    },
    examples: [{ $anchor: 'quoted', $id: 'quoted' }],
  })
  const { find, addressOf } = readIdentifiers(top, 'file:///a.json')
  const at = (from: string, target: string): string | undefined =>
    find(nodeOf({}, from), target)?.source.pointer

  test.each<[string, string, string | undefined]>([
    ['', '#', ''],
    ['', '#top', ''],
    ['', '#/$defs/old', '/$defs/old'],
    ['', '#old', '/$defs/old'],
    ['', '#dynamic', '/$defs/dynamic'],
    ['', 'inner', '/$defs/inner'],
    ['', 'inner#here', '/$defs/inner'],
    ['', 'inner#item', '/$defs/inner/items/0'],
    ['', 'inner#/items/0', '/$defs/inner/items/0'],
    ['', 'inner#/items/1', undefined],
    ['', 'inner#/nothing/0', undefined],
    ['', '#here', undefined],
    ['', '#quoted', undefined],
    ['', 'quoted', undefined],
    ['', 'https://a.example/deep', '/$defs/inner/$defs/deep'],
    ['/$defs/inner/items/0', '#here', '/$defs/inner'],
    ['/$defs/inner/items/0', '#/items/0', '/$defs/inner/items/0'],
    ['/$defs/inner/$defs/deep', '#here', '/$defs/inner/$defs/deep'],
    ['/$defs/inner/$defs/deep', 'top', ''],
  ])('from %j, %s is %j', (from, target, pointer) => {
    expect(at(from, target)).toBe(pointer)
  })

  test('have an address, also where nothing is', () => {
    expect(addressOf(nodeOf({}, '/$defs/inner'), 'other#x')).toBe('https://a.example/other')
  })
})

test('an anchor is the first schema that has the name, and none in an example', () => {
  const top = nodeOf({
    $defs: {
      A: { $anchor: 'a', prefixItems: [{ $anchor: 'item' }] },
      B: { $anchor: 'a' },
      C: null,
      D: { $dynamicAnchor: 'd' },
    },
    examples: [{ $anchor: 'quoted' }],
  })
  const places = [...anchorsOf(new Map(), top)].map(([name, { source }]) => [name, source.pointer])
  expect(Object.fromEntries(places)).toEqual({
    a: '/$defs/A',
    item: '/$defs/A/prefixItems/0',
    d: '/$defs/D',
  })
})

test('a text under `$ref` is no property, and a schema there is one', () => {
  const namesIn = (properties: object): string[] =>
    propertiesOf(nodeOf({ properties })).map(([name]) => name)
  expect(namesIn({ $ref: '#/A', a: {}, b: 'text' })).toEqual(['a', 'b'])
  expect(namesIn({ $ref: {} })).toEqual(['$ref'])
})

test('a schema with a dialect of its own is a document in the document', () => {
  const top = nodeOf({
    messages: [{ $schema: 'x', definitions: { A: { type: 'string' } }, items: [{ $ref: '#' }] }],
    definitions: {},
  })
  expect(insideEmbedded(top, '/messages/0/items/0', '/definitions/A')).toMatchObject({
    value: { type: 'string' },
    source: { pointer: '/messages/0/definitions/A' },
  })
  expect(insideEmbedded(top, '/messages/0/items/0', '/items/1')).toBeUndefined()
  expect(insideEmbedded(top, '/definitions', '/definitions')).toBeUndefined()
  expect(insideEmbedded(top, '/messages/7/x', '/definitions')).toBeUndefined()
})

describe('an `allOf` of one reference', () => {
  const ref = { $ref: '#/A' }
  test.each<[string, object, boolean]>([
    ['alone', { allOf: [ref] }, true],
    ['beside a description', { allOf: [ref], description: 'x', nullable: true }, true],
    ['and a description', { allOf: [ref, { description: 'x', 'x-y': 1 }] }, true],
    [
      'with a description',
      { allOf: [{ ...ref, description: 'x', 'x-y': 1, nullable: true }] },
      true,
    ],
    ['with a limit', { allOf: [{ ...ref, maxLength: 1 }] }, false],
    ['and another', { allOf: [ref, ref] }, false],
    ['and a constraint', { allOf: [ref, { maxLength: 1 }] }, false],
    ['and nothing', { allOf: [ref, {}] }, false],
    ['beside properties', { allOf: [ref], properties: {} }, false],
    ['beside a reference', { allOf: [ref], ...ref }, false],
    ['that is none', { allOf: [{ type: 'string' }] }, false],
    ['of nothing', { allOf: [] }, false],
    ['without it', { description: 'x' }, false],
  ])('%s', (_, schema, is) => {
    expect(loneReference(nodeOf(schema)) !== undefined).toBe(is)
  })

  test.each([
    [{ description: 'x', 'x-y': 1 }, true],
    [{ description: 'x' }, true],
    [{}, false],
    [{ description: 'x', type: 'string' }, false],
  ])('%j are annotations: %s', (part, are) => {
    expect(isOnlyAnnotations(nodeOf(part))).toBe(are)
  })
})
