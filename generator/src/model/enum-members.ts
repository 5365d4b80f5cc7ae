import { isIdentifier, pascalCase } from './names.js'
import type { Declaration, Enumeration, LiteralValue } from './shapes/shape.js'

/** Extensions next to `enum` with a name for each value. */
export const VALUE_NAMES = ['x-enum-varnames', 'x-enumNames', 'x-enum-names'] as const

/** An enumeration, or one that may also be `null`. */
function enumerationOf({ shape }: Declaration): Enumeration | undefined {
  const inner = shape.kind === 'nullable' ? shape.shape : shape
  return inner.kind === 'enumeration' ? inner : undefined
}

/**
 * The values of an enumeration by name: as the document calls them, otherwise made from the text of the value. None for
 * numbers without names.
 */
export function enumMembers(declaration: Declaration): ReadonlyMap<string, LiteralValue> {
  const { valueNames = {} } = declaration
  const members = new Map<string, LiteralValue>()
  for (const value of enumerationOf(declaration)?.values ?? []) {
    if (value === null) continue
    const text = String(value)
    const given = Object.hasOwn(valueNames, text) ? valueNames[text] : undefined
    if (given === undefined && typeof value !== 'string') return new Map()
    const plain = given !== undefined && isIdentifier(given) ? given : pascalCase(given ?? text)
    let name = plain
    while (members.has(name)) name = `${name}_`
    members.set(name, value)
  }
  return members
}
