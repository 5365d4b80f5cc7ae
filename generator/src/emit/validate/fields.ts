import { pascalCase } from '../../model/names.js'
import { isRequired, isTrivial, refusesAbsent } from '../../model/rules/facts.js'
import { needsWrapper } from '../../model/rules/forms.js'
import { foldNull } from '../../model/rules/null.js'
import type { FieldRule, RecordRule, Rule } from '../../model/rules/rule.js'
import { constantText } from '../typescript/structures.js'
import { propertyAccess, stringLiteral } from '../typescript/text.js'
import { listText } from '../typescript/value-text.js'
import { type At, type Call, unless } from './calls.js'
import { patternName } from './patterns.js'
import { call, checkFor, checkName, type ValidateScope } from './scope.js'

export function fieldsParts(scope: ValidateScope, record: RecordRule, hint: string): Call[] {
  const rules = record.fields.flatMap((field) => fieldPart(scope, field, hint))
  const present = record.fields
    .filter((field) => isRequired(field, scope.leavesOut))
    .filter((field) => !refusesAbsent(foldNull(field.rule, scope.ruleOf), scope.ruleOf))
  const certain = present.filter((field) => !field.missing).map((field) => field.name)
  const known = present.flatMap(({ name, missing }) =>
    missing ? [unless(leftOut(scope, name), requiredCall(scope, [name]))] : [],
  )
  const names = [...certain, ...record.required]
  return [...(names.length > 0 ? [requiredCall(scope, names)] : []), ...known, ...rules]
}

function requiredCall(scope: ValidateScope, names: readonly string[]): Call {
  return { call: scope.use('required'), args: ['v', 'at', ...names.map(stringLiteral)] }
}

/** The member is known to be missing in places. */
function leftOut(scope: ValidateScope, name: string): string {
  return `${scope.use('leftOut')}(${readField(scope, name)}, at, ${stringLiteral(name)})`
}

function fieldPart(scope: ValidateScope, field: FieldRule, hint: string): Call[] {
  const rule = foldNull(field.rule, scope.ruleOf)
  if (isTrivial(rule)) return []
  const value = readField(scope, field.name)
  const at: At = { value, key: stringLiteral(field.name) }
  const inner = hint + pascalCase(field.name)
  const needed = isRequired(field, scope.leavesOut) && refusesAbsent(rule, scope.ruleOf)
  const { nullable, ...plain } = rule
  const known = needed && field.missing ? [leftOut(scope, field.name)] : []
  const test = [absence(value, !needed, nullable === true) ?? [], known].flat().join(' || ')
  if (test !== '') return [unless(test, scope.checks.single(scope, plain, at, inner))]
  if (needsWrapper(rule)) return [scope.checks.single(scope, rule, at, inner)]
  return scope.checks.partsFor(scope, rule, at, inner)
}

function absence(value: string, optional: boolean, nullable: boolean): string | undefined {
  if (optional) return nullable ? `${value} == null` : `${value} === undefined`
  return nullable ? `${value} === null` : undefined
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

export function isInherited(name: string): boolean {
  return INHERITED.has(name)
}

/** Every object has a `constructor`; only its own one is data. */
function readField(scope: ValidateScope, name: string): string {
  return isInherited(name)
    ? `${scope.use('own')}(v, ${stringLiteral(name)})`
    : `v${propertyAccess(name)}`
}

// other words about objects

export function objectParts(
  scope: ValidateScope,
  record: RecordRule,
  at: At,
  hint: string,
): Call[] {
  const { patterns, rest, names, least, most, dependents, dependentRules } = record
  const expressions = patterns.map((each) => patternName(scope, each.name, hint))
  return [
    ...patterns.map((each, index) => {
      const check = checkFor(scope, each.rule, `${hint}Pattern${index + 1}`)
      return call(scope, 'matching', at, expressions[index] ?? '', check)
    }),
    ...(rest && !isTrivial(rest) ? [restPart(scope, record, rest, at, expressions, hint)] : []),
    ...(names ? [call(scope, 'propertyNames', at, checkFor(scope, names, `${hint}Name`))] : []),
    ...(least ? [call(scope, 'minProperties', at, String(least))] : []),
    ...(most === undefined ? [] : [call(scope, 'maxProperties', at, String(most))]),
    ...dependents.map(({ name, others }) => ({
      call: scope.use('dependent'),
      args: ['v', 'at', ...[name, ...others].map(stringLiteral)],
    })),
    ...dependentRules.map(({ name, rule }) => {
      const check = checkFor(scope, rule, `${hint}With${pascalCase(name)}`)
      return { call: scope.use('dependentRule'), args: ['v', 'at', stringLiteral(name), check] }
    }),
  ]
}

function restPart(
  scope: ValidateScope,
  { fields }: RecordRule,
  rest: Rule,
  at: At,
  expressions: readonly string[],
  hint: string,
): Call {
  const names = scope.free(`${checkName(hint)}Names`)
  const value = listText(fields.map((field) => stringLiteral(field.name)))
  scope.hoist(constantText({ name: names, type: 'readonly string[]', value }))
  const patterns = `[${expressions.join(', ')}]`
  if (rest.never)
    return call(scope, 'closed', at, names, ...(expressions.length > 0 ? [patterns] : []))
  return call(scope, 'rest', at, names, patterns, checkFor(scope, rest, `${hint}Value`))
}
