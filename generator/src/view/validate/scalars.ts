import { isOfType, type JsonType } from '../../model/json.js'
import { isMap } from '../../model/rules/forms.js'
import type { Rule } from '../../model/rules/rule.js'
import { CHECKED_FORMATS, isCheckedFormat } from '../../model/shapes/formats.js'
import { dataOf } from '../value.js'
import { type At, type Call, data } from './calls.js'
import { isPlainList } from './lists.js'
import { patternName } from './patterns.js'
import { call, checkName, runtime, type ValidateScope } from './scope.js'

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

/** The type of the value, unless another part implies it. */
export function typePart(rule: Rule, at: At, hasValues: boolean): Call[] {
  const { types } = rule
  if (!types || (hasValues && agree(rule))) return []
  const [type, ...more] = types
  if (!type) return []
  if (more.length > 0) {
    const isBytes = rule.text?.bytes === true
    return [
      call('typed', at, ...types.map((each) => (isBytes && each === 'string' ? 'bytes' : each))),
    ]
  }
  if (type === 'string') return [call(textCheck(rule), at)]
  if (type === 'array' && isPlainList(rule)) return []
  if (type === 'object' && isMap(rule)) return []
  return [call(TYPES[type], at)]
}

function textCheck(rule: Rule): string {
  return rule.text?.bytes ? 'bytes' : (formatOf(rule) ?? 'text')
}

/** All values have one of the types, so checking the type would be redundant. */
function agree({ types, values }: Rule): boolean {
  return (values ?? []).every((value) => types?.some((type) => isOfType(value, type)))
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
  if (known !== undefined) return call(check, at, known)
  const constant = { type: 'readonly unknown[]', value: data(values.map(dataOf)) } as const
  return call(check, at, scope.constant(`${checkName(hint)}Values`, constant))
}

export function textParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  const { text, types } = rule
  if (!text) return []
  const format = formatOf(rule)
  const untyped = format !== undefined && !(types?.length === 1 && types[0] === 'string')
  return [
    ...(untyped && (types?.includes('string') ?? true)
      ? [call('ifText', at, runtime(format))]
      : []),
    ...(text.least ? [call('minLength', at, text.least)] : []),
    ...(text.most === undefined ? [] : [call('maxLength', at, text.most)]),
    ...(text.pattern ? [call('pattern', at, patternName(scope, text.pattern, hint))] : []),
  ]
}

export function numberParts({ number }: Rule, at: At): Call[] {
  if (!number) return []
  const limits: readonly (readonly [string, number | undefined])[] = [
    ['atLeast', number.least],
    ['above', number.above],
    ['atMost', number.most],
    ['below', number.below],
    ['multipleOf', number.step],
  ]
  return limits.flatMap(([name, limit]) => (limit === undefined ? [] : [call(name, at, limit)]))
}
