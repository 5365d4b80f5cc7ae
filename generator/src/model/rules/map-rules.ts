import type { FieldRule, ListRule, RecordRule, Rule, UnionRule } from './rule.js'

/** Maps one rule; `field` is the field whose value it constrains, if any. */
export type RuleChange = (rule: Rule, field?: FieldRule) => Rule

/** The same rule with the rules inside it changed, each one step deep. */
export function mapRules(rule: Rule, change: RuleChange): Rule {
  const { all, choices, not, when, list, record } = rule
  return {
    ...rule,
    ...(all ? { all: all.map((each) => change(each)) } : {}),
    ...(choices ? { choices: choices.map((each) => mapChoice(each, change)) } : {}),
    ...(not ? { not: change(not) } : {}),
    ...(when ? { when: mapWhen(when, change) } : {}),
    ...(list ? { list: mapList(list, change) } : {}),
    ...(record ? { record: mapRecord(record, change) } : {}),
  }
}

function mapChoice(choice: UnionRule, change: RuleChange): UnionRule {
  return { ...choice, members: choice.members.map((each) => change(each)) }
}

function mapWhen(
  { condition, met, unmet }: NonNullable<Rule['when']>,
  change: RuleChange,
): NonNullable<Rule['when']> {
  return {
    condition: change(condition),
    ...(met ? { met: change(met) } : {}),
    ...(unmet ? { unmet: change(unmet) } : {}),
  }
}

function mapList(list: ListRule, change: RuleChange): ListRule {
  const { first, items, contains, unevaluated } = list
  return {
    ...list,
    ...(first ? { first: first.map((each) => change(each)) } : {}),
    ...(items ? { items: change(items) } : {}),
    ...(contains ? { contains: { ...contains, rule: change(contains.rule) } } : {}),
    ...(unevaluated ? { unevaluated: change(unevaluated) } : {}),
  }
}

function mapRecord(record: RecordRule, change: RuleChange): RecordRule {
  const { fields, patterns, rest, names, dependentRules, unevaluated } = record
  return {
    ...record,
    fields: fields.map((field) => ({ ...field, rule: change(field.rule, field) })),
    patterns: patterns.map((each) => ({ ...each, rule: change(each.rule) })),
    dependentRules: dependentRules.map((each) => ({ ...each, rule: change(each.rule) })),
    ...(rest ? { rest: change(rest) } : {}),
    ...(names ? { names: change(names) } : {}),
    ...(unevaluated ? { unevaluated: change(unevaluated) } : {}),
  }
}
