import type { SampleRecord, SampleRule } from './rule.js'

/**
 * Whether a value of a rule can end within so many levels: a type may contain itself in every field that it requires.
 */
export function createEnds(
  ruleOf: (name: string) => SampleRule | undefined,
  leavesOut: 'read' | 'write',
): (rule: SampleRule, levels: number) => boolean {
  const known = new Map<string, boolean>()
  const running = new Set<string>()

  const named = (name: string, levels: number): boolean => {
    const key = `${levels} ${name}`
    const before = known.get(key)
    if (before !== undefined) return before
    // The same type on the same level: it is its own part.
    if (running.has(key)) return false
    running.add(key)
    const target = ruleOf(name)
    const found = !target || ends(target, levels)
    running.delete(key)
    known.set(key, found)
    return found
  }

  const fields = ({ fields = [] }: SampleRecord, levels: number): boolean =>
    fields.every(
      ({ rule, required, flow }) => !required || flow === leavesOut || ends(rule, levels - 1),
    )

  const ends = (rule: SampleRule, levels: number): boolean => {
    if (rule.never || levels < 0) return false
    if (rule.values || rule.nullable) return true
    const { reference, all = [], choices = [], record, list } = rule
    return (
      (reference === undefined || named(reference, levels)) &&
      all.every((each) => ends(each, levels)) &&
      choices.every(({ members }) => members.some((each) => ends(each, levels))) &&
      (!record || mayBeElse(rule, 'object') || fields(record, levels)) &&
      (!list?.items ||
        (list.least ?? 0) === 0 ||
        mayBeElse(rule, 'array') ||
        ends(list.items, levels - 1))
    )
  }
  return ends
}

/** Whether a value may have another type, to which these parts do not apply. */
function mayBeElse({ types }: SampleRule, type: string): boolean {
  return types?.some((each) => each !== type) ?? false
}
