// TS2551: Did you mean 'source_asset_denom'
import type { MsgsDirectRequest } from '@tagwire/routing'

export function denom(request: MsgsDirectRequest): unknown {
  // error below
  return request.sourceAssetDenom
}
