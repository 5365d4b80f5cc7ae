import { isJsonType, isOfType, JSON_TYPES, type JsonType } from '../../model/json.js'
import { items, member, type Node, textAt, valueAt } from '../../source/node.js'
import type { Lowering } from './lowering.js'
import { isNullSchema } from './null-schemas.js'

/** The types of a schema, except null, which counts beside all of them; `undefined` if it does not say any. */
export function statedTypes(schema: Node): ReadonlySet<JsonType> | undefined {
  const types = [valueAt(schema, 'type') ?? []].flat()
  if (!types.every(isJsonType)) return undefined
  const all = types.length > 0 ? types : typesOfValues(schema)
  const stated = new Set(all.flatMap(widened).filter((type) => type !== 'null'))
  return stated.size > 0 ? stated : undefined
}

function typesOfValues(schema: Node): JsonType[] {
  const constant = member(schema, 'const')
  const values = constant ? [constant] : items(member(schema, 'enum'))
  return JSON_TYPES.filter((type) => values.some(({ value }) => isOfType(value, type)))
}

/** Integers are numbers. */
function widened(type: JsonType): JsonType {
  return type === 'integer' ? 'number' : type
}

/** The members of a union that have values of the type beside it. */
export function fittingMembers(
  { registry }: Pick<Lowering, 'registry'>,
  schema: Node,
  list: readonly Node[],
): readonly Node[] {
  const types = statedTypes(schema)
  if (!types) return list
  return list.filter((each) => {
    if (isNullSchema(each)) return true
    const isReference = textAt(each, '$ref') !== undefined
    const own = statedTypes((isReference ? registry.entryFor(each)?.node : undefined) ?? each)
    return !own || [...own].some((type) => types.has(type))
  })
}

/** The members of a union without those that the type beside it excludes; all of them if none is left. */
export function possibleMembers(
  lowering: Pick<Lowering, 'registry'>,
  schema: Node,
  list: readonly Node[],
): readonly Node[] {
  const fitting = fittingMembers(lowering, schema, list)
  return fitting.every(isNullSchema) ? list : fitting
}
