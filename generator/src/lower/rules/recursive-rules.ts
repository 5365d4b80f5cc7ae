import type { Report } from '../../diagnostics/diagnostic.js'
import { cyclesIn } from '../../model/collections/cycles.js'
import { reached } from '../../model/collections/reached.js'
import { type Rule, rulesHere, rulesOfValue } from '../../model/rules/rule.js'
import type { ReadingBudget } from '../schemas/reading-budget.js'
import { withoutEndlessRules } from './endless-rules.js'

/** Rules are looked into, but not copied: it takes little. */
const STEPS_OF_A_RULE = 0.02

/**
 * Breaks rules that apply to the same value and refer back to themselves, which would never end. The usual reason
 * is a base that lists its subtypes, each of which extends the base: a subtype does not inherit the list.
 */
export function withoutRecursiveRules(
  rules: ReadonlyMap<string, Rule>,
  report: Report,
  { spend }: Pick<ReadingBudget, 'spend'>,
): ReadonlyMap<string, Rule> {
  const ruleOf = (name: string): Rule | undefined => rules.get(name)

  const leadsTo = (start: Rule, name: string): boolean => {
    for (const rule of reached([start], (each) => rulesOfValue(each, ruleOf))) {
      spend(STEPS_OF_A_RULE)
      if (rule.reference === name) return true
    }
    return false
  }

  /** `above` has the references that were expanded to get here. */
  const cut = (rule: Rule, name: string, above: readonly string[] = []): Rule => {
    const { reference, all } = rule
    const open = {
      ...rule,
      ...(all ? { all: all.map((each) => cut(each, name, above)) } : {}),
    }
    const target = reference === undefined ? undefined : rules.get(reference)
    if (reference === undefined || !target || !leadsTo(target, name)) return open
    const { reference: _, ...own } = open
    const short = withoutList(target, name)
    // A base that extends another base is expanded as well.
    const base = above.includes(reference) ? short : cut(short, name, [...above, reference])
    if (leadsTo(base, name)) {
      // A cycle of nothing but references has no meaning, and is reported by `lint`.
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
    members.some((each) => leadsTo(each, name))

  const graph = new Map([...rules].map(([name, rule]) => [name, referencesHere(rule)]))
  const recursive = new Set(cyclesIn(graph).flat())
  const open = new Map(
    [...rules].map(([name, rule]) => [name, recursive.has(name) ? cut(rule, name) : rule]),
  )
  return withoutEndlessRules(open, { spend, endless: (rule) => report(endless(rule)) })
}

/** The declarations whose rules apply to the same value. */
function referencesHere(rule: Rule): string[] {
  return [...reached([rule], rulesHere)].flatMap(({ reference }) => reference ?? [])
}

/** Only a reference, or references in an `allOf`. */
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
