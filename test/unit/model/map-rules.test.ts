import { expect, test } from 'vitest'
import { mapRules } from '../../../generator/src/model/rules/map-rules.js'
import type { Rule } from '../../../generator/src/model/rules/rule.js'

const here = (name: string): Rule => ({ values: [name] })
const field = { name: 'f', rule: here('field'), required: true, flow: 'write' } as const
const rule: Rule = {
  types: ['object'],
  all: [here('all')],
  choices: [{ holds: 'one', members: [here('choice')] }],
  not: here('not'),
  when: { condition: here('condition'), met: here('met'), unmet: here('unmet') },
  list: {
    first: [here('first')],
    items: here('items'),
    contains: { rule: here('contains'), least: 2 },
    unevaluated: here('unevaluated item'),
  },
  record: {
    fields: [field],
    required: [],
    patterns: [],
    dependents: [],
    dependentRules: [{ name: 'd', rule: here('dependent') }],
    rest: here('rest'),
    names: here('names'),
    unevaluated: here('unevaluated'),
  },
}

test('every rule inside another one is changed, and nothing else', () => {
  const seen: string[] = []
  const mapped = mapRules(rule, (each, of) => {
    const name = String(each.values)
    seen.push(of ? `${name} ${of.name} ${of.flow}` : name)
    return { values: [`${name}!`] }
  })
  const expected =
    'all,choice,not,condition,met,unmet,first,items,contains,unevaluated item,field f write,dependent,rest,names,unevaluated'
  expect(seen.toSorted()).toEqual(expected.split(',').toSorted())
  const undone = JSON.stringify(mapped).replaceAll('!"', '"')
  expect(JSON.parse(undone)).toEqual(rule)
  expect(JSON.stringify(mapped).match(/!"/g)).toHaveLength(seen.length)
})

test('a rule without others inside stays as it is', () => {
  const plain: Rule = { types: ['string'], text: { least: 1 } }
  expect(mapRules(plain, () => here('changed'))).toEqual(plain)
})
