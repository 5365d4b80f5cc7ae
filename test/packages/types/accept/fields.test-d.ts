import {
  type BridgeType,
  bridgeTypes,
  isBridgeType,
  type MsgsDirectRequest,
  type Route,
  type SwapVenue,
} from '@tagwire/routing'
import { expectTypeOf } from 'vitest'

// Open enumerations: any string is one, and the known values are still known.

export const known: BridgeType = 'IBC'
export const tomorrow: BridgeType = 'TELEPORT'
declare const text: string
declare const anything: unknown
expectTypeOf(text).toExtend<BridgeType>()

if (isBridgeType(anything)) {
  expectTypeOf(anything).toEqualTypeOf<(typeof bridgeTypes)[number]>()
  expectTypeOf<'TELEPORT'>().not.toExtend<typeof anything>()
  expectTypeOf<'IBC'>().toExtend<typeof anything>()
}
expectTypeOf(bridgeTypes).toExtend<readonly string[]>()
expectTypeOf(bridgeTypes[0]).toEqualTypeOf<'IBC'>()
expectTypeOf<(typeof bridgeTypes)['length']>().not.toEqualTypeOf<number>()
expectTypeOf(bridgeTypes).not.toHaveProperty('push')

// Absent and null are two things.

expectTypeOf<Route>().toHaveProperty('swap_venue')
export const nothing: Pick<Route, 'swap_venue'> = {}
export const empty: Pick<Route, 'swap_venue'> = { swap_venue: null }
expectTypeOf<Route['swap_venue']>().toEqualTypeOf<SwapVenue | null | undefined>()
expectTypeOf<MsgsDirectRequest['allow_unsafe']>().toEqualTypeOf<boolean | undefined>()

// Wire names are untouched: no field of a request was renamed.

expectTypeOf<'source_asset_denom' | 'dest_asset_chain_id' | 'chain_ids_to_addresses'>().toExtend<
  keyof MsgsDirectRequest
>()
expectTypeOf<'sourceAssetDenom'>().not.toExtend<keyof MsgsDirectRequest>()
