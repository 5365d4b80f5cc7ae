import type { Parts } from './flatten.js'
import type { SampleList, SampleRule } from './rule.js'
import { typeOf } from './types.js'

/** The first items are those that the list has to contain. */
export function wantedAt(lists: readonly SampleList[], index: number): SampleRule[] {
  return lists.flatMap(({ contains }) =>
    contains && index < (contains.least ?? 1) ? [contains.rule] : [],
  )
}

export function itemRules(lists: readonly SampleList[], index: number): SampleRule[] {
  return lists.flatMap(({ first = [], items, unevaluated }) => {
    const rule = first[index] ?? items ?? (lists.length === 1 ? unevaluated : undefined)
    return rule ? [rule] : []
  })
}

/** The rules of keys, which are asked for several times. */
const rulesOfKeys = new WeakMap<Parts, Map<string, SampleRule[]>>()

/** All rules of one key: of the field, of patterns of names, and of what is described for the rest. */
export function rulesFor(parts: Parts, key: string): SampleRule[] {
  const found = rulesOfKeys.get(parts) ?? new Map<string, SampleRule[]>()
  rulesOfKeys.set(parts, found)
  const rules = found.get(key) ?? rulesIn(parts, key)
  found.set(key, rules)
  return rules
}

function rulesIn({ records }: Parts, key: string): SampleRule[] {
  return records.flatMap(({ fields = [], patterns = [], rest }) => {
    const field = fields.filter(({ name }) => name === key).map(({ rule }) => rule)
    const named = patterns.filter(({ name }) => isLike(name, key)).map(({ rule }) => rule)
    const found = [...field, ...named]
    return found.length === 0 && rest ? [rest] : found
  })
}

function isLike(
  { source, flags, program }: { source: string; flags: string; program?: unknown },
  key: string,
): boolean {
  try {
    return program === undefined && new RegExp(source, flags).test(key)
  } catch {
    return false
  }
}

/** Whether a value would contain another of a type that it is inside of. */
export function leadsBack(rule: SampleRule, inside: readonly string[]): boolean {
  const { reference, list, choices = [], all = [] } = rule
  return (
    (reference !== undefined && inside.includes(reference)) ||
    (list?.items !== undefined && leadsBack(list.items, inside)) ||
    all.some((each) => leadsBack(each, inside)) ||
    (choices.length > 0 &&
      choices.every(({ members }) =>
        members.every((each) => leadsBack(each, inside) || isNull(each)),
      ))
  )
}

function isNull({ types }: SampleRule): boolean {
  return types?.length === 1 && types[0] === 'null'
}

export function allowsNull(
  rules: readonly SampleRule[],
  ruleOf: (name: string) => SampleRule | undefined,
  depth = 8,
): boolean {
  const allows = (rule: SampleRule): boolean => {
    if (rule.nullable) return true
    if (rule.never || depth === 0) return false
    if (rule.types && !rule.types.includes('null')) return false
    if (rule.values && !rule.values.includes(null)) return false
    const target = rule.reference === undefined ? undefined : ruleOf(rule.reference)
    const inner = [...(rule.all ?? []), ...(target ? [target] : [])]
    return (
      allowsNull(inner, ruleOf, depth - 1) &&
      (rule.choices ?? []).every(({ members }) =>
        members.some((each) => allowsNull([each], ruleOf, depth - 1)),
      )
    )
  }
  return rules.every(allows)
}

export function isOfType(value: unknown, type: string | undefined): boolean {
  const own = typeOf(value)
  return type === undefined || own === type || (own === 'integer' && type === 'number')
}

export function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
}
