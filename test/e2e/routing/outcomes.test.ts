import {
  createRoutingClient,
  isApiError,
  isTimeoutError,
  isWaitFailedError,
  type StatusTxResponse,
  transferEventKind,
} from '@tagwire/routing'
import { type Sandbox, startRoutingSandbox } from '@tagwire/routing-sandbox'
import { world } from '@tagwire/routing-sandbox/world'
import { beforeAll, describe, expect, it } from 'vitest'

/** Every outcome is reached as by any client: over HTTP, by the base address, with a transaction of its own. */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startRoutingSandbox()
  return () => sandbox.close()
})

const chain_id = 'cosmoshub-4'
const WAIT = { intervalMs: 1, timeoutMs: 5000 }
const at = (outcome: string) =>
  createRoutingClient({ baseUrl: `${sandbox.url}/outcome/${outcome}`, retry: false })

/** A text that nobody else submits, as a transaction. */
function txOf(text: string): string {
  return btoa(text)
}

async function sent(outcome: string, tx = txOf(outcome)) {
  const client = at(outcome)
  const { tx_hash } = await client.submit({ tx, chain_id })
  return { client, query: { tx_hash, chain_id } }
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
}

const ARRIVE = [
  'ibc_transfer',
  'eureka_transfer',
  'axelar_transfer',
  'cctp_transfer',
  'cctp_transfer_v2',
  'hyperlane_transfer',
  'op_init_transfer',
  'stargate_transfer',
  'layer_zero_transfer',
  'go_fast_transfer',
  'acknowledged_late',
  'indexed_late',
  'slow',
]
const FAIL = [
  'ibc_timeout',
  'ibc_refused',
  'go_fast_refund',
  'go_fast_post_action_failure',
  'axelar_failure',
  'hyperlane_failure',
  'stargate_failure',
  'layer_zero_failure',
  'execution_failure',
]
const GIVEN_UP = ['abandoned', 'never_seen']
const NEVER_END = ['stuck', 'not_found']
const REFUSED = ['rejected', 'internal_error']

describe('an outcome by the base address', () => {
  it.each(ARRIVE)('%s arrives', async (outcome) => {
    const { client, query } = await sent(outcome)
    const end = await client.waitForStatus(query, WAIT)
    expect(end.state).toBe('STATE_COMPLETED_SUCCESS')
    expect(end.transfer_asset_release?.released).toBe(true)
  })

  it('slow is pending ten times', async () => {
    const { client, query } = await sent('slow', txOf('slow again'))
    const states: string[] = []
    while (states.at(-1) !== 'STATE_COMPLETED_SUCCESS') {
      states.push((await client.status(query)).state)
    }
    expect(states.filter((state) => state === 'STATE_PENDING')).toHaveLength(10)
  })

  it.each(FAIL)('%s fails', async (outcome) => {
    const { client, query } = await sent(outcome)
    const states: (string | undefined)[] = []
    const error = await errorOf(
      client.waitForStatus(query, { ...WAIT, onUpdate: ({ state }) => states.push(state) }),
    )
    if (!isWaitFailedError(error)) throw error
    expect(error.outcome).toBe('failure')
    expect(error.state).toBe('STATE_COMPLETED_ERROR')
    const last: StatusTxResponse = await client.status(query)
    expect(last.transfers?.[0]?.error?.message).toBeTruthy()
    const isRefund = ['ibc_timeout', 'ibc_refused', 'go_fast_refund'].includes(outcome)
    if (isRefund) {
      expect(last.transfer_asset_release).toMatchObject({ released: true })
      expect(last.transfer_asset_release?.chain_id).toBe(
        outcome === 'go_fast_refund' ? '42161' : 'cosmoshub-4',
      )
    }
    if (outcome.startsWith('ibc_')) expect(states).toContain('STATE_PENDING_ERROR')
  })

  it.each(GIVEN_UP)('%s is given up', async (outcome) => {
    const { client, query } = await sent(outcome)
    const error = await errorOf(client.waitForStatus(query, WAIT))
    if (!isWaitFailedError(error)) throw error
    expect(error.outcome).toBe('given-up')
    expect(error.state).toBe('STATE_ABANDONED')
  })

  it.each(NEVER_END)('%s does not end', async (outcome) => {
    const { client, query } = await sent(outcome)
    const error = await errorOf(client.waitForStatus(query, { intervalMs: 1, timeoutMs: 100 }))
    expect(isTimeoutError(error)).toBe(true)
  })

  it.each([
    ['rejected', 400, /insufficient fee/, 400, /tx is invalid on chain/],
    ['internal_error', 500, /internal server error/, 500, /internal server error/],
  ])('%s is refused', async (outcome, status, message, trackStatus, trackMessage) => {
    const refused = await errorOf(at(outcome).submit({ tx: txOf(outcome), chain_id }))
    if (!isApiError(refused)) throw refused
    expect([refused.status, refused.message]).toEqual([status, expect.stringMatching(message)])
    const tracked = await errorOf(at(outcome).track({ tx_hash: 'AB', chain_id }))
    if (!isApiError(tracked)) throw tracked
    expect([tracked.status, tracked.message]).toEqual([
      trackStatus,
      expect.stringMatching(trackMessage),
    ])
  })

  it('unknown-kinds has a step and a hop of a kind that nobody knows', async () => {
    const { client, query } = await sent('unknown-kinds')
    const route = await client.route({
      source_asset_denom: 'uatom',
      source_asset_chain_id: chain_id,
      dest_asset_denom: 'uosmo',
      dest_asset_chain_id: 'osmosis-1',
      amount_in: '1000',
    })
    expect(JSON.stringify(route.operations)).toContain('teleport_transfer')
    const end = await client.waitForStatus(query, WAIT)
    const [transfer] = end.transfers ?? []
    expect(transfer?.transfer_sequence?.map(transferEventKind)).toEqual(['ibc_transfer', undefined])
    // Only of what was asked for like this.
    const other = await createRoutingClient({ baseUrl: sandbox.url }).status({
      tx_hash: 'ibc_refused',
      chain_id,
    })
    expect(JSON.stringify(other)).not.toContain('teleport')
  })

  it('can be tracked, too, when the client itself sent the transaction', async () => {
    const error = await errorOf(at('abandoned').trackAndWait({ tx_hash: 'F00D', chain_id }, WAIT))
    expect(isWaitFailedError(error)).toBe(true)
    const end = await at('indexed_late').trackAndWait({ tx_hash: 'BEEF', chain_id }, WAIT)
    expect(end.state).toBe('STATE_COMPLETED_SUCCESS')
  })

  it('these are all', () => {
    const tested = [...ARRIVE, ...FAIL, ...GIVEN_UP, ...NEVER_END, ...REFUSED]
    expect(Object.keys(world.outcomes).sort()).toEqual(tested.sort())
    expect(Object.keys(world.modes)).toEqual(['unknown-kinds'])
  })
})

describe('other ways', () => {
  it('a header chooses it for one call', async () => {
    const client = createRoutingClient({ baseUrl: sandbox.url })
    const headers = { 'x-tagwire-outcome': 'execution_failure' }
    const { tx_hash } = await client.submit({ tx: txOf('header'), chain_id }, { headers })
    const error = await errorOf(client.waitForStatus({ tx_hash, chain_id }, WAIT))
    expect(isWaitFailedError(error)).toBe(true)
  })

  it('nothing arrives over IBC', async () => {
    const client = createRoutingClient({ baseUrl: sandbox.url })
    const { tx_hash } = await client.submit({ tx: txOf('plain'), chain_id })
    const { state } = await client.waitForStatus({ tx_hash, chain_id }, WAIT)
    expect(state).toBe('STATE_COMPLETED_SUCCESS')
  })

  it('an unknown one is refused with those there are', async () => {
    const error = await errorOf(at('abandonned').submit({ tx: txOf('x'), chain_id }))
    if (!isApiError(error)) throw error
    expect(error.status).toBe(400)
    expect(error.message).toMatch(/no outcome abandonned; there are: ibc_transfer, .*unknown-kinds/)
  })
})

describe('transactions are apart', () => {
  it('several under way at once have their own outcomes and their own progress', async () => {
    const both = await Promise.all([sent('ibc_transfer', txOf('1')), sent('abandoned', txOf('2'))])
    const ends = await Promise.all(
      both.map(({ client, query }) =>
        client.waitForStatus(query, WAIT).then(
          () => 'arrived',
          () => 'failed',
        ),
      ),
    )
    expect(ends).toEqual(['arrived', 'failed'])
  })

  it('a hash is that of its bytes, and is known on its chain only', async () => {
    const { client, query } = await sent('ibc_transfer', 'AAAA')
    expect(query.tx_hash).toBe('709E80C88487A2411E1EE4DFB9F22A861492D20C4765150C0C794ABD70F8147C')
    const elsewhere = await errorOf(client.status({ ...query, chain_id: 'osmosis-1' }))
    expect(isApiError(elsewhere) && elsewhere.status).toBe(404)
  })

  it('tracking again does not set back what is under way, but starts over what has ended', async () => {
    const client = createRoutingClient({ baseUrl: sandbox.url })
    const query = { tx_hash: 'CAFE', chain_id }
    await client.track(query)
    await client.status(query)
    expect((await client.status(query)).state).toBe('STATE_PENDING')
    await client.track(query)
    expect((await client.status(query)).state).toBe('STATE_PENDING')
    expect((await client.status(query)).state).toBe('STATE_COMPLETED_SUCCESS')
    await client.track(query)
    expect((await client.status(query)).state).toBe('STATE_SUBMITTED')
  })
})
