// TS2739: is missing the following properties from type 'SwapArms<unknown>': swap_out, smart_swap_in
import { matchSwap, type Swap } from '@tagwire/routing'

declare const swap: Swap
// error below
export const text = matchSwap(swap, { swap_in: () => '', unknown: () => '' })
