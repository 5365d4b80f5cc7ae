import { isDictionary } from '../../model/json.js'
import { items, member, type Node } from '../../source/node.js'

/** `oneOf: [{ required: [a] }, { required: [b] }]`: constrains which properties are present, and has no variants. */
export function isConstraintOnly(list: Node): boolean {
  const constraints = new Set(['required', 'not', 'description', 'title', 'dependentRequired'])
  const all = items(list)
  return (
    all.length > 0 &&
    all.every(
      (each) =>
        isDictionary(each.value) &&
        Object.keys(each.value).length > 0 &&
        Object.keys(each.value).every((key) => constraints.has(key)),
    )
  )
}

/** Whether a schema is composed of other schemas. */
export function isComposition(schema: Node): boolean {
  if (items(member(schema, 'allOf')).length > 0) return true
  return ['oneOf', 'anyOf'].some((key) => {
    const list = member(schema, key)
    return list !== undefined && items(list).length > 0 && !isConstraintOnly(list)
  })
}
