import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createRegistry } from '../../../generator/src/lower/names/registry.js'
import { inlineRules } from '../../../generator/src/lower/rules/declared-rules.js'
import { createRuleLowering } from '../../../generator/src/lower/rules/rules.js'
import { createReadingBudget } from '../../../generator/src/lower/schemas/reading-budget.js'
import { createRecognition } from '../../../generator/src/lower/unions/recognise.js'
import type { Rule } from '../../../generator/src/model/rules/rule.js'
import { kindsOf } from '../../../generator/src/model/rules/union-kinds.js'
import { loadDocument } from '../../../generator/src/source/document.js'
import { member } from '../../../generator/src/source/node.js'

const keyed = (name: string, schema: object = { type: 'object' }) => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
})
const ofKind = (kind: unknown, others: object = {}) => ({
  type: 'object',
  properties: { kind, ...others },
  required: ['kind', ...Object.keys(others)],
})
const text = { type: 'string' }

/** Schemas that others refer to. */
const NAMED = {
  S: text,
  O: { type: 'object' },
  Base: {
    ...ofKind(text),
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/definitions/Cat', dog: '#/definitions/Dog' },
    },
  },
  Cat: { allOf: [{ $ref: '#/definitions/Base' }, { properties: { meows: text } }] },
  Dog: { allOf: [{ $ref: '#/definitions/Base' }, { properties: { barks: text } }] },
  One: { const: 'one' },
  Nothing: { type: 'null' },
  OneNothing: { anyOf: [{ $ref: '#/definitions/Nothing' }] },
  Itself: { oneOf: [{ $ref: '#/definitions/Itself' }] },
  Inner: { oneOf: [keyed('c'), keyed('d')] },
}

/** The rule of a schema, with no type read before, or ever. */
async function ruleOf(schema: object) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-rules-'))
  try {
    const definitions = { ...NAMED, Made: schema }
    writeFileSync(path.join(folder, 'spec.json'), JSON.stringify({ definitions }))
    const document = await loadDocument('spec.json', folder)
    const container = member(document.root, 'definitions')
    const made = container && member(container, 'Made')
    if (!made) throw new Error('no schema')
    const unreported = () => {}
    const registry = createRegistry(document, [container], unreported)
    const budget = createReadingBudget(document)
    const reading = { document, registry, budget }
    const tags = createRecognition(reading, inlineRules(document, registry))
    return createRuleLowering(registry, tags, unreported, document).ruleOf(made)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const TEXT = { $ref: '#/definitions/S' }
const OBJECT = { $ref: '#/definitions/O' }
const UNION = { type: 'object', oneOf: [TEXT, OBJECT] }

test('a rule accepts the members that `type: object` beside them excludes', async () => {
  expect((await ruleOf(UNION)).types).toEqual(['object', 'string'])
  expect((await ruleOf({ ...UNION, type: 'string' })).types).toEqual(['string'])
})

test.each<[string, object, (rule: Awaited<ReturnType<typeof ruleOf>>) => unknown]>([
  ['not', { not: UNION }, ({ not }) => not?.types],
  ['if', { if: UNION }, ({ when }) => when?.condition.types],
  ['contains', { contains: UNION }, ({ list }) => list?.contains?.rule.types],
  [
    'dependentSchemas',
    { dependentSchemas: { a: UNION } },
    ({ record }) => record?.dependentRules[0]?.rule.types,
  ],
])('inside of `%s`, the schema means what it says', async (_, schema, typesIn) => {
  expect(typesIn(await ruleOf(schema))).toEqual(['object'])
})

const SEVERAL = { properties: { a: text, b: text } }
const REQUIRED = { oneOf: [{ required: ['a'] }, { required: ['b'] }] }

test.each<
  [string, { readonly oneOf?: readonly object[]; readonly allOf?: readonly object[] }, string]
>([
  ['keys', { oneOf: [keyed('a'), keyed('b')] }, 'key: a=0 b=1'],
  ['keys and texts', { oneOf: [keyed('a'), { enum: ['b', 'c'] }] }, 'key: a=0 b=1! c=1!'],
  [
    'keys of a union inside',
    { oneOf: [{ $ref: '#/definitions/Inner' }, keyed('a')] },
    'key: c=0 d=0 a=1',
  ],
  [
    'values of a property',
    { oneOf: [ofKind({ const: 1 }), ofKind({ const: 2 }, { x: text, y: text })] },
    'property kind: 1=0 2=1',
  ],
  [
    'a value behind a name',
    { oneOf: [ofKind({ $ref: '#/definitions/One' }), ofKind({ enum: ['two', 'too'] })] },
    'property kind: one=0 two=1 too=1',
  ],
  [
    'the narrower of two parts',
    {
      oneOf: [
        { allOf: [ofKind({ enum: ['a', 'b'] }), { properties: { kind: { const: 'a' } } }] },
        ofKind({ const: 'b' }),
      ],
    },
    'property kind: a=0 b=1',
  ],
  [
    'a discriminator of the base of all members',
    { oneOf: [{ $ref: '#/definitions/Cat' }, { $ref: '#/definitions/Dog' }] },
    'property kind: cat=0 dog=1',
  ],
  [
    'a property and its content',
    {
      oneOf: [
        ofKind({ const: 'a' }, { data: text }),
        ofKind({ const: 'b' }, { data: { type: 'number' } }),
      ],
    },
    'pair kind: a=0 b=1',
  ],
  [
    'keys beside what all have, whatever its limits',
    {
      oneOf: ['a', 'b'].map((name, index) => ({
        properties: { [name]: text, all: { type: 'string', maxLength: index + 1 } },
        required: [name, 'all'],
      })),
    },
    'key: a=0 b=1',
  ],
  [
    'a key that is required beside the list',
    { oneOf: [keyed('a'), keyed('b')], ...keyed('a') },
    '',
  ],
  [
    'a key whose payload is a name of one text',
    { oneOf: [keyed('a'), keyed('b', { $ref: '#/definitions/One' })] },
    'key: a=0 b=1',
  ],
  [
    'a key whose payload is a name of one text, in a union of one',
    { oneOf: [keyed('a'), keyed('b', { oneOf: [{ $ref: '#/definitions/One' }] })] },
    'key: a=0 b=1',
  ],
  [
    'a key whose payload is a name of one text and a type',
    { oneOf: [keyed('a'), keyed('b', { allOf: [text, { $ref: '#/definitions/One' }] })] },
    'key: a=0 b=1',
  ],
  [
    'no key: one text beside a name of any',
    { oneOf: [keyed('a'), keyed('b', { $ref: '#/definitions/S', const: 'x' })] },
    '',
  ],
  [
    'no tag: some texts or null, in two parts',
    {
      oneOf: [
        ofKind({
          allOf: [
            { enum: ['a', 'b', null] },
            { oneOf: [{ type: ['integer', 'null'] }, { type: 'string' }] },
          ],
        }),
        ofKind({ const: 'c' }),
      ],
    },
    '',
  ],
  [
    'a key whose payload is one text, or any or null',
    { oneOf: [keyed('a', { oneOf: [{ const: 'x' }, { type: ['string', 'null'] }] }), keyed('b')] },
    'key: a=0 b=1',
  ],
  ['one of several keys', { ...SEVERAL, ...REQUIRED }, 'key: a=0 b=1'],
  ['two keys of one name', { oneOf: [keyed('a'), keyed('a', text)] }, ''],
  ['null beside a union', { oneOf: [keyed('a'), keyed('b'), { type: 'null' }] }, 'key: a=0 b=1'],
  [
    'a member that is only itself is no null',
    { oneOf: [keyed('a'), keyed('b'), { $ref: '#/definitions/Itself' }] },
    '',
  ],
])('tags are recognised with no type read: %s', async (_, schema, expected) => {
  expect(tagsOf(await ruleOf(schema))).toBe(expected)
})

test.each<[string, object]>([
  ['a name', { $ref: '#/definitions/Nothing' }],
  ['a name in an `allOf`', { allOf: [{ $ref: '#/definitions/Nothing' }] }],
  ['the only member of a union', { oneOf: [{ type: 'null' }] }],
  ['the only part of an `allOf`', { allOf: [{ type: 'null' }], description: 'Nothing.' }],
  ['a name of the only member', { $ref: '#/definitions/OneNothing' }],
  ['a listed value', { enum: [null] }],
])('null is no kind, however a union has it: %s', async (_, schema) => {
  const { choices = [] } = await ruleOf({ oneOf: [keyed('a'), keyed('b'), schema] })
  expect(choices.map((each) => kindsOf(each)?.kinds.map(({ tag }) => tag))).toEqual([['a', 'b']])
})

test.each<[string, readonly object[], string]>([
  ['keys that another part describes', [SEVERAL, REQUIRED], 'key: a=0 b=1'],
  ['a union with nothing beside', [{ oneOf: [keyed('a'), keyed('b')] }], 'key: a=0 b=1'],
  ['a key that another part requires', [{ oneOf: [keyed('a'), keyed('b')] }, keyed('a')], ''],
])('the whole of an `allOf` says what its parts are: %s', async (_, allOf, expected) => {
  const { all = [] } = await ruleOf({ allOf })
  expect(all.map(tagsOf).join('')).toBe(expected)
})

function tagsOf({ choices = [] }: Rule): string {
  return choices
    .flatMap(({ tagging }) => tagging ?? [])
    .map(({ style, property, tags }) => {
      const each = tags.map(({ tag, member: index, unit }) => `${tag}=${index}${unit ? '!' : ''}`)
      return `${[style, property].filter(Boolean).join(' ')}: ${each.join(' ')}`
    })
    .join(', ')
}
