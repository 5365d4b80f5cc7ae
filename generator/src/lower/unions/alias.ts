import { members, type Node, textAt } from '../../source/node.js'
import { isStructural, loneReference } from '../../source/references.js'
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

/** Whether a member of a union is null: itself, or what it is only a name of. */
export function isNullMember(registry: Registry, schema: Node): boolean {
  return isNullSchema(aliasTarget(registry, schema).node)
}

/** Keywords that describe may be next to a `$ref`. */
function isOnlyReference(schema: Node): boolean {
  return (
    textAt(schema, '$ref') !== undefined &&
    members(schema).every(([keyword]) => !isStructural(keyword))
  )
}
