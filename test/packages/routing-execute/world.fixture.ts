import { createRoutingClient, type Route, type RouteRequest } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import type { Callbacks, Journal, Routing } from '@tagwire/routing-execute'

const evm = '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29'

/** The world's own addresses: those inside bytes of its messages cannot be replaced by others. */
export const addresses = {
  'cosmoshub-4': 'cosmos186ey7txhhdqgra9xwdcydkr66ykzrt48xgvllr',
  'osmosis-1': 'osmo186ey7txhhdqgra9xwdcydkr66ykzrt48wnl0f3',
  'noble-1': 'noble186ey7txhhdqgra9xwdcydkr66ykzrt48wteh8d',
  'stride-1': 'stride186ey7txhhdqgra9xwdcydkr66ykzrt489rvrt0',
  celestia: 'celestia186ey7txhhdqgra9xwdcydkr66ykzrt48hza09w',
  'interwoven-1': 'init186ey7txhhdqgra9xwdcydkr66ykzrt48g7vv5p',
  'rollup-7': 'init186ey7txhhdqgra9xwdcydkr66ykzrt48g7vv5p',
  '1': evm,
  '10': evm,
  '137': evm,
  '169': evm,
  '8453': evm,
  '42161': evm,
  solana: '5DjyYXrHFLVma6jwaYmteivo3owoDHfKJKAjVLxLTE6Z',
} as const

/** Who takes tokens there for a swap, for Go Fast and for CCTP: their operations name no contract, so the caller does. */
export const contracts = { '1': [evm], '42161': [evm] } as const

const ATOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

/** Source, its chain, destination, its chain, amount: each pair of the sandbox. */
const table: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  send: ['uatom', 'cosmoshub-4', 'uatom', 'cosmoshub-4', '1000000'],
  hop: ['uatom', 'cosmoshub-4', ATOM, 'osmosis-1', '1000000'],
  hopToStride: ['uatom', 'cosmoshub-4', ATOM, 'stride-1', '1000000'],
  hopAndSwap: ['uatom', 'cosmoshub-4', 'uosmo', 'osmosis-1', '1000000'],
  swap: [ATOM, 'osmosis-1', 'uosmo', 'osmosis-1', '1000000'],
  burnAndMint: ['uusdc', 'noble-1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '1', '100000000'],
  fromSolana: [USDC, 'solana', 'uusdc', 'noble-1', '100000000'],
  twoTransactions: [USDC, 'solana', 'uosmo', 'osmosis-1', '100000000'],
  overAxelar: [
    'polygon-native',
    '137',
    'ibc/AB589511ED0DD5FA56171A39978AFBF1371DB986EC1C3526CE138A16377E39BB',
    'osmosis-1',
    '10000000000000000000',
  ],
  overHyperlane: [
    'utia',
    'celestia',
    '0x6Fae4D9935E2fcb11fC79a64e917fb2BF14DaFaa',
    '169',
    '1000000',
  ],
  evmSwap: [
    'ethereum-native',
    '1',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '1',
    '1000000000000000000',
  ],
  toRollup: ['uinit', 'interwoven-1', 'l2/8f3c5a', 'rollup-7', '1000000'],
  goFast: [
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    '42161',
    'ibc/498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4',
    'osmosis-1',
    '100000000',
  ],
  overStargate: [
    '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    '10',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    '8453',
    '100000000',
  ],
  overLayerZero: [
    '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29',
    '1',
    '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29',
    '8453',
    '100000000',
  ],
  overEureka: [
    'uatom',
    'cosmoshub-4',
    '0xbf6Bc6782f7EB580312CC09B976e9329f3e027B3',
    '1',
    '100000000',
  ],
  burnAndMintFast: [
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '1',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    '8453',
    '100000000',
  ],
}

export const routeNames: readonly string[] = Object.keys(table)

function requestOf(name: string): RouteRequest {
  const pair = table[name]
  if (!pair) throw new Error(`no pair ${name}`)
  const [
    source_asset_denom,
    source_asset_chain_id,
    dest_asset_denom,
    dest_asset_chain_id,
    amount_in,
  ] = pair
  return {
    source_asset_denom,
    source_asset_chain_id,
    dest_asset_denom,
    dest_asset_chain_id,
    amount_in,
    allow_multi_tx: true,
  }
}

export const routeOf = (routing: Pick<Routing, 'route'>, name: string): Promise<Route> =>
  routing.route(requestOf(name))

/** A client of the world in this process, in which transactions of a chain have an outcome. */
export function worldClient(outcomes: Readonly<Record<string, string>> = {}) {
  const mock = mockRouting()
  return createRoutingClient({
    retry: false,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.url.includes('chain_id=solana')) return mock(request).then(toNoble)
      if (!/\/tx\/(?:submit|track)$/.test(request.url)) return mock(request)
      const { chain_id } = Object(await request.clone().json())
      const outcome = outcomes[String(chain_id)] ?? outcomes['*']
      if (outcome) request.headers.set('x-tagwire-outcome', outcome)
      return mock(request)
    },
  })
}

/** The sandbox's transfers over CCTP end on Ethereum; ours from Solana end where its route goes. */
async function toNoble(response: Response): Promise<Response> {
  const text = await response.text()
  const release =
    '"transfer_asset_release":{"chain_id":"noble-1","denom":"uusdc","amount":"99800000"'
  const changed = text.replaceAll(
    /"transfer_asset_release":\{"chain_id":"1","denom":"0x\w+","amount":"\d+"/g,
    release,
  )
  return new Response(changed, response)
}

export interface Watched extends Callbacks {
  /** Every journal that was saved, as JSON. */
  readonly saved: string[]
  readonly signatures: string[]
}

/** Wallets that sign everything, of which each signature is counted. */
export function wallets(own: Partial<Callbacks> = {}): Watched {
  const saved: string[] = []
  const signatures: string[] = []
  const pool = new Map<string, { to: string; data: string; value: string; hash: string }>()
  const allowances = new Map<string, bigint>()
  const sign = async ({ chain_id }: { readonly chain_id: string }): Promise<Uint8Array> => {
    signatures.push(chain_id)
    return Uint8Array.of(1, ...new Uint8Array(64).fill(signatures.length), 7)
  }
  return {
    saved,
    signatures,
    journal: { save: (journal: Journal) => void saved.push(JSON.stringify(journal)) },
    approve: () => true,
    intervalMs: 1,
    // What never ends is given up sooner by its test.
    timeoutMs: 20_000,
    cosmos: { sign },
    svm: { sign },
    evm: {
      nonce: async () => pool.size,
      allowance: async ({ token, spender }) => allowances.get(`${token} ${spender}`) ?? 0n,
      send: async ({ nonce, to, data, value, chain_id }) => {
        signatures.push(chain_id)
        const hash = `0x${nonce.toString(16).padStart(64, '0')}`
        pool.set(String(nonce), { to, data, value, hash })
        const [, spender, amount] = /^0x095ea7b3.{24}(.{40})(.{64})$/.exec(data) ?? []
        if (spender) allowances.set(`${to} 0x${spender}`, BigInt(`0x${amount}`))
        return hash
      },
      findTransaction: async ({ nonce }) => {
        const found = pool.get(String(nonce))
        return found && { ...found, state: 'success' }
      },
    },
    ...own,
  }
}
