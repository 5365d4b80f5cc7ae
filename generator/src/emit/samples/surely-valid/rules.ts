import type { Rule } from '../../../model/rules/rule.js'
import type { Gather, GatheredRules } from './gathered-rules.js'
import { isReference, isSureUnion, type Walk } from './unions.js'
import { isSureValue } from './values.js'

/** What can be said of a rule without drawing whole values of it. */
export interface RuleValidity {
  /** Whatever the seed is, the first value that is drawn is valid, if those of `needs` are. */
  readonly isValid: boolean
  /** The declarations whose values are parts of it. */
  readonly needs: ReadonlySet<string>
}

/** Rules of more parts than this are drawn instead: `allOf` can contain itself. */
const MOST_STEPS = 5000
const DEEPEST = 40

/**
 * Most schemas only say what a value is made of: whatever is drawn for them is valid, which is known from the rule
 * itself. Of the smallest part that could contradict itself, `succeeds` draws values and checks them.
 */
export function createRuleValidity(
  together: Gather,
  succeeds: (rule: Rule) => boolean,
): (rule: Rule) => RuleValidity {
  /** The same part is in all declarations that contain another one. */
  const known = new WeakMap<Rule, RuleValidity>()
  let needs = new Set<string>()
  let isValid = true
  let steps = 0

  /** A value that all these rules apply to. */
  const every = (given: readonly Rule[], depth: number): boolean => {
    const rules = withoutRepeated(given.map(unwrapped))
    const [only] = rules
    if (rules.length > 1 || !only) return isFine({ all: rules }, rules, depth)
    if (isReference(only)) {
      needs.add(only.reference)
      return true
    }
    const found = known.get(only) ?? alone(only, depth)
    known.set(only, found)
    for (const each of found.needs) needs.add(each)
    isValid = isValid && found.isValid
    return isValid
  }

  const alone = (rule: Rule, depth: number): RuleValidity => {
    const outer = { needs, isValid }
    needs = new Set()
    isValid = true
    isFine(rule, [rule], depth)
    const found = { needs, isValid }
    needs = outer.needs
    isValid = outer.isValid
    return found
  }

  const isFine = (rule: Rule, rules: readonly Rule[], depth: number): boolean => {
    const isSure = settled(together(rules), depth)
    if (!isSure && isValid) isValid = succeeds(rule)
    return isValid
  }

  /** Whether it follows from the rules that the first value is valid. */
  const settled = (parts: GatheredRules, depth: number): boolean => {
    steps++
    if (steps > MOST_STEPS || depth > DEEPEST || parts.isHard || parts.never) return false
    const [union, ...others] = parts.choices
    if (others.length > 0) return false
    return union ? isSureUnion(walk, parts, union, depth) : isSureValue(every, parts, depth)
  }

  const walk: Walk = { together, every, settled, needs: (name) => needs.add(name) }

  return (rule) => {
    steps = 0
    needs = new Set()
    isValid = true
    every([rule], 0)
    return { isValid, needs }
  }
}

/**
 * The same type only once: a base and its heirs both say of a field what type it has. As two rules, nothing of it would be
 * remembered, and a type with such a field of its own type would be read in all combinations.
 */
function withoutRepeated(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(
    (rule, index) =>
      !isReference(rule) ||
      rules.findIndex(
        (each) =>
          isReference(each) && each.reference === rule.reference && each.nullable === rule.nullable,
      ) === index,
  )
}

/** What only packs one rule, such as `allOf` around a reference. */
function unwrapped(rule: Rule): Rule {
  const [key, ...keys] = Object.keys(rule).filter(
    (each) => each !== 'source' && each !== 'nullable',
  )
  if (keys.length > 0) return rule
  const [only, ...others] =
    (key === 'all' ? rule.all : key === 'choices' ? membersOfOne(rule) : undefined) ?? []
  return only && others.length === 0 ? unwrapped(only) : rule
}

function membersOfOne({ choices = [] }: Rule): readonly Rule[] {
  const [union, ...others] = choices
  return union && others.length === 0 && !union.tagging ? union.members : []
}
