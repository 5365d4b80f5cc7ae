import type { Rule } from '../../../model/rules/rule.js'
import type { Search } from '../witness.js'

const MOST_TARGETS = 3

/**
 * Values of a place inside that some form of the other document refuses there. Each form is a kind of its own: what all
 * of them say together would be said of no value.
 */
export function refusedInside(
  { proof, inside }: Search,
  rules: readonly Rule[],
  others: readonly (readonly Rule[])[],
): readonly unknown[] {
  if (others.length === 0) return inside(rules, [])
  const textOf = (each: readonly Rule[]): string => each.map((rule) => proof.to.text(rule)).join()
  const refusing = others.filter((each) => !proof.contains(rules, each))
  const targets = new Map(refusing.map((each) => [textOf(each), each]))
  return [...targets.values()].slice(0, MOST_TARGETS).flatMap((each) => inside(rules, each))
}
