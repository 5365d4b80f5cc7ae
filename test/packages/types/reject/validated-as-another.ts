// TS2741: is missing in type 'SwapVenue'
import type { Asset } from '@tagwire/routing'
import { swapVenueValidator } from '@tagwire/routing/validate'

declare const found: unknown
swapVenueValidator.assert(found)
// error below
export const asset: { denom: Asset['denom'] } = found
