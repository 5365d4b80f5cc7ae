import { createRoutingClient, isApiError, msgsRequestFrom } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { world } from '@tagwire/routing-sandbox/world'
import { describe, expect, it } from 'vitest'
import { addresses, addressList } from './addresses.fixture.js'

/** What the sandbox refuses, as the service does. */
const routing = createRoutingClient({ fetch: mockRouting(), retry: false })

interface Pair {
  readonly source_asset_denom: string
  readonly source_asset_chain_id: string
  readonly dest_asset_denom: string
  readonly dest_asset_chain_id: string
}

function isPair(part: unknown): part is Pair {
  return typeof part === 'object' && part !== null && 'source_asset_denom' in part
}

const pairs = Object.entries(world.parts)
  .filter(([name]) => name.startsWith('pairs.yaml#/'))
  .flatMap(([, part]) => (isPair(part) ? [part] : []))

const atomToOsmo = {
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
  amount_in: '1000000',
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (failure: unknown) => failure,
  )
  if (!isApiError(error)) throw error
  return `${error.status} ${error.body?.code} ${error.body?.message}`
}

describe('addresses', () => {
  const { 'cosmoshub-4': cosmos, 'osmosis-1': osmo, '1': evm, solana } = addresses

  it.each<[string, string[], RegExp]>([
    ['none', [], /^400 3 address_list: expected 2 items/],
    ['too few', [cosmos], /^400 3 address_list: expected 2 items/],
    ['too many', [cosmos, osmo, osmo], /^400 3 address_list: expected 2 items/],
    ['another order', [osmo, cosmos], /^400 3 address_list\[0\]: expected cosmos1/],
    ['another chain', [cosmos, cosmos], /^400 3 address_list\[1\]: expected osmo1/],
    ['another family', [cosmos, evm], /^400 3 address_list\[1\]: expected osmo1/],
    ['another form', [solana, osmo], /^400 3 address_list\[0\]: expected cosmos1/],
    ['a wrong checksum', [cosmos.replace(/..$/, 'qq'), osmo], /^400 3 address_list\[0\]/],
    ['nothing', ['', osmo], /^400 3 address_list\[0\]/],
  ])('of msgs: %s', async (_, address_list, expected) => {
    const { operations } = await routing.route(atomToOsmo)
    const refused = refusalOf(routing.msgs({ ...atomToOsmo, address_list, operations }))
    expect(await refused).toMatch(expected)
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['none', {}, /^400 3 no path can be built from the given addresses/],
    ['one is missing', { 'cosmoshub-4': cosmos }, /^400 3 no path can be built/],
    ['of other chains', { '1': evm, solana }, /^400 3 no path can be built/],
    [
      'of another chain',
      { 'cosmoshub-4': cosmos, 'osmosis-1': cosmos },
      /^400 3 chain_ids_to_addresses\["osmosis-1"\]: expected osmo1/,
    ],
    ['of a chain that is not used', { ...addresses, '1': osmo }, /^400 3 chain_ids_to_.*0x and 40/],
  ])('of msgsDirect: %s', async (_, chain_ids_to_addresses, expected) => {
    const refused = refusalOf(routing.msgsDirect({ ...atomToOsmo, chain_ids_to_addresses }))
    expect(await refused).toMatch(expected)
  })

  it('of affiliates', async () => {
    const affiliates = [{ address: cosmos, basis_points_fee: '10' }]
    const refused = refusalOf(
      routing.msgsDirect({
        ...atomToOsmo,
        chain_ids_to_addresses: addresses,
        chain_ids_to_affiliates: { 'osmosis-1': { affiliates } },
      }),
    )
    expect(await refused).toMatch(/^400 3 chain_ids_to_affiliates\["osmosis-1"\].*expected osmo1/)
  })

  it.each(pairs)(
    'that are right appear, and no others: $source_asset_chain_id to $dest_asset_chain_id',
    async (pair) => {
      const asked = { ...pair, amount_in: '1000000000000000000', allow_multi_tx: true }
      const direct = await routing
        .msgsDirect({ ...asked, allow_unsafe: true, chain_ids_to_addresses: addresses })
        .catch((error: unknown) => {
          if (isApiError(error, 'HIGH_LOSS_ERROR')) return undefined
          throw error
        })
      if (!direct) return
      const { txs } = await routing.msgs({
        ...asked,
        address_list: addressList(direct.route),
        operations: direct.route.operations,
      })
      const own: readonly string[] = Object.values(addresses)
      for (const tx of [...txs, ...(direct.txs ?? [])]) {
        const signed = tx.cosmos_tx ?? tx.evm_tx ?? tx.svm_tx
        expect(own).toContain(signed?.signer_address)
      }
    },
  )
})

it('an address is used on its own chain, also where another chain has one of the same form', async () => {
  const polygon = '0x2222222222222222222222222222222222222222'
  const { txs = [] } = await routing.msgsDirect({
    source_asset_denom: 'polygon-native',
    source_asset_chain_id: '137',
    dest_asset_denom: 'ibc/AB589511ED0DD5FA56171A39978AFBF1371DB986EC1C3526CE138A16377E39BB',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: '1000000000000000000',
    chain_ids_to_addresses: { ...addresses, '137': polygon },
  })
  expect(txs[0]?.evm_tx?.signer_address).toBe(polygon)

  const usdc = {
    source_asset_denom: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    source_asset_chain_id: '1',
    dest_asset_denom: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    dest_asset_chain_id: '8453',
    amount_in: '1000000',
  }
  const { operations } = await routing.route(usdc)
  const address_list = [addresses['1'], polygon]
  const { txs: built } = await routing.msgs({ ...usdc, address_list, operations })
  expect(built[0]?.evm_tx?.signer_address).toBe(addresses['1'])
})

describe('a route has nothing that the request does not allow', () => {
  const one = '1000000000000000000'

  it.each(pairs)('$source_asset_chain_id to $dest_asset_chain_id', async (pair) => {
    const asked = { ...pair, amount_in: one, allow_unsafe: true, allow_multi_tx: true }
    if (pair.dest_asset_denom.endsWith('/lossy')) return
    const { operations } = await routing.route(asked)
    const kinds = operations.map((each) => Object.keys(each).join())
    const bridges = [
      ...new Set(
        operations.flatMap((each) =>
          Object.values(each).flatMap((own) => Reflect.get(Object(own), 'bridge_id') ?? []),
        ),
      ),
    ]
    const swaps = kinds.some((kind) => /swap/.test(kind))
    const isFast = kinds.some((kind) => /go_fast/.test(kind))
    const other = bridges.includes('LAYER_ZERO') ? 'OPINIT' : 'LAYER_ZERO'
    const tries: readonly (readonly [object, boolean])[] = [
      [{ allow_swaps: false }, !swaps],
      [{ allow_swaps: true }, true],
      [{ go_fast: false }, !isFast],
      [{ go_fast: true }, true],
      [{ bridges: [...bridges, other] }, true],
      [{ bridges: [] }, true],
      [{ bridges: [other] }, bridges.length === 0],
    ]
    for (const [own, isAllowed] of tries) {
      const given = { ...asked, ...own }
      const direct = routing.msgsDirect({ ...given, chain_ids_to_addresses: addresses })
      if (isAllowed) {
        expect((await routing.route(given)).operations).toEqual(operations)
        expect((await direct).route.operations).toEqual(operations)
      } else {
        expect(await refusalOf(routing.route(given))).toBe('404 5 no routes found')
        expect(await refusalOf(direct)).toBe('404 5 no routes found')
      }
    }
  })
})

it('a bridge that nobody knows is refused', async () => {
  const asked = { ...atomToOsmo, bridges: ['IBC', 'TELEPORT' as 'IBC'] }
  expect(await refusalOf(routing.route(asked))).toBe('400 3 invalid bridges')
  const direct = routing.msgsDirect({ ...asked, chain_ids_to_addresses: addresses })
  expect(await refusalOf(direct)).toBe('400 3 invalid bridges')
  const { bridges } = await routing.bridges()
  expect(world.parts['chains.yaml#/bridgeIds']).toEqual(bridges.map(({ id }) => id))
})

describe('little amounts', () => {
  const amounts = ['1', '2', '3', '99', '1000', '100001', '399999999', '1000000000000000000']

  it.each(pairs)(
    'are refused, or arrive: $source_asset_chain_id to $dest_asset_chain_id',
    async (pair) => {
      const seen = await Promise.all(
        amounts.flatMap((amount) =>
          [{ amount_in: amount }, { amount_out: amount }].map(async (given) => {
            const asked = { ...pair, ...given, allow_unsafe: true, allow_multi_tx: true }
            const route = await routing.route(asked).catch((error: unknown) => {
              if (isApiError(error)) return error
              throw error
            })
            if (isApiError(route)) return `${route.status}`
            expect(BigInt(route.amount_in)).toBeGreaterThan(0n)
            expect(BigInt(route.amount_out)).toBeGreaterThan(0n)
            for (const { amount: fee = '0' } of route.estimated_fees ?? []) {
              expect(BigInt(route.amount_in)).toBeGreaterThan(BigInt(fee))
            }
            await routing.msgs(msgsRequestFrom(route, { addresses }))
            const { route: direct } = await routing.msgsDirect({
              ...asked,
              chain_ids_to_addresses: addresses,
            })
            expect(direct).toEqual(route)
            return '200'
          }),
        ),
      )
      if (!pair.dest_asset_denom.endsWith('/lossy')) expect(seen).toContain('200')
    },
  )

  it('in wei', async () => {
    const pair = {
      source_asset_denom: 'ethereum-native',
      source_asset_chain_id: '1',
      dest_asset_denom: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      dest_asset_chain_id: '1',
    }
    const refused = '400 3 amount_in is too little for this route'
    expect(await refusalOf(routing.route({ ...pair, amount_in: '399999999' }))).toBe(refused)
    const direct = { ...pair, amount_in: '399999999', chain_ids_to_addresses: addresses }
    expect(await refusalOf(routing.msgsDirect(direct))).toBe(refused)
    expect((await routing.route({ ...pair, amount_in: '400000000' })).amount_out).toBe('1')
  })

  it.each(['0', '00', '-1', '+1', ' 1', '1 ', '0x1', '1e3', '1.0', ''])('%j', async (amount) => {
    const { amount_in: _, ...pair } = atomToOsmo
    for (const given of [{ amount_in: amount }, { amount_out: amount }]) {
      expect(await refusalOf(routing.route({ ...pair, ...given }))).toMatch(/^400 3 .*amount/)
    }
  })
})

describe('submit', () => {
  it.each(['', 'AAA', 'AAAA=', 'not base64', '0xdeadbeef', 'AA-_', 'AA==AA==', 'AAAA\n'])(
    'refuses %j, which is not base64',
    async (tx) => {
      const refused = await refusalOf(routing.submit({ tx, chain_id: 'cosmoshub-4' }))
      expect(refused).toBe('400 3 tx must be base64 encoded')
    },
  )

  it.each(['AAAA', 'AAA=', 'AA==', 'CpMBCpABChw='])('takes %j', async (tx) => {
    const { tx_hash } = await routing.submit({ tx, chain_id: 'cosmoshub-4' })
    expect(tx_hash).toMatch(/^[0-9A-F]{64}$/)
  })

  it.each(['nowhere-1', '', '2', 'COSMOSHUB-4'])('refuses the chain %j', async (chain_id) => {
    const refused = '404 5 chain ID not supported'
    expect(await refusalOf(routing.submit({ tx: 'AAAA', chain_id }))).toBe(refused)
    expect(await refusalOf(routing.track({ tx_hash: 'AB', chain_id }))).toBe(refused)
    expect(await refusalOf(routing.status({ tx_hash: 'AB', chain_id }))).toBe('404 5 tx not found')
  })

  it('takes every chain that there is', async () => {
    const all = { include_evm: true, include_svm: true }
    const { chains } = await routing.chains(all)
    const { chains: testnets } = await routing.chains({ ...all, only_testnets: true })
    const ids = [...chains, ...testnets].map(({ chain_id }) => chain_id)
    for (const chain_id of ids) await routing.submit({ tx: 'AAAA', chain_id })
    expect(world.parts['chains.yaml#/ids']).toEqual(ids)
  })
})

it('msgs wants the operations of its route', async () => {
  const given = { address_list: [addresses['cosmoshub-4'], addresses['osmosis-1']], operations: [] }
  const refused = refusalOf(routing.msgs({ ...atomToOsmo, ...given }))
  expect(await refused).toBe('400 3 no transactions can be built for this route')
})
