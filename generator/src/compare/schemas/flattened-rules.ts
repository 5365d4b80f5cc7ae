import { isTrivial } from '../../model/rules/facts.js'
import { isNull, withoutNullMember } from '../../model/rules/null.js'
import { recordRule } from '../../model/rules/record-rule.js'
import type { Rule, RuleOf, UnionRule } from '../../model/rules/rule.js'
import { withEvaluated } from './proof/evaluated-keys.js'

/** All rules of one value that is not `null`, those of `allOf` and of references among them. */
export function partsOf(rules: readonly Rule[], ruleOf: RuleOf): Rule[] {
  const found: Rule[] = []
  const seen = new Set<string>()
  const add = ({ own, others, reference }: Flattened): void => {
    found.push(...own)
    others.forEach(visit)
    if (reference === undefined || seen.has(reference)) return
    seen.add(reference)
    visit(ruleOf(reference) ?? {})
  }
  const visit = (rule: Rule): void => add(flattened(rule, ruleOf))
  // Those that are given may be made for this value alone; what is inside them is a part of the document.
  for (const each of rules) add(flatten(each, ruleOf))
  return found
}

interface Flattened {
  /** What the rule says itself. */
  readonly own: readonly Rule[]
  /** Rules of the same value inside it. */
  readonly others: readonly Rule[]
  readonly reference?: string | undefined
}

/** A part of a document is flattened for each value that it may describe, and always to the same. */
function flattened(rule: Rule, ruleOf: RuleOf): Flattened {
  const here = known.get(ruleOf) ?? new Map<Rule, Flattened>()
  const before = here.get(rule)
  if (before) return before
  const found = flatten(rule, ruleOf)
  known.set(ruleOf, here.set(rule, found))
  return found
}

const known = new WeakMap<RuleOf, Map<Rule, Flattened>>()

function flatten(rule: Rule, ruleOf: RuleOf): Flattened {
  const {
    all = [],
    reference,
    nullable: _,
    ...own
  } = withoutDependents(withEvaluated(rule, ruleOf))
  const { single, several } = unionsOf(rule)
  const choices = several.length > 0 ? { choices: several } : {}
  const says = !isTrivial(own) || several.length > 0
  return {
    own: [...(says ? [{ ...own, ...choices }] : []), ...dependentParts(rule)],
    others: [...all, ...single],
    reference,
  }
}

/** What holds of objects that have a key, as conditions: `dependentSchemas` means the same as `if` and `then`. */
function dependentParts({ record }: Rule): readonly Rule[] {
  return (record?.dependentRules ?? []).map(({ name, rule: met }) => ({
    when: { condition: recordRule([], [name]), met },
  }))
}

function withoutDependents(rule: Rule): Rule {
  const { record } = rule
  if (!record || record.dependentRules.length === 0) return rule
  return { ...rule, record: { ...record, dependentRules: [] } }
}

interface Unions {
  /** The members of unions of one, which mean the same as these unions. */
  readonly single: readonly Rule[]
  readonly several: readonly UnionRule[]
}

/** The unions of a rule, without null. */
export function unionsOf({ choices = [] }: Rule): Unions {
  const unions = choices.map(withoutNull)
  return {
    single: unions.filter(isSingle).flatMap(({ members }) => members),
    several: unions.filter((each) => !isSingle(each)),
  }
}

/** A union without its `null`, which is compared on its own. */
function withoutNull(choice: UnionRule): UnionRule {
  const left = withoutNullMember(choice)
  return left.members.length === 0 ? { ...left, members: [{ never: true }] } : left
}

/** A union of one is its member; a tagged one has room for kinds that readers do not know. */
function isSingle({ members, tagging }: UnionRule): boolean {
  return members.length === 1 && !tagging
}

/** The only reference that rules consist of, so that they mean the same as the type of that name. */
export function loneReference(rules: readonly Rule[]): string | undefined {
  const names: string[] = []
  const visit = (rule: Rule): boolean => {
    const { all = [], reference, choices = [], ...own } = rule
    if (!isTrivial(own) || choices.length > 1) return false
    if (reference !== undefined) names.push(reference)
    const [choice] = choices
    if (!choice) return all.every(visit)
    const members = choice.members.filter((each) => !isNull(each))
    return members.length === 1 && !choice.tagging && [...all, ...members].every(visit)
  }
  const alone = rules.every(visit)
  return alone && names.length === 1 ? names[0] : undefined
}
