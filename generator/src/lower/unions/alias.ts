import { items, members, type Node, textAt } from '../../source/node.js'
import { isAnnotation, isStructural, loneReference } from '../../source/references.js'
import type { Entry } from '../names/entries.js'
import type { Registry } from '../names/registry.js'
import { isNullSchema } from '../schemas/null-schemas.js'

// More names for one schema than any real document has.
const MOST_NAMES = 32

interface Target {
  readonly node: Node
  /** The last name on the way. */
  readonly entry?: Entry
}

/** The schema that another one is only a name of: by `$ref`, by `allOf` of a `$ref` alone, or several of these. */
export function aliasTarget(registry: Registry, schema: Node): Target {
  let target: Target = { node: schema }
  for (let count = 0; count < MOST_NAMES; count++) {
    const { node } = target
    const ref = isOnlyReference(node) ? node : loneReference(node)
    const entry = ref && registry.entryFor(ref)
    if (!entry || entry.node === node) return target
    target = { node: entry.node, entry }
  }
  return target
}

/** Whether a member of a union is null: itself, what it is only a name of, or the only member of what it is. */
export function isNullMember(registry: Registry, schema: Node): boolean {
  let part: Node | undefined = schema
  for (let count = 0; part && count < MOST_NAMES; count++) {
    const { node }: Target = aliasTarget(registry, part)
    if (isNullSchema(node)) return true
    part = onlyPart(node)
  }
  return false
}

/** The part that a schema consists of, if it is a list of one and says nothing else of values. */
function onlyPart(schema: Node): Node | undefined {
  const said = members(schema).filter(([keyword]) => !isAnnotation(keyword))
  const [[keyword, list] = []] = said
  if (said.length !== 1 || !list || !LISTS.has(String(keyword))) return undefined
  const parts = items(list)
  return parts.length === 1 ? parts[0] : undefined
}

const LISTS = new Set(['allOf', 'oneOf', 'anyOf'])

/** Keywords that describe may be next to a `$ref`. */
function isOnlyReference(schema: Node): boolean {
  return (
    textAt(schema, '$ref') !== undefined &&
    members(schema).every(([keyword]) => !isStructural(keyword))
  )
}
