import { pascalCase } from '../../model/names.js'
import { payloadOf } from '../../model/rules/facts.js'
import { foldNull, isNullPayload, isTold } from '../../model/rules/null.js'
import type { Choice, ChoiceTagging, Rule } from '../../model/rules/rule.js'
import { wireTag } from '../../model/shapes/union.js'
import { constantText } from '../typescript/structures.js'
import { literal, stringLiteral } from '../typescript/text.js'
import { listText, memberText, valueText } from '../typescript/value-text.js'
import { type At, type Call, pureCall } from './calls.js'
import { call, checkFor, checkName, type ValidateScope } from './scope.js'

export function choiceParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  return (rule.choices ?? []).map((choice) => {
    const { tagging } = choice
    if (!tagging || !isTold(choice)) return untagged(scope, choice, at, hint)
    return tagging.style === 'key'
      ? keyed(scope, choice, tagging, hint)
      : byProperty(scope, choice, tagging, at, hint)
  })
}

function keyed(scope: ValidateScope, choice: Choice, tagging: ChoiceTagging, hint: string): Call {
  const units = tagging.tags.filter((tag) => tag.unit).map((tag) => tag.tag)
  const nullable: string[] = []
  const whole: string[] = []
  const entries = tagging.tags.flatMap(({ tag, member, unit }) => {
    const rule = choice.members[member]
    if (unit || !rule) return []
    const payload = payloadOf(rule, tag, scope.ruleOf)
    if (!payload) whole.push(tag)
    if (isNullPayload(rule, tag, scope.ruleOf)) nullable.push(tag)
    return [memberText(tag, checkFor(scope, payload ?? rule, hint + pascalCase(tag)))]
  })
  const options = {
    ...(units.length > 0 ? { units } : {}),
    ...(nullable.length > 0 ? { nullable } : {}),
    ...(whole.length > 0 ? { whole } : {}),
    ...(choice.holds === 'any' ? { several: true } : {}),
  }
  const table = kindsTable(scope, entries, hint)
  const more = Object.keys(options).length > 0 ? [optionsName(scope, options, hint)] : []
  return { call: scope.use('keyed'), args: ['v', 'at', table, ...more] }
}

function optionsName(
  scope: ValidateScope,
  options: Parameters<typeof valueText>[0],
  hint: string,
): string {
  const name = scope.free(`${checkName(hint)}Options`)
  scope.hoist(
    constantText({ name, type: scope.useType('KeyedOptions'), value: valueText(options) }),
  )
  return name
}

function byProperty(
  scope: ValidateScope,
  choice: Choice,
  tagging: ChoiceTagging,
  at: At,
  hint: string,
): Call {
  const entries = tagging.tags.flatMap(({ tag, member }) => {
    const rule = choice.members[member]
    return rule ? [memberText(tag, checkFor(scope, rule, hint + pascalCase(tag)))] : []
  })
  const table = kindsTable(scope, entries, hint)
  const property = stringLiteral(tagging.property ?? '')
  return call(scope, 'tagged', at, property, table, ...wireTags(scope, tagging, hint))
}

/** The tags as they are on the wire, where the names of the table do not say it. */
function wireTags(scope: ValidateScope, { tags }: ChoiceTagging, hint: string): string[] {
  if (tags.every(({ tagValue }) => tagValue === undefined)) return []
  const name = scope.free(`${checkName(hint)}Tags`)
  const value = listText(tags.map((each) => literal(wireTag(each))))
  scope.hoist(constantText({ name, type: 'readonly unknown[]', value }))
  return [name]
}

function kindsTable(scope: ValidateScope, entries: readonly string[], hint: string): string {
  const name = scope.free(`${checkName(hint)}Kinds`)
  const table = `() => ({ ${entries.join(', ')} })`
  scope.hoist(constantText({ name, value: pureCall(scope.use('kinds'), table) }))
  return name
}

function untagged(scope: ValidateScope, choice: Choice, at: At, hint: string): Call {
  const checks = choice.members.map((member, index) =>
    checkFor(scope, member, `${hint}Option${index + 1}`),
  )
  const labels = [...new Set(choice.members.map((member) => labelOf(scope, member)))]
  const expected = labels.length > 6 ? `one of ${labels.length} forms` : labels.join(' or ')
  const name = choice.holds === 'one' ? 'oneOf' : 'anyOf'
  return call(scope, name, at, stringLiteral(expected), ...checks)
}

/** What a member is called in a message. */
function labelOf(scope: ValidateScope, given: Rule): string {
  const rule = foldNull(given, scope.ruleOf)
  if (rule.reference !== undefined) return rule.reference
  if (rule.text?.format) return rule.text.format
  if (rule.types) return rule.types.join(' or ')
  return rule.record ? 'object' : 'another form'
}

export function whenPart(
  scope: ValidateScope,
  { condition, met, unmet }: NonNullable<Rule['when']>,
  at: At,
  hint: string,
): Call {
  const check = (rule: Rule | undefined, ending: string): string =>
    rule ? checkFor(scope, rule, hint + ending) : 'undefined'
  const args = [check(condition, 'If'), check(met, 'Then')]
  return call(scope, 'when', at, ...args, ...(unmet ? [check(unmet, 'Else')] : []))
}
