import type { Rule, RuleOf } from '../../../model/rules/rule.js'
import { createGather } from './gathered-rules.js'
import { createRuleValidity } from './rules.js'

/**
 * Whether the first try for a rule is valid. Values are only drawn of the declarations of which nothing else is known,
 * once for each: a document has few of them, but nearly every response contains one somewhere.
 */
export function createSurelyValid(
  ruleOf: RuleOf,
  succeeds: (rule: Rule) => boolean,
): (rule: Rule) => boolean {
  const validityOf = createRuleValidity(createGather(ruleOf), succeeds)
  const seen = new Set<string>()
  const users = new Map<string, Set<string>>()
  /** Values of these, or in them, are not valid at the first try. */
  const hard = new Set<string>()

  const spread = (name: string): void => {
    const open = [name]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (hard.has(next)) continue
      hard.add(next)
      open.push(...(users.get(next) ?? []))
    }
  }

  const visit = (first: Iterable<string>): void => {
    const open = [...first]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const rule = seen.has(name) ? undefined : ruleOf(name)
      seen.add(name)
      if (!rule) continue
      const { isValid, needs } = validityOf(rule)
      for (const each of needs) {
        const known = users.get(each) ?? new Set()
        users.set(each, known.add(name))
        open.push(each)
      }
      if (!isValid || [...needs].some((each) => hard.has(each))) spread(name)
    }
  }

  return (rule) => {
    const { isValid, needs } = validityOf(rule)
    visit(needs)
    return isValid && ![...needs].some((each) => hard.has(each))
  }
}
