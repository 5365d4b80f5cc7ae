import { expect, test } from 'vitest'
import { createCheck } from '../../../generator/src/check/check.js'
import type { Rule } from '../../../generator/src/model/rules/rule.js'

// Each level refers to the next one several times: a value is checked once for each, not twice as often.

const LEVELS = 40
const kinds: readonly (readonly [string, (next: Rule) => Rule])[] = [
  ['parts', (next) => ({ all: [next, next] })],
  ['an exclusion', (next) => ({ not: { all: [next, next] } })],
  ['a condition', (next) => ({ when: { condition: next, met: next, unmet: next } })],
]

test.each(kinds)('%s', (_, step) => {
  const rules = new Map<string, Rule>([[`S${LEVELS}`, { types: ['object'] }]])
  for (let level = 0; level < LEVELS; level++) {
    rules.set(`S${level}`, step({ reference: `S${level + 1}` }))
  }
  const check = createCheck((name) => rules.get(name), 'write')
  for (const value of [{}, 'text', null, []]) {
    expect(check({ reference: 'S0' }, value).length).toBeLessThan(3)
  }
})
