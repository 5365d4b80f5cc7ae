import type { Declaration } from './shapes/shape.js'

const indexes = new WeakMap<readonly Declaration[], ReadonlyMap<string, Declaration>>()

/**
 * The declaration with that name, from an index: a search of the array for each name would take
 * quadratic time.
 */
export function declarationNamed(
  declarations: readonly Declaration[],
  name: string | undefined,
): Declaration | undefined {
  const known = indexes.get(declarations) ?? new Map(declarations.map((each) => [each.name, each]))
  indexes.set(declarations, known)
  return name === undefined ? undefined : known.get(name)
}
