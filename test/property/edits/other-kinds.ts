import type { Family, Schema } from './random-schemas.js'

const DEEPEST = 8

/**
 * Whether an object of one kind has fields that only other kinds describe: nobody sends them, although checks know
 * their names. Kinds are those of `kind`, as random unions have them.
 */
export function hasOtherKinds(family: Family, name: string, value: unknown): boolean {
  const look = (given: unknown, at: unknown, depth: number): boolean => {
    if (!isSchema(given) || depth > DEEPEST) return false
    if (Array.isArray(at)) {
      const first = listOf(given.prefixItems)
      return at.some((each, index) => look(first[index] ?? given.items, each, depth + 1))
    }
    const inside = partsOf(given, family).some((part) => look(part, at, depth + 1))
    if (inside || !isSchema(at)) return inside
    const members = [...listOf(given.oneOf), ...listOf(given.anyOf)].filter(
      (each) => tagsOf(each).length > 0,
    )
    const own = members.find((each) => tagsOf(each).includes(at.kind))
    const names = new Set(own === undefined ? [] : namesOf(own, family))
    const others = own === undefined ? [] : members.flatMap((each) => namesOf(each, family))
    if (others.some((key) => !names.has(key) && Object.hasOwn(at, key))) return true
    // Another kind describes values for any name.
    const isForAny = own !== undefined && !isOpen(own) && members.some(isOpen)
    if (isForAny && Object.keys(at).some((key) => !names.has(key))) return true
    const properties: Schema = isSchema(given.properties) ? given.properties : {}
    return Object.entries(at).some(([key, each]) =>
      look(properties[key] ?? given.additionalProperties, each, depth + 1),
    )
  }
  return look(family[name], value, 0)
}

function partsOf(schema: Schema, family: Family): unknown[] {
  const target = typeof schema.$ref === 'string' ? family[schema.$ref.split('/').at(-1) ?? ''] : {}
  return [target, ...['allOf', 'oneOf', 'anyOf'].flatMap((word) => listOf(schema[word]))]
}

function isOpen(member: unknown): boolean {
  return isSchema(member) && isSchema(member.additionalProperties)
}

function tagsOf(member: unknown): unknown[] {
  const { kind } = isSchema(member) && isSchema(member.properties) ? member.properties : {}
  return isSchema(kind) ? listOf(kind.enum) : []
}

function namesOf(given: unknown, family: Family, depth = 0): string[] {
  if (!isSchema(given) || depth > DEEPEST) return []
  const own = isSchema(given.properties) ? Object.keys(given.properties) : []
  return [...own, ...partsOf(given, family).flatMap((part) => namesOf(part, family, depth + 1))]
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
