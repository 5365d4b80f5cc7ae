import type { Expression } from '../../../model/rules/rule.js'

/** The literal text that everything begins with that a pattern matches, if the pattern says no more: `^x-`. */
function prefixOf({ source }: Expression): string | undefined {
  return /^\^[\w\-/:@ ]*$/.test(source) ? source.slice(1) : undefined
}

/** Whether a pattern matches everything that another one matches. */
export function matchesAllOf(pattern: Expression, other: Expression): boolean {
  if (pattern.source === other.source) return true
  const [wide, narrow] = [prefixOf(pattern), prefixOf(other)]
  return wide !== undefined && (narrow?.startsWith(wide) ?? false)
}

/** Whether no text matches both. */
export function matchNothingTogether(left: Expression, right: Expression): boolean {
  const [one, two] = [prefixOf(left), prefixOf(right)]
  if (one === undefined || two === undefined) return false
  return !one.startsWith(two) && !two.startsWith(one)
}
