import { expect, test } from 'vitest'
import { createCheck } from '../../../generator/src/check/check.js'
import type { Rule } from '../../../generator/src/model/rules/rule.js'

/** Each level lists the next one twice: as it is, and with a name that it requires. */
function levels(count: number): Map<string, Rule> {
  const record = { fields: [], required: ['z'], patterns: [], dependents: [], dependentRules: [] }
  const union = (next: Rule): Rule => ({
    choices: [{ holds: 'any', members: [next, { all: [next, { record }] }] }],
  })
  const named = Array.from({ length: count }, (_, level): [string, Rule] => [
    `S${level}`,
    level + 1 < count ? union({ reference: `S${level + 1}` }) : { types: ['string'] },
  ])
  return new Map(named)
}

test('unions in unions that list the same twice are looked at in linear time', () => {
  const work = [10, 20, 40].map((count) => {
    const rules = levels(count)
    const meter = { rules: 0 }
    const check = createCheck((name) => rules.get(name), 'write', meter)
    expect(check({ reference: 'S0' }, { a: 1 })).not.toEqual([])
    return meter.rules
  })
  const [ten = 0, twenty = 0, forty = 0] = work
  expect(twenty).toBeLessThan(3 * ten)
  expect(forty).toBeLessThan(3 * twenty)
})
