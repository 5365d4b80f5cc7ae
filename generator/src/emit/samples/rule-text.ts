/**
 * A rule as JSON for the runtime: only what values are made from. It adds the names of other rules that are part of it.
 * As text, a large document costs compilers and formatters nothing.
 */
export function sampleRuleText(rule: object, names: Set<string>): string {
  return JSON.stringify(rule, (key, value: unknown) => {
    if (key === 'reference' && typeof value === 'string') names.add(value)
    if (key === 'source' && typeof value === 'object') return undefined
    // The runtime only has to know that there is one.
    if (key === 'program') return true
    const isEmpty = value === false || (Array.isArray(value) && value.length === 0)
    return isEmpty && USUALLY_EMPTY.has(key) ? undefined : value
  })
}

const USUALLY_EMPTY = new Set(['required', 'patterns', 'dependents', 'dependentRules'])
