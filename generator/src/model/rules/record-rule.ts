import type { FieldRule, Rule } from './rule.js'

/** An object with these fields, and with any others. */
export function recordRule(fields: readonly FieldRule[]): Rule {
  const record = { fields, required: [], patterns: [], dependents: [], dependentRules: [] }
  return { types: ['object'], record }
}
