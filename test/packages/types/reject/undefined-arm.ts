// TS2379: with 'exactOptionalPropertyTypes: true'
import { matchSwap, type Swap } from '@tagwire/routing'

declare const swap: Swap
// error below
export const text = matchSwap(swap, {
  swap_in: undefined,
  otherwise: () => '',
})
