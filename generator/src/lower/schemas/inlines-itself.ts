import { reached } from '../../model/collections/reached.js'
import { items, member, members, type Node, nodeKey, textAt } from '../../source/node.js'
import { isNarrowed, isPureReference, loneReference } from '../../source/references.js'
import type { Lowering } from './lowering-context.js'

/**
 * Whether an inline schema contains itself through references whose content it merges. Expanding it would
 * never end, so it needs a name.
 */
export function inlinesItself(lowering: Lowering, schema: Node): boolean {
  if (!member(schema, 'allOf') && !isNarrowedReference(schema)) return false
  const start = nodeKey(schema)
  const parts = (each: Node): Node[] => partsOf(lowering, each)
  for (const part of reached(parts(schema), parts, nodeKey))
    if (nodeKey(part) === start) return true
  return false
}

const SCHEMAS = ['items', 'additionalProperties', 'additionalItems']
const LISTS = ['oneOf', 'anyOf', 'prefixItems']
const MAPS = ['properties', 'patternProperties']

/** The schemas that are expanded together with this one; a reference is not expanded. */
function partsOf(lowering: Lowering, schema: Node): Node[] {
  if (loneReference(schema)) return []
  const referred = isNarrowedReference(schema) ? [schema] : []
  const parts = [...referred, ...items(member(schema, 'allOf'))].flatMap((part) =>
    merged(lowering, part),
  )
  const inside = [
    ...SCHEMAS.flatMap((keyword) => member(schema, keyword) ?? []),
    ...LISTS.flatMap((keyword) => items(member(schema, keyword))),
    ...MAPS.flatMap((keyword) => valuesOf(member(schema, keyword))),
  ]
  return [...parts, ...inside.filter((each) => !isPureReference(each))]
}

function isNarrowedReference(schema: Node): boolean {
  return textAt(schema, '$ref') !== undefined && isNarrowed(schema)
}

function merged({ registry }: Lowering, part: Node): Node[] {
  if (textAt(part, '$ref') === undefined) return [part]
  const entry = registry.entryFor(part)
  return entry ? [entry.node] : []
}

function valuesOf(node: Node | undefined): Node[] {
  return node ? members(node).map(([, value]) => value) : []
}
