import type { Route } from '@tagwire/routing'

const evm = '0x1111111111111111111111111111111111111111'

/** An address of one account on each chain that a route of the sandbox uses. */
export const addresses = {
  'cosmoshub-4': 'cosmos1qpzry9x8gf2tvdw0s3jn54khce6mua7l89rqvt',
  'osmosis-1': 'osmo1qpzry9x8gf2tvdw0s3jn54khce6mua7l07ss6e',
  'noble-1': 'noble1qpzry9x8gf2tvdw0s3jn54khce6mua7l0xkg59',
  'stride-1': 'stride1qpzry9x8gf2tvdw0s3jn54khce6mua7lywruc8',
  celestia: 'celestia1qpzry9x8gf2tvdw0s3jn54khce6mua7lk0jskx',
  'interwoven-1': 'init1qpzry9x8gf2tvdw0s3jn54khce6mua7lfnrn8f',
  'rollup-7': 'init1qpzry9x8gf2tvdw0s3jn54khce6mua7lfnrn8f',
  '1': evm,
  '10': evm,
  '137': evm,
  '169': evm,
  '8453': evm,
  '42161': evm,
  solana: 'So11111111111111111111111111111111111111112',
} as const

/** Those that `msgs` needs for a route. */
export function addressList(route: Pick<Route, 'required_chain_addresses'>): string[] {
  const byId = new Map<string, string>(Object.entries(addresses))
  return route.required_chain_addresses.map((id) => byId.get(id) ?? `no address on ${id}`)
}
