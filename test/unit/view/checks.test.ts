import { describe, expect, test } from 'vitest'
import type { Rule } from '../../../generator/src/model/rules/rule.js'
import {
  checksOf,
  field,
  NULL_TEXT,
  NUMBER,
  partsOf,
  record,
  SHORT,
  STARTS_WITH_X,
  TEXT,
} from './checks.fixture.js'

// Which calls of the runtime check a rule. What those calls do has tests of its own.

const LIST: Rule = { types: ['array'] }
const SLOW = { source: '(a*)*', program: { letters: ['a'], part: 0 } }

describe('types, texts and numbers', () => {
  test.each<[string, Rule, string[]]>([
    [
      'a type',
      { ...TEXT, nullable: true },
      ['checkT = (v, at, key) => (v === null || text(v, at, key))'],
    ],
    [
      'two types',
      { types: ['string', 'null', 'integer'] },
      ['checkT = (v, at, key) => (v === null || typed(v, at, key, "string", "integer"))'],
    ],
    [
      'the length of a text',
      { ...TEXT, text: { least: 2, most: 0 } },
      [
        'checkT = (v, at, key) => text(v, at, key) && minLength(v, at, key, 2) && maxLength(v, at, key, 0)',
      ],
    ],
    [
      'a pattern',
      { ...TEXT, text: { pattern: { source: '^a', flags: 'u' } } },
      [
        'checkT = (v, at, key) => text(v, at, key) && pattern(v, at, key, checkTPattern)',
        'checkTPattern = new RegExp("^a", "u")',
      ],
    ],
    [
      'a pattern without flags',
      { ...TEXT, text: { pattern: { source: '^a', flags: '' } } },
      [
        'checkT = (v, at, key) => text(v, at, key) && pattern(v, at, key, checkTPattern)',
        'checkTPattern = new RegExp("^a")',
      ],
    ],
    [
      'a pattern that could take hours',
      { ...TEXT, text: { pattern: { ...SLOW, flags: 'u' } } },
      [
        'checkT = (v, at, key) => text(v, at, key) && pattern(v, at, key, checkTPattern)',
        'checkTPattern = linearPattern("(a*)*", "u", ["a"], 0)',
      ],
    ],
    [
      'a format that is checked',
      { ...TEXT, nullable: true, text: { format: 'date-time' } },
      ['checkT = (v, at, key) => (v === null || dateTime(v, at, key))'],
    ],
    [
      'a format that only informs',
      { ...TEXT, nullable: true, text: { format: 'password' } },
      ['checkT = (v, at, key) => (v === null || text(v, at, key))'],
    ],
    [
      'a format of what need not be a text',
      { text: { format: 'uuid' } },
      ['checkT = (v, at, key) => ifText(v, at, key, uuid)'],
    ],
    [
      'a format beside two types',
      { types: ['string', 'number'], text: { format: 'uuid' } },
      [
        'checkT = (v, at, key) => typed(v, at, key, "string", "number") && ifText(v, at, key, uuid)',
      ],
    ],
    [
      'a format of what is no text',
      { types: ['integer', 'number'], text: { format: 'uuid' } },
      ['checkT = (v, at, key) => typed(v, at, key, "integer", "number")'],
    ],
    [
      'limits of a number',
      { types: ['number'], number: { least: 0, above: 1, most: 9, below: 10, step: 2 } },
      [
        'checkT = (v, at, key) => number(v, at, key) && atLeast(v, at, key, 0) && above(v, at, key, 1) && atMost(v, at, key, 9) && below(v, at, key, 10) && multipleOf(v, at, key, 2)',
      ],
    ],
    [
      'values of the type',
      { ...TEXT, values: ['a', 'b'] },
      ['checkT = (v, at, key) => among(v, at, key, checkTValues)', 'checkTValues = ["a", "b"]'],
    ],
    [
      'values, and one of another type',
      { ...TEXT, values: ['a', 1] },
      [
        'checkT = (v, at, key) => text(v, at, key) && among(v, at, key, checkTValues)',
        'checkTValues = ["a", 1]',
      ],
    ],
    [
      'values that are no texts',
      { values: ['a', true, null, 1.5] },
      [
        'checkT = (v, at, key) => (v === null || among(v, at, key, checkTValues))',
        'checkTValues = ["a", true, 1.5]',
      ],
    ],
    [
      'a format and a length',
      { ...TEXT, text: { format: 'uuid', least: 2 } },
      ['checkT = (v, at, key) => uuid(v, at, key) && minLength(v, at, key, 2)'],
    ],
    [
      'values that may become more',
      { ...TEXT, values: ['a', 'b'], open: true },
      ['checkT = (v, at, key) => known(v, at, key, checkTValues)', 'checkTValues = ["a", "b"]'],
    ],
  ])('%s', (_, rule, checks) => {
    expect(checksOf({ T: rule })).toEqual(checks)
  })
})

describe('lists', () => {
  test.each<[string, Rule, string[]]>([
    [
      'of one rule',
      { ...LIST, list: { items: TEXT, least: 1, most: 0, unique: true } },
      [
        'checkT = (v, at, key) => list(v, at, key, text) && minItems(v, at, key, 1) && maxItems(v, at, key, 0) && uniqueItems(v, at, key)',
      ],
    ],
    [
      'of anything',
      { ...LIST, list: { items: {}, least: 1 } },
      ['checkT = (v, at, key) => array(v, at, key) && minItems(v, at, key, 1)'],
    ],
    [
      'in case that it is one',
      { list: { items: TEXT } },
      ['checkT = (v, at, key) => ifList(v, at, key, text)'],
    ],
    [
      'a tuple',
      { ...LIST, list: { first: [TEXT, NUMBER] } },
      ['checkT = (v, at, key) => array(v, at, key) && tuple(v, at, key, [text, number])'],
    ],
    [
      'a tuple and no more',
      { ...LIST, list: { first: [TEXT], items: { never: true } } },
      ['checkT = (v, at, key) => array(v, at, key) && tuple(v, at, key, [text], never)'],
    ],
    [
      'that contain something',
      { list: { contains: { rule: TEXT } } },
      ['checkT = (v, at, key) => contains(v, at, key, text)'],
    ],
    [
      'that contain something twice',
      { list: { contains: { rule: TEXT, least: 2 } } },
      ['checkT = (v, at, key) => contains(v, at, key, text, 2)'],
    ],
    [
      'that contain something twice at most',
      { list: { contains: { rule: TEXT, most: 2 } } },
      ['checkT = (v, at, key) => contains(v, at, key, text, 1, 2)'],
    ],
  ])('%s', (_, rule, checks) => {
    expect(checksOf({ T: rule })).toEqual(checks)
  })
})

describe('records', () => {
  test.each<[string, Rule, string[]]>([
    [
      'required and optional fields',
      record([field('a', TEXT), field('b', NUMBER, { required: false })]),
      [
        'checkT = record(["a", "b"], (v, at) => text(v.a, at, "a") && (v.b === undefined || number(v.b, at, "b")))',
      ],
    ],
    [
      'fields that can be null',
      record([field('a', NULL_TEXT), field('b', NULL_TEXT, { required: false })]),
      [
        'checkT = record(["a", "b"], (v, at) => (v.a === null || text(v.a, at, "a")) && (v.b == null || text(v.b, at, "b")))',
      ],
    ],
    [
      'fields of which any value is fine',
      record([field('a', {}), field('b', {}, { required: false })]),
      ['checkT = record(["a", "b"], (v, at) => required(v, at, "a"))'],
    ],
    [
      'fields that some servers leave out',
      record([field('a', TEXT, { missing: true }), field('b', {}, { missing: true })]),
      [
        'checkT = record(["a", "b"], (v, at) => (leftOut(v.b, at, "b") || required(v, at, "b")) && (leftOut(v.a, at, "a") || text(v.a, at, "a")))',
      ],
    ],
    [
      'fields of one direction',
      record([field('a', TEXT, { flow: 'write' }), field('b', TEXT, { flow: 'read' })]),
      [
        'checkT = record(["a", "b"], (v, at) => (v.a === undefined || text(v.a, at, "a")) && text(v.b, at, "b"))',
      ],
    ],
    [
      'a field that needs several calls',
      record([field('a', SHORT, { required: false })]),
      [
        'checkT = record(["a"], (v, at) => (v.a === undefined || checkTA(v.a, at, "a")))',
        'checkTA = (v, at, key) => minLength(v, at, key, 1) && maxLength(v, at, key, 9)',
      ],
    ],
    [
      'a record in a record',
      record([field('a', record([field('x', TEXT)]))]),
      [
        'checkT = record(["a"], (v, at) => checkTA(v.a, at, "a"))',
        'checkTA = record(["x"], (v, at) => text(v.x, at, "x"))',
      ],
    ],
    ['a map', record([], { rest: TEXT }), ['checkT = (v, at, key) => map(v, at, key, text)']],
    [
      'a map of nothing in particular',
      record([], { rest: {} }),
      ['checkT = (v, at, key) => map(v, at, key, anything)'],
    ],
    [
      'no other fields',
      record([field('a', TEXT)], { rest: { never: true } }),
      [
        'checkT = tracked(["a"], (v, at) => text(v.a, at, "a") && closed(v, at, HERE, checkTNames))',
        'checkTNames = ["a"]',
      ],
    ],
    [
      'no other fields but those that match',
      record([field('a', TEXT)], { rest: { never: true }, patterns: [STARTS_WITH_X] }),
      [
        'checkT = tracked(undefined, (v, at) => text(v.a, at, "a") && matching(v, at, HERE, checkTPattern, number) && closed(v, at, HERE, checkTNames, [checkTPattern]))',
        'checkTPattern = new RegExp("^x", "u")',
        'checkTNames = ["a"]',
      ],
    ],
    [
      'a rule for other fields',
      record([field('a', TEXT)], { rest: NUMBER, patterns: [STARTS_WITH_X] }),
      [
        'checkT = tracked(undefined, (v, at) => text(v.a, at, "a") && matching(v, at, HERE, checkTPattern, number) && rest(v, at, HERE, checkTNames, [checkTPattern], number))',
        'checkTPattern = new RegExp("^x", "u")',
        'checkTNames = ["a"]',
      ],
    ],
    [
      'names and how many there are',
      record([], { required: ['z'], names: TEXT, least: 1, most: 0 }),
      [
        'checkT = tracked(["z"], (v, at) => required(v, at, "z") && propertyNames(v, at, HERE, text) && minProperties(v, at, HERE, 1) && maxProperties(v, at, HERE, 0))',
      ],
    ],
    [
      'fields that others depend on',
      record([], {
        dependents: [{ name: 'a', others: ['b', 'c'] }],
        dependentRules: [{ name: 'd', rule: TEXT }],
      }),
      [
        'checkT = tracked(["b", "c"], (v, at) => dependent(v, at, "a", "b", "c") && dependentRule(v, at, "d", text))',
      ],
    ],
    [
      'in case that it is one',
      partsOf([field('a', TEXT)]),
      ['checkT = ifRecord(["a"], (v, at) => text(v.a, at, "a"))'],
    ],
  ])('%s', (_, rule, checks) => {
    expect(checksOf({ T: rule })).toEqual(checks)
  })
})
