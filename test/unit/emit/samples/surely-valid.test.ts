import { describe, expect, test } from 'vitest'
import { createGather } from '../../../../generator/src/emit/samples/surely-valid/gathered-rules.js'
import { createRuleValidity } from '../../../../generator/src/emit/samples/surely-valid/rules.js'
import { createSurelyValid } from '../../../../generator/src/emit/samples/surely-valid/surely-valid.js'
import type { FieldRule, RecordRule, Rule } from '../../../../generator/src/model/rules/rule.js'

function object(fields: Readonly<Record<string, Rule>>, more: Partial<RecordRule> = {}): Rule {
  const all = Object.entries(fields).map(
    ([name, rule]): FieldRule => ({ name, rule, required: true }),
  )
  const none = { required: [], patterns: [], dependents: [], dependentRules: [] }
  return { types: ['object'], record: { fields: all, ...none, ...more } }
}

const text: Rule = { types: ['string'] }

/** The parts of which values are drawn. */
function triedIn(rule: Rule, rules: Readonly<Record<string, Rule>> = {}): Rule[] {
  const tried: Rule[] = []
  const succeeds = (each: Rule): boolean => {
    tried.push(each)
    return true
  }
  createRuleValidity(
    createGather((name) => rules[name]),
    succeeds,
  )(rule)
  return tried
}

describe('what is valid whatever is drawn', () => {
  const limits: Rule = { types: ['integer'], number: { least: 1, most: 3 } }
  const kinds: Rule = {
    choices: [
      {
        holds: 'one',
        members: [object({ kind: { values: ['cat'] } }), object({ kind: { values: ['dog'] } })],
        tagging: {
          style: 'property',
          property: 'kind',
          tags: [
            { tag: 'cat', member: 0 },
            { tag: 'dog', member: 1 },
          ],
        },
      },
    ],
  }
  test.each<[string, Rule]>([
    [
      'fields',
      object({ name: text, at: { ...text, text: { format: 'date-time' } }, size: limits }),
    ],
    ['lists and maps', object({ many: { types: ['array'], list: { items: text, least: 2 } } })],
    ['enums with limits', { ...text, values: ['a', 'b'], text: { most: 5 } }],
    ['a tagged union', kinds],
    ['a union of types', { choices: [{ holds: 'one', members: [text, limits] }] }],
    ['any of several', { choices: [{ holds: 'any', members: [object({ a: text }), object({})] }] }],
    ['what is required and not described', object({}, { required: ['more'] })],
    ['parts with other fields', { all: [object({ a: text }), object({ b: limits })] }],
  ])('%s', (_, rule) => {
    expect(triedIn(rule)).toEqual([])
  })
})

test('a type that a base and its heirs give to a field is looked at once', () => {
  const base = object({ kind: text, friend: { reference: 'Pet' } })
  const heir = (name: string): Rule => ({ all: [base, object({ [name]: text })] })
  const tagging = {
    style: 'property',
    property: 'kind',
    tags: ['Cat', 'Dog', 'Fish'].map((tag, member) => ({ tag, member })),
  } as const
  const members = ['Cat', 'Dog', 'Fish'].map((reference) => ({ reference }))
  const pet: Rule = { ...base, choices: [{ holds: 'one', members, tagging }] }
  const tried = triedIn(pet, { Pet: pet, Cat: heir('a'), Dog: heir('b'), Fish: heir('c') })
  // Once for each of the three kinds: its tag, which is a text and a constant.
  expect(tried.length).toBeLessThan(10)
})

describe('of what could contradict itself, only the part is drawn', () => {
  const pattern: Rule = { ...text, text: { pattern: { source: '^a', flags: 'u' } } }
  const same: Rule = { choices: [{ holds: 'one', members: [object({ a: text }), object({})] }] }
  test.each<[string, Rule]>([
    ['a pattern', pattern],
    ['members that may fit together', same],
    ['an exclusion', { not: text }],
    ['a step', { types: ['number'], number: { step: 0.1 } }],
    ['a format that is too short', { ...text, text: { format: 'uri', most: 5 } }],
    ['keys that are limited', object({ a: text }, { most: 1 })],
    ['unequal values', { all: [{ values: ['a'] }, { values: ['b'] }] }],
  ])('%s', (_, hard) => {
    expect(triedIn(object({ name: text, hard }))).toEqual([hard])
  })
})

test('a declaration is looked at once, and is no longer steady if a part of it is not', () => {
  const rules: Record<string, Rule> = {
    Hard: { not: text },
    Soft: object({ name: text, next: { reference: 'Soft' } }),
    Both: object({
      soft: { reference: 'Soft' },
      list: { types: ['array'], list: { items: { reference: 'Hard' } } },
    }),
    Around: { all: [{ reference: 'Both' }] },
  }
  let tries = 0
  const isSurelyValid = createSurelyValid(
    (name) => rules[name],
    () => {
      tries++
      return false
    },
  )
  const found = ['Soft', 'Around', 'Both', 'Hard', 'Soft'].map((reference) =>
    isSurelyValid({ reference }),
  )
  expect(found).toEqual([true, false, false, false, true])
  expect(tries).toBe(1)
})
