import type { FieldRule, Rule } from './rule.js'

/** An object with these fields, and with any others. Those that are only `required` may have any value. */
export function recordRule(fields: readonly FieldRule[], required: readonly string[] = []): Rule {
  const record = { fields, required, patterns: [], dependents: [], dependentRules: [] }
  return { types: ['object'], record }
}
