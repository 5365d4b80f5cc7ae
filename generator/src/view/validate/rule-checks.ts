import { isTrivial, knownNames, wholeParts } from '../../model/rules/facts.js'
import { isMap, needsWrapper } from '../../model/rules/forms.js'
import { foldNull, withoutNullMember } from '../../model/rules/null.js'
import type { Rule, UnionRule } from '../../model/rules/rule.js'
import { kindsOf } from '../../model/rules/union-kinds.js'
import { Name } from '../value.js'
import {
  type At,
  type Call,
  type Constant,
  callAt,
  data,
  type Expression,
  handedTo,
  KEYED,
  PARAMETERS,
  type TypeTest,
  UNDEFINED,
  unless,
} from './calls.js'
import { whenPart } from './conditions.js'
import { unevaluatedParts } from './evaluated.js'
import { listParts } from './lists.js'
import { fieldsParts, isInherited, objectParts } from './records.js'
import { numberParts, textParts, typePart, valuesPart } from './scalars.js'
import { call, checkName, counting, type RuleChecks, runtime, type ValidateScope } from './scope.js'
import { typeTestsOf } from './type-tests.js'
import { unionParts } from './unions.js'

/** The value whose path has already been entered. */
const HERE: At = { value: KEYED.value, key: runtime('HERE') }

/** The name of a check for a rule. A rule that no single function covers gets a constant. */
function checkFor(scope: ValidateScope, given: Rule, hint: string): Name {
  const rule = foldNull(given, scope.ruleOf)
  if (isTrivial(rule)) return runtime('anything')
  // The runtime treats this function differently: a value that it rejects may be a new one, and then counts
  // as drift.
  if (rule.never) return runtime('never')
  if (scope.isCounting) return new Name(checkName(hint))
  if (!rule.nullable && isSimple(rule)) {
    const [part] = partsFor(scope, rule, KEYED, hint)
    const found = part && handedTo(part)
    if (found !== undefined) return found
  }
  return scope.constant(checkName(hint), checkConstant(scope, rule, hint))
}

/** The function of the runtime that covers a whole rule, if there is one. */
export function scalarCheck(scope: ValidateScope, given: Rule): Name | undefined {
  const rule = foldNull(given, scope.ruleOf)
  const simple = isSimple(rule) && rule.types !== undefined && rule.types[0] !== 'array'
  return simple && !rule.nullable ? checkFor(scope, rule, '') : undefined
}

/** Rules that are one call, so that inspecting the call adds nothing to the module. */
function isSimple(rule: Rule): boolean {
  const { types, text, values, reference, all = [], source: _, open: __, ...others } = rule
  if (Object.keys(others).length > 0) return false
  const isAll = !types && !text && !values && reference === undefined
  const [only, ...more] = all
  // `allOf` around one reference, which some documents write to add a default or a description.
  if (only) return isAll && more.length === 0 && isSimple(only)
  if (reference !== undefined) return !types && !text && !values
  const limits = text && (text.least ?? text.most ?? text.pattern) !== undefined
  return values === undefined && types?.length === 1 && !limits
}

/** The constant that holds the check of a rule. */
export function checkConstant(
  scope: ValidateScope,
  given: Rule,
  hint: string,
): Omit<Constant, 'name'> {
  const rule = foldNull(given, scope.ruleOf)
  return { type: runtime('Check'), value: checkValue(scope, rule, hint) }
}

function checkValue(scope: ValidateScope, rule: Rule, hint: string): Expression {
  if (isTrivial(rule)) return { kind: 'check', parameters: '', parts: [] }
  const made = rule.nullable ? undefined : wrapped(scope, rule, hint)
  const parts = (): Call[] => partsFor(scope, rule, KEYED, hint)
  return made ?? { kind: 'check', parameters: PARAMETERS, parts: parts() }
}

function orNull(scope: ValidateScope, rule: Rule, at: At, hint: string): Call {
  const { nullable: _, ...rest } = rule
  return unless([{ value: at.value, is: '=== null' }], single(scope, rest, at, hint))
}

/** A rule as one call, through a constant if it needs several. */
function single(scope: ValidateScope, rule: Rule, at: At, hint: string): Call {
  // Whatever it is, it counts as one.
  if (scope.isCounting) return callAt(UNDEFINED, at)
  const isOne = !needsWrapper(rule) && partsFor(counting(scope), rule, at, hint).length === 1
  const [only] = isOne ? partsFor(scope, rule, at, hint) : []
  return only ?? callAt(checkFor(scope, rule, hint), at)
}

/** `record(…)`, `ifRecord(…)` or `compose(…)` around all constraints of one value. */
function wrapped(scope: ValidateScope, rule: Rule, hint: string): Expression | undefined {
  if (!needsWrapper(rule)) return undefined
  const names = knownNames(rule, scope.ruleOf)
  const objects = rule.types?.length === 1 && rule.types[0] === 'object'
  if (objects) {
    const parts = innerParts({ ...scope, isItem: false }, rule, hint)
    if (scope.canNest || !onlyFields(rule)) return wrapper('tracked', names, rule, parts)
    return wrapper('record', names, rule, parts, scope.isItem ? typeTestsOf(parts) : undefined)
  }
  if (rule.record && wholeParts(rule) === 1 && onlyRecord(rule)) {
    return wrapper('ifRecord', names, rule, innerParts(scope, rule, hint))
  }
  const parts = partsFor(scope, rule, HERE, hint)
  const body = { kind: 'check', parameters: 'v, at', parts } as const
  return { kind: 'made', by: runtime('compose'), args: [namesData(names), body] }
}

function onlyRecord(rule: Rule): boolean {
  return !rule.types && !rule.values && !rule.text && !rule.number && !rule.list
}

/** Whether only the fields are checked, each independently. */
function onlyFields({ record, types: _, source: __, ...others }: Rule): boolean {
  if (!record || Object.keys(others).length > 0) return false
  const { fields: ___, required: ____, ...more } = record
  return Object.values(more).every((part) => Array.isArray(part) && part.length === 0)
}

function wrapper(
  kind: 'record' | 'tracked' | 'ifRecord',
  names: readonly string[] | undefined,
  rule: Rule,
  parts: readonly Call[],
  typeTests?: readonly TypeTest[],
): Expression {
  const fields = (rule.record?.fields ?? []).filter((field) => !isInherited(field.name))
  const known = new Set(names)
  const complete = fields.every((field) => known.has(field.name))
  const parameters = parts.length === 0 ? '' : 'v, at'
  const body: Expression = { kind: 'check', parameters, parts, ...(typeTests && { typeTests }) }
  return {
    kind: 'made',
    by: runtime(kind),
    types: complete ? [] : fields.map(({ name }) => name),
    args: [namesData(names), body],
  }
}

function namesData(names: readonly string[] | undefined): Expression {
  return data(names ?? UNDEFINED)
}

/**
 * The constraints inside a record, after the value has been checked to be an object and its path has been
 * entered.
 */
function innerParts(scope: ValidateScope, rule: Rule, hint: string): Call[] {
  const { record, types: _, ...own } = rule
  const others = { ...own, ...(own.choices ? { choices: own.choices.map(withoutNullKind) } : {}) }
  const at = HERE
  return [
    ...(record ? fieldsParts(scope, record, hint) : []),
    ...(record ? objectParts(scope, record, at, hint) : []),
    ...partsFor(scope, others, at, hint),
    ...(record ? unevaluatedParts(scope, rule, at, hint) : []),
  ]
}

/** A union whose tag decides, for a value that cannot be null. */
function withoutNullKind(union: UnionRule): UnionRule {
  return kindsOf(union) ? withoutNullMember(union) : union
}

/** All parts of a rule as expressions; a value has to pass each of them. */
function partsFor(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  if (rule.never) return [call('never', at)]
  if (rule.nullable) return [orNull(scope, rule, at, hint)]
  const values = valuesPart(scope, rule, at, hint)
  return [
    ...typePart(rule, at, values !== undefined),
    ...(values ? [values] : []),
    ...textParts(scope, rule, at, hint),
    ...numberParts(rule, at),
    ...listParts(scope, rule, at, hint),
    ...recordParts(scope, rule, at, hint),
    ...(rule.reference === undefined ? [] : [callAt(scope.checkOf(rule.reference), at)]),
    ...(rule.all ?? []).flatMap((each, index) =>
      expressionsIn(scope, each, at, `${hint}Part${index + 1}`),
    ),
    ...unionParts(scope, rule, at, hint),
    ...(rule.not ? [call('not', at, checkFor(scope, rule.not, `${hint}Not`))] : []),
    ...(rule.when?.met || rule.when?.unmet ? [whenPart(scope, rule.when, at, hint)] : []),
    ...(rule.record ? [] : unevaluatedParts(scope, rule, at, hint)),
  ]
}

function expressionsIn(scope: ValidateScope, given: Rule, at: At, hint: string): Call[] {
  const rule = foldNull(given, scope.ruleOf)
  if (isTrivial(rule)) return []
  if (rule.nullable || needsWrapper(rule)) {
    return [callAt(checkFor(scope, rule, hint), at)]
  }
  return partsFor(scope, rule, at, hint)
}

/** A record combined with other parts: a map is one call, anything else a constant. */
function recordParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  const { record } = rule
  if (!record) return []
  if (isMap(rule)) {
    return [call('map', at, checkFor(scope, record.rest ?? {}, `${hint}Value`))]
  }
  const names = knownNames({ record }, scope.ruleOf)
  const value = wrapper('ifRecord', names, { record }, [
    ...fieldsParts(scope, record, hint),
    ...objectParts(scope, record, HERE, hint),
  ])
  const fields = scope.constant(checkName(`${hint}Fields`), { type: runtime('Check'), value })
  return [callAt(fields, at), ...unevaluatedParts(scope, rule, at, hint)]
}

export const ruleChecks: RuleChecks = { checkFor, partsFor, single }
