import { isDictionary } from '../../model/json.js'
import { items, member, members, type Node, textAt } from '../../source/node.js'
import { leadsTo } from '../names/registry.js'
import type { Lowering } from './lowering.js'

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

const DEPTH = 8

/** Words of a union that say nothing of its members. */
const ONLY_UNION = new Set(
  'oneOf anyOf discriminator description title summary deprecated example examples externalDocs'.split(
    ' ',
  ),
)

/** Whether a schema has another one among the parts of its `allOf`, or of theirs. */
export function isExtending(
  lowering: Lowering,
  subtype: Node,
  base: Node,
  depth: number = DEPTH,
): boolean {
  if (depth === 0) return false
  return items(member(subtype, 'allOf')).some((part) => {
    if (leadsTo(lowering.registry, part, base)) return true
    const next = textAt(part, '$ref') === undefined ? part : lowering.registry.entryFor(part)?.node
    return next !== undefined && isExtending(lowering, next, base, depth - 1)
  })
}

/** Whether a schema is one of those that a union lists, or one of theirs. */
export function isMember(
  lowering: Lowering,
  schema: Node,
  union: Node,
  depth: number = DEPTH,
): boolean {
  const words = members(union).map(([word]) => word)
  if (depth === 0 || !words.every((word) => ONLY_UNION.has(word) || word.startsWith('x-')))
    return false
  return ['oneOf', 'anyOf']
    .flatMap((word) => items(member(union, word)))
    .some((each) => {
      if (leadsTo(lowering.registry, each, schema)) return true
      const next =
        textAt(each, '$ref') === undefined ? each : lowering.registry.entryFor(each)?.node
      return next !== undefined && isMember(lowering, schema, next, depth - 1)
    })
}
