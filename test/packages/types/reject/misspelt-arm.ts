// TS2561: Did you mean to write 'swap_in'
import { matchSwap, type Swap } from '@tagwire/routing'

declare const swap: Swap
export const text = matchSwap(swap, {
  // error below
  swap_inn: () => '',
  otherwise: () => '',
})
