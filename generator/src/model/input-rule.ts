import type { Choice, FieldRule, ListRule, RecordRule, Rule } from './rule.js'

/**
 * The same rule for what is sent. Rules of declarations are about what is received; where a
 * declaration has two sides (`X` and `XInput`), this makes the other one.
 */
export function toInputRule(rule: Rule, inputName: (name: string) => string): Rule {
  const sent = (each: Rule): Rule => toInputRule(each, inputName)
  const { reference, all, choices, not, when, list, record } = rule
  return {
    ...rule,
    ...(reference === undefined ? {} : { reference: inputName(reference) }),
    ...(all ? { all: all.map(sent) } : {}),
    ...(choices ? { choices: choices.map((each) => sentChoice(each, sent)) } : {}),
    ...(not ? { not: sent(not) } : {}),
    ...(when ? { when: sentWhen(when, sent) } : {}),
    ...(list ? { list: sentList(list, sent) } : {}),
    ...(record ? { record: sentRecord(record, sent) } : {}),
  }
}

type Sent = (rule: Rule) => Rule

function sentChoice(choice: Choice, sent: Sent): Choice {
  return { ...choice, members: choice.members.map(sent) }
}

function sentWhen(
  { condition, met, unmet }: NonNullable<Rule['when']>,
  sent: Sent,
): NonNullable<Rule['when']> {
  return {
    condition: sent(condition),
    ...(met ? { met: sent(met) } : {}),
    ...(unmet ? { unmet: sent(unmet) } : {}),
  }
}

function sentList(list: ListRule, sent: Sent): ListRule {
  const { first, items, contains, unevaluated } = list
  return {
    ...list,
    ...(first ? { first: first.map(sent) } : {}),
    ...(items ? { items: sent(items) } : {}),
    ...(contains ? { contains: { ...contains, rule: sent(contains.rule) } } : {}),
    ...(unevaluated ? { unevaluated: sent(unevaluated) } : {}),
  }
}

function sentRecord(record: RecordRule, sent: Sent): RecordRule {
  const { fields, patterns, rest, names, dependentRules, unevaluated } = record
  return {
    ...record,
    fields: fields.map((field) => sentField(field, sent)),
    patterns: patterns.map((each) => ({ ...each, rule: sent(each.rule) })),
    dependentRules: dependentRules.map((each) => ({ ...each, rule: sent(each.rule) })),
    ...(rest ? { rest: sent(rest) } : {}),
    ...(names ? { names: sent(names) } : {}),
    ...(unevaluated ? { unevaluated: sent(unevaluated) } : {}),
  }
}

/** What is only received need not be sent, and what is only sent has to be. */
function sentField({ flow, ...field }: FieldRule, sent: Sent): FieldRule {
  return { ...field, rule: sent(field.rule), required: field.required && flow !== 'read' }
}
