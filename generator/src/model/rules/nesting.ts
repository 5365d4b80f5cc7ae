import { cyclesIn } from '../collections/cycles.js'
import { type Rule, rulesHere } from './rule.js'

/** The declarations whose values can be inside values of the same declaration. */
export function nestingNames(rules: ReadonlyMap<string, Rule>): ReadonlySet<string> {
  const graph = new Map([...rules].map(([name, rule]) => [name, [...referencesIn(rule)]]))
  return new Set(cyclesIn(graph).flat())
}

/** The declarations whose values are items of arrays. */
export function itemNames(rules: ReadonlyMap<string, Rule>): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (rule: Rule): void => {
    const item = rule.list?.items?.reference
    if (item !== undefined) found.add(item)
    for (const part of rulesIn(rule)) visit(part)
  }
  for (const rule of rules.values()) visit(rule)
  return found
}

function referencesIn(rule: Rule, found: Set<string> = new Set()): ReadonlySet<string> {
  if (rule.reference !== undefined) found.add(rule.reference)
  for (const part of rulesIn(rule)) referencesIn(part, found)
  return found
}

/** The rules directly inside a rule. */
function rulesIn(rule: Rule): readonly Rule[] {
  const { not, list, record } = rule
  const single = [
    not,
    list?.items,
    list?.unevaluated,
    list?.contains?.rule,
    record?.rest,
    record?.names,
    record?.unevaluated,
  ]
  return [
    ...rulesHere(rule),
    ...single.flatMap((each) => each ?? []),
    ...(list?.first ?? []),
    ...(record?.fields.map((each) => each.rule) ?? []),
    ...(record?.patterns.map((each) => each.rule) ?? []),
  ]
}
