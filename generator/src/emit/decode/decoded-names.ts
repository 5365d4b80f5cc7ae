import { asTagged, exportsOf } from '../../model/exported-names.js'
import { freeName, pascalCase } from '../../model/names.js'
import type { Declaration } from '../../model/shapes/shape.js'

/** The name of a decoded type, and the derived names that are already taken. */
type DecodedName = Pick<Declaration, 'name' | 'avoids'>

/**
 * `DecodedBlock`, unless the package already has that name. `Signature_Ed25519` may be a schema next to the
 * variant `SignatureEd25519` of a union, so names derived from unions are assigned first.
 */
export function decodedNames(
  declarations: readonly Declaration[],
  others: ReadonlySet<string>,
): ReadonlyMap<string, DecodedName> {
  const names = new Map<string, DecodedName>()
  const taken = new Set(others)
  const unions = declarations.filter((each) => asTagged(each))
  for (const each of new Set([...unions, ...declarations])) {
    const pascal = `Decoded${pascalCase(each.name)}`
    const written = `Decoded${each.name.charAt(0).toUpperCase()}${each.name.slice(1)}`
    const name = freeName(taken.has(pascal) ? written : pascal, taken)
    const decoded = { ...each, name, aliases: [] }
    const avoids = [...(each.avoids ?? []), ...exportsOf(decoded).filter((made) => taken.has(made))]
    names.set(each.name, { name, avoids })
    for (const made of exportsOf({ ...decoded, avoids })) taken.add(made)
  }
  return names
}

/** Former names of decoded types that are still free. */
export function decodedAliases(
  { aliases = [] }: Declaration,
  taken: ReadonlySet<string>,
): readonly string[] {
  const names = aliases.map((alias) => `Decoded${pascalCase(alias)}`)
  return [...new Set(names)].filter((name) => !taken.has(name))
}
