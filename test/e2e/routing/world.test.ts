import {
  createRoutingClient,
  isApiError,
  matchOperation,
  type OperationKind,
  operationKind,
  type Route,
  type StatusTxResponse,
  type TransferEventKind,
  transactionStates,
  transferEventKind,
} from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import { responseValidators } from '@tagwire/routing/validate'
import { world as sandboxWorld } from '@tagwire/routing-sandbox/world'
import type { World } from '@tagwire/runtime/mock'
import { describe, expect, it } from 'vitest'
import { requestRules } from '../../../packages/routing/dist/rules.js'
import { addresses, addressList } from './addresses.fixture.js'

/** As the mock reads it. */
const world: World = sandboxWorld
const routing = createRoutingClient({ fetch: mockRouting(), retry: false })

type Validator = (typeof responseValidators)[keyof typeof responseValidators]

/** Of any route: the world goes by the assets. */
const { operations } = await routing.route({
  source_asset_denom: 'uatom',
  source_asset_chain_id: 'cosmoshub-4',
  dest_asset_denom: 'uosmo',
  dest_asset_chain_id: 'osmosis-1',
  amount_in: '1000',
})

/** Enough for the fees of every route, in any unit. */
const AMOUNT = '1000000000000000000'

/** What an input that a rule is for looks like, with everything that a request has to have. */
async function inputFor(operation: string, when: unknown): Promise<object> {
  const named = resolved(when)
  const rules = Object.entries(requestRules).find(([name]) => name === operation)?.[1] ?? []
  const needed = rules.flatMap((rule) => ('needs' in rule && rule.at === '' ? rule.needs : []))
  const asksForAmount = rules.some((rule) => 'oneOf' in rule || 'someOf' in rule)
  const amount = asksForAmount && !('amount_out' in named) ? { amount_in: AMOUNT } : {}
  const given = Object.entries(named).map(([name, value]) => [name, chosen(name, value)])
  const rest = needed.map((name) => [name, anyFor(name)])
  const input = { ...Object.fromEntries(rest), ...amount, ...Object.fromEntries(given) }
  if (!needed.includes('address_list')) return input
  // Addresses have to match the route of the other members.
  const ask: (route: never) => Promise<Route> = routing.route
  const wanted = { ...pairOf(input), amount_in: AMOUNT, allow_unsafe: true, allow_multi_tx: true }
  const route = await ask(wanted as never).catch(() => ({ required_chain_addresses: [] }))
  return { ...input, address_list: addressList(route) }
}

function pairOf(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name.includes('_asset_')))
}

function chosen(name: string, value: unknown): unknown {
  if (value === '*') return anyFor(name)
  if (Object.hasOwn(Object(value), '$has')) return ['TELEPORT']
  const { $not: refused }: { $not?: unknown } = { ...Object(value) }
  if (refused === undefined) return value
  return name === 'chain_id' ? 'nowhere-1' : name === 'tx' ? 'AAA' : '0'
}

function resolved(when: unknown): object {
  if (typeof when !== 'object' || when === null) return {}
  const { $ref: part, ...rest }: { $ref?: unknown } = { ...when }
  return typeof part === 'string' ? { ...Object(world.parts[part]), ...rest } : rest
}

function anyFor(name: string): unknown {
  if (name === 'chains') return { 'osmosis-1': { address: addresses['osmosis-1'] } }
  if (name === 'requests')
    return [{ source_asset_denom: 'uatom', source_asset_chain_id: 'cosmoshub-4' }]
  if (name === 'assets') return [{ denom: 'uatom', chain_id: 'cosmoshub-4' }]
  if (name === 'operations') return operations
  if (name === 'chain_ids_to_addresses') return addresses
  if (name === 'chain_id') return 'cosmoshub-4'
  if (name === 'tx') return 'AAAA'
  return name.startsWith('amount') ? AMOUNT : 'anything'
}

interface Question {
  readonly operation: keyof typeof responseValidators
  readonly input: object
  readonly status: number
}

const questions = await Promise.all(
  Object.entries(world.answers).flatMap(([operation, rules]) =>
    // Inputs that need an earlier response, and outcomes that a caller chooses, are tested separately.
    rules
      .filter(({ known, outcome }) => known === undefined && outcome === undefined)
      .map(
        async ({ when, status = 200 }): Promise<Question> => ({
          operation: operation as keyof typeof responseValidators,
          input: await inputFor(operation, when),
          status,
        }),
      ),
  ),
)

async function ask(client: typeof routing, { operation, input }: Question): Promise<unknown> {
  const call: (input: never) => Promise<unknown> = client[operation]
  return call(input as never)
}

describe('every response strictly matches the document', () => {
  it.each(questions)('$operation $input', async ({ operation, input, status }) => {
    const { strict }: Validator = responseValidators[operation]
    // Uses a separate mock, because what one call registers would affect others.
    const client = createRoutingClient({ fetch: mockRouting(), retry: false })
    const steps = operation === 'status' ? 6 : 1
    for (let step = 0; step < steps; step++) {
      const answer = await ask(client, { operation, input, status }).catch(
        (error: unknown) => error,
      )
      if (isApiError(answer)) {
        expect(operation === 'status' ? 404 : status).toBe(answer.status)
        expect(answer.body).toHaveProperty('message')
        continue
      }
      expect(status).toBe(200)
      expect(strict.check(answer)).toEqual([])
      expect(JSON.stringify(answer)).not.toMatch(/\{(amount|tx_hash|chain_id)|\$ref/)
    }
  })

  it('none of them is the example for unexpected requests', async () => {
    const fetch = mockRouting()
    for (const { operation, input } of questions) {
      const seen: (string | null)[] = []
      const client = createRoutingClient({
        retry: false,
        fetch: async (url, init) => {
          const response = await fetch(url, init)
          seen.push(response.headers.get('x-tagwire-mock'))
          return response
        },
      })
      const call: (input: never) => Promise<unknown> = client[operation]
      await call(input as never).catch(() => undefined)
      expect(['world', 'rules'], operation).toContain(seen.join())
    }
  })
})

const routes = await Promise.all(
  questions
    .filter(({ operation, status }) => operation === 'route' && status === 200)
    .map(({ input }) => {
      const ask: (input: never) => Promise<Route> = routing.route
      return ask(input as never)
    }),
)

describe('routes', () => {
  it('have every kind of operation', () => {
    const every: Record<OperationKind, true> = {
      transfer: true,
      swap: true,
      axelar_transfer: true,
      bank_send: true,
      cctp_transfer: true,
      hyperlane_transfer: true,
      evm_swap: true,
      op_init_transfer: true,
      go_fast_transfer: true,
      stargate_transfer: true,
      layer_zero_transfer: true,
      eureka_transfer: true,
      cctp_transfer_v2: true,
    }
    const seen = new Set(routes.flatMap((route) => route.operations.map(operationKind)))
    expect([...seen].sort()).toEqual(Object.keys(every).sort())
  })

  it('have every kind of swap, and several transactions', () => {
    const text = JSON.stringify(routes)
    for (const kind of ['swap_in', 'swap_out', 'smart_swap_in']) expect(text).toContain(`"${kind}"`)
    expect(routes.map((route) => route.txs_required)).toContain(2)
  })

  it.each(routes)(
    '$source_asset_chain_id to $dest_asset_chain_id is consistent',
    (route: Route) => {
      const first = route.operations[0]
      const last = route.operations.at(-1)
      expect(first?.amount_in).toBe(route.amount_in)
      expect(last?.amount_out).toBe(route.amount_out)
      expect(last?.tx_index).toBe(route.txs_required - 1)
      expect(route.chain_ids[0]).toBe(route.source_asset_chain_id)
      expect(route.chain_ids.at(-1)).toBe(route.dest_asset_chain_id)
      for (const [index, each] of route.operations.slice(1).entries()) {
        expect(each.amount_in).toBe(route.operations[index]?.amount_out)
      }
    },
  )

  it('follow the amount that was asked for', async () => {
    const pair = {
      source_asset_denom: 'uatom',
      source_asset_chain_id: 'cosmoshub-4',
      dest_asset_denom: 'uosmo',
      dest_asset_chain_id: 'osmosis-1',
    }
    const large = await routing.route({ ...pair, amount_in: '100000000000000000000' })
    expect(large.amount_out).toBe('1205000000000000000000')
    const exact = await routing.route({ ...pair, amount_out: '1000' })
    expect(exact).toMatchObject({ amount_in: '83', amount_out: '1000' })
    const { txs } = await routing.msgs({
      ...pair,
      amount_in: '5',
      address_list: addressList(large),
      operations: large.operations,
    })
    expect(txs[0]?.operations_indices).toEqual([0, 1])
    const direct = await routing.msgsDirect({
      ...pair,
      amount_in: '100000000000000000000',
      chain_ids_to_addresses: addresses,
    })
    expect(direct.route).toEqual(large)
  })

  const osmo = {
    source_asset_denom: 'uosmo',
    source_asset_chain_id: 'osmosis-1',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: '1000',
  }
  const token = (name: string) => `factory/osmo186ey7txhhdqgra9xwdcydkr66ykzrt48wnl0f3/${name}`

  it.each([
    ['thin', 'LOW_INFO_ERROR', 'LOW_INFO_WARNING'],
    ['dear', 'BAD_PRICE_ERROR', 'BAD_PRICE_WARNING'],
    ['lossy', 'HIGH_LOSS_ERROR', undefined],
  ] as const)('to %s are refused with %s', async (name, reason, warning) => {
    for (const call of [routing.route, routing.msgsDirect]) {
      const body = { ...osmo, dest_asset_denom: token(name), chain_ids_to_addresses: addresses }
      const refused = await call(body).catch((error: unknown) => error)
      expect(isApiError(refused, reason)).toBe(true)
      const unsafe = await call({ ...body, allow_unsafe: true }).catch((error: unknown) => error)
      if (warning === undefined) expect(isApiError(unsafe, reason)).toBe(true)
      else expect(JSON.stringify(unsafe)).toContain(warning)
    }
  })
})

describe('chains and assets', () => {
  it('list what was asked for', async () => {
    const ids = async (query?: Parameters<typeof routing.chains>[0]) =>
      (await routing.chains(query)).chains.map((chain) => chain.chain_id)
    expect(await ids()).toEqual([
      'cosmoshub-4',
      'osmosis-1',
      'noble-1',
      'stride-1',
      'celestia',
      'interwoven-1',
      'rollup-7',
    ])
    expect(await ids({ include_svm: true })).toContain('solana')
    expect(await ids({ include_evm: true })).toContain('8453')
    expect(await ids({ only_testnets: true })).toEqual(['osmo-test-5'])
    expect(await ids({ chain_ids: ['osmosis-1', '1'] })).toEqual(['osmosis-1'])
    expect(await ids({ chain_ids: ['osmosis-1', '1'], include_evm: true })).toHaveLength(2)
  })

  it('is consistent: every asset is on a known chain, and comes from one', async () => {
    const all = { include_evm: true, include_svm: true }
    const { chains } = await routing.chains(all)
    const { chain_to_assets_map: map } = await routing.assets({
      include_cw20_assets: true,
      include_evm_assets: true,
      include_svm_assets: true,
      include_no_metadata_assets: true,
    })
    const known = new Set(chains.map((chain) => chain.chain_id))
    for (const [chain, { assets }] of Object.entries(map)) {
      expect(known).toContain(chain)
      for (const asset of assets) {
        expect(asset.chain_id).toBe(chain)
        expect(known).toContain(asset.origin_chain_id)
      }
    }
    const plain = await routing.assets({ chain_ids: ['osmosis-1', 'solana'] })
    expect(Object.keys(plain.chain_to_assets_map)).toEqual(['osmosis-1', 'solana'])
    expect(plain.chain_to_assets_map.solana?.assets).toEqual([])
    expect(plain.chain_to_assets_map['osmosis-1']?.assets.some((asset) => asset.is_cw20)).toBe(
      false,
    )
  })
})

describe('lifecycles', () => {
  const hashes = (world.answers.status ?? []).flatMap(({ when }) => {
    const { tx_hash }: { tx_hash?: unknown } = { ...Object(when) }
    return typeof tx_hash === 'string' && tx_hash !== '*' ? [tx_hash] : []
  })

  const ending = hashes.filter((hash) => hash !== 'not_found' && hash !== 'stuck')

  async function follow(hash: string): Promise<StatusTxResponse[]> {
    const client = createRoutingClient({ fetch: mockRouting() })
    const updates: StatusTxResponse[] = []
    for await (const update of client.watchStatus(
      { tx_hash: hash, chain_id: 'cosmoshub-4' },
      { intervalMs: 1, timeoutMs: 60_000 },
    )) {
      updates.push(update)
    }
    return updates
  }

  it('end, and have every state and every kind of hop', async () => {
    const all = (await Promise.all(ending.map(follow))).flat()
    const states = new Set(all.map((update) => update.state))
    expect([...states].sort()).toEqual([...transactionStates].sort())
    const every: Record<TransferEventKind, true> = {
      ibc_transfer: true,
      axelar_transfer: true,
      cctp_transfer: true,
      hyperlane_transfer: true,
      op_init_transfer: true,
      go_fast_transfer: true,
      stargate_transfer: true,
      layer_zero_transfer: true,
      eureka_transfer: true,
      cctp_transfer_v2: true,
    }
    const kinds = new Set(
      all.flatMap((update) =>
        (update.transfers ?? []).flatMap((each) =>
          (each.transfer_sequence ?? []).map(transferEventKind),
        ),
      ),
    )
    expect([...kinds].sort()).toEqual(Object.keys(every).sort())
  })

  it('take every way from one state to another that the service takes', async () => {
    const lives = await Promise.all(ending.map(follow))
    const ways = lives.flatMap((updates) =>
      updates.slice(1).map(({ state }, index) => `${updates[index]?.state} > ${state}`),
    )
    expect([...new Set(ways.filter((way) => !/^(\w+) > \1$/.test(way)))].sort()).toEqual(
      [
        'STATE_SUBMITTED > STATE_PENDING',
        'STATE_SUBMITTED > STATE_COMPLETED_SUCCESS',
        'STATE_SUBMITTED > STATE_COMPLETED_ERROR',
        'STATE_SUBMITTED > STATE_ABANDONED',
        'STATE_PENDING > STATE_PENDING_ERROR',
        'STATE_PENDING > STATE_COMPLETED_SUCCESS',
        'STATE_PENDING > STATE_COMPLETED_ERROR',
        'STATE_PENDING > STATE_ABANDONED',
        'STATE_PENDING_ERROR > STATE_COMPLETED_ERROR',
      ].sort(),
    )
  })

  it('may be over for the assets while the last hop is not acknowledged', async () => {
    const last = (await follow('acknowledged_late')).at(-1)
    expect(last).toMatchObject({
      state: 'STATE_COMPLETED_SUCCESS',
      next_blocking_transfer: null,
      transfer_sequence: [{ ibc_transfer: { state: 'TRANSFER_RECEIVED' } }],
      transfer_asset_release: { released: true },
    })
  })

  it('mirror the first transfer at the top', async () => {
    for (const update of await follow('ibc_timeout')) {
      const { transfers, ...top } = update
      expect(top).toEqual(transfers?.[0])
    }
  })

  it('survive a transaction that is indexed late', async () => {
    const last = (await follow('indexed_late')).at(-1)
    expect(last?.state).toBe('STATE_COMPLETED_SUCCESS')
  })

  it('belong to what was submitted: send, wait, arrive, and again', async () => {
    for (const _again of [1, 2]) {
      const { tx_hash } = await routing.submit({ tx: 'AAAA', chain_id: 'cosmoshub-4' })
      const states: string[] = []
      const end = await routing.waitForStatus(
        { tx_hash, chain_id: 'cosmoshub-4' },
        { intervalMs: 1, onUpdate: ({ state }) => states.push(state) },
      )
      expect(states).toEqual([
        'STATE_SUBMITTED',
        'STATE_PENDING',
        'STATE_PENDING',
        'STATE_COMPLETED_SUCCESS',
      ])
      expect(end.transfer_asset_release?.released).toBe(true)
    }
  })
})

describe('the mode with unknown kinds', () => {
  const client = createRoutingClient({ fetch: mockRouting({}, { mode: 'unknown-kinds' }) })
  const body = {
    source_asset_denom: 'uatom',
    source_asset_chain_id: 'cosmoshub-4',
    dest_asset_denom: 'uosmo',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: '1000',
  }

  it('adds a step that no arm is for', async () => {
    const { operations } = await client.route(body)
    const known = (): string => 'known'
    const names = operations.map((operation) =>
      matchOperation(operation, { unknown: () => 'unknown', otherwise: known }),
    )
    expect(names).toEqual(['known', 'known', 'unknown'])
    const { route } = await client.msgsDirect({ ...body, chain_ids_to_addresses: addresses })
    expect(route.operations.map(operationKind)).toContain(undefined)
  })

  it('is what tolerant validators accept and strict ones do not', async () => {
    const route = await client.route(body)
    expect(responseValidators.route.check(route)).toEqual([])
    expect(responseValidators.route.drift(route)).not.toEqual([])
    expect(responseValidators.route.strict.check(route)).not.toEqual([])
  })
})
