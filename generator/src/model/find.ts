import type { Declaration } from './shapes/shape.js'

const indexes = new WeakMap<readonly Declaration[], ReadonlyMap<string, Declaration>>()

/** The declaration of that name: for thousands of questions, searching the list would take the square of it. */
export function declarationNamed(
  declarations: readonly Declaration[],
  name: string | undefined,
): Declaration | undefined {
  const known = indexes.get(declarations) ?? new Map(declarations.map((each) => [each.name, each]))
  indexes.set(declarations, known)
  return name === undefined ? undefined : known.get(name)
}
