import { isTrivial } from '../../model/rules/facts.js'
import type { Expression, Rule } from '../../model/rules/rule.js'
import { constantText } from '../typescript/structures.js'
import { stringLiteral } from '../typescript/text.js'
import { listText } from '../typescript/value-text.js'
import type { At, Call } from './calls.js'
import { patternName } from './patterns.js'
import { call, checkFor, checkName, type ValidateScope } from './scope.js'

/** `unevaluatedProperties` and `unevaluatedItems`: what no other part of the schema has looked at. */
export function unevaluatedParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  const fields = rule.record?.unevaluated
  const items = rule.list?.unevaluated
  return [
    ...(fields && !isTrivial(fields)
      ? [
          call(
            scope,
            'unevaluatedProperties',
            at,
            ...unevaluatedArguments(scope, rule, fields, hint),
          ),
        ]
      : []),
    ...(items && !isTrivial(items)
      ? [call(scope, 'unevaluatedItems', at, ...unevaluatedArguments(scope, rule, items, hint))]
      : []),
  ]
}

function unevaluatedArguments(
  scope: ValidateScope,
  rule: Rule,
  left: Rule,
  hint: string,
): [string, string] {
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

type Known = Map<string, string>

/** A function that says which keys of a value a rule has looked at. */
function seenName(scope: ValidateScope, rule: Rule, hint: string, known: Known): string {
  const name = scope.free(`${checkName(hint)}Seen`)
  hoistSeen(scope, name, seenParts(scope, rule, hint, known))
  return name
}

function hoistSeen(scope: ValidateScope, name: string, parts: readonly string[]): void {
  const value = `(v, at) => ${listText(parts.map((part) => `...${part}`))}`
  scope.hoist(constantText({ name, type: scope.useType('Seen'), value }))
}

/** Expressions for lists of keys. */
function seenParts(scope: ValidateScope, rule: Rule, hint: string, known: Known): string[] {
  const { record, list, reference, all = [], choices = [], when } = rule
  return [
    ...(record ? seenFields(scope, record, hint, known) : []),
    ...(list ? seenItems(scope, list, hint) : []),
    ...(reference === undefined ? [] : [seenReference(scope, reference, known)]),
    ...all.flatMap((each, index) => seenParts(scope, each, `${hint}Part${index + 1}`, known)),
    ...choices.flatMap(({ members }) =>
      members.flatMap((each, index) => {
        const inner = `${hint}Option${index + 1}`
        return ifFits(scope, each, each, inner, known)
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
): string[] {
  return [
    ...ifFits(scope, condition, condition, `${hint}If`, known),
    ...(met ? ifFits(scope, condition, met, `${hint}Then`, known) : []),
    ...(unmet ? ifFits(scope, { not: condition }, unmet, `${hint}Else`, known) : []),
  ]
}

/** What a rule looks at counts only where another one holds. */
function ifFits(
  scope: ValidateScope,
  condition: Rule,
  rule: Rule,
  hint: string,
  known: Known,
): string[] {
  if (!looksAtKeys(rule)) return []
  const seen = seenName(scope, rule, hint, known)
  return [`${scope.use('seenIf')}(${checkFor(scope, condition, hint)}, ${seen}, v, at)`]
}

/** Whether a rule looks at any key: at those of a reference it may, and nobody follows that twice. */
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

function seenReference(scope: ValidateScope, reference: string, known: Known): string {
  const name = known.get(reference)
  if (name !== undefined) return `${name}(v, at)`
  const made = scope.free(`${checkName(reference)}Seen`)
  known.set(reference, made)
  const parts = seenParts(scope, scope.ruleOf(reference) ?? {}, reference, known)
  hoistSeen(scope, made, parts)
  return `${made}(v, at)`
}

function seenFields(
  scope: ValidateScope,
  record: NonNullable<Rule['record']>,
  hint: string,
  known: Known,
): string[] {
  if (record.rest || record.unevaluated) return [`${scope.use('seenAll')}(v)`]
  const names = record.fields.map((field) => stringLiteral(field.name))
  return [
    ...(names.length > 0 ? [`[${names.join(', ')}]`] : []),
    ...record.patterns.map(({ name }) => seenLike(scope, name, hint)),
    ...record.dependentRules.flatMap(({ name, rule }) => {
      const condition: Rule = {
        types: ['object'],
        record: { fields: [], required: [name], patterns: [], dependents: [], dependentRules: [] },
      }
      return ifFits(scope, condition, rule, `${hint}Dependent`, known)
    }),
  ]
}

function seenLike(scope: ValidateScope, expression: Expression, hint: string): string {
  return `${scope.use('seenLike')}(v, ${patternName(scope, expression, hint)})`
}

function seenItems(scope: ValidateScope, list: NonNullable<Rule['list']>, hint: string): string[] {
  if (list.items || list.unevaluated) return [`${scope.use('seenAll')}(v)`]
  const first = list.first ? [`[${list.first.map((_, index) => String(index)).join(', ')}]`] : []
  const contained = list.contains
    ? [
        `${scope.use('seenItems')}(${checkFor(scope, list.contains.rule, `${hint}Contained`)}, v, at)`,
      ]
    : []
  return [...first, ...contained]
}
