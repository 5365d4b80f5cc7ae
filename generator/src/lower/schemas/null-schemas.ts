import { isDictionary } from '../../model/json.js'
import { items, member, members, type Node, sourceKey, textAt, valueAt } from '../../source/node.js'
import { isAnnotation } from '../../source/references.js'
import { isComposition } from './is-composition.js'
import type { Lowering } from './lowering.js'

/**
 * `type: [string, 'null'], enum: [a, b]`, or `type: [object, 'null']` next to a `oneOf`: strictly, the second
 * part rejects null, but then the first part would be pointless.
 */
export function isNullByType(schema: Node): boolean {
  const types = items(member(schema, 'type')).map((each) => each.value)
  if (!types.includes('null')) return false
  const values = items(member(schema, 'enum')).map((each) => each.value)
  if (values.length > 0) return !values.includes(null)
  return isComposition(schema)
}

/** What schemas that are referred to were found to be: parts can refer to the same ones again and again. */
type Known = Map<string, boolean>

/** Whether every part of an `allOf` allows null, so that the whole does. One part alone is not enough. */
export function isNullInParts(lowering: Lowering, schema: Node, known: Known = new Map()): boolean {
  const type = member(schema, 'type')
  const parts = items(member(schema, 'allOf')).filter((each) => !saysNothingOfNull(each))
  const own = type === undefined || isNullType(schema)
  return own && parts.length > 0 && parts.every((each) => namesNull(lowering, each, known))
}

/** Limits of values that are not null. */
const LIMITS = new Set(
  (
    'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minItems maxItems uniqueItems minProperties maxProperties required'
  ).split(' '),
)

function saysNothingOfNull(part: Node): boolean {
  if (part.value === true) return true
  return (
    isDictionary(part.value) && members(part).every(([key]) => LIMITS.has(key) || isAnnotation(key))
  )
}

/** Whether a schema says that null is among its values. */
export function namesNull(lowering: Lowering, part: Node, known: Known = new Map()): boolean {
  // Next to a reference it has no meaning in OpenAPI, but the intention is clear.
  if (valueAt(part, 'nullable') === true) return true
  if (textAt(part, '$ref') !== undefined) return refersToNull(lowering, part, known)
  return isNullType(part) || isNullInParts(lowering, part, known)
}

function refersToNull(lowering: Lowering, ref: Node, known: Known): boolean {
  const target = lowering.registry.entryFor(ref)?.node
  if (!target) return false
  const key = sourceKey(target.source)
  const before = known.get(key)
  if (before !== undefined) return before
  // What leads back to itself says nothing.
  known.set(key, false)
  const found = namesNull(lowering, target, known)
  known.set(key, found)
  return found
}

function isNullType(schema: Node): boolean {
  return items(member(schema, 'type')).some((each) => each.value === 'null')
}

/** Whether `null` is the only value of a schema. */
export function isNullSchema(schema: Node): boolean {
  if (valueAt(schema, 'type') === 'null') return true
  const constant = member(schema, 'const')
  const values = constant ? [constant] : items(member(schema, 'enum'))
  return values.length > 0 && values.every((each) => each.value === null)
}
