// TS2353: 'teleport' does not exist in type
import type { Operation } from '@tagwire/routing'

export const value: Operation = {
  // error below
  teleport: {},
  tx_index: 0,
  amount_in: '1',
  amount_out: '1',
}
