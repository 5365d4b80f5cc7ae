import type { Rule } from './rule.js'

/** The name that a rule refers to, if it says nothing else. */
export function pureReference(rule: Rule): string | undefined {
  const isPure = Object.keys(rule).every((each) => each === 'reference' || each === 'source')
  return isPure ? rule.reference : undefined
}
