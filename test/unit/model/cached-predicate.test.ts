import { expect, test } from 'vitest'
import { cachedPredicate } from '../../../generator/src/model/rules/cached-predicate.js'
import type { Rule } from '../../../generator/src/model/rules/rule.js'

// Whether a text can be reached, in graphs whose names stand for all of the names behind the colon.

const TEXT: Rule = { types: ['string'] }

function graphOf(lines: string): (name: string) => Rule | undefined {
  const rules = new Map(
    lines.split(' / ').map((line): [string, Rule] => {
      const [name = '', names = ''] = line.split(': ')
      const all = names.split(' ').map((each) => (each === 'text' ? TEXT : { reference: each }))
      return [name, { all }]
    }),
  )
  return (name) => rules.get(name)
}

test.each([
  ['a cycle of two', 'A: B text / B: A'],
  ['a cycle of three', 'A: B text / B: C / C: A'],
  ['a cycle in a cycle', 'A: B text / B: C / C: B A'],
  ['a cycle beside one without a text', 'A: B D text / B: A / D: D', 'D'],
  ['a name that two others need', 'A: B C text / B: D / C: D / D: A'],
])('%s gives the same answers in any order', (_, lines, without = '') => {
  const names = lines.split(' / ').map((line) => line.slice(0, 1))
  const expected = Object.fromEntries(names.map((name) => [name, !without.includes(name)]))
  for (const order of [names, names.toReversed()]) {
    const reachesText = cachedPredicate(
      ({ types, all = [], reference }, ask) =>
        types !== undefined ||
        // All of them are asked, so that what is remembered does not depend on the first `true`.
        all.map((each) => each.types !== undefined || ask(each.reference ?? '')).includes(true) ||
        (reference !== undefined && ask(reference)),
      false,
    )
    const ruleOf = graphOf(lines)
    const answers = order.map((name) => [name, reachesText({ reference: name }, ruleOf)])
    expect(Object.fromEntries(answers)).toEqual(expected)
  }
})

test('each reference is evaluated once', () => {
  // Each name leads twice to the next one: without a cache, a million evaluations.
  const lines = Array.from({ length: 20 }, (_, at) => `N${at}: N${at + 1} N${at + 1}`).join(' / ')
  let count = 0
  const reachesText = cachedPredicate(({ all = [], reference }, ask) => {
    count += 1
    const results = all.map((each) => ask(each.reference ?? ''))
    return results.includes(true) || (reference !== undefined && ask(reference))
  }, false)
  expect(reachesText({ reference: 'N0' }, graphOf(lines))).toBe(false)
  expect(count).toBeLessThan(30)
})
