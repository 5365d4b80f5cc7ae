import { type Gathered, gathering } from '../../../check/samples.js'
import type { Rule, RuleOf } from '../../../model/rules/rule.js'

/** Everything that applies to one value, before a member of its union is chosen. */
export type GatheredRules = Readonly<Gathered<Rule>>

export type Gather = (rules: readonly Rule[], before?: GatheredRules) => GatheredRules

/** Everything that several rules say of one value, each of them read once. */
export function createGather(ruleOf: RuleOf): Gather {
  const known = new WeakMap<Rule, GatheredRules>()

  const all = (rules: readonly Rule[], before?: GatheredRules): GatheredRules => {
    const { parts, add } = gathering(ruleOf, undefined, before)
    rules.forEach(add)
    return parts
  }

  return (rules, before) => {
    const [only] = rules
    if (rules.length !== 1 || !only || before) return all(rules, before)
    const found = known.get(only) ?? all(rules)
    known.set(only, found)
    return found
  }
}

/** Whether nothing is said of a value. */
export function isEmpty({
  types,
  values,
  usual,
  texts,
  numbers,
  lists,
  records,
  names,
}: GatheredRules) {
  const lengths = [texts, numbers, lists, records, names].map((each) => each.length)
  return types === undefined && !values && !usual && lengths.every((length) => length === 0)
}
