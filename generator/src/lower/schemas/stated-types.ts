import { isJsonType, isOfType, JSON_TYPES, type JsonType } from '../../model/json.js'
import { type Node, valueAt } from '../../source/node.js'
import { targetOf } from '../names/registry.js'
import type { Lowering } from './lowering-context.js'
import { isNullSchema } from './null-schemas.js'
import { listedValues } from './values.js'

/** The types of a schema, except null, which counts beside all of them; `undefined` if it does not say any. */
export function statedTypes(schema: Node): ReadonlySet<JsonType> | undefined {
  const type = valueAt(schema, 'type')
  const single = typeof type === 'string' ? SINGLE.get(type) : undefined
  if (single) return single
  const types = [type ?? []].flat()
  if (!types.every(isJsonType)) return undefined
  const all = types.length > 0 ? types : typesOfValues(schema)
  const stated = new Set(all.flatMap(widened).filter((type) => type !== 'null'))
  return stated.size > 0 ? stated : undefined
}

/** Most schemas say one. */
const SINGLE: ReadonlyMap<string, ReadonlySet<JsonType>> = new Map(
  JSON_TYPES.filter((type) => type !== 'null').map((type) => [type, new Set([widened(type)])]),
)

function typesOfValues(schema: Node): JsonType[] {
  const values = listedValues(schema)?.values ?? []
  return JSON_TYPES.filter((type) => values.some((value) => isOfType(value, type)))
}

/** Integers are numbers. */
function widened(type: JsonType): JsonType {
  return type === 'integer' ? 'number' : type
}

/** The members of a union whose type the one beside it excludes: tools write `type: object` beside any union. */
export function excludedMembers(
  lowering: Pick<Lowering, 'registry'>,
  schema: Node,
  list: readonly Node[],
): { readonly member: Node; readonly types: ReadonlySet<JsonType> }[] {
  const types = statedTypes(schema)
  if (!types) return []
  return list.flatMap((member) => {
    const target = targetOf(lowering, member) ?? member
    if (isNullSchema(target)) return []
    const own = statedTypes(target)
    return own && ![...own].some((type) => types.has(type)) ? [{ member, types: own }] : []
  })
}
