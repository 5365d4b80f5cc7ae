// TS2322: Type 'number | "none"' is not assignable to type 'number'
import { matchSwap, type Swap } from '@tagwire/routing'

declare const swap: Swap
// error below
export const result: number = matchSwap(swap, {
  swap_in: () => 1,
  otherwise: () => 'none' as const,
})
