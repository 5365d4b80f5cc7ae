// TS2322: is not assignable to type 'Swap'
import type { Swap, SwapExactCoinIn, SwapExactCoinOut } from '@tagwire/routing'

declare const swap_in: SwapExactCoinIn
declare const swap_out: SwapExactCoinOut
// error below
export const value: Swap = { swap_in, swap_out }
