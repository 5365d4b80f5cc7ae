import type { Rule, RuleOf } from './rule.js'

type Asking = (reference: string) => boolean

/**
 * A question about rules that follows references, each of which is answered once: schemas that refer
 * to one another twice would double the work with each step. A reference that is asked about while it
 * is being answered counts as `assumed`.
 */
export function questionOf(
  answer: (rule: Rule, ask: Asking) => boolean,
  assumed: boolean,
): (rule: Rule, ruleOf: RuleOf) => boolean {
  const answers = new WeakMap<RuleOf, Map<string, boolean>>()
  return (rule, ruleOf) => {
    const known = answers.get(ruleOf) ?? new Map<string, boolean>()
    answers.set(ruleOf, known)
    /** Results that depend on an assumption, and only count for the current question. */
    const passing = new Map<string, boolean>()
    const open = new Map<string, number>()
    // How far out the outermost assumption was made.
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
