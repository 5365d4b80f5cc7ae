import type { Report } from '../../diagnostics/diagnostic.js'
import { type Rule, rulesHere } from '../../model/rule.js'

/**
 * Rules that hold for one value and lead back to themselves would never end. The usual reason is a
 * base that lists its heirs, each of which is the base and more: an heir does not inherit the list.
 */
export function withoutRecursiveRules(
  rules: ReadonlyMap<string, Rule>,
  report: Report,
): ReadonlyMap<string, Rule> {
  const leadsTo = (rule: Rule, name: string, seen: Set<string>): boolean => {
    const { reference } = rule
    if (reference === name) return true
    if (rulesHere(rule).some((each) => leadsTo(each, name, seen))) return true
    if (reference === undefined || seen.has(reference)) return false
    seen.add(reference)
    const target = rules.get(reference)
    return target !== undefined && leadsTo(target, name, seen)
  }

  /** `above` are the references that were spelled out on the way here. */
  const cut = (rule: Rule, name: string, above: readonly string[] = []): Rule => {
    const { reference, all } = rule
    const open = all ? { ...rule, all: all.map((each) => cut(each, name, above)) } : rule
    const target = reference === undefined ? undefined : rules.get(reference)
    if (reference === undefined || !target || !leadsTo(target, name, new Set())) return open
    const { reference: _, ...own } = open
    const short = withoutList(target, name)
    // A base that extends a base is spelled out as well.
    const base = above.includes(reference) ? short : cut(short, name, [...above, reference])
    if (leadsTo(base, name, new Set())) {
      // A circle of nothing but references has no meaning at all; that is reported of the model.
      if (!isBare(rule) || !isBare(target)) report(endless(rule))
      return own
    }
    return { ...own, all: [...(own.all ?? []), base] }
  }

  const withoutList = (target: Rule, name: string): Rule => ({
    ...target,
    ...(target.choices
      ? { choices: target.choices.filter((each) => !lists(each.members, name)) }
      : {}),
  })

  const lists = (members: readonly Rule[], name: string): boolean =>
    members.some((each) => leadsTo(each, name, new Set()))

  return new Map([...rules].map(([name, rule]) => [name, cut(rule, name)]))
}

/** Nothing but a reference, or references in an `allOf`. */
function isBare({ source: _, reference: __, all = [], ...others }: Rule): boolean {
  return Object.keys(others).length === 0 && all.every(isBare)
}

function endless(rule: Rule) {
  return {
    code: 'TW2006',
    severity: 'warning',
    message: 'this reference leads back to the schema that it is a part of, so it is not checked',
    ...(rule.source ? { at: rule.source } : {}),
  } as const
}
