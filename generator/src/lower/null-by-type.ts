import { items, member, type Node } from '../load/node.js'
import { isComposition } from './choices.js'

/**
 * `type: [string, 'null'], enum: [a, b]`, or `type: [object, 'null']` beside a `oneOf`: to the letter
 * the second half refuses null, but nobody writes the first half for nothing.
 */
export function isNullByType(schema: Node): boolean {
  const types = items(member(schema, 'type')).map((each) => each.value)
  if (!types.includes('null')) return false
  const values = items(member(schema, 'enum')).map((each) => each.value)
  if (values.length > 0) return !values.includes(null)
  return isComposition(schema)
}
