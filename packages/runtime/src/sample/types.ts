import type { SampleRule } from './rule.js'

/** The types that a rule allows, as far as it says; `undefined` for any. */
export type TypesOf = (rule: SampleRule) => readonly string[] | undefined

/** Each rule is read once. */
export function createTypesOf(ruleOf: (name: string) => SampleRule | undefined): TypesOf {
  const known = new Map<SampleRule, readonly string[] | undefined>()

  const typesOf = (rule: SampleRule): readonly string[] | undefined => {
    if (known.has(rule)) return known.get(rule)
    // What is inside of itself says no more there.
    known.set(rule, undefined)
    const found: (readonly string[] | undefined)[] = [rule.types]
    if (rule.values && !rule.open) found.push(rule.values.map(typeOf))
    const target = rule.reference === undefined ? undefined : ruleOf(rule.reference)
    if (target) found.push(typesOf(target))
    for (const each of rule.all ?? []) found.push(typesOf(each))
    for (const { members } of rule.choices ?? []) {
      const types = members.map(typesOf)
      const all = types.flatMap((each) => each ?? [])
      if (types.every((each) => each !== undefined)) found.push([...new Set(all)])
    }
    const types = found.reduce(
      (before, each) => (each ? commonTypes(before, each) : before),
      undefined as readonly string[] | undefined,
    )
    known.set(rule, types)
    return types
  }
  return typesOf
}

export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' && Number.isInteger(value)) return 'integer'
  return typeof value
}

/** An integer is a number, too. */
export function commonTypes(
  left: readonly string[] | undefined,
  right: readonly string[],
): readonly string[] {
  if (!left) return right
  const both = left.filter((type) => right.includes(type))
  const integers = [left, right].some((each) => each.includes('integer'))
  const numbers = [left, right].some((each) => each.includes('number'))
  const isBoth = [left, right].every((each) => each.includes('integer') || each.includes('number'))
  return integers && numbers && isBoth && !both.includes('integer') ? [...both, 'integer'] : both
}

export function disjoint(left: readonly string[], right: readonly string[]): boolean {
  return commonTypes(left, right).every((type) => type === 'null')
}
