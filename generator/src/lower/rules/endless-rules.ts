import { cyclesIn } from '../../model/collections/cycles.js'
import { reached } from '../../model/collections/reached.js'
import { type Rule, rulesHere, type UnionRule } from '../../model/rules/rule.js'

interface Expansion {
  /** Rules that apply to the same value as each other. */
  readonly cycle: ReadonlySet<string>
  /** The declarations that were expanded to get here. */
  readonly above: readonly string[]
  /**
   * Where it is. As a member of a union, a rule that leads back adds no values. In a condition or a `not`, it has no
   * meaning.
   */
  readonly inside: 'parts' | 'members' | 'conditions'
}

interface Options {
  readonly spend: (steps: number) => void
  /** Called for a rule that cannot be checked. */
  readonly endless: (rule: Rule) => void
}

/** Rules are copied, as merged schemas are, but there is less of them. */
const STEPS_OF_A_COPY = 0.2

/**
 * Expands rules that apply to the same value again by way of an option, a condition or a `not`: unions that are
 * members of each other, for example. A value is not in a union because it is in that union, so the option that leads
 * back is left out, which leaves the smallest set of values that the document can mean.
 */
export function withoutEndlessRules(
  rules: ReadonlyMap<string, Rule>,
  { spend, endless }: Options,
): ReadonlyMap<string, Rule> {
  const open = new Map(rules)

  const expand = (rule: Rule, at: Expansion): Rule => {
    if (!leadsInto(rule, at.cycle)) return rule
    spend(STEPS_OF_A_COPY)
    const { reference, all, choices, not, when, record, ...own } = rule
    const more = reference === undefined ? [] : expanded(rule, reference, at)
    const parts = [...(all ?? []).map((each) => expand(each, at)), ...more]
    const outside = reference !== undefined && !at.cycle.has(reference)
    if (parts.some(isNever)) return rule.nullable ? { types: ['null'] } : { never: true }
    return {
      ...own,
      ...(outside ? { reference } : {}),
      ...(parts.length > 0 ? { all: parts } : {}),
      ...(choices ? { choices: choices.map((each) => expandChoice(each, withinMembers(at))) } : {}),
      ...(not ? { not: expand(not, { ...at, inside: 'conditions' }) } : {}),
      ...(when ? { when: expandWhen(when, at) } : {}),
      ...(record ? { record: expandRecord(record, at) } : {}),
    }
  }

  const expanded = (rule: Rule, reference: string, at: Expansion): readonly Rule[] => {
    if (!at.cycle.has(reference)) return []
    if (!at.above.includes(reference)) {
      const target = open.get(reference) ?? {}
      return [expand(target, { ...at, above: [...at.above, reference] })]
    }
    if (at.inside !== 'members') endless(rule)
    return at.inside === 'parts' ? [] : [{ never: true }]
  }

  const expandChoice = (choice: UnionRule, at: Expansion): UnionRule => {
    const members = choice.members.map((each) => expand(each, at))
    // Tags count the members.
    const left = choice.tagging ? members : members.filter((each) => !isNever(each))
    return { ...choice, members: left.length > 0 ? left : [{ never: true }] }
  }

  const expandWhen = (
    { condition, met, unmet }: NonNullable<Rule['when']>,
    at: Expansion,
  ): NonNullable<Rule['when']> => ({
    condition: expand(condition, { ...at, inside: 'conditions' }),
    ...(met ? { met: expand(met, at) } : {}),
    ...(unmet ? { unmet: expand(unmet, at) } : {}),
  })

  const expandRecord = (
    record: NonNullable<Rule['record']>,
    at: Expansion,
  ): NonNullable<Rule['record']> => ({
    ...record,
    dependentRules: record.dependentRules.map((each) => ({
      ...each,
      rule: expand(each.rule, at),
    })),
  })

  const graph = new Map([...rules].map(([name, rule]) => [name, sameValue(rule)]))
  // The first of a cycle no longer leads to the others, which may refer to it.
  for (let cycles = cyclesIn(graph); cycles.length > 0; cycles = cyclesIn(graph)) {
    for (const cycle of cycles) {
      const [first = ''] = cycle
      const at: Expansion = { cycle: new Set(cycle), above: [first], inside: 'parts' }
      const rule = expand(open.get(first) ?? {}, at)
      open.set(first, rule)
      graph.set(first, sameValue(rule))
    }
  }
  return open
}

function withinMembers(at: Expansion): Expansion {
  return at.inside === 'conditions' ? at : { ...at, inside: 'members' }
}

function isNever({ never, all = [] }: Rule): boolean {
  return never === true || all.some(isNever)
}

function leadsInto(rule: Rule, cycle: ReadonlySet<string>): boolean {
  return sameValue(rule).some((name) => cycle.has(name))
}

/** The declarations that apply to the same value, in whatever way. */
function sameValue(rule: Rule): string[] {
  return [...reached([rule], rulesAndExclusions)].flatMap(({ reference }) => reference ?? [])
}

function rulesAndExclusions(rule: Rule): readonly Rule[] {
  return [...rulesHere(rule), ...(rule.not ? [rule.not] : [])]
}
