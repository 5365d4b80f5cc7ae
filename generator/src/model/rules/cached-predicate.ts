import type { Rule, RuleOf } from './rule.js'

type Asking = (reference: string) => boolean

/**
 * A predicate for rules that follows references and evaluates each of them once: schemas that refer to one
 * another twice would otherwise double the work with each step. The result for a reference that is still
 * being evaluated is `assumed`.
 */
export function cachedPredicate(
  answer: (rule: Rule, ask: Asking) => boolean,
  assumed: boolean,
): (rule: Rule, ruleOf: RuleOf) => boolean {
  const answers = new WeakMap<RuleOf, Map<string, boolean>>()
  return (rule, ruleOf) => {
    const known = answers.get(ruleOf) ?? new Map<string, boolean>()
    answers.set(ruleOf, known)
    /** Results that depend on an assumption, and are only valid for the current call. */
    const passing = new Map<string, boolean>()
    const open = new Map<string, number>()
    // The depth of the outermost reference whose result was assumed.
    let outermost = Number.POSITIVE_INFINITY

    const ask = (reference: string): boolean => {
      const before = known.get(reference)
      if (before !== undefined) return before
      const meanwhile = passing.get(reference)
      if (meanwhile !== undefined) {
        outermost = 0
        return meanwhile
      }
      const depth = open.get(reference)
      if (depth !== undefined) {
        outermost = Math.min(outermost, depth)
        return assumed
      }
      const around = outermost
      outermost = Number.POSITIVE_INFINITY
      open.set(reference, open.size)
      const found = answer(ruleOf(reference) ?? {}, ask)
      open.delete(reference)
      const lasts = outermost >= open.size
      ;(lasts ? known : passing).set(reference, found)
      outermost = Math.min(around, lasts ? Number.POSITIVE_INFINITY : outermost)
      return found
    }

    return answer(rule, ask)
  }
}
