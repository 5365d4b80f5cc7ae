import { isTrivial, knownNames, wholeParts } from '../../model/rules/facts.js'
import { isMap, needsWrapper } from '../../model/rules/forms.js'
import { foldNull } from '../../model/rules/null.js'
import type { Rule } from '../../model/rules/rule.js'
import { constantText } from '../typescript/structures.js'
import { stringLiteral } from '../typescript/text.js'
import { listText } from '../typescript/value-text.js'
import { type At, allHold, type Call, callAt, handedTo, KEYED, pureCall, unless } from './calls.js'
import { choiceParts, whenPart } from './choices.js'
import { fieldsParts, isInherited, objectParts } from './fields.js'
import { listParts, numberParts, textParts, typePart, valuesPart } from './scalars.js'
import { call, checkName, counting, type RuleChecks, type ValidateScope } from './scope.js'
import { unevaluatedParts } from './seen.js'

/** The value whose path is entered already. The name is only imported where it is used. */
function here(scope: ValidateScope): At {
  return {
    value: 'v',
    get key() {
      return scope.use('HERE')
    },
  }
}

/** The name of a check for a rule; what no single function says gets a constant of its own. */
function checkFor(scope: ValidateScope, given: Rule, hint: string): string {
  const rule = foldNull(given, scope.ruleOf)
  if (isTrivial(rule)) return scope.use('anything')
  // The runtime knows this very function: what it refuses may be new, and then it is drift.
  if (rule.never) return scope.use('never')
  if (scope.isCounting) return checkName(hint)
  if (!rule.nullable && isSimple(rule)) {
    const [part] = partsFor(scope, rule, KEYED, hint)
    const found = part && handedTo(part)
    if (found !== undefined) return found
  }
  const name = scope.free(checkName(hint))
  scope.hoist(checkConstant(scope, rule, name, hint))
  return name
}

/** The function of the runtime that says all that a rule does, where there is one. */
export function scalarCheck(scope: ValidateScope, given: Rule): string | undefined {
  const rule = foldNull(given, scope.ruleOf)
  const simple = isSimple(rule) && rule.reference === undefined && rule.types?.[0] !== 'array'
  return simple && !rule.nullable ? checkFor(scope, rule, '') : undefined
}

/** Rules that one call says, so that looking at the call adds nothing to the module. */
function isSimple(rule: Rule): boolean {
  const { types, text, values, reference, source: _, open: __, ...others } = rule
  if (Object.keys(others).length > 0) return false
  if (reference !== undefined) return !types && !text && !values
  const limits = text && (text.least ?? text.most ?? text.pattern) !== undefined
  return values === undefined && types?.length === 1 && !limits
}

/** The constant that holds the check of a rule. */
export function checkConstant(
  scope: ValidateScope,
  given: Rule,
  name: string,
  hint: string,
): string {
  const rule = foldNull(given, scope.ruleOf)
  const type = scope.useType('Check')
  return constantText({ name, type, value: checkValue(scope, rule, hint) })
}

function checkValue(scope: ValidateScope, rule: Rule, hint: string): string {
  if (isTrivial(rule)) return '() => true'
  const made = rule.nullable ? undefined : wrapped(scope, rule, hint)
  return made ?? `(v, at, key) => ${allHold(partsFor(scope, rule, KEYED, hint))}`
}

function orNull(scope: ValidateScope, rule: Rule, at: At, hint: string): Call {
  const { nullable: _, ...rest } = rule
  return unless(`${at.value} === null`, single(scope, rest, at, hint))
}

/** One call for a rule, with a constant where it takes more. */
function single(scope: ValidateScope, rule: Rule, at: At, hint: string): Call {
  const isOne = !needsWrapper(rule) && partsFor(counting(scope), rule, at, hint).length === 1
  const [only] = isOne ? partsFor(scope, rule, at, hint) : []
  return only ?? callAt(checkFor(scope, rule, hint), at)
}

/** `record(…)`, `ifRecord(…)` or `compose(…)` around everything that holds for one value. */
function wrapped(scope: ValidateScope, rule: Rule, hint: string): string | undefined {
  if (!needsWrapper(rule)) return undefined
  const names = knownNames(rule, scope.ruleOf)
  const objects = rule.types?.length === 1 && rule.types[0] === 'object'
  if (objects) {
    const kind = scope.canNest || !onlyFields(rule) ? 'tracked' : 'record'
    return wrapper(scope, kind, names, rule, innerParts(scope, rule, hint))
  }
  if (rule.record && wholeParts(rule) === 1 && onlyRecord(rule)) {
    return wrapper(scope, 'ifRecord', names, rule, innerParts(scope, rule, hint))
  }
  const parts = partsFor(scope, rule, here(scope), hint)
  return pureCall(scope.use('compose'), namesText(names), `(v, at) => ${allHold(parts)}`)
}

function onlyRecord(rule: Rule): boolean {
  return !rule.types && !rule.values && !rule.text && !rule.number && !rule.list
}

/** Whether nothing but the fields is looked at, each by itself. */
function onlyFields({ record, types: _, source: __, ...others }: Rule): boolean {
  if (!record || Object.keys(others).length > 0) return false
  const { fields: ___, required: ____, ...more } = record
  return Object.values(more).every((part) => Array.isArray(part) && part.length === 0)
}

function wrapper(
  scope: ValidateScope,
  kind: 'record' | 'tracked' | 'ifRecord',
  names: readonly string[] | undefined,
  rule: Rule,
  parts: readonly Call[],
): string {
  const fields = (rule.record?.fields ?? []).filter((field) => !isInherited(field.name))
  const typed = fields.map((field) => stringLiteral(field.name))
  const known = new Set(names)
  const complete = fields.every((field) => known.has(field.name))
  const args = complete || typed.length === 0 ? '' : `<${typed.join(' | ')}>`
  const parameters = parts.length === 0 ? '' : 'v, at'
  const body = `(${parameters}) => ${allHold(parts)}`
  return pureCall(`${scope.use(kind)}${args}`, namesText(names), body)
}

function namesText(names: readonly string[] | undefined): string {
  return names ? listText(names.map(stringLiteral)) : 'undefined'
}

/** What holds inside a record: the value is known to be an object, and its path is entered. */
function innerParts(scope: ValidateScope, rule: Rule, hint: string): Call[] {
  const { record, types: _, ...others } = rule
  const at = here(scope)
  return [
    ...(record ? fieldsParts(scope, record, hint) : []),
    ...(record ? objectParts(scope, record, at, hint) : []),
    ...partsFor(scope, others, at, hint),
    ...(record ? unevaluatedParts(scope, rule, at, hint) : []),
  ]
}

/** Every part of a rule as an expression; all of them hold. */
function partsFor(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  if (rule.never) return [call(scope, 'never', at)]
  if (rule.nullable) return [orNull(scope, rule, at, hint)]
  const values = valuesPart(scope, rule, at, hint)
  return [
    ...typePart(scope, rule, at, values !== undefined),
    ...(values ? [values] : []),
    ...textParts(scope, rule, at, hint),
    ...numberParts(scope, rule, at),
    ...listParts(scope, rule, at, hint),
    ...recordParts(scope, rule, at, hint),
    ...(rule.reference === undefined ? [] : [callAt(scope.checkOf(rule.reference), at)]),
    ...(rule.all ?? []).flatMap((each, index) =>
      expressionsIn(scope, each, at, `${hint}Part${index + 1}`),
    ),
    ...choiceParts(scope, rule, at, hint),
    ...(rule.not ? [call(scope, 'not', at, checkFor(scope, rule.not, `${hint}Not`))] : []),
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

/** A record among other parts: a map is one call, everything else a constant. */
function recordParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Call[] {
  const { record } = rule
  if (!record) return []
  if (isMap(rule)) {
    return [call(scope, 'map', at, checkFor(scope, record.rest ?? {}, `${hint}Value`))]
  }
  const name = scope.free(checkName(`${hint}Fields`))
  const names = knownNames({ record }, scope.ruleOf)
  const made = wrapper(scope, 'ifRecord', names, { record }, [
    ...fieldsParts(scope, record, hint),
    ...objectParts(scope, record, here(scope), hint),
  ])
  scope.hoist(constantText({ name, type: scope.useType('Check'), value: made }))
  return [callAt(name, at), ...unevaluatedParts(scope, rule, at, hint)]
}

export const ruleChecks: RuleChecks = { checkFor, partsFor, single }
