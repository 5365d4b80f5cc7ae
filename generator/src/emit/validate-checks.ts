import { pascalCase } from '../model/names.js'
import type { Expression, FieldRule, RecordRule, Rule } from '../model/rule.js'
import {
  foldNull,
  isRequired,
  isTrivial,
  knownNames,
  refusesAbsent,
  wholeParts,
} from '../model/rule-facts.js'
import { arrayOf, callOf, type Layout, word } from './typescript/layout.js'
import { propertyAccess, stringLiteral } from './typescript/text.js'
import { choiceParts, isKeyed, whenPart } from './validate-choices.js'
import { allHold, arrow, pureCall, recordCall, unless, words } from './validate-layout.js'
import { listParts, numberParts, textParts, typePart, valuesPart } from './validate-scalars.js'
import { checkName, constantText, type ValidateScope } from './validate-scope.js'
import { unevaluatedParts } from './validate-seen.js'

/** Where a value stands: the expression that reads it, and the one that says its key. */
export interface At {
  readonly value: string
  readonly key: string
}

const KEYED: At = { value: 'v', key: 'key' }

/** The value whose path is entered already. The name is only imported where it is used. */
function here(scope: ValidateScope): At {
  return {
    value: 'v',
    get key() {
      return scope.use('HERE')
    },
  }
}

/** `name(v, at, key, …)` */
export function call(scope: ValidateScope, name: string, at: At, ...args: string[]): Layout {
  return callOf(scope.use(name), words([at.value, 'at', at.key, ...args]))
}

/** The name of a check for a rule; what no single function says gets a constant of its own. */
export function checkFor(scope: ValidateScope, given: Rule, hint: string): string {
  const rule = foldNull(given, scope.ruleOf)
  if (isTrivial(rule)) return scope.use('anything')
  // The runtime knows this very function: what it refuses may be new, and then it is drift.
  if (rule.never) return scope.use('never')
  if (!rule.nullable && isSimple(rule)) {
    const [part] = partsFor(scope, rule, KEYED, hint)
    const found = /^(\w+)\(v, at, key\)$/.exec(part?.flat ?? '')?.[1]
    if (found) return found
  }
  const name = scope.free(checkName(hint))
  scope.hoist(checkText(scope, rule, name, hint))
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
export function checkText(scope: ValidateScope, given: Rule, name: string, hint: string): string {
  const rule = foldNull(given, scope.ruleOf)
  const type = scope.useType('Check')
  if (!rule.nullable) {
    const made = wrapped(scope, rule, hint)
    if (made) return constantText(name, type, made)
  }
  const body = expressionFor(scope, rule, KEYED, hint)
  return constantText(name, type, arrow(body.flat === 'true' ? '' : 'v, at, key', body))
}

function expressionFor(scope: ValidateScope, rule: Rule, at: At, hint: string): Layout {
  if (isTrivial(rule)) return word('true')
  if (!rule.nullable) return allHold(partsFor(scope, rule, at, hint))
  return allHold([orNull(scope, rule, at, hint)])
}

function orNull(scope: ValidateScope, rule: Rule, at: At, hint: string): Layout {
  const { nullable: _, ...rest } = rule
  return unless(`${at.value} === null`, single(scope, rest, at, hint))
}

/** One expression for a rule, with a constant where it takes more. */
function single(scope: ValidateScope, rule: Rule, at: At, hint: string): Layout {
  const parts = needsWrapper(rule) ? [] : partsFor(scope, rule, at, hint)
  const [only] = parts
  if (only && parts.length === 1) return only
  return callOf(checkFor(scope, rule, hint), words([at.value, 'at', at.key]))
}

/** Whether several rules look at the same object, so that its fields are known to all of them. */
function needsWrapper(rule: Rule): boolean {
  if (rule.record) return !isMap(rule)
  return (
    wholeParts(rule) > 1 ||
    (rule.choices ?? []).some(isKeyed) ||
    rule.list?.unevaluated !== undefined
  )
}

/** `record(…)`, `ifRecord(…)` or `compose(…)` around everything that holds for one value. */
function wrapped(scope: ValidateScope, rule: Rule, hint: string): Layout | undefined {
  if (!needsWrapper(rule)) return undefined
  const names = knownNames(rule, scope.ruleOf)
  const objects = rule.types?.length === 1 && rule.types[0] === 'object'
  if (objects) return wrapper(scope, 'record', names, rule, innerParts(scope, rule, hint))
  if (rule.record && wholeParts(rule) === 1 && onlyRecord(rule)) {
    return wrapper(scope, 'ifRecord', names, rule, innerParts(scope, rule, hint))
  }
  const parts = partsFor(scope, rule, here(scope), hint)
  return aroundParts(scope.use('compose'), names, 'v, at', parts)
}

function onlyRecord(rule: Rule): boolean {
  return !rule.types && !rule.values && !rule.text && !rule.number && !rule.list
}

function wrapper(
  scope: ValidateScope,
  kind: 'record' | 'ifRecord',
  names: readonly string[] | undefined,
  rule: Rule,
  parts: readonly Layout[],
): Layout {
  const fields = (rule.record?.fields ?? []).filter((field) => !isInherited(field.name))
  const typed = fields.map((field) => stringLiteral(field.name))
  const known = new Set(names)
  const complete = fields.every((field) => known.has(field.name))
  const args = complete || typed.length === 0 ? '' : `<${typed.join(' | ')}>`
  const name = `${scope.use(kind)}${args}`
  const usesValue = parts.some((part) => /\bv\b/.test(part.flat ?? part.broken(0)))
  const parameters = parts.length === 0 ? '' : usesValue ? 'v, at' : '_, at'
  return aroundParts(name, names, parameters, parts)
}

function aroundParts(
  name: string,
  names: readonly string[] | undefined,
  parameters: string,
  parts: readonly Layout[],
): Layout {
  const body = allHold(parts)
  if (parts.length === 1) return recordCall(name, namesLayout(names), parameters, body)
  return pureCall(name, [namesLayout(names), arrow(parameters, body)])
}

function namesLayout(names: readonly string[] | undefined): Layout {
  return names ? arrayOf(names.map(stringLiteral)) : word('undefined')
}

/** What holds inside a record: the value is known to be an object, and its path is entered. */
function innerParts(scope: ValidateScope, rule: Rule, hint: string): Layout[] {
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
function partsFor(scope: ValidateScope, rule: Rule, at: At, hint: string): Layout[] {
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
    ...(rule.reference === undefined
      ? []
      : [callOf(scope.checkOf(rule.reference), words([at.value, 'at', at.key]))]),
    ...(rule.all ?? []).flatMap((each, index) =>
      expressionsIn(scope, each, at, `${hint}Part${index + 1}`),
    ),
    ...choiceParts(scope, rule, at, hint),
    ...(rule.not ? [call(scope, 'not', at, checkFor(scope, rule.not, `${hint}Not`))] : []),
    ...(rule.when?.met || rule.when?.unmet ? [whenPart(scope, rule.when, at, hint)] : []),
    ...(rule.record ? [] : unevaluatedParts(scope, rule, at, hint)),
  ]
}

function expressionsIn(scope: ValidateScope, given: Rule, at: At, hint: string): Layout[] {
  const rule = foldNull(given, scope.ruleOf)
  if (isTrivial(rule)) return []
  if (rule.nullable || needsWrapper(rule)) {
    return [callOf(checkFor(scope, rule, hint), words([at.value, 'at', at.key]))]
  }
  return partsFor(scope, rule, at, hint)
}

/** A record among other parts: a map is one call, everything else a constant. */
function recordParts(scope: ValidateScope, rule: Rule, at: At, hint: string): Layout[] {
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
  scope.hoist(constantText(name, scope.useType('Check'), made))
  const own = callOf(name, words([at.value, 'at', at.key]))
  return [own, ...unevaluatedParts(scope, rule, at, hint)]
}

/** An object without fields of its own whose keys all hold the same. */
export function isMap({ types, record, ...others }: Rule): boolean {
  if (!record || types?.length !== 1 || types[0] !== 'object' || wholeParts(others) > 0)
    return false
  const { fields, required, patterns, rest, dependents, dependentRules, ...limits } = record
  const lists = [fields, required, patterns, dependents, dependentRules]
  const plain = lists.every((list) => list.length === 0) && Object.keys(limits).length === 0
  return plain && rest !== undefined && rest.never === undefined
}

// fields

function fieldsParts(scope: ValidateScope, record: RecordRule, hint: string): Layout[] {
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

function requiredCall(scope: ValidateScope, names: readonly string[]): Layout {
  return callOf(scope.use('required'), words(['v', 'at', ...names.map(stringLiteral)]))
}

/** The member is known to be missing in places. */
function leftOut(scope: ValidateScope, name: string): string {
  return `${scope.use('leftOut')}(${readField(scope, name)}, at, ${stringLiteral(name)})`
}

function fieldPart(scope: ValidateScope, field: FieldRule, hint: string): Layout[] {
  const rule = foldNull(field.rule, scope.ruleOf)
  if (isTrivial(rule)) return []
  const value = readField(scope, field.name)
  const at: At = { value, key: stringLiteral(field.name) }
  const inner = hint + pascalCase(field.name)
  const needed = isRequired(field, scope.leavesOut) && refusesAbsent(rule, scope.ruleOf)
  const { nullable, ...plain } = rule
  const known = needed && field.missing ? [leftOut(scope, field.name)] : []
  const test = [absence(value, !needed, nullable === true) ?? [], known].flat().join(' || ')
  if (test !== '') return [unless(test, single(scope, plain, at, inner))]
  if (needsWrapper(rule)) return [single(scope, rule, at, inner)]
  return partsFor(scope, rule, at, inner)
}

function absence(value: string, optional: boolean, nullable: boolean): string | undefined {
  if (optional) return nullable ? `${value} == null` : `${value} === undefined`
  return nullable ? `${value} === null` : undefined
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

function isInherited(name: string): boolean {
  return INHERITED.has(name)
}

/** Every object has a `constructor`; only its own one is data. */
function readField(scope: ValidateScope, name: string): string {
  return isInherited(name)
    ? `${scope.use('own')}(v, ${stringLiteral(name)})`
    : `v${propertyAccess(name)}`
}

// other words about objects

function objectParts(scope: ValidateScope, record: RecordRule, at: At, hint: string): Layout[] {
  const { patterns, rest, names, least, most, dependents, dependentRules } = record
  const expressions = patterns.map((each) => regExp(scope, each.name, hint))
  return [
    ...patterns.map((each, index) => {
      const check = checkFor(scope, each.rule, `${hint}Pattern${index + 1}`)
      return call(scope, 'matching', at, expressions[index] ?? '', check)
    }),
    ...(rest && !isTrivial(rest) ? [restPart(scope, record, rest, at, expressions, hint)] : []),
    ...(names ? [call(scope, 'propertyNames', at, checkFor(scope, names, `${hint}Name`))] : []),
    ...(least ? [call(scope, 'minProperties', at, String(least))] : []),
    ...(most === undefined ? [] : [call(scope, 'maxProperties', at, String(most))]),
    ...dependents.map(({ name, others }) =>
      callOf(scope.use('dependent'), words(['v', 'at', ...[name, ...others].map(stringLiteral)])),
    ),
    ...dependentRules.map(({ name, rule }) => {
      const check = checkFor(scope, rule, `${hint}With${pascalCase(name)}`)
      return callOf(scope.use('dependentRule'), words(['v', 'at', stringLiteral(name), check]))
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
): Layout {
  const names = scope.free(`${checkName(hint)}Names`)
  const list = arrayOf(fields.map((field) => stringLiteral(field.name)))
  scope.hoist(constantText(names, 'readonly string[]', list))
  const patterns = `[${expressions.join(', ')}]`
  if (rest.never)
    return call(scope, 'closed', at, names, ...(expressions.length > 0 ? [patterns] : []))
  return call(scope, 'rest', at, names, patterns, checkFor(scope, rest, `${hint}Value`))
}

/** A regular expression as a constant, made from a text: no text of a document becomes code. */
export function regExp(scope: ValidateScope, { source, flags }: Expression, hint: string): string {
  const name = scope.free(`${checkName(hint)}Pattern`)
  const args = [stringLiteral(source), ...(flags === '' ? [] : [stringLiteral(flags)])]
  scope.hoist(constantText(name, '', pureCall('new RegExp', words(args))))
  return name
}
