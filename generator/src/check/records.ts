import { type Dictionary, isDictionary } from '../model/json.js'
import { isRequired } from '../model/rules/facts.js'
import type { RecordRule, Rule } from '../model/rules/rule.js'
import { evaluatedKeys } from './evaluated.js'
import {
  add,
  type Change,
  type Checking,
  type Degree,
  type Finding,
  isWrong,
  type Path,
} from './finding.js'
import { bounds } from './scalars.js'
import { skeletonOf } from './skeleton.js'
import { matches } from './texts.js'
import { listed, receivedWithType, typeOf } from './values.js'

export function recordFindings(
  checking: Checking,
  rule: Rule,
  value: Dictionary,
  path: Path,
): Finding[] {
  const { record } = rule
  if (!record) return []
  const missing = requiredNames(checking, record).filter((name) => !Object.hasOwn(value, name))
  const { least, most } = record
  const size = least === undefined && most === undefined ? 0 : Object.keys(value).length
  const found = missing.map((name): Finding => {
    // The document already says that some payloads lack it.
    const isForeseen = record.fields.some((field) => field.name === name && field.missing)
    const expected = expectedOf(record, name)
    const change = { kind: 'not-required', name } as const
    return absent(rule, [...path, name], expected, change, isForeseen ? 'exact' : 'problem')
  })
  for (const { name, rule: own } of record.fields)
    if (Object.hasOwn(value, name)) add(found, checking.whole(own, value[name], [...path, name]))
  add(found, otherFindings(checking, rule, record, value, path))
  add(found, dependentFindings(checking, rule, record, value, path))
  const faults = bounds('minProperties', 'maxProperties', 'fields', { least, most }, size)
  for (const fault of faults) found.push({ ...fault, path, rule })
  return found
}

function absent(
  rule: Rule,
  path: Path,
  expected: string,
  change: Change,
  degree: Degree = 'problem',
): Finding {
  return { kind: 'missing-field', degree, path, rule, expected, received: 'nothing', change }
}

function requiredNames(checking: Checking, { fields, required }: RecordRule): string[] {
  const named = fields.filter((field) => isRequired(field, checking.leavesOut))
  return [...named.map((field) => field.name), ...required]
}

function expectedOf({ fields }: RecordRule, name: string): string {
  const rule = fields.find((field) => field.name === name)?.rule
  if (rule?.values) return listed(rule.values)
  return rule?.types?.join(' or ') ?? rule?.reference ?? 'a value'
}

/**
 * Findings for names that are not declared fields: pattern properties, additional properties, and property
 * names.
 */
function otherFindings(
  checking: Checking,
  rule: Rule,
  record: RecordRule,
  value: Dictionary,
  path: Path,
): Finding[] {
  const { fields, patterns, rest, names, unevaluated } = record
  if (patterns.length === 0 && !rest && !names && !unevaluated) return []
  const known = new Set(fields.map((field) => field.name))
  const seen = unevaluated && evaluatedKeys(checking, withoutUnevaluated(rule), value, path)
  return Object.entries(value).flatMap(([name, each]) => {
    const at = [...path, name]
    const fitting = patterns.filter((pattern) => matches(pattern.name, name))
    const other = rest && !known.has(name) && fitting.length === 0 ? rest : undefined
    const left = seen && !seen.has(name) ? unevaluated : undefined
    return [
      ...fitting.flatMap((pattern) => checking.whole(pattern.rule, each, at)),
      ...(other ? underOther(checking, rule, other, each, at) : []),
      ...(left ? underOther(checking, rule, left, each, at) : []),
      ...(names ? wrongName(checking, names, name, at) : []),
    ]
  })
}

function withoutUnevaluated({ record, ...rule }: Rule): Rule {
  if (!record) return rule
  const { unevaluated: _, ...others } = record
  return { ...rule, record: others }
}

function underOther(
  checking: Checking,
  rule: Rule,
  other: Rule,
  value: unknown,
  path: Path,
): Finding[] {
  return other.never ? [newField(rule, 'exact', value, path)] : checking.whole(other, value, path)
}

function newField(rule: Rule, degree: Degree, value: unknown, path: Path): Finding {
  const name = String(path.at(-1))
  return {
    kind: 'unknown-field',
    degree,
    path,
    rule,
    expected: 'no such field',
    ...receivedWithType(value),
    change: { kind: 'field', name, types: [typeOf(value)], skeletons: [skeletonOf(value)] },
  }
}

function wrongName(checking: Checking, rule: Rule, name: string, path: Path): Finding[] {
  const found = checking.part(rule, name, path)
  const worst = found.find(isWrong) ?? found[0]
  return worst ? [{ ...worst, expected: `another name: ${worst.expected}` }] : []
}

function dependentFindings(
  checking: Checking,
  rule: Rule,
  { dependents, dependentRules }: RecordRule,
  value: Dictionary,
  path: Path,
): Finding[] {
  if (dependents.length + dependentRules.length === 0) return []
  const present = (each: { readonly name: string }): boolean => Object.hasOwn(value, each.name)
  return [
    ...dependents.filter(present).flatMap(({ name, others }) =>
      others
        .filter((other) => !Object.hasOwn(value, other))
        .map((other): Finding => {
          const change = { kind: 'not-dependent', name, other } as const
          return absent(rule, [...path, other], `a value, because of ${name}`, change)
        }),
    ),
    ...dependentRules.filter(present).flatMap((each) => checking.part(each.rule, value, path)),
  ]
}

/** Fields that no rule for this value describes: valid, but more than the document has. */
export function newFields(
  checking: Checking,
  rule: Rule,
  names: readonly string[] | undefined,
  value: unknown,
  path: Path,
): Finding[] {
  if (!names || !isDictionary(value)) return []
  const known = new Set(names)
  const unknown = Object.keys(value).filter((name) => !known.has(name))
  if (unknown.length === 0) return []
  const fieldOwner = schemaForField(checking, rule) ?? rule
  return unknown.map((name) => newField(fieldOwner, 'new', value[name], [...path, name]))
}

/** The schema that a new field would be added to. */
function schemaForField(
  checking: Checking,
  rule: Rule,
  seen = new Set<string>(),
): Rule | undefined {
  const { record, choices, reference, all = [] } = rule
  if (record || choices) return rule
  if (reference !== undefined && !seen.has(reference)) {
    const target = checking.ruleOf(reference)
    return target && schemaForField(checking, target, new Set([...seen, reference]))
  }
  for (const each of all) {
    const found = schemaForField(checking, each, seen)
    if (found) return found
  }
  return undefined
}
