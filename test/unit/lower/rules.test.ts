import { describe, expect, test } from 'vitest'
import { lowered, openapi, ref } from '../schema-model.fixture.js'

// The constraints of schemas: the rules from which validators are generated.

const S = { type: 'string' }
const N = { type: 'number' }
const oneKey = (key: string): object => ({
  type: 'object',
  required: [key],
  properties: { [key]: S },
})
const OTHERS = { Text: S, Union: { oneOf: [oneKey('a'), oneKey('b')] } }

/** The rule of a schema without the places in it, and what was reported. */
async function ruleOf(T: unknown, members: object = {}): Promise<unknown[]> {
  const { model, codes } = await lowered(openapi({ T, ...OTHERS }, members))
  const rule = model.declarations.find(({ name }) => name === 'T')?.rule
  return [
    JSON.parse(
      JSON.stringify(rule, (key, value) => (key === 'source' && value.file ? undefined : value)),
    ),
    ...codes,
  ]
}

/** A record of which only some parts are said. */
const record = (parts: object): object => ({
  record: { fields: [], required: [], patterns: [], dependents: [], dependentRules: [], ...parts },
})
const TEXT = { types: ['string'] }
const NUMBER = { types: ['number'] }

describe('values', () => {
  test.each<[string, unknown, object, ...string[]]>([
    ['anything', {}, {}],
    ['nothing', false, { never: true }],
    ['types', { type: ['string', 'null'] }, { types: ['string', 'null'] }],
    ['null by a word', { ...S, nullable: true }, { nullable: true, types: ['string'] }],
    [
      'null among types but not among values',
      { type: ['string', 'null'], enum: ['a'] },
      { nullable: true, types: ['string', 'null'], values: ['a'], open: true },
      'TW2011',
    ],
    ['a constant', { const: { a: 1 } }, { values: [{ a: 1 }] }],
    ['null as a constant', { const: null }, { values: [null] }],
    [
      'texts, of which more may come',
      { ...S, enum: ['a', 'b'] },
      { types: ['string'], values: ['a', 'b'], open: true },
    ],
    ['texts and null', { enum: ['a', null] }, { values: ['a', null], open: true }],
    [
      'texts that the document opens',
      { enum: ['a'], 'x-tagwire-open': true },
      { values: ['a'], open: 'always' },
    ],
    ['texts that the document closes', { enum: ['a'], 'x-tagwire-open': false }, { values: ['a'] }],
    ['numbers', { enum: [1, 2] }, { values: [1, 2] }],
    ['texts and numbers', { enum: ['a', 1] }, { values: ['a', 1] }],
    [
      'texts of another type',
      { type: 'integer', enum: ['a'] },
      { types: ['integer'], values: ['a'] },
    ],
    ['null alone', { enum: [null] }, { values: [null] }],
    [
      'null as the only type beside members',
      { type: 'null', oneOf: [S, N] },
      { nullable: true, choices: [{ holds: 'one', members: [TEXT, NUMBER] }] },
      'TW2011',
    ],
  ])('%s', async (_, schema, ...rule) => {
    expect(await ruleOf(schema)).toEqual(rule)
  })
})

describe('texts and numbers', () => {
  test.each<[string, unknown, object, ...string[]]>([
    ['length', { minLength: 0, maxLength: 9 }, { text: { least: 0, most: 9 } }],
    ['a length that is none', { minLength: -1, maxLength: 1.5 }, {}, 'TW2005', 'TW2005'],
    ['a pattern', { pattern: '^a' }, { text: { pattern: { source: '^a', flags: 'u' } } }],
    ['a pattern that is no text', { pattern: 1 }, {}, 'TW2005'],
    ['a pattern that is no expression', { pattern: '(' }, {}, 'TW2007'],
    [
      'a pattern of another dialect',
      { pattern: '\\-' },
      { text: { pattern: { source: '\\-', flags: '' } } },
    ],
    ['a format', { format: 'uuid' }, { text: { format: 'uuid' } }],
    [
      'limits',
      { minimum: 0, maximum: 9, exclusiveMinimum: 1, exclusiveMaximum: 8, multipleOf: 2 },
      { number: { least: 0, most: 9, above: 1, below: 8, step: 2 } },
    ],
    [
      'limits of draft 4',
      { minimum: 0, maximum: 9, exclusiveMinimum: true, exclusiveMaximum: true },
      { number: { above: 0, below: 9 } },
    ],
    [
      'limits of draft 4 that count',
      { minimum: 0, exclusiveMinimum: false },
      { number: { least: 0 } },
    ],
    ['limits that are none', { minimum: '0', multipleOf: 0 }, {}, 'TW2005', 'TW2005'],
  ])('%s', async (_, schema, ...rule) => {
    expect(await ruleOf(schema)).toEqual(rule)
  })
})

describe('lists', () => {
  test.each<[string, unknown, object, ...string[]]>([
    [
      'items',
      { items: S, minItems: 1, maxItems: 2, uniqueItems: true },
      { list: { items: TEXT, least: 1, most: 2, unique: true } },
    ],
    ['first items', { prefixItems: [S], items: N }, { list: { first: [TEXT], items: NUMBER } }],
    [
      'first items of draft 7',
      { items: [S], additionalItems: false },
      { list: { first: [TEXT], items: { never: true } } },
    ],
    [
      'what they contain',
      { contains: S, minContains: 1, maxContains: 2 },
      { list: { contains: { rule: TEXT, least: 1, most: 2 } } },
    ],
    ['what they contain, once', { contains: S }, { list: { contains: { rule: TEXT } } }],
    [
      'unevaluated items',
      { unevaluatedItems: false, uniqueItems: false },
      { list: { unevaluated: { never: true } } },
    ],
  ])('%s', async (_, schema, ...rule) => {
    expect(await ruleOf(schema)).toEqual(rule)
  })
})

describe('objects', () => {
  test.each<[string, unknown, object, ...string[]]>([
    [
      'properties',
      { properties: { a: S, b: N }, required: ['a', 'c', 'c'] },
      record({
        fields: [
          { name: 'a', rule: TEXT, required: true },
          { name: 'b', rule: NUMBER, required: false },
        ],
        required: ['c'],
      }),
      'TW2009',
      'TW2009',
    ],
    ['no properties', { properties: {} }, record({})],
    ['nothing required', { required: [] }, {}],
    [
      'properties of one direction',
      { properties: { a: { ...S, readOnly: true }, b: { ...S, writeOnly: true } } },
      record({
        fields: [
          { name: 'a', rule: TEXT, required: false, flow: 'read' },
          { name: 'b', rule: TEXT, required: false, flow: 'write' },
        ],
      }),
    ],
    [
      'properties that some servers leave out',
      { properties: { a: { ...S, 'x-tagwire-missing': 'By old ones.' } } },
      record({ fields: [{ name: 'a', rule: TEXT, required: false, missing: true }] }),
    ],
    [
      '`required` in the wrong place',
      { properties: { a: { ...S, required: true } } },
      record({ fields: [{ name: 'a', rule: TEXT, required: true }] }),
    ],
    [
      'names that match',
      { patternProperties: { '^a': S }, additionalProperties: false },
      record({
        patterns: [{ name: { source: '^a', flags: 'u' }, rule: TEXT }],
        rest: { never: true },
      }),
    ],
    [
      'names that match what cannot be checked',
      { patternProperties: { '(': S }, additionalProperties: false },
      {},
      'TW2007',
    ],
    ['other properties', { additionalProperties: S }, record({ rest: TEXT })],
    [
      'names and how many',
      { propertyNames: { maxLength: 3 }, minProperties: 1, maxProperties: 2 },
      record({ names: { text: { most: 3 } }, least: 1, most: 2 }),
    ],
    [
      'unevaluated properties',
      { unevaluatedProperties: false },
      record({ unevaluated: { never: true } }),
    ],
    [
      'what others depend on',
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: N } },
      record({
        dependents: [{ name: 'a', others: ['b'] }],
        dependentRules: [{ name: 'c', rule: NUMBER }],
      }),
    ],
    [
      'what others depend on in draft 7',
      { dependencies: { a: ['b'], c: N } },
      record({
        dependents: [{ name: 'a', others: ['b'] }],
        dependentRules: [{ name: 'c', rule: NUMBER }],
      }),
    ],
    [
      'dependencies that are none',
      { dependentRequired: { a: S, b: ['c', 1] } },
      record({ dependents: [{ name: 'b', others: ['c'] }] }),
      'TW2005',
      'TW2005',
    ],
  ])('%s', async (_, schema, ...rule) => {
    expect(await ruleOf(schema)).toEqual(rule)
  })
})

describe('combinations', () => {
  test.each<[string, unknown, object, ...string[]]>([
    ['a reference', ref('Text'), { reference: 'Text' }],
    [
      'a reference and more',
      { ...ref('Text'), maxLength: 3 },
      { text: { most: 3 }, reference: 'Text' },
    ],
    ['allOf', { allOf: [S, {}] }, { all: [TEXT, {}] }],
    ['an empty allOf', { allOf: [] }, {}],
    [
      'oneOf and anyOf',
      { oneOf: [S, N], anyOf: [S] },
      {
        choices: [
          { holds: 'one', members: [TEXT, NUMBER] },
          { holds: 'any', members: [TEXT] },
        ],
      },
    ],
    [
      'the union itself among its members',
      { anyOf: [ref('T'), S] },
      { choices: [{ holds: 'any', members: [TEXT] }] },
      'TW1005',
    ],
    ['not', { not: S }, { not: TEXT }],
    [
      'if, then and else',
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
      { if: S, then: { maxLength: 3 }, else: N },
      { when: { condition: TEXT, met: { text: { most: 3 } }, unmet: NUMBER } },
    ],
    ['if and else', { if: S, else: N }, { when: { condition: TEXT, unmet: NUMBER } }],
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
    ['then without if', { then: S, else: N }, {}],
    [
      'a dynamic reference',
      { $dynamicRef: '#/components/schemas/Text' },
      { reference: 'Text' },
      'TW2006',
    ],
    [
      'words that validators do not know',
      { $recursiveRef: '#', extends: {}, disallow: 'string', divisibleBy: 2 },
      {},
      'TW2006',
      'TW2006',
      'TW2006',
      'TW2006',
    ],
  ])('%s', async (_, schema, ...rule) => {
    expect(await ruleOf(schema)).toEqual(rule)
  })
})

describe('unions', () => {
  test.each<[string, unknown, object, ...string[]]>([
    [
      'by key',
      { oneOf: [oneKey('a'), { enum: ['none'] }] },
      {
        choices: [
          {
            holds: 'one',
            members: [
              {
                types: ['object'],
                ...record({ fields: [{ name: 'a', rule: TEXT, required: true }] }),
              },
              { values: ['none'], open: true },
            ],
            tagging: {
              style: 'key',
              tags: [
                { tag: 'a', member: 0 },
                { tag: 'none', member: 1, unit: true },
              ],
            },
          },
        ],
      },
    ],
    [
      'by key, or null',
      { oneOf: [{ type: 'null' }, oneKey('a'), oneKey('b')] },
      {
        choices: [
          {
            holds: 'one',
            members: [
              { types: ['null'] },
              {
                types: ['object'],
                ...record({ fields: [{ name: 'a', rule: TEXT, required: true }] }),
              },
              {
                types: ['object'],
                ...record({ fields: [{ name: 'b', rule: TEXT, required: true }] }),
              },
            ],
            tagging: {
              style: 'key',
              tags: [
                { tag: 'a', member: 1 },
                { tag: 'b', member: 2 },
              ],
            },
          },
        ],
      },
    ],
    [
      'by a property with numbers',
      { oneOf: [{ properties: { v: { const: 1 }, x: S } }, { properties: { v: { const: 2 } } }] },
      {
        choices: [
          {
            holds: 'one',
            members: [
              record({
                fields: [
                  { name: 'v', rule: { values: [1] }, required: false },
                  { name: 'x', rule: TEXT, required: false },
                ],
              }),
              record({ fields: [{ name: 'v', rule: { values: [2] }, required: false }] }),
            ],
          },
        ],
      },
      'TW3003',
    ],
    [
      'in a property',
      { properties: { p: { oneOf: [{ type: 'null' }, oneKey('a'), oneKey('b')] } } },
      record({
        fields: [{ name: 'p', rule: { nullable: true, reference: 'TP' }, required: false }],
      }),
    ],
    [
      'in a property that is null by a word',
      { properties: { p: { nullable: true, oneOf: [oneKey('a'), oneKey('b')] } } },
      record({
        fields: [{ name: 'p', rule: { nullable: true, reference: 'TP' }, required: false }],
      }),
    ],
    [
      'in a property that is null by its type',
      { properties: { p: { type: ['object', 'null'], oneOf: [oneKey('a'), oneKey('b')] } } },
      record({
        fields: [{ name: 'p', rule: { nullable: true, reference: 'TP' }, required: false }],
      }),
      'TW2011',
      'TW2011',
    ],
    [
      'two in one schema',
      { allOf: [{ oneOf: [oneKey('a'), oneKey('b')] }, { oneOf: [oneKey('c'), oneKey('d')] }] },
      {
        all: [
          {
            choices: [
              {
                holds: 'one',
                members: [
                  {
                    types: ['object'],
                    ...record({ fields: [{ name: 'a', rule: TEXT, required: true }] }),
                  },
                  {
                    types: ['object'],
                    ...record({ fields: [{ name: 'b', rule: TEXT, required: true }] }),
                  },
                ],
                tagging: {
                  style: 'key',
                  tags: [
                    { tag: 'a', member: 0 },
                    { tag: 'b', member: 1 },
                  ],
                },
              },
            ],
          },
          {
            choices: [
              {
                holds: 'one',
                members: [
                  {
                    types: ['object'],
                    ...record({ fields: [{ name: 'c', rule: TEXT, required: true }] }),
                  },
                  {
                    types: ['object'],
                    ...record({ fields: [{ name: 'd', rule: TEXT, required: true }] }),
                  },
                ],
                tagging: {
                  style: 'key',
                  tags: [
                    { tag: 'c', member: 0 },
                    { tag: 'd', member: 1 },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
  ])('%s', async (_, schema, ...rule) => {
    expect(await ruleOf(schema)).toEqual(rule)
  })
})

describe('recursion', () => {
  test.each<[string, unknown, object, ...string[]]>([
    [
      'a part of itself',
      { maxLength: 3, allOf: [ref('T')] },
      { text: { most: 3 }, all: [{ all: [{ text: { most: 3 }, all: [{}] }] }] },
      'TW2006',
    ],
    [
      'nothing but itself in parts',
      { allOf: [{ allOf: [ref('T')] }] },
      { all: [{ all: [{ all: [{ all: [{ all: [{}] }] }] }] }] },
    ],
    [
      'an option in a part',
      { allOf: [{ anyOf: [ref('T'), S] }, N] },
      { all: [{ choices: [{ holds: 'any', members: [TEXT] }] }, NUMBER] },
    ],
  ])('%s', async (_, schema, ...rule) => {
    expect(await ruleOf(schema)).toEqual(rule)
  })
})

test('OpenAPI 3.0 ignores siblings of a reference, but they are read anyway', async () => {
  const own = { openapi: '3.0.3' }
  expect(await ruleOf({ ...ref('Text'), maxLength: 3 }, own)).toEqual([
    { text: { most: 3 }, reference: 'Text' },
    'TW2008',
  ])
  expect(await ruleOf({ ...ref('Text'), description: 'x', required: true }, own)).toEqual([
    { reference: 'Text' },
  ])
})

describe('limits of other types, which no value can break, are left out', () => {
  test.each<[string, object, object]>([
    ['of lists', { ...S, uniqueItems: true, maxItems: 3 }, TEXT],
    ['of numbers', { ...S, minimum: 3 }, TEXT],
    ['of texts', { ...N, maxLength: 3, format: 'float' }, { ...NUMBER, text: { format: 'float' } }],
    [
      'but not of one of several',
      { type: ['string', 'array'], maxItems: 3 },
      { types: ['string', 'array'], list: { most: 3 } },
    ],
    ['and not without a type', { maxItems: 3 }, { list: { most: 3 } }],
  ])('%s', async (_, schema, rule) => {
    const [found] = await ruleOf(schema)
    expect(found).toEqual(rule)
  })
})
