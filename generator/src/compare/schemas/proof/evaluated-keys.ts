import type { ListRule, RecordRule, Rule, RuleOf } from '../../../model/rules/rule.js'

const ANY: Rule = {}

/**
 * The same rule with `additionalProperties` in place of `unevaluatedProperties`, and `items` in place of
 * `unevaluatedItems`, where it does not depend on the value which fields and items others describe.
 */
export function withEvaluated(rule: Rule, ruleOf: RuleOf): Rule {
  const { record, list } = rule
  if (!record?.unevaluated && !list?.unevaluated) return rule
  const parts = unconditional(rule, ruleOf)
  if (!parts) return rule
  return {
    ...rule,
    ...(record?.unevaluated ? { record: closedRecord(record, parts) } : {}),
    ...(list && parts.length === 1 ? { list: closedList(list) } : {}),
  }
}

function closedList(list: ListRule): ListRule {
  const { unevaluated, ...own } = list
  // Which items `contains` describes depends on their values.
  if (own.contains && !own.items) return list
  return { ...own, ...(unevaluated && !own.items ? { items: unevaluated } : {}) }
}

/** The rule and those of `allOf` and references; `undefined` if others may apply, too. */
function unconditional(rule: Rule, ruleOf: RuleOf): Rule[] | undefined {
  const found: Rule[] = []
  const seen = new Set<string>()
  const visit = (each: Rule): boolean => {
    const { all = [], reference, choices, when, record } = each
    if (choices || when || (record && record.dependentRules.length > 0)) return false
    found.push(each)
    if (!all.every(visit)) return false
    if (reference === undefined || seen.has(reference)) return true
    seen.add(reference)
    return visit(ruleOf(reference) ?? {})
  }
  return visit(rule) ? found : undefined
}

function closedRecord({ unevaluated, ...own }: RecordRule, parts: readonly Rule[]): RecordRule {
  const others = parts.slice(1).flatMap(({ record }) => record ?? [])
  if (own.rest || others.some((each) => each.rest || each.unevaluated)) return own
  const names = new Set(own.fields.map((each) => each.name))
  const fields = others
    .flatMap((each) => each.fields)
    .filter(({ name }) => !names.has(name))
    .map(({ name }) => ({ name, rule: ANY, required: false }))
  const patterns = others.flatMap((each) => each.patterns.map(({ name }) => ({ name, rule: ANY })))
  return {
    ...own,
    fields: [...own.fields, ...fields],
    patterns: [...own.patterns, ...patterns],
    ...(unevaluated ? { rest: unevaluated } : {}),
  }
}
