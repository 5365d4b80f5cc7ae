import { pascalCase } from '../../model/names.js'
import { isRequired, isTrivial, refusesAbsent } from '../../model/rules/facts.js'
import { needsWrapper } from '../../model/rules/forms.js'
import { foldNull } from '../../model/rules/null.js'
import type { FieldRule, RecordRule, Rule } from '../../model/rules/rule.js'
import type { Name } from '../value.js'
import {
  type Argument,
  type At,
  type Call,
  type Comparison,
  callWhole,
  data,
  Member,
  PATH,
  type Test,
  unless,
} from './calls.js'
import { patternName } from './patterns.js'
import { call, checkFor, checkName, runtime, type ValidateScope } from './scope.js'

export function fieldsParts(scope: ValidateScope, record: RecordRule, hint: string): Call[] {
  const rules = record.fields.flatMap((field) => fieldPart(scope, field, hint))
  const present = record.fields
    .filter((field) => isRequired(field, scope.leavesOut))
    .filter((field) => !refusesAbsent(foldNull(field.rule, scope.ruleOf), scope.ruleOf))
  const certain = present.filter((field) => !field.missing).map((field) => field.name)
  const known = present.flatMap(({ name, missing }) =>
    missing ? [unless([leftOut(name)], requiredCall([name]))] : [],
  )
  const names = [...certain, ...record.required]
  return [...(names.length > 0 ? [requiredCall(names)] : []), ...known, ...rules]
}

function requiredCall(names: readonly string[]): Call {
  return callWhole(runtime('required'), ...names)
}

/** The property is marked as missing on some servers. */
function leftOut(name: string): Call {
  return { call: runtime('leftOut'), args: [new Member(name), PATH, name] }
}

function fieldPart(scope: ValidateScope, field: FieldRule, hint: string): Call[] {
  const rule = foldNull(field.rule, scope.ruleOf)
  if (isTrivial(rule)) return []
  const value = new Member(field.name)
  const at: At = { value, key: field.name }
  const inner = hint + pascalCase(field.name)
  const needed = isRequired(field, scope.leavesOut) && refusesAbsent(rule, scope.ruleOf)
  const { nullable, ...plain } = rule
  const known = needed && field.missing ? [leftOut(field.name)] : []
  const tests = [...absence(value, !needed, nullable === true), ...known]
  if (tests.length > 0) return [unless(tests, scope.checks.single(scope, plain, at, inner))]
  if (needsWrapper(rule)) return [scope.checks.single(scope, rule, at, inner)]
  return scope.checks.partsFor(scope, rule, at, inner)
}

function absence(value: Argument, optional: boolean, nullable: boolean): Test[] {
  const is = (comparison: Comparison): Test[] => [{ value, is: comparison }]
  if (optional) return is(nullable ? '== null' : '=== undefined')
  return nullable ? is('=== null') : []
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Every object inherits a `constructor`; only an own property is data. */
export function isInherited(name: string): boolean {
  return INHERITED.has(name)
}

// other keywords for objects

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
      return call('matching', at, expressions[index] ?? null, check)
    }),
    ...(rest && !isTrivial(rest) ? [restPart(scope, record, rest, at, expressions, hint)] : []),
    ...(names ? [call('propertyNames', at, checkFor(scope, names, `${hint}Name`))] : []),
    ...(least ? [call('minProperties', at, least)] : []),
    ...(most === undefined ? [] : [call('maxProperties', at, most)]),
    ...dependents.map(({ name, others }) => callWhole(runtime('dependent'), name, ...others)),
    ...dependentRules.map(({ name, rule }) => {
      const check = checkFor(scope, rule, `${hint}With${pascalCase(name)}`)
      return callWhole(runtime('dependentRule'), name, check)
    }),
  ]
}

function restPart(
  scope: ValidateScope,
  { fields }: RecordRule,
  rest: Rule,
  at: At,
  expressions: readonly Name[],
  hint: string,
): Call {
  const value = data(fields.map((field) => field.name))
  const names = scope.constant(`${checkName(hint)}Names`, { type: 'readonly string[]', value })
  if (rest.never) {
    return call('closed', at, names, ...(expressions.length > 0 ? [expressions] : []))
  }
  return call('rest', at, names, expressions, checkFor(scope, rest, `${hint}Value`))
}
