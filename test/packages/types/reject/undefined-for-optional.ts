// TS2375: exactOptionalPropertyTypes
import type { Tx } from '@tagwire/routing'

// error below
export const value: Tx = { cosmos_tx: { chain_id: 'a' }, operations_indices: undefined }
