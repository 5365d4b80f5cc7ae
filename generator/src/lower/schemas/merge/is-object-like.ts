import { items, member, type Node, textAt, valueAt } from '../../../source/node.js'
import { isConstraintOnly } from '../is-composition.js'
import type { Lowering } from '../lowering.js'

/** Whether a schema describes objects, so that it can be merged with others that do. */
export function isObjectLike(lowering: Lowering, schema: Node, depth = 0): boolean {
  if (depth > 16) return false
  if (valueAt(schema, 'type') === 'object' || hasOwnFields(schema)) return true
  const parts = items(member(schema, 'allOf'))
  if (textAt(schema, '$ref') !== undefined) {
    const entry = lowering.registry.entryFor(schema)
    return entry !== undefined && isObjectLike(lowering, entry.node, depth + 1)
  }
  if (parts.length > 0) return parts.some((part) => isObjectLike(lowering, part, depth + 1))
  const lists = unionLists(schema).flatMap(items)
  return lists.length > 0 && lists.every((each) => isObjectLike(lowering, each, depth + 1))
}

export function hasOwnFields(schema: Node): boolean {
  return ['properties', 'additionalProperties', 'patternProperties'].some((key) =>
    member(schema, key),
  )
}

/** The `oneOf` and `anyOf` of a schema that list variants. */
export function unionLists(schema: Node): Node[] {
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const list = member(schema, keyword)
    return list && items(list).length > 0 && !isConstraintOnly(list) ? [list] : []
  })
}
