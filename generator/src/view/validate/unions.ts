import { pascalCase } from '../../model/names.js'
import { payloadOf } from '../../model/rules/facts.js'
import { foldNull, holdsNull, isNull, isNullPayload } from '../../model/rules/null.js'
import type { Rule, UnionRule } from '../../model/rules/rule.js'
import { type Kind, type Kinds, kindsOf } from '../../model/rules/union-kinds.js'
import { impliedKinds } from '../../model/shapes/union.js'
import type { Name, Value } from '../value.js'
import { type At, type Call, callWhole, data, UNDEFINED, unless } from './calls.js'
import { call, checkFor, checkName, runtime, type ValidateScope } from './scope.js'

/** The checks of each `oneOf` and `anyOf` of a rule: by its tag, or by trying its members. */
export function unionParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  return (rule.choices ?? []).flatMap((union) => {
    const kinds = kindsOf(union)
    if (!kinds) return [untagged(scope, union, at, hint)]
    const part = tagged(scope, union, kinds, at, hint)
    if (!union.members.some(isNull)) return [part]
    // What is next to the union kept null among its members: the tag decides all other values.
    const others = unless([{ value: at.value, is: '=== null' }], part)
    if (holdsNull(union, scope.ruleOf)) return [others]
    return [others, unless([{ value: at.value, is: '!== null' }], untagged(scope, union, at, hint))]
  })
}

function tagged(scope: ValidateScope, union: UnionRule, kinds: Kinds, at: At, hint: string): Call {
  switch (kinds.style) {
    case 'key':
      return keyed(scope, union, kinds, hint)
    case 'property':
    case 'pair':
      return byProperty(scope, kinds, at, hint)
  }
}

function keyed(
  scope: ValidateScope,
  union: UnionRule,
  { kinds, units }: Kinds,
  hint: string,
): Call {
  const keys = kinds.map((each) => ({
    ...each,
    payload: payloadOf(each.rule, each.tag, scope.ruleOf),
  }))
  const nullable = keys.filter(({ rule, tag }) => isNullPayload(rule, tag, scope.ruleOf))
  const whole = keys.filter(({ payload }) => !payload)
  const options = {
    ...(units.length > 0 ? { units } : {}),
    ...(nullable.length > 0 ? { nullable: nullable.map(({ tag }) => tag) } : {}),
    ...(whole.length > 0 ? { whole: whole.map(({ tag }) => tag) } : {}),
    ...(union.holds === 'any' ? { several: true } : {}),
  }
  const rules = keys.map(({ payload, rule, tag }) => [tag, payload ?? rule] as const)
  const table = kindsTable(scope, rules, hint)
  const more = Object.keys(options).length > 0 ? [optionsName(scope, options, hint)] : []
  return callWhole(runtime('keyed'), table, ...more)
}

function optionsName(scope: ValidateScope, options: Value, hint: string): Name {
  const constant = { type: runtime('KeyedOptions'), value: data(options) }
  return scope.constant(`${checkName(hint)}Options`, constant)
}

function byProperty(
  scope: ValidateScope,
  { property, kinds, other }: Kinds,
  at: At,
  hint: string,
): Call {
  const rules = kinds.map(({ rule, tag }) => [tag, rule] as const)
  const table = kindsTable(scope, rules, hint)
  const tags = wireTags(scope, kinds, hint)
  const implied = impliedTags(scope, kinds, hint)
  const last = other ? [other.tag] : []
  const needsTags = tags.length === 0 && implied.length + last.length > 0
  const needsImplied = implied.length === 0 && last.length > 0
  const options = [
    ...(needsTags ? [UNDEFINED] : tags),
    ...(needsImplied ? [UNDEFINED] : implied),
    ...last,
  ]
  return call('tagged', at, property, table, ...options)
}

/** The wire tags, if they differ from the names in the table. */
function wireTags(scope: ValidateScope, kinds: readonly Kind[], hint: string): Name[] {
  if (kinds.every(({ tagValue }) => tagValue === undefined)) return []
  const value = data(kinds.map(({ wire }) => wire))
  return [scope.constant(`${checkName(hint)}Tags`, { type: 'readonly unknown[]', value })]
}

/** The tags that may be absent, with the properties that imply them. */
function impliedTags(scope: ValidateScope, kinds: readonly Kind[], hint: string): Name[] {
  const implied = impliedKinds(kinds)
  if (!implied) return []
  return [scope.constant(`${checkName(hint)}Implied`, { value: data(implied) })]
}

/** A constant with the check of each kind. */
function kindsTable(
  scope: ValidateScope,
  rules: readonly (readonly [tag: string, rule: Rule])[],
  hint: string,
): Name {
  const checks = rules.map(
    ([tag, rule]) => [tag, checkFor(scope, rule, hint + pascalCase(tag))] as const,
  )
  const value = { kind: 'made', by: runtime('kinds'), args: [{ kind: 'kinds', checks }] } as const
  return scope.constant(`${checkName(hint)}Kinds`, { value })
}

function untagged(scope: ValidateScope, union: UnionRule, at: At, hint: string): Call {
  const checks = union.members.map((member, index) =>
    checkFor(scope, member, `${hint}Option${index + 1}`),
  )
  const labels = [...new Set(labelsOf(scope, union))]
  const expected = labels.length > 6 ? `one of ${labels.length} forms` : labels.join(' or ')
  const name = union.holds === 'one' ? 'oneOf' : 'anyOf'
  return call(name, at, expected, ...checks)
}

/** The names of the members in messages. Several that are just objects are distinguished by what they require. */
function labelsOf(scope: ValidateScope, { members }: UnionRule): string[] {
  const labels = members.map((member) => labelOf(scope, member))
  if (labels.filter((label) => label === OBJECT).length < 2) return labels
  return labels.map((label, index) => (label === OBJECT ? objectWith(members[index]) : label))
}

const OBJECT = 'object'

/** Of more required fields than this, the first are named. */
const NAMED_FIELDS = 3

function objectWith(rule: Rule | undefined): string {
  const { fields = [], required = [] } = rule?.record ?? {}
  const ofFields = fields.filter((field) => field.required).map(({ name }) => name)
  const names = [...ofFields, ...required].slice(0, NAMED_FIELDS)
  return names.length === 0 ? OBJECT : `${OBJECT} with ${names.join(', ')}`
}

/** The name of one member. */
function labelOf(scope: ValidateScope, given: Rule): string {
  const rule = foldNull(given, scope.ruleOf)
  if (rule.reference !== undefined) return rule.reference
  if (rule.text?.format) return rule.text.format
  if (rule.types) return rule.types.join(' or ')
  return rule.record ? OBJECT : 'another form'
}
