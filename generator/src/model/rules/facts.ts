import { reached } from '../collections/reached.js'
import type { JsonType } from '../json.js'
import { cachedPredicate } from './cached-predicate.js'
import {
  type FieldRule,
  type RecordRule,
  type Rule,
  type RuleOf,
  rulesHere,
  rulesOfValue,
} from './rule.js'

/** Whether a rule has no constraints. */
export function isTrivial(rule: Rule): boolean {
  return Object.keys(rule).every((key) => key === 'source' || key === 'nullable')
}

/** The number of parts of a rule that constrain the value as a whole and can be combined. */
export function wholeParts(rule: Rule): number {
  const { record, reference, all = [], choices = [], not, when } = rule
  const single = [record, reference, not, when].filter((part) => part !== undefined).length
  return single + all.length + choices.length
}

/** Whether the rule of a field already rejects a missing value, so that nothing else has to. */
export const refusesAbsent: (rule: Rule, ruleOf: RuleOf) => boolean = cachedPredicate(
  (rule, ask) => {
    const refuses = (each: Rule): boolean => {
      if (each.never) return false
      if (each.types || each.values || each.all?.some(refuses)) return true
      if (each.choices?.some((choice) => choice.tagging || choice.members.every(refuses)))
        return true
      return each.reference !== undefined && ask(each.reference)
    }
    return refuses(rule)
  },
  false,
)

/**
 * The names of the fields that any rule for this value knows; `undefined` if any name is allowed.
 */
export function knownNames(rule: Rule, ruleOf: RuleOf): readonly string[] | undefined {
  const rules = [...reached([rule], (each) => rulesOfValue(each, ruleOf))]
  if (rules.some(isFree)) return undefined
  const names = new Set(rules.flatMap(fieldNames))
  return names.size === 0 && !isClosed(rule) ? undefined : [...names]
}

/** Whether a rule itself allows no other fields than its own. */
function isClosed({ record }: Rule): boolean {
  return record?.rest?.never === true || record?.unevaluated?.never === true
}

/** The names that a rule itself describes. */
export function fieldNames({ record }: Rule): readonly string[] {
  if (!record) return []
  const { fields, required, dependents } = record
  const others = dependents.flatMap((each) => each.others)
  return [...fields.map((field) => field.name), ...required, ...others]
}

/** Whether a rule itself allows any name. */
function isFree(rule: Rule): boolean {
  return rule.record ? isOpen(rule.record) : isAnyObject(rule)
}

/** Whether a rule itself says nothing of objects but that they are allowed. */
export function isAnyObject(rule: Rule): boolean {
  const { record, reference } = rule
  if (record || reference !== undefined || rulesHere(rule).length > 0) return false
  return admitsObjects(rule)
}

function admitsObjects(rule: Rule): boolean {
  if (rule.never || rule.values) return false
  return rule.types?.includes('object') ?? true
}

function isOpen({ rest, patterns, unevaluated }: RecordRule): boolean {
  const allowsValues = (rule: Rule | undefined): boolean => rule !== undefined && !rule.never
  return allowsValues(rest) || allowsValues(unevaluated) || patterns.length > 0
}

/** The value of the key of a member that has only this key. */
export function payloadOf(member: Rule, key: string, ruleOf: RuleOf): Rule | undefined {
  const target = member.reference === undefined ? member : (ruleOf(member.reference) ?? {})
  if (wholeParts(member) > 1 || wholeParts(target) !== 1 || !target.record) return undefined
  if (target.nullable || target.values || !onlyObjects(target.types)) return undefined
  const { fields, required, patterns, rest, unevaluated, ...limits } = target.record
  const [field] = fields
  const more = [required, patterns, limits.dependents, limits.dependentRules]
  const limited = [rest, unevaluated, limits.names, limits.least, limits.most]
  if (fields.length !== 1 || field?.name !== key || more.some((list) => list.length > 0))
    return undefined
  return limited.some((limit) => limit !== undefined) ? undefined : field.rule
}

function onlyObjects(types: readonly JsonType[] | undefined): boolean {
  return types === undefined || (types.length === 1 && types[0] === 'object')
}

/** Whether a field is required in received values, or in sent ones. */
export function isRequired(field: FieldRule, leavesOut: 'read' | 'write'): boolean {
  return field.required && field.flow !== leavesOut
}
