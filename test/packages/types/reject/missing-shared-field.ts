// TS2322: is not assignable to type 'Operation'
import type { Operation } from '@tagwire/routing'

// error below
export const value: Operation = { transfer: {}, tx_index: 0, amount_in: '1' }
