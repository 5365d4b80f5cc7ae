// TS2322: Type 'string' is not assignable to type 'number'
import { matchSwap, type Swap } from '@tagwire/routing'

declare const swap: Swap
export const result = matchSwap<number>(swap, {
  swap_in: () => 1,
  // error below
  otherwise: () => 'none',
})
