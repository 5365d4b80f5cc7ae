import type { Model } from '../model.js'
import type { Operation } from './operation.js'

/** The security schemes that an operation accepts, if these are not all schemes of the document. */
export function acceptedSchemes(
  { credential, schemes }: Model,
  { security }: Operation,
): readonly string[] | undefined {
  if (!security) return undefined
  if (!schemes) return credential && security.length === 0 ? [] : undefined
  const taken = schemes.map(({ name }) => name).filter((name) => security.includes(name))
  return taken.length === schemes.length ? undefined : taken
}
