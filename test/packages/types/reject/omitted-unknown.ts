// TS2741: Property 'unknown' is missing in type
import { matchSwap, type Swap } from '@tagwire/routing'

declare const swap: Swap
// error below
export const text = matchSwap(swap, {
  swap_in: () => '',
  swap_out: () => '',
  smart_swap_in: () => '',
})
