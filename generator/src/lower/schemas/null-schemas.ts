import { isDictionary } from '../../model/json.js'
import { items, member, members, type Node, textAt, valueAt } from '../../source/node.js'
import { isAnnotation, isOnlyNullable } from '../../source/references.js'
import { isComposition } from './is-composition.js'
import type { Lowering } from './lowering-context.js'
import { unionLists } from './merge/is-object-like.js'
import { type Known, readOnce } from './read-once.js'
import { listedValues } from './values.js'

type Registered = Pick<Lowering, 'registry'>

/**
 * `nullable` of OpenAPI 3.0, here or in a part of its own. Strictly, it means nothing beside a reference, but the
 * intention is clear.
 */
export function isNullableByWord(schema: Node): boolean {
  return (
    valueAt(schema, 'nullable') === true ||
    items(member(schema, 'allOf')).some((part) => isOnlyNullable(part))
  )
}

/**
 * `type: [string, 'null'], enum: [a, b]`, or `type: [object, 'null']` next to a `oneOf`: strictly, the second
 * part rejects null, but then the first part would be pointless.
 */
export function isNullByType(schema: Node): boolean {
  if (isNullBesideUnion(schema)) return true
  const types = valueAt(schema, 'type')
  if (!Array.isArray(types) || !types.includes('null')) return false
  const values = valueAt(schema, 'enum')
  if (Array.isArray(values) && values.length > 0) return !values.includes(null)
  return isComposition(schema) || items(member(schema, 'oneOf')).length > 1
}

/** `type: 'null'` next to a `oneOf`: what converters make of `nullable: true`, and no value has both. */
export function isNullBesideUnion(schema: Node): boolean {
  const types = typeNames(schema)
  return types.length === 1 && types[0] === 'null' && unionLists(schema).length > 0
}

/** Whether every part of an `allOf` allows null, so that the whole does. One part alone is not enough. */
export function isNullInParts(
  lowering: Registered,
  schema: Node,
  known: Known = new Map(),
): boolean {
  const parts = items(member(schema, 'allOf')).filter((each) => !saysNothingOfNull(each))
  const allows = (part: Node): boolean => namesNull(lowering, part, known)
  return isNullLeft(schema) && parts.length > 0 && parts.every(allows)
}

/**
 * Whether a union allows null because a member does: any one of an `anyOf`, exactly one of a `oneOf`. (If several
 * do, no value is in one of them alone.)
 */
export function isNullInMembers(
  lowering: Registered,
  schema: Node,
  keyword: string,
  known: Known = new Map(),
): boolean {
  if (!isNullLeft(schema) || BESIDE.some((other) => other !== keyword && member(schema, other)))
    return false
  const allowing = items(member(schema, keyword)).filter((each) => namesNull(lowering, each, known))
  return allowing.length === 1 || (keyword === 'anyOf' && allowing.length > 0)
}

/** What may refuse null beside the members. */
const BESIDE = ['$ref', 'properties', 'allOf', 'oneOf', 'anyOf']

/** Whether the type of a schema, if it has one, includes null. */
function isNullLeft(schema: Node): boolean {
  return member(schema, 'type') === undefined || isNullType(schema)
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
export function namesNull(lowering: Registered, part: Node, known: Known = new Map()): boolean {
  return readOnce(known, part, () => readsNull(lowering, part, known))
}

function readsNull(lowering: Registered, part: Node, known: Known): boolean {
  if (isNullableByWord(part)) return true
  if (textAt(part, '$ref') !== undefined) {
    const target = lowering.registry.entryFor(part)?.node
    return target !== undefined && namesNull(lowering, target, known)
  }
  if (isNullType(part) || isNullSchema(part) || isNullInParts(lowering, part, known)) return true
  return ['oneOf', 'anyOf'].some((keyword) => isNullInMembers(lowering, part, keyword, known))
}

function isNullType(schema: Node): boolean {
  return typeNames(schema).includes('null')
}

function typeNames(schema: Node): readonly unknown[] {
  const type = valueAt(schema, 'type')
  return Array.isArray(type) ? type : [type]
}

/** Whether `null` is the only value of a schema. */
export function isNullSchema(schema: Node): boolean {
  if (valueAt(schema, 'type') === 'null') return !isNullBesideUnion(schema)
  const values = listedValues(schema)?.values ?? []
  return values.length > 0 && values.every((each) => each === null)
}
