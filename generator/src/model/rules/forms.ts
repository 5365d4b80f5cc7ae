import { tagsAreKeys } from '../shapes/tagging.js'
import { wholeParts } from './facts.js'
import type { Rule, UnionRule } from './rule.js'

/** Whether members are distinguished by keys, so that the check is for the whole object. */
function isKeyed({ tagging }: UnionRule): boolean {
  return tagging !== undefined && tagsAreKeys(tagging)
}

/** Whether several rules apply to the same object, so that all of them have to know its fields. */
export function needsWrapper(rule: Rule): boolean {
  if (rule.record) return !isMap(rule)
  return (
    wholeParts(rule) > 1 ||
    (rule.choices ?? []).some(isKeyed) ||
    rule.list?.unevaluated !== undefined
  )
}

/** An object without fields of its own, whose keys all have values of one type. */
export function isMap({ types, record, ...others }: Rule): boolean {
  if (!record || types?.length !== 1 || types[0] !== 'object' || wholeParts(others) > 0)
    return false
  const { fields, required, patterns, rest, dependents, dependentRules, ...limits } = record
  const lists = [fields, required, patterns, dependents, dependentRules]
  const plain = lists.every((list) => list.length === 0) && Object.keys(limits).length === 0
  return plain && rest !== undefined && rest.never === undefined
}
