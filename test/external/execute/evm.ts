/** Executions on an EVM node: approvals, nonces, replaced transactions, a reorganisation, a crash. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { createRoutingClient } from '@tagwire/routing'
import { mockRouting } from '@tagwire/routing/mock'
import {
  type Callbacks,
  executePlan,
  type Journal,
  type Plan,
  planRoute,
  resumeExecution,
} from '@tagwire/routing-execute'
import { type Hex, parseAbi } from 'viem'
import { eip1193Wallet } from './.cache/callbacks/eip-1193.js'
import { viemWallet } from './.cache/callbacks/viem.js'
import { type Anvil, account, bridge, startAnvil, token } from './anvil.js'

const routing = createRoutingClient({
  fetch: mockRouting(),
  headers: { 'x-tagwire-outcome': 'go_fast_transfer' },
})
const OTHER = '0x1111111111111111111111111111111111111111'
const AMOUNT = 100_000_000n

async function plan(): Promise<Plan> {
  const route = await routing.route({
    source_asset_denom: token,
    source_asset_chain_id: '42161',
    dest_asset_denom: 'ibc/498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4',
    dest_asset_chain_id: 'osmosis-1',
    amount_in: String(AMOUNT),
  })
  const osmo = 'osmo186ey7txhhdqgra9xwdcydkr66ykzrt48wnl0f3'
  return planRoute(routing, route, {
    addresses: { '42161': account.address, 'osmosis-1': osmo },
    // Routes of Go Fast name no contract: who takes the tokens is for the caller to say.
    contracts: { '42161': [bridge] },
  })
}

interface World {
  readonly anvil: Anvil
  readonly callbacks: Callbacks
  readonly saved: Journal[]
  /** What the wallet was asked to send: selector and nonce. */
  readonly sent: string[]
}

async function world({
  name = 'Token',
  bridgeIs = 'Bridge',
  wallet = 'viem',
  confirmations = 1,
  estimates = true,
}: {
  name?: 'Token' | 'Tether'
  bridgeIs?: 'Bridge' | 'Reverting'
  wallet?: 'viem' | 'eip-1193'
  confirmations?: number
  estimates?: boolean
} = {}): Promise<World> {
  const anvil = await startAnvil()
  await anvil.put(token, name)
  await anvil.put(bridge, bridgeIs)
  const { estimate, ...made } =
    wallet === 'viem'
      ? viemWallet(() => anvil.client as never, { confirmations })
      : eip1193Wallet(anvil.client as never, { confirmations })
  const saved: Journal[] = []
  const sent: string[] = []
  const evm = {
    ...made,
    ...(estimate && estimates ? { estimate } : {}),
    send: (tx: Parameters<typeof made.send>[0]) => {
      sent.push(`${tx.data.slice(0, 10)} ${tx.nonce}`)
      return made.send(tx)
    },
  }
  const journal = { save: (each: Journal) => void saved.push(each) }
  const callbacks: Callbacks = {
    routing,
    evm,
    journal,
    approve: () => true,
    intervalMs: 20,
    timeoutMs: 8000,
  }
  return { anvil, callbacks, saved, sent }
}

async function taken({ client }: Anvil): Promise<bigint> {
  const abi = parseAbi(['function taken(address) view returns (uint256)'])
  const args = [account.address] as const
  return client.readContract({ abi, address: token, functionName: 'taken', args })
}

async function approve({ client }: Anvil, amount: bigint): Promise<void> {
  const data: Hex = `0x095ea7b3${bridge.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
  await client.sendTransaction({ to: token, data })
}

const APPROVE = '0x095ea7b3'
const CALL = '0xa9059cbb'

type Case = (world: World) => Promise<void>

const cases: Readonly<Record<string, readonly [Parameters<typeof world>[0], Case]>> = {}
const add = (what: string, options: Parameters<typeof world>[0], run: Case): void =>
  void Object.assign(cases, { [what]: [options, run] })

for (const wallet of ['viem', 'eip-1193'] as const) {
  add(
    `${wallet}: approves exactly the amount, then calls`,
    { wallet },
    async ({ anvil, callbacks, sent }) => {
      const result = await executePlan(await plan(), callbacks)
      assert.equal(result.outcome, 'success', String(result.cause))
      assert.deepEqual(sent, [`${APPROVE} 0`, `${CALL} 1`])
      assert.equal(await taken(anvil), AMOUNT)
    },
  )
}

add('an allowance that is left over is raised at once', {}, async ({ anvil, callbacks, sent }) => {
  await approve(anvil, 5n)
  assert.equal((await executePlan(await plan(), callbacks)).outcome, 'success')
  assert.deepEqual(sent, [`${APPROVE} 1`, `${CALL} 2`])
})

for (const estimates of [true, false]) {
  const what = estimates ? 'found out by estimating' : 'assumed without estimates'
  add(
    `like USDT, an allowance is set to 0 first: ${what}`,
    { name: 'Tether', estimates },
    async ({ anvil, callbacks, sent }) => {
      await approve(anvil, 5n)
      assert.equal((await executePlan(await plan(), callbacks)).outcome, 'success')
      assert.deepEqual(sent, [`${APPROVE} 1`, `${APPROVE} 2`, `${CALL} 3`])
      assert.equal(await taken(anvil), AMOUNT)
    },
  )
}

add('enough was allowed before: nothing is approved', {}, async ({ anvil, callbacks, sent }) => {
  await approve(anvil, AMOUNT)
  assert.equal((await executePlan(await plan(), callbacks)).outcome, 'success')
  assert.deepEqual(sent, [`${CALL} 1`])
})

add('a gap between nonces is filled, not jumped', {}, async ({ anvil, callbacks, sent }) => {
  await anvil.client.sendTransaction({ to: OTHER, nonce: 2 })
  assert.equal((await executePlan(await plan(), callbacks)).outcome, 'success')
  assert.deepEqual(sent, [`${APPROVE} 0`, `${CALL} 1`])
  assert.equal(await anvil.client.getTransactionCount({ address: account.address }), 3)
})

add('waits behind a transaction that is in the pool', {}, async ({ anvil, callbacks, sent }) => {
  await approve(anvil, AMOUNT)
  await anvil.client.setAutomine(false)
  await anvil.client.sendTransaction({ to: OTHER })
  const running = executePlan(await plan(), callbacks)
  await until(() => sent.length === 1)
  await anvil.client.setAutomine(true)
  await anvil.client.mine({ blocks: 1 })
  assert.equal((await running).outcome, 'success')
  assert.deepEqual(sent, [`${CALL} 2`])
})

add(
  'a transaction that reverts is a failure, and the funds are where they were',
  { bridgeIs: 'Reverting', estimates: false },
  async ({ anvil, callbacks }) => {
    await approve(anvil, AMOUNT)
    const evm = callbacks.evm
    assert(evm)
    // Nodes refuse to estimate what reverts; a wallet that has gas sends it.
    const send = (tx: Parameters<typeof evm.send>[0]) => evm.send({ ...tx, gas: '200000' })
    const result = await executePlan(await plan(), { ...callbacks, evm: { ...evm, send } })
    assert.deepEqual([result.outcome, result.reason], ['failure', 'reverted'])
    assert.equal(result.funds?.chain_id, '42161')
    assert.equal(await taken(anvil), 0n)
  },
)

add('replaced by something else: a failure', {}, async ({ anvil, callbacks, sent }) => {
  await approve(anvil, AMOUNT)
  await anvil.client.setAutomine(false)
  const running = executePlan(await plan(), callbacks)
  await until(() => sent.length === 1)
  await fees(anvil, { to: account.address, nonce: 1, data: '0x', gas: 21_000n })
  await anvil.client.mine({ blocks: 1 })
  const result = await running
  assert.deepEqual([result.outcome, result.reason], ['failure', 'replaced'])
  assert.equal(await taken(anvil), 0n)
})

add(
  'sped up by the user: the other hash is followed',
  {},
  async ({ anvil, callbacks, sent, saved }) => {
    await approve(anvil, AMOUNT)
    await anvil.client.setAutomine(false)
    const running = executePlan(await plan(), callbacks)
    await until(() => saved.at(-1)?.sent[0]?.state === 'sent' && sent.length === 1)
    const hash = await fees(anvil, { to: bridge, nonce: 1, data: CALL, gas: 200_000n })
    await anvil.client.mine({ blocks: 1 })
    const result = await running
    assert.equal(result.outcome, 'success')
    assert.deepEqual(result.hashes, [hash])
    assert.equal(await taken(anvil), AMOUNT)
  },
)

add(
  'a reorganisation takes the block away: it counts once it is deep enough',
  { confirmations: 3 },
  async ({ anvil, callbacks, sent }) => {
    const { client } = anvil
    await approve(anvil, AMOUNT)
    await client.mine({ blocks: 3 })
    const before = await client.snapshot()
    let ended = false
    const running = executePlan(await plan(), callbacks).finally(() => {
      ended = true
    })
    await until(() => sent.length === 1)
    const first = await client.getBlockNumber()
    let block = await client.getBlock({ includeTransactions: true })
    for (let tries = 0; block.transactions.length === 0 && tries < 500; tries++) {
      await pause(10)
      block = await client.getBlock({ includeTransactions: true })
    }
    const [tx] = block.transactions
    assert(tx && typeof tx === 'object', `no block after ${first} has the transaction`)
    const raw = await client.request({
      method: 'eth_getRawTransactionByHash',
      params: [tx.hash],
    } as never)
    await client.revert({ id: before })
    await client.mine({ blocks: 1 })
    assert.equal(ended, false)
    assert.equal(await taken(anvil), 0n)
    // Nodes put it back into their pools.
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] } as never)
    await client.mine({ blocks: 3 })
    assert.equal((await running).outcome, 'success')
    assert.deepEqual(sent, [`${CALL} 1`])
  },
)

add(
  'sent, and the process died before it was saved: found by its nonce',
  {},
  async ({ anvil, callbacks, sent, saved }) => {
    await approve(anvil, AMOUNT)
    const save = (each: Journal): void => {
      if (each.sent[0]?.hash) throw new Error('the process is gone')
      saved.push(each)
    }
    await executePlan(await plan(), { ...callbacks, journal: { save } })
    const last = saved.at(-1)
    assert(last)
    assert.equal(last.sent[0]?.state, 'signing')
    const result = await resumeExecution(JSON.parse(JSON.stringify(last)), callbacks)
    assert.equal(result.outcome, 'success')
    assert.deepEqual(sent, [`${CALL} 1`])
    assert.equal(await taken(anvil), AMOUNT)
  },
)

add(
  'not sent, and something else took the nonce: signed with the next one',
  {},
  async ({ anvil, callbacks, sent, saved }) => {
    await approve(anvil, AMOUNT)
    const evm = callbacks.evm
    assert(evm)
    const send = () => Promise.reject(new Error('the wallet crashed'))
    await executePlan(await plan(), { ...callbacks, evm: { ...evm, send } })
    const last = saved.at(-1)
    assert(last?.sent[0]?.nonce === 1)
    await anvil.client.sendTransaction({ to: OTHER })
    const result = await resumeExecution(last, callbacks)
    assert.equal(result.outcome, 'success')
    assert.deepEqual(sent, [`${CALL} 2`])
  },
)

add(
  'without enough for gas nothing is signed, and it says what is missing',
  {},
  async ({ callbacks, sent }) => {
    const denom = { amount: '1', formatted_amount: '0', decimals: 18 }
    const balances = async () => ({ chains: { '42161': { denoms: { 'arbitrum-native': denom } } } })
    const poor = { ...routing, balances } as never
    const result = await executePlan(await plan(), { ...callbacks, routing: poor })
    assert.deepEqual([result.outcome, result.reason], ['failure', 'missing-funds'])
    const [missing] = 'missing' in result ? (result.missing ?? []) : []
    assert.equal(missing?.denom, 'arbitrum-native')
    assert(BigInt(missing.amount) > 1n)
    assert.deepEqual(sent, [])
  },
)

for (const wallet of ['viem', 'eip-1193'] as const) {
  add(
    `${wallet}: another account or another chain signs nothing`,
    { wallet },
    async ({ anvil, callbacks, sent }) => {
      await approve(anvil, AMOUNT)
      const planned = await plan()
      const change = (own: object): Plan => ({
        ...planned,
        transactions: planned.transactions.map((tx) => ({ ...tx, ...own })),
      })
      const other = await executePlan(change({ chain_id: '1' }), callbacks)
      assert.deepEqual([other.outcome, other.reason], ['given-up', 'wallet'])
      // Its allowance is not ours, so an approval would be the first to be sent.
      const stranger = await executePlan(change({ signer: OTHER }), callbacks)
      assert.deepEqual([stranger.outcome, stranger.reason], ['given-up', 'wallet'])
      assert.equal(await anvil.client.getTransactionCount({ address: account.address }), 1)
      assert(sent.length <= 1)
    },
  )
}

async function fees(
  anvil: Anvil,
  tx: { to: Hex; nonce: number; data: Hex; gas: bigint },
): Promise<Hex> {
  const price = await anvil.client.getGasPrice()
  return anvil.client.sendTransaction({
    ...tx,
    maxFeePerGas: price * 10n,
    maxPriorityFeePerGas: price * 5n,
  })
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 500) throw new Error('it never happened')
    await pause(10)
  }
}

export async function evmCases(say: (line: string) => void): Promise<void> {
  for (const [what, [options, run]] of Object.entries(cases)) {
    const made = await world(options)
    try {
      await run(made)
      say(what)
    } catch (error) {
      throw new Error(what, { cause: error })
    } finally {
      made.anvil.close()
    }
  }
}
