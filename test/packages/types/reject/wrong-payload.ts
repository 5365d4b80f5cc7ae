// TS2322: Type 'number' is not assignable to type 'string'
import type { Operation } from '@tagwire/routing'

export const value: Operation = {
  // error below
  transfer: { port: 1 },
  tx_index: 0,
  amount_in: '1',
  amount_out: '1',
}
