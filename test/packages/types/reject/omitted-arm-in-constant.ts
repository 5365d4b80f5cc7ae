// TS2741: Property 'smart_swap_in' is missing
import type { SwapArms } from '@tagwire/routing'

// error below
export const arms: SwapArms<string> = {
  swap_in: () => '',
  swap_out: () => '',
  unknown: () => '',
}
