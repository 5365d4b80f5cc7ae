// TS2345: Argument of type 'string' is not assignable to parameter of type 'Swap'
import { matchSwap } from '@tagwire/routing'

// error below
export const text = matchSwap('swap_in', { otherwise: () => '' })
