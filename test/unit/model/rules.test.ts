import { describe, expect, test } from 'vitest'
import {
  foldNull,
  isDecidedByTag,
  isNull,
  isNullPayload,
} from '../../../generator/src/model/rules/null.js'
import type { Rule } from '../../../generator/src/model/rules/rule.js'
import {
  alternatives,
  memberRules,
  rulesTogether,
  taggedRules,
  wordsBeyondShapes,
} from '../../../generator/src/model/rules/together.js'

// What schemas demand, as data: no document is needed to ask it.

const NONE: Rule = { types: ['null'] }
const TEXT: Rule = { types: ['string'] }
const named = new Map<string, Rule>([
  ['Text', TEXT],
  ['None', NONE],
  ['Itself', { reference: 'Itself' }],
])
const ruleOf = (name: string): Rule | undefined => named.get(name)
const record = (
  fields: readonly [string, Rule, boolean?][],
  required: readonly string[] = [],
): Rule => ({
  record: {
    fields: fields.map(([name, rule, isRequired = false]) => ({
      name,
      rule,
      required: isRequired,
    })),
    required,
    patterns: [],
    dependents: [],
    dependentRules: [],
  },
})
const choice = (holds: 'one' | 'any', ...members: readonly Rule[]): Rule => ({
  choices: [{ holds, members }],
})

const TEXT_OR_NONE = { holds: 'any', members: [TEXT, NONE] } as const
const TWO_CHOICES: Rule = { choices: [TEXT_OR_NONE, TEXT_OR_NONE] }

describe('null', () => {
  test.each<[string, Rule, Rule]>([
    ['among types', { types: ['string', 'null'] }, { nullable: true, types: ['string'] }],
    ['among values', { values: ['a', null] }, { nullable: true, values: ['a'] }],
    ['beside one other', choice('any', TEXT, NONE), { ...TEXT, nullable: true }],
    [
      'beside two others',
      choice('one', TEXT, { types: ['number'] }, NONE),
      {
        nullable: true,
        ...choice('one', TEXT, { types: ['number'] }),
      },
    ],
    ...[{ list: { least: 2 } }, { text: { least: 2 } }, { number: { least: 2 } }].map(
      (limits): [string, Rule, Rule] => [
        `beside one other, with ${JSON.stringify(limits)} for both`,
        { ...choice('any', TEXT, NONE), ...limits },
        { ...limits, all: [TEXT], nullable: true },
      ],
    ),
    ['in each of two choices', TWO_CHOICES, TWO_CHOICES],
    ['not there', TEXT, TEXT],
    ['all there is', NONE, NONE],
    [
      'also in another member of a `oneOf`',
      choice('one', { types: ['string', 'null'] }, NONE),
      choice('one', { types: ['string', 'null'] }, NONE),
    ],
    [
      'refused by the types beside it',
      { ...choice('any', TEXT, NONE), types: ['string'] },
      { ...choice('any', TEXT, NONE), types: ['string'] },
    ],
  ])('%s', (_, rule, expected) => {
    expect(foldNull(rule, ruleOf)).toEqual(expected)
  })

  test('alone is a type or a value', () => {
    expect(
      [NONE, { values: [null] }, TEXT, {}, { types: ['null', 'string'] } satisfies Rule].map(
        isNull,
      ),
    ).toEqual([...[true, true], ...[false, false, false]])
  })

  test.each<[string, Rule, boolean]>([
    ['text', TEXT, false],
    ['anything', {}, true],
    ['what a name stands for', { reference: 'None' }, true],
    ['a name that leads to itself', { reference: 'Itself' }, true],
    ['what is not null', { not: NONE }, false],
    ['values without it', { values: ['a'] }, false],
    ['values with it', { values: ['a', null] }, true],
    ['never', { never: true }, false],
    ['one of two that both hold', choice('one', NONE, {}), false],
    ['any of them', choice('any', NONE, TEXT), true],
    ['what follows where a condition holds', { when: { condition: NONE, met: TEXT } }, false],
    ['all of them', { all: [{}, TEXT] }, false],
  ])('is the payload of a key that holds %s', (_, payload, expected) => {
    expect(isNullPayload(record([['key', payload]]), 'key', ruleOf)).toBe(expected)
    expect(isNullPayload({ all: [record([['key', payload]])] }, 'key', ruleOf)).toBe(expected)
    const one = choice('any', record([['key', payload]]))
    expect(isNullPayload(one, 'key', ruleOf)).toBe(expected)
    expect(isNullPayload(record([['other', payload]]), 'key', ruleOf)).toBe(false)
  })

  test('is irrelevant if a tag decides', () => {
    const tags = [
      { tag: 'a', member: 0 },
      { tag: 'b', member: 1 },
    ]
    const members = [TEXT, TEXT]
    const tagging = { style: 'key' as const, tags }
    expect(isDecidedByTag({ holds: 'one', members, tagging })).toBe(true)
    expect(isDecidedByTag({ holds: 'one', members: [...members, TEXT], tagging })).toBe(false)
  })
})

describe('rules of one value', () => {
  test('are collected from all places, each once', () => {
    const both: Rule = { all: [TEXT], reference: 'Text' }
    expect(rulesTogether([both, undefined, both], ruleOf)).toEqual([both, TEXT])
    const orNull = choice('any', NONE, { reference: 'Text' })
    expect(rulesTogether([orNull], ruleOf)).toEqual([orNull, { reference: 'Text' }, TEXT])
    expect(rulesTogether([choice('any', TEXT, {})], ruleOf)).toHaveLength(1)
    expect(rulesTogether([{ reference: 'Itself' }], ruleOf)).toHaveLength(2)
  })

  test('say what holds for a member, and for a tag', () => {
    const rules = [
      record([
        ['a', TEXT],
        ['b', NONE],
      ]),
      record([['a', NONE]]),
    ]
    expect(memberRules([TEXT, ...rules], 'a')).toEqual([TEXT, NONE])
    const tags = [
      { tag: 'x', member: 1 },
      { tag: 'y', member: 0 },
    ]
    const union: Rule = {
      choices: [{ holds: 'one', members: [NONE, TEXT], tagging: { style: 'key', tags } }],
    }
    expect(taggedRules([union, TEXT], 'x')).toEqual([TEXT])
    expect(taggedRules([union], 'z')).toEqual([])
  })

  test('list the fields of which one is required, if there are no other constraints', () => {
    expect(alternatives([choice('any', record([], ['a']), record([['b', {}, true]]))])).toEqual([
      ['a', 'b'],
    ])
    expect(alternatives([choice('any', record([], ['a']), TEXT)])).toEqual([])
    expect(alternatives([choice('any', record([], ['a', 'b']), record([], ['c']))])).toEqual([])
  })

  test('have words that shapes cannot say', () => {
    expect(wordsBeyondShapes(TEXT)).toEqual([])
    expect(wordsBeyondShapes({ not: TEXT, list: { contains: { rule: TEXT } } })).toEqual([
      'not',
      'contains',
    ])
    const pattern = { name: { source: '^a', flags: 'u' }, rule: TEXT } as const
    const limits = {
      patterns: [pattern],
      dependents: [{ name: 'a', others: ['b'] }],
      dependentRules: [{ name: 'a', rule: TEXT }],
    }
    expect(wordsBeyondShapes({ record: { fields: [], required: [], ...limits } })).toEqual([
      'patternProperties',
      'dependentRequired',
      'dependentSchemas',
    ])
  })
})
