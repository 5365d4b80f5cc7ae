// TS2345: is not assignable to parameter of type 'Match<SwapArms<
import { matchSwap, type Swap } from '@tagwire/routing'

declare const swap: Swap
// error below
export const text = matchSwap(swap, { swap_in: () => '', swap_out: () => '', unknown: () => '' })
