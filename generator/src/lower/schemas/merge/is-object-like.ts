import { isDictionary, isJsonType } from '../../../model/json.js'
import { items, member, type Node, textAt, valueAt } from '../../../source/node.js'
import type { Registry } from '../../names/registry.js'
import { isConstraintOnly } from '../is-composition.js'
import { type Known, readOnce } from '../read-once.js'

/** The answers for each run. They are asked for again and again, by every union around a schema. */
const answers = new WeakMap<Registry, WeakMap<object, boolean>>()

interface Registered {
  readonly registry: Registry
}

/** Whether a schema describes objects, so that it can be merged with others that do. */
export function isObjectLike(lowering: Registered, schema: Node): boolean {
  const { value } = schema
  if (!isDictionary(value)) return false
  const known = answers.get(lowering.registry) ?? new WeakMap<object, boolean>()
  answers.set(lowering.registry, known)
  const before = known.get(value)
  if (before !== undefined) return before
  const found = describesObjects(lowering, schema, new Map())
  known.set(value, found)
  return found
}

/**
 * `known` has what schemas that are referred to were found to be, as far as it is known inside a cycle: unions inside
 * each other can refer to the same ones again and again.
 */
function describesObjects(lowering: Registered, schema: Node, known: Known): boolean {
  if (isOfObjects(schema) || hasOwnFields(schema)) return true
  if (textAt(schema, '$ref') !== undefined) return refersToObject(lowering, schema, known)
  const parts = items(member(schema, 'allOf'))
  if (parts.length > 0) return parts.some((part) => describesObjects(lowering, part, known))
  const lists = unionLists(schema).flatMap(items)
  return lists.length > 0 && lists.every((each) => describesObjects(lowering, each, known))
}

function refersToObject(lowering: Registered, ref: Node, known: Known): boolean {
  const target = lowering.registry.entryFor(ref)?.node
  return (
    target !== undefined && readOnce(known, target, () => describesObjects(lowering, target, known))
  )
}

/** Whether the type of a schema is `object`, or that and null. */
export function isOfObjects(schema: Node): boolean {
  const type = valueAt(schema, 'type')
  if (!Array.isArray(type)) return type === 'object'
  const types = type.filter((each) => each !== 'null')
  return types.length === 1 && types[0] === 'object'
}

/** Keywords of objects say nothing beside another type. */
export function hasOwnFields(schema: Node): boolean {
  const types = [valueAt(schema, 'type') ?? []].flat()
  if (types.length > 0 && types.every((type) => isJsonType(type) && type !== 'object')) return false
  return (
    valueAt(schema, 'properties') !== undefined ||
    valueAt(schema, 'additionalProperties') !== undefined ||
    valueAt(schema, 'patternProperties') !== undefined
  )
}

/** The `oneOf` and `anyOf` of a schema that list variants. */
export function unionLists(schema: Node): Node[] {
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const list = member(schema, keyword)
    return list && items(list).length > 0 && !isConstraintOnly(list) ? [list] : []
  })
}
