import type { Shape } from './shape.js'

/** Finds the declaration of a name. */
type Declared = (name: string) => { readonly shape: Shape } | undefined

/** More names for one shape than any document has: aliases that lead to themselves end. */
const MOST_NAMES = 32

/** What a shape is behind references, without null; a reference whose declaration is not known stays one. */
export function behindNames(shape: Shape, declared: Declared): Shape {
  let at = shape
  for (let names = 0; names <= MOST_NAMES; names++) {
    while (at.kind === 'nullable') at = at.shape
    const target = at.kind === 'reference' ? declared(at.name) : undefined
    if (!target) return at
    at = target.shape
  }
  return at
}
