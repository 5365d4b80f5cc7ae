import { impliedType } from '../../../check/samples.js'
import type { FieldRule, ListRule, RecordRule, Rule } from '../../../model/rules/rule.js'
import type { GatheredRules } from './gathered-rules.js'
import { isFittingNumber, isFittingText, isListed } from './scalars.js'

/** Whether a value is sure to be valid that all these rules apply to. */
export type Every = (rules: readonly Rule[], depth: number) => boolean

/** As many keys and items are always found. */
const MOST_KEYS = 30

/** Whether any value is valid that is drawn for rules without a union; `every` says it of what is inside. */
export function isSureValue(every: Every, parts: GatheredRules, depth: number): boolean {
  const { values, usual } = parts
  if (parts.types?.length === 0) return false
  const types = parts.types?.filter((type) => type !== 'null')
  if (values) return isListed(values, parts)
  if (usual) return isListed(usual, { ...parts, usual: undefined })
  if (types) return types.every((type) => isSureOfType(every, type, parts, depth))
  const type = impliedType(parts)
  return type === undefined || isSureOfType(every, type, parts, depth)
}

function isSureOfType(
  every: Every,
  type: string,
  { texts, numbers, lists, records }: GatheredRules,
  depth: number,
): boolean {
  switch (type) {
    case 'object':
      return isSureObject(every, records, depth)
    case 'array':
      return lists.length < 2 && lists.every((each) => isSureList(every, each, depth))
    case 'string':
      return texts.length < 2 && texts.every(isFittingText)
    case 'number':
    case 'integer':
      return numbers.length < 2 && numbers.every(isFittingNumber)
    default:
      return true
  }
}

function isSureObject(every: Every, records: readonly RecordRule[], depth: number): boolean {
  if (records.some(isHardRecord)) return false
  const fields = new Map<string, FieldRule[]>()
  for (const field of records.flatMap((each) => each.fields)) {
    const same = fields.get(field.name)
    if (same) same.push(field)
    else fields.set(field.name, [field])
  }
  for (const name of records.flatMap(({ required }) => required)) {
    if (fields.get(name)?.some(({ flow }) => flow === 'write')) return false
    // What is required and not described can be anything.
    if (!fields.has(name)) fields.set(name, [])
  }
  const needed = new Set(records.flatMap(({ required }) => required))
  for (const [name, same] of fields) {
    if (same.some(({ flow }) => flow === 'write')) {
      if (same.some(({ flow }) => flow !== 'write')) return false
      continue
    }
    const isNeeded = needed.has(name) || same.some(({ required }) => required)
    const rules = rulesOf(records, name)
    // What cannot be is left out.
    if (!isNeeded && rules.some((each) => each.never)) continue
    if (rules.length > 0 && !every(rules, depth + 1)) return false
  }
  const rests = records.flatMap(({ rest }) => (rest && !rest.never ? [rest] : []))
  const least = Math.max(0, ...records.map((each) => each.least ?? 0))
  const isMap = fields.size === 0 && rests.length > 0
  // Otherwise there have to be more keys than are described.
  if (least > 0 && !(isMap && records.length === 1 && least <= MOST_KEYS)) return false
  return !isMap || every(rests, depth + 1)
}

function isSureList(
  every: Every,
  { first = [], items, least = 0, most, ...others }: ListRule,
  depth: number,
): boolean {
  if (others.contains || others.unevaluated || (others.unique && least > 1)) return false
  if (least > MOST_KEYS || (most !== undefined && most < least)) return false
  if (items?.never && least > first.length) return false
  const rules = [...first, ...(items && !items.never ? [items] : [])]
  return rules.every((each) => every([each], depth + 1))
}

/** All rules of one key. */
export function rulesOf(records: readonly RecordRule[], name: string): Rule[] {
  return records.flatMap(({ fields, rest }) => {
    const own = fields.filter((field) => field.name === name).map(({ rule }) => rule)
    return own.length > 0 ? own : (rest ?? [])
  })
}

/** Names of keys, and keys that depend on others. */
function isHardRecord(record: RecordRule): boolean {
  const { names, most, unevaluated, patterns, dependents, dependentRules } = record
  const others = [patterns, dependents, dependentRules]
  return (
    names !== undefined ||
    most !== undefined ||
    unevaluated !== undefined ||
    others.some((each) => each.length > 0)
  )
}
