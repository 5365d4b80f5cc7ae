import { isTrivial } from '../../model/rules/facts.js'
import { isMap } from '../../model/rules/forms.js'
import type { JsonType, Rule } from '../../model/rules/rule.js'
import { CHECKED_FORMATS, isCheckedFormat } from '../../model/shapes/formats.js'
import { constantText } from '../typescript/structures.js'
import { literal, stringLiteral } from '../typescript/text.js'
import { dataOf, listText, valueText } from '../typescript/value-text.js'
import type { At, Call } from './calls.js'
import { patternName } from './patterns.js'
import { call, checkFor, checkName, type ValidateScope } from './scope.js'

const TYPES: Readonly<Record<JsonType, string>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'flag',
  null: 'nothing',
  object: 'object',
  array: 'array',
}

function formatOf({ text }: Rule): string | undefined {
  const { format } = text ?? {}
  return format !== undefined && isCheckedFormat(format) ? CHECKED_FORMATS[format] : undefined
}

/** What the value is, where no other part says it. */
export function typePart(scope: ValidateScope, rule: Rule, at: At, hasValues: boolean): Call[] {
  const { types } = rule
  if (!types || (hasValues && agree(rule))) return []
  const [type, ...more] = types
  if (!type) return []
  if (more.length > 0) {
    return [call(scope, 'typed', at, ...types.map(stringLiteral))]
  }
  if (type === 'string') return [call(scope, formatOf(rule) ?? 'text', at)]
  if (type === 'array' && isPlainList(rule)) return []
  if (type === 'object' && isMap(rule)) return []
  return [call(scope, TYPES[type], at)]
}

/** Every value is of the types, so that the types say nothing more. */
function agree({ types, values }: Rule): boolean {
  return (values ?? []).every((value) => types?.some((type) => isOfType(value, type)))
}

function isOfType(value: unknown, type: JsonType): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

export function valuesPart(
  scope: ValidateScope,
  { values, open }: Rule,
  at: At,
  hint: string,
): Call | undefined {
  if (!values) return undefined
  const check = open ? 'known' : 'among'
  const known = scope.valuesOf(hint, values)
  if (known !== undefined) return call(scope, check, at, known)
  const name = scope.free(`${checkName(hint)}Values`)
  const value = listText(values.map((each) => valueText(dataOf(each))))
  scope.hoist(constantText({ name, type: 'readonly unknown[]', value }))
  return call(scope, check, at, name)
}

export function textParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  const { text, types } = rule
  if (!text) return []
  const format = formatOf(rule)
  const untyped = format !== undefined && !(types?.length === 1 && types[0] === 'string')
  return [
    ...(untyped && (types?.includes('string') ?? true)
      ? [call(scope, 'ifText', at, scope.use(format))]
      : []),
    ...(text.least ? [call(scope, 'minLength', at, literal(text.least))] : []),
    ...(text.most === undefined ? [] : [call(scope, 'maxLength', at, literal(text.most))]),
    ...(text.pattern ? [call(scope, 'pattern', at, patternName(scope, text.pattern, hint))] : []),
  ]
}

export function numberParts(scope: ValidateScope, { number }: Rule, at: At): Call[] {
  if (!number) return []
  const limits: readonly (readonly [string, number | undefined])[] = [
    ['atLeast', number.least],
    ['above', number.above],
    ['atMost', number.most],
    ['below', number.below],
    ['multipleOf', number.step],
  ]
  return limits.flatMap(([name, limit]) =>
    limit === undefined ? [] : [call(scope, name, at, literal(limit))],
  )
}

/** A list whose type is said by the call that checks its items. */
function isPlainList({ list, types }: Rule): boolean {
  return types?.length === 1 && list?.items !== undefined && !list.first && !isTrivial(list.items)
}

export function listParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  const { list } = rule
  if (!list) return []
  const { first, items, least, most, unique, contains } = list
  const check = (each: Rule, ending: string): string => checkFor(scope, each, hint + ending)
  return [
    ...(first ? [tuplePart(scope, rule, at, hint)] : []),
    ...(!first && items && !isTrivial(items)
      ? [call(scope, isPlainList(rule) ? 'list' : 'ifList', at, check(items, 'Item'))]
      : []),
    ...(least ? [call(scope, 'minItems', at, literal(least))] : []),
    ...(most === undefined ? [] : [call(scope, 'maxItems', at, literal(most))]),
    ...(unique ? [call(scope, 'uniqueItems', at)] : []),
    ...(contains
      ? [
          call(
            scope,
            'contains',
            at,
            check(contains.rule, 'Contained'),
            ...(contains.least !== undefined || contains.most !== undefined
              ? [literal(contains.least ?? 1)]
              : []),
            ...(contains.most === undefined ? [] : [literal(contains.most)]),
          ),
        ]
      : []),
  ]
}

function tuplePart(scope: ValidateScope, { list }: Rule, at: At, hint: string): Call {
  const checks = (list?.first ?? []).map((each, index) =>
    checkFor(scope, each, `${hint}Item${index + 1}`),
  )
  const rest =
    list?.items && !isTrivial(list.items) ? [checkFor(scope, list.items, `${hint}Rest`)] : []
  return call(scope, 'tuple', at, listText(checks), ...rest)
}
