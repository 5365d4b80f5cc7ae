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

const typed = (type: 'boolean' | 'array' | 'object'): Rule => ({ types: [type] })
describe('combinations', () => {
  test.each<[string, Rule, string[]]>([
    ['nothing', { never: true, types: ['string'] }, ['checkT = (v, at, key) => never(v, at, key)']],
    ['anything', {}, ['checkT = () => true']],
    [
      'all of them',
      { all: [record([field('a', TEXT)]), { text: { least: 1 } }, {}, NULL_TEXT] },
      [
        'checkT = compose(undefined, (v, at) => checkTPart1(v, at, HERE) && minLength(v, at, HERE, 1) && checkTPart4(v, at, HERE))',
        'checkTPart1 = record(["a"], (v, at) => text(v.a, at, "a"))',
        'checkTPart4 = (v, at, key) => (v === null || text(v, at, key))',
      ],
    ],
    [
      'an object or a list, with limits for both',
      {
        types: ['object', 'array'],
        ...partsOf([field('a', TEXT)], { least: 2 }),
        list: { least: 1 },
      },
      [
        'checkT = compose(["a"], (v, at) => typed(v, at, HERE, "object", "array") && minItems(v, at, HERE, 1) && checkTFields(v, at, HERE))',
        'checkTFields = ifRecord(["a"], (v, at) => text(v.a, at, "a") && minProperties(v, at, HERE, 2))',
      ],
    ],
    ['not', { not: TEXT }, ['checkT = (v, at, key) => not(v, at, key, text)']],
    [
      'if, then and else',
      { when: { condition: TEXT, met: SHORT, unmet: NUMBER } },
      [
        'checkT = (v, at, key) => when(v, at, key, text, checkTThen, number)',
        'checkTThen = (v, at, key) => minLength(v, at, key, 1) && maxLength(v, at, key, 9)',
      ],
    ],
    [
      'if and else',
      { when: { condition: TEXT, unmet: NUMBER } },
      ['checkT = (v, at, key) => when(v, at, key, text, undefined, number)'],
    ],
    ['if and nothing else', { when: { condition: TEXT } }, ['checkT = (v, at, key) => true']],
    [
      'any of them',
      { choices: [{ holds: 'any', members: [TEXT, NUMBER] }] },
      ['checkT = (v, at, key) => anyOf(v, at, key, "string or number", text, number)'],
    ],
    [
      'one of six',
      {
        choices: [
          {
            holds: 'one',
            members: [
              TEXT,
              { types: ['null', 'array'] },
              { text: { format: 'uuid' } },
              { values: [1] },
              partsOf([]),
              NUMBER,
            ],
          },
        ],
      },
      [
        'checkT = (v, at, key) => oneOf(v, at, key, "string or array or uuid or another form or object or number", text, checkTOption2, checkTOption3, checkTOption4, checkTOption5, number)',
        'checkTOption2 = (v, at, key) => (v === null || array(v, at, key))',
        'checkTOption3 = (v, at, key) => ifText(v, at, key, uuid)',
        'checkTOption4Values = [1]',
        'checkTOption4 = (v, at, key) => among(v, at, key, checkTOption4Values)',
        'checkTOption5 = ifRecord(undefined, () => true)',
      ],
    ],
    [
      'one of seven, which are not listed',
      {
        choices: [
          {
            holds: 'one',
            members: [
              TEXT,
              NUMBER,
              ...[typed('boolean'), typed('array'), typed('object')],
              { values: [1] },
              { text: { format: 'uuid' } },
            ],
          },
        ],
      },
      [
        'checkT = (v, at, key) => oneOf(v, at, key, "one of 7 forms", text, number, flag, array, object, checkTOption6, checkTOption7)',
        'checkTOption6Values = [1]',
        'checkTOption6 = (v, at, key) => among(v, at, key, checkTOption6Values)',
        'checkTOption7 = (v, at, key) => ifText(v, at, key, uuid)',
      ],
    ],
  ])('%s', (_, rule, checks) => {
    expect(checksOf({ T: rule })).toEqual(checks)
  })
})

describe('unions', () => {
  test.each<[string, Rule, string[]]>([
    [
      'by key',
      {
        choices: [
          {
            holds: 'one',
            tagging: {
              style: 'key',
              tags: [
                { tag: 'a', member: 0 },
                { tag: 'none', member: 1, unit: true },
              ],
            },
            members: [record([field('a', TEXT)]), { values: ['none'] }],
          },
        ],
      },
      [
        'checkT = compose(["a"], (v, at) => keyed(v, at, checkTKinds, checkTOptions))',
        'checkTKinds = kinds({ a: text })',
        'checkTOptions = {"units":["none"]}',
      ],
    ],
    [
      'by key, of which several may be there, and one can be null',
      {
        choices: [
          {
            holds: 'any',
            tagging: {
              style: 'key',
              tags: [
                { tag: 'a', member: 0 },
                { tag: 'b_c', member: 1 },
              ],
            },
            members: [
              record([field('a', TEXT), field('x', NUMBER)]),
              record([field('b_c', NULL_TEXT)]),
            ],
          },
        ],
      },
      [
        'checkT = compose(["a", "x", "b_c"], (v, at) => keyed(v, at, checkTKinds, checkTOptions))',
        'checkTA = record(["a", "x"], (v, at) => text(v.a, at, "a") && number(v.x, at, "x"))',
        'checkTBC = (v, at, key) => (v === null || text(v, at, key))',
        'checkTKinds = kinds({ a: checkTA, b_c: checkTBC })',
        'checkTOptions = {"nullable":["b_c"],"whole":["a"],"several":true}',
      ],
    ],
    [
      'by key alone',
      {
        choices: [
          {
            holds: 'one',
            tagging: { style: 'key', tags: [{ tag: 'a', member: 0 }] },
            members: [record([field('a', TEXT)])],
          },
        ],
      },
      [
        'checkT = compose(["a"], (v, at) => keyed(v, at, checkTKinds))',
        'checkTKinds = kinds({ a: text })',
      ],
    ],
    [
      'by a property',
      {
        choices: [
          {
            holds: 'one',
            tagging: {
              style: 'property',
              property: 'kind',
              tags: [
                { tag: 'a', member: 0 },
                { tag: 'b', member: 1 },
              ],
            },
            members: [record([field('kind', TEXT)]), record([field('kind', NUMBER)])],
          },
        ],
      },
      [
        'checkT = (v, at, key) => tagged(v, at, key, "kind", checkTKinds)',
        'checkTA = record(["kind"], (v, at) => text(v.kind, at, "kind"))',
        'checkTB = record(["kind"], (v, at) => number(v.kind, at, "kind"))',
        'checkTKinds = kinds({ a: checkTA, b: checkTB })',
      ],
    ],
    [
      'by a property that is a number',
      {
        choices: [
          {
            holds: 'one',
            tagging: {
              style: 'property',
              property: 'kind',
              tags: [
                { tag: '1', tagValue: 1, member: 0 },
                { tag: 'b', member: 1 },
              ],
            },
            members: [record([field('kind', TEXT)]), record([field('kind', NUMBER)])],
          },
        ],
      },
      [
        'checkT = (v, at, key) => tagged(v, at, key, "kind", checkTKinds, checkTTags)',
        'checkT1 = record(["kind"], (v, at) => text(v.kind, at, "kind"))',
        'checkTB = record(["kind"], (v, at) => number(v.kind, at, "kind"))',
        'checkTKinds = kinds({ 1: checkT1, b: checkTB })',
        'checkTTags = [1, "b"]',
      ],
    ],
  ])('%s', (_, rule, checks) => {
    expect(checksOf({ T: rule })).toEqual(checks)
  })
})

describe('what no part has evaluated', () => {
  test.each<[string, Rule, string[]]>([
    [
      'fields',
      {
        ...record([], { unevaluated: { never: true } }),
        all: [record([field('a', TEXT)]), NUMBER],
      },
      [
        'checkT = tracked(["a"], (v, at) => checkTPart1(v, at, HERE) && number(v, at, HERE) && unevaluatedProperties(v, at, HERE, checkTSeen, never))',
        'checkTPart1 = record(["a"], (v, at) => text(v.a, at, "a"))',
        'checkTSeen = keys of ["a"]',
      ],
    ],
    [
      'fields, where all are evaluated',
      { ...record([], { unevaluated: NUMBER }), all: [record([field('a', TEXT)], { rest: TEXT })] },
      [
        'checkT = tracked(undefined, (v, at) => checkTPart1(v, at, HERE) && unevaluatedProperties(v, at, HERE, checkTSeen, number))',
        'checkTPart1Names = ["a"]',
        'checkTPart1 = tracked(undefined, (v, at) => text(v.a, at, "a") && rest(v, at, HERE, checkTPart1Names, [], text))',
        'checkTSeen = keys of seenAll(v)',
      ],
    ],
    [
      'fields that match, and of dependent rules',
      record([], {
        unevaluated: TEXT,
        patterns: [STARTS_WITH_X],
        dependentRules: [{ name: 'q', rule: record([field('r', TEXT)]) }],
      }),
      [
        'checkT = tracked(undefined, (v, at) => matching(v, at, HERE, checkTPattern, number) && dependentRule(v, at, "q", checkTWithQ) && unevaluatedProperties(v, at, HERE, checkTSeen, text))',
        'checkTPattern = new RegExp("^x", "u")',
        'checkTWithQ = record(["r"], (v, at) => text(v.r, at, "r"))',
        'checkTDependentSeen = keys of ["r"]',
        'checkTDependent = record(["q"], (v, at) => required(v, at, "q"))',
        'checkTSeen = keys of seenLike(v, checkTPattern), seenIf(checkTDependent, checkTDependentSeen, v, at)',
      ],
    ],
    [
      'fields of an option',
      {
        ...record([], { unevaluated: TEXT }),
        choices: [{ holds: 'any', members: [TEXT, record([field('d', TEXT)])] }],
      },
      [
        'checkT = tracked(undefined, (v, at) => anyOf(v, at, HERE, "string or object", text, checkTOption2) && unevaluatedProperties(v, at, HERE, checkTSeen, text))',
        'checkTOption2 = record(["d"], (v, at) => text(v.d, at, "d"))',
        'checkTOption2Seen = keys of ["d"]',
        'checkTSeen = keys of seenIf(checkTOption2, checkTOption2Seen, v, at)',
      ],
    ],
    [
      'fields of a condition',
      {
        ...record([], { unevaluated: TEXT }),
        when: {
          condition: record([field('a', TEXT)]),
          met: record([field('b', TEXT)]),
          unmet: record([field('c', TEXT)]),
        },
      },
      [
        'checkT = tracked(undefined, (v, at) => when(v, at, HERE, checkTIf, checkTThen, checkTElse) && unevaluatedProperties(v, at, HERE, checkTSeen, text))',
        'checkTIf = record(["a"], (v, at) => text(v.a, at, "a"))',
        'checkTThen = record(["b"], (v, at) => text(v.b, at, "b"))',
        'checkTElse = record(["c"], (v, at) => text(v.c, at, "c"))',
        'checkTIfSeen = keys of ["a"]',
        'checkTThenSeen = keys of ["b"]',
        'checkTElseSeen = keys of ["c"]',
        'checkTElse_ = (v, at, key) => not(v, at, key, checkTIf)',
        'checkTSeen = keys of seenIf(checkTIf, checkTIfSeen, v, at), seenIf(checkTIf, checkTThenSeen, v, at), seenIf(checkTElse_, checkTElseSeen, v, at)',
      ],
    ],
    [
      'items',
      { list: { first: [TEXT], contains: { rule: NUMBER }, unevaluated: { never: true } } },
      [
        'checkT = compose(undefined, (v, at) => tuple(v, at, HERE, [text]) && contains(v, at, HERE, number) && unevaluatedItems(v, at, HERE, checkTSeen, never))',
        'checkTSeen = keys of [0], seenItems(number, v, at)',
      ],
    ],
    [
      'any items',
      { list: { first: [TEXT], unevaluated: {} } },
      ['checkT = compose(undefined, (v, at) => tuple(v, at, HERE, [text]))'],
    ],
  ])('%s', (_, rule, checks) => {
    expect(checksOf({ T: rule })).toEqual(checks)
  })
})

test.each<[string, Rule, string]>([
  [
    'names that match',
    partsOf([], { patterns: [STARTS_WITH_X] }),
    'seenIf(checkTOption1, checkTOption1Seen, v, at)',
  ],
  [
    'a condition that does not hold',
    { when: { condition: NUMBER, unmet: { reference: 'U' } } },
    'seenIf(checkTOption1, checkTOption1Seen, v, at)',
  ],
  ['no keys', { list: { least: 1 } }, ''],
])('of an option with %s, what it has evaluated counts if it holds', (_, member, keys) => {
  const choices: Rule = { choices: [{ holds: 'any', members: [member, TEXT] }] }
  const checks = checksOf({ T: { ...record([], { unevaluated: TEXT }), ...choices } })
  expect(checks.at(-1)).toBe(`checkTSeen = keys of ${keys}`)
})

test('of an option that contains an item, this item is evaluated', () => {
  const contains: Rule = { list: { contains: { rule: NUMBER } } }
  const choices: Rule = { choices: [{ holds: 'any', members: [contains, TEXT] }] }
  const checks = checksOf({ T: { list: { unevaluated: { never: true } }, ...choices } })
  expect(checks).toContain('checkTOption1Seen = keys of seenItems(number, v, at)')
  expect(checks).toContain('checkTSeen = keys of seenIf(checkTOption1, checkTOption1Seen, v, at)')
})

describe('several declarations', () => {
  const item = record([field('a', TEXT), field('b', { types: ['boolean'] }, { required: false })])
  const listOf = (name: string): Rule => ({
    types: ['array'],
    list: { items: { reference: name } },
  })

  test('items of lists are tested for their types before anything is called', () => {
    expect(checksOf({ Item: item, All: listOf('Item') })).toEqual([
      'checkItem = record(["a", "b"], (v, at) => [v.a is string && v.b === undefined || v.b is boolean] || text(v.a, at, "a") && (v.b === undefined || flag(v.b, at, "b")))',
      'checkAll = (v, at, key) => list(v, at, key, checkItem)',
    ])
    expect(checksOf({ Item: item })[0]).toMatch(
      /^checkItem = record\(\["a", "b"\], \(v, at\) => text/,
    )
  })

  test.each<[string, Rule]>([
    ['a number', record([field('a', TEXT), field('b', NUMBER)])],
    ['a field that some servers leave out', record([field('a', TEXT, { missing: true })])],
    ['nothing', record([])],
  ])('but not where they hold %s', (_, rule) => {
    expect(checksOf({ Item: rule, All: listOf('Item') })[0]).not.toContain(' is ')
  })

  test('what can contain itself keeps track of where it is', () => {
    const tree = record([field('next', { reference: 'Tree' }, { required: false })])
    expect(checksOf({ Tree: tree })).toEqual([
      'checkTree = tracked(["next"], (v, at) => (v.next === undefined || checkTree(v.next, at, "next")))',
    ])
  })

  test('a type that is one call has no check of its own', () => {
    expect(checksOf({ Text: TEXT, T: record([field('a', { reference: 'Text' })]) })).toEqual([
      'checkT = record(["a"], (v, at) => text(v.a, at, "a"))',
    ])
  })

  test('names do not collide', () => {
    const [, , third] = checksOf({ TA: SHORT, T: record([field('a', SHORT)]) })
    expect(third).toMatch(/^checkTA_ = /)
  })

  test('what is checked alike is declared once, under its first name', () => {
    const pattern = { ...TEXT, text: { pattern: { source: '^a', flags: 'u' } } } as const
    const page = record([field('page', pattern)])
    const input = record([field('first', page), field('second', page)])
    expect(checksOf({ A: input, B: record([field('third', page)]) })).toEqual([
      'checkA = record(["first", "second"], (v, at) => checkAFirst(v.first, at, "first") && checkAFirst(v.second, at, "second"))',
      'checkAFirstPagePattern = new RegExp("^a", "u")',
      'checkAFirst = record(["page"], (v, at) => text(v.page, at, "page") && pattern(v.page, at, "page", checkAFirstPagePattern))',
      'checkB = record(["third"], (v, at) => checkAFirst(v.third, at, "third"))',
    ])
  })

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['values', ['1'], [1]],
    ['texts that look like names', ['name text'], ['text']],
  ])('%s that only look alike are not shared', (_, one, other) => {
    const checks = checksOf({
      A: record([field('a', { values: one }), field('b', { values: other })]),
    })
    expect(checks.filter((each) => each.includes('Values ='))).toHaveLength(2)
  })

  test('all of one reference is the check of that type', () => {
    const rule = record([field('a', { all: [{ reference: 'B' }] })])
    expect(checksOf({ A: rule, B: record([]) })[0]).toBe(
      'checkA = record(["a"], (v, at) => checkB(v.a, at, "a"))',
    )
  })

  test('values of an enumeration are those that it exports', () => {
    const source = { file: 'a.yaml', pointer: '' }
    const rule: Rule = { ...TEXT, values: ['a', 'b'] }
    const shape = { kind: 'enumeration', values: ['a', 'b'], open: false } as const
    const enumeration = { name: 'Color', rule, shape, source }
    expect(checksOf({ Color: rule }, [enumeration])).toEqual([
      'checkColor = (v, at, key) => among(v, at, key, colors)',
    ])
    for (const values of [['a', 'c'], ['a', 'b', 'c'], ['a']]) {
      expect(checksOf({ Color: { ...rule, values } }, [enumeration])[1]).toMatch(
        /^checkColorValues = /,
      )
    }
  })
})
