import { isSchema, listOf, partsOf } from './other-kinds.js'
import type { Family, Schema } from './random-schemas.js'

const DEEPEST = 8

/**
 * Whether an object has a field that one of the schemas for it leaves out in this direction: nobody sends what is only
 * received there, although another member of a union may describe a field of that name that is sent.
 */
export function hasLeftOut(
  family: Family,
  name: string,
  value: unknown,
  flow: 'sent' | 'received',
): boolean {
  const word = flow === 'sent' ? 'readOnly' : 'writeOnly'
  const look = (given: readonly unknown[], at: unknown, depth: number): boolean => {
    if (depth > DEEPEST) return false
    const schemas = given.flatMap((each) => withParts(each, family))
    if (Array.isArray(at)) {
      return at.some((each, index) => {
        const items = schemas.map((schema) => listOf(schema.prefixItems)[index] ?? schema.items)
        return look(items, each, depth + 1)
      })
    }
    if (!isSchema(at)) return false
    return Object.entries(at).some(([key, each]) => {
      const fields = schemas.flatMap(({ properties }) => {
        const field = isSchema(properties) ? properties[key] : undefined
        return isSchema(field) ? [field] : []
      })
      const others = schemas.map((schema) => schema.additionalProperties)
      const inside = fields.length > 0 ? fields : others
      return fields.some((field) => field[word] === true) || look(inside, each, depth + 1)
    })
  }
  return look([family[name]], value, 0)
}

function withParts(given: unknown, family: Family, depth = 0): Schema[] {
  if (!isSchema(given) || depth > DEEPEST) return []
  return [given, ...partsOf(given, family).flatMap((part) => withParts(part, family, depth + 1))]
}
