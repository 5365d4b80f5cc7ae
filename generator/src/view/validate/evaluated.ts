import { isTrivial } from '../../model/rules/facts.js'
import { recordRule } from '../../model/rules/record-rule.js'
import type { Expression, Rule } from '../../model/rules/rule.js'
import { Name } from '../value.js'
import { type At, type Call, type Constant, callValue, callWhole, type Seen } from './calls.js'
import { patternName } from './patterns.js'
import { call, checkFor, checkName, runtime, type ValidateScope } from './scope.js'

/** `unevaluatedProperties` and `unevaluatedItems`: what no other part of the schema has evaluated. */
export function unevaluatedParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  const fields = rule.record?.unevaluated
  const items = rule.list?.unevaluated
  return [
    ...(fields && !isTrivial(fields)
      ? [call('unevaluatedProperties', at, ...unevaluatedArguments(scope, rule, fields, hint))]
      : []),
    ...(items && !isTrivial(items)
      ? [call('unevaluatedItems', at, ...unevaluatedArguments(scope, rule, items, hint))]
      : []),
  ]
}

function unevaluatedArguments(
  scope: ValidateScope,
  rule: Rule,
  left: Rule,
  hint: string,
): [Name, Name] {
  const own: Rule = {
    ...rule,
    ...(rule.record ? { record: without(rule.record) } : {}),
    ...(rule.list ? { list: without(rule.list) } : {}),
  }
  return [seenName(scope, own, hint, new Map()), checkFor(scope, left, `${hint}Unevaluated`)]
}

function without<Part extends { readonly unevaluated?: Rule }>(
  part: Part,
): Omit<Part, 'unevaluated'> {
  const { unevaluated: _, ...others } = part
  return others
}

type Known = Map<string, Name>

/** A function that returns which keys of a value a rule has evaluated. */
function seenName(scope: ValidateScope, rule: Rule, hint: string, known: Known): Name {
  const parts = seenParts(scope, rule, hint, known)
  return scope.constant(`${checkName(hint)}Seen`, seenConstant(parts))
}

function seenConstant(parts: readonly Seen[]): Omit<Constant, 'name'> {
  return { type: runtime('Seen'), value: { kind: 'seen', parts } }
}

/** Arrays of keys. */
function seenParts(scope: ValidateScope, rule: Rule, hint: string, known: Known): Seen[] {
  const { record, list, reference, all = [], choices = [], when } = rule
  return [
    ...(record ? seenFields(scope, record, hint, known) : []),
    ...(list ? seenItems(scope, list, hint) : []),
    ...(reference === undefined ? [] : [seenReference(scope, reference, known)]),
    ...all.flatMap((each, index) => seenParts(scope, each, `${hint}Part${index + 1}`, known)),
    ...choices.flatMap(({ members }) =>
      members.flatMap((each, index) => {
        const inner = `${hint}Option${index + 1}`
        return evaluatedIf(scope, each, each, inner, known)
      }),
    ),
    ...(when ? seenWhen(scope, when, hint, known) : []),
  ]
}

function seenWhen(
  scope: ValidateScope,
  { condition, met, unmet }: NonNullable<Rule['when']>,
  hint: string,
  known: Known,
): Seen[] {
  return [
    ...evaluatedIf(scope, condition, condition, `${hint}If`, known),
    ...(met ? evaluatedIf(scope, condition, met, `${hint}Then`, known) : []),
    ...(unmet ? evaluatedIf(scope, { not: condition }, unmet, `${hint}Else`, known) : []),
  ]
}

/** What a rule evaluates counts only if another rule accepts the value. */
function evaluatedIf(
  scope: ValidateScope,
  condition: Rule,
  rule: Rule,
  hint: string,
  known: Known,
): Seen[] {
  if (!looksAtKeys(rule)) return []
  const seen = seenName(scope, rule, hint, known)
  return [seenWith('seenIf', checkFor(scope, condition, hint), seen)]
}

/** Whether a rule evaluates any key. A reference is assumed to, and is never followed twice. */
function looksAtKeys({ record, list, reference, all = [], choices = [], when }: Rule): boolean {
  if (reference !== undefined) return true
  const { fields = [], patterns = [], dependentRules = [], rest, unevaluated } = record ?? {}
  const own = [rest, unevaluated, list?.items, list?.unevaluated, list?.first, list?.contains]
  if (fields.length > 0 || patterns.length > 0 || own.some((each) => each !== undefined))
    return true
  const branches = when ? [when.condition, when.met, when.unmet].flatMap((each) => each ?? []) : []
  const inside = [...all, ...choices.flatMap(({ members }) => members), ...branches]
  return [...inside, ...dependentRules.map(({ rule }) => rule)].some(looksAtKeys)
}

function seenReference(scope: ValidateScope, reference: string, known: Known): Seen {
  const name = known.get(reference)
  if (name !== undefined) return callWhole(name)
  const made = scope.free(`${checkName(reference)}Seen`)
  known.set(reference, new Name(made))
  const parts = seenParts(scope, scope.ruleOf(reference) ?? {}, reference, known)
  scope.hoist({ name: made, ...seenConstant(parts) })
  return callWhole(new Name(made))
}

function seenFields(
  scope: ValidateScope,
  record: NonNullable<Rule['record']>,
  hint: string,
  known: Known,
): Seen[] {
  if (record.rest || record.unevaluated) return [callValue(runtime('seenAll'))]
  const names = record.fields.map((field) => field.name)
  return [
    ...(names.length > 0 ? [names] : []),
    ...record.patterns.map(({ name }) => seenLike(scope, name, hint)),
    ...record.dependentRules.flatMap(({ name, rule }) => {
      return evaluatedIf(scope, recordRule([], [name]), rule, `${hint}Dependent`, known)
    }),
  ]
}

function seenLike(scope: ValidateScope, expression: Expression, hint: string): Seen {
  return callValue(runtime('seenLike'), patternName(scope, expression, hint))
}

/** `name(check, …, v, at)` */
function seenWith(name: string, ...checks: readonly Name[]): Seen {
  const { call, args } = callWhole(runtime(name))
  return { call, args: [...checks, ...args] }
}

function seenItems(scope: ValidateScope, list: NonNullable<Rule['list']>, hint: string): Seen[] {
  if (list.items || list.unevaluated) return [callValue(runtime('seenAll'))]
  const first = list.first ? [list.first.map((_, index) => index)] : []
  const contained = list.contains
    ? [seenWith('seenItems', checkFor(scope, list.contains.rule, `${hint}Contained`))]
    : []
  return [...first, ...contained]
}
