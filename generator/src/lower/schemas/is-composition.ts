import { reached } from '../../model/collections/reached.js'
import { isDictionary } from '../../model/json.js'
import { items, member, members, type Node, nodeKey } from '../../source/node.js'
import { leadsTo, targetOf } from '../names/registry.js'
import type { Lowering } from './lowering-context.js'

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

/** Keywords of a union that say nothing of its members. */
const ONLY_UNION = new Set(
  'oneOf anyOf discriminator description title summary deprecated example examples externalDocs'.split(
    ' ',
  ),
)

/** Whether a schema has another one among the parts of its `allOf`, or of theirs. */
export function isExtending(lowering: Lowering, subtype: Node, base: Node): boolean {
  return reaches(lowering, subtype, base, (schema) => items(member(schema, 'allOf')))
}

/** Whether a schema is one of those that a union lists, or one of theirs. */
export function isMember(lowering: Lowering, schema: Node, union: Node): boolean {
  return reaches(lowering, union, schema, (each) =>
    isOnlyUnion(each) ? ['oneOf', 'anyOf'].flatMap((keyword) => items(member(each, keyword))) : [],
  )
}

/** Whether a schema refers to another one by parts of it, or by theirs. */
function reaches(
  lowering: Lowering,
  from: Node,
  to: Node,
  partsOf: (schema: Node) => readonly Node[],
): boolean {
  const next = (schema: Node): Node[] =>
    partsOf(schema).map((part) => targetOf(lowering, part) ?? part)
  for (const schema of reached([from], next, nodeKey)) {
    if (partsOf(schema).some((part) => leadsTo(lowering.registry, part, to))) return true
  }
  return false
}

function isOnlyUnion(schema: Node): boolean {
  return members(schema).every(([keyword]) => ONLY_UNION.has(keyword) || keyword.startsWith('x-'))
}
