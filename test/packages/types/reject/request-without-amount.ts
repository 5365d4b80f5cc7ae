// TS2322: Property 'amount_out' is missing
import type { RouteRequest } from '@tagwire/routing'

// error below
export const request: RouteRequest = {
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
}
