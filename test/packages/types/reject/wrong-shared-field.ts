// TS2322: Type 'string' is not assignable to type 'number'
import type { Tx } from '@tagwire/routing'

export const value: Tx = {
  cosmos_tx: { chain_id: 'a' },
  // error below
  operations_indices: ['0'],
}
