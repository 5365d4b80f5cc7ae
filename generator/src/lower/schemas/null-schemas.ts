import { items, member, type Node, textAt, valueAt } from '../../source/node.js'
import { isOnlyAnnotations } from '../../source/references.js'
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

/** Whether every part of an `allOf` allows null, so that the whole does. One part alone is not enough. */
export function isNullInParts(lowering: Lowering, schema: Node, depth = 0): boolean {
  const type = member(schema, 'type')
  const parts = items(member(schema, 'allOf')).filter((each) => !isUnconstrained(each))
  const own = type === undefined || isNullType(schema)
  return own && parts.length > 0 && parts.every((each) => namesNull(lowering, each, depth))
}

function isUnconstrained(part: Node): boolean {
  return part.value === true || JSON.stringify(part.value) === '{}' || isOnlyAnnotations(part)
}

/** Whether a schema says that null is among its values. */
export function namesNull(lowering: Lowering, part: Node, depth = 0): boolean {
  if (depth > 16) return false
  // Next to a reference it has no meaning in OpenAPI, but the intention is clear.
  if (valueAt(part, 'nullable') === true) return true
  if (textAt(part, '$ref') !== undefined) {
    const target = lowering.registry.entryFor(part)?.node
    return target !== undefined && namesNull(lowering, target, depth + 1)
  }
  return isNullType(part) || isNullInParts(lowering, part, depth + 1)
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
