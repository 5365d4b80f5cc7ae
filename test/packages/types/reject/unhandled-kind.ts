// TS2322: is not assignable to type 'undefined'
import { operationKind } from '@tagwire/routing'

export function handled(value: unknown): undefined {
  const kind = operationKind(value)
  if (kind === 'transfer') return undefined
  // error below
  return kind
}
