import {
  type Callbacks,
  type EvmCall,
  type EvmWallet,
  executePlan,
  type FoundByNonce,
  type Journal,
  planRoute,
  resumeExecution,
} from '@tagwire/routing-execute'
import { describe, expect, it } from 'vitest'
import { addresses, contracts, routeOf, wallets, worldClient } from './world.fixture.js'

// What happens on a real node is in test/external/execute (`pnpm tool execute`); here, what nodes do rarely.

const routing = worldClient({ '*': 'go_fast_transfer' })
const OTHER: EvmCall = { to: `0x${'9'.repeat(40)}`, data: '0x', value: '0' }

/** A chain that answers as a test says, with an allowance. */
function chain(allowed: bigint, own: Partial<EvmWallet> = {}) {
  const sent: string[] = []
  const calls = new Map<number, EvmCall & { hash: string }>()
  let allowance = allowed
  const evm: EvmWallet = {
    nonce: async () => calls.size,
    allowance: async () => allowance,
    send: async ({ nonce, to, data, value }) => {
      sent.push(`${data.slice(0, 10)} ${nonce}`)
      const amount = /^0x095ea7b3.{64}(.{64})$/.exec(data)?.[1]
      if (amount) allowance = BigInt(`0x${amount}`)
      const hash = `0x${nonce}`
      calls.set(nonce, { to, data, value, hash })
      return hash
    },
    findTransaction: async ({ nonce }) => {
      const call = calls.get(nonce)
      return call && { ...call, state: 'success' }
    },
    ...own,
  }
  return { evm, sent, calls }
}

async function run(evm: EvmWallet, own: Partial<Callbacks> = {}) {
  const plan = await planRoute(routing, await routeOf(routing, 'goFast'), { addresses, contracts })
  const callbacks = wallets({ evm, routing, ...own })
  const result = await executePlan(plan, callbacks)
  return { result, callbacks }
}

const found = (answer: FoundByNonce | undefined) => ({ findTransaction: async () => answer })

describe('approvals', () => {
  it('are for exactly the amount', async () => {
    const { evm, sent, calls } = chain(0n)
    const { result } = await run(evm)
    expect(result.outcome).toBe('success')
    expect(sent).toEqual(['0x095ea7b3 0', '0xa9059cbb 1'])
    expect(calls.get(0)?.data.slice(-64)).toBe((100_000_000).toString(16).padStart(64, '0'))
  })

  it.each([
    ['is tried out', async () => ({ fee: [] }), ['0x095ea7b3 0', '0xa9059cbb 1']],
    [
      'is refused: 0 first',
      async ({ data }: EvmCall) => {
        if (/^0x095ea7b3/.test(data) && !/0{64}$/.test(data)) throw new Error('reset first')
        return { fee: [] }
      },
      ['0x095ea7b3 0', '0x095ea7b3 1', '0xa9059cbb 2'],
    ],
    ['cannot be tried out: 0 first', undefined, ['0x095ea7b3 0', '0x095ea7b3 1', '0xa9059cbb 2']],
  ])('a change of an allowance %s', async (_, estimate, expected) => {
    let wasReset = false
    const made = chain(5n)
    const evm: EvmWallet = {
      ...made.evm,
      send: (tx) => {
        wasReset ||= /0{64}$/.test(tx.data)
        return made.evm.send(tx)
      },
      ...(estimate
        ? { estimate: (call) => (wasReset ? Promise.resolve({ fee: [] }) : estimate(call)) }
        : {}),
    }
    const { result } = await run(evm)
    expect(result.outcome, String(result.cause)).toBe('success')
    expect(made.sent).toEqual(expected)
  })

  it('end when they do not help', async () => {
    const { evm, sent } = chain(0n, { allowance: async () => 0n })
    const { result } = await run(evm)
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'wallet' })
    expect(sent).toHaveLength(2)
  })
})

describe('gas', () => {
  const TOKEN = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'
  const balances = (denoms: object) => ({
    ...routing,
    balances: async () => ({ chains: { '42161': { denoms } } }),
  })
  const amount = (value: string, error: unknown = null) => ({
    amount: value,
    formatted_amount: value,
    error,
  })
  const estimate = async ({ data }: EvmCall) => {
    if (!data.startsWith('0x095ea7b3')) throw new Error('needs an approval first')
    return { gas: '50000', fee: [{ denom: 'arbitrum-native', amount: '700' }] }
  }

  it('of approvals counts, and what is missing is listed by denom before anything is signed', async () => {
    const { evm, sent } = chain(0n, { estimate })
    const poor = balances({ [TOKEN.toLowerCase()]: amount('5'), 'arbitrum-native': amount('699') })
    const { result } = await run(evm, { routing: poor as never })
    expect(result).toMatchObject({ outcome: 'failure', reason: 'missing-funds' })
    expect('missing' in result && result.missing).toEqual([
      { chain_id: '42161', denom: TOKEN, amount: '100000000', available: '5' },
      { chain_id: '42161', denom: 'arbitrum-native', amount: '700', available: '699' },
    ])
    expect(sent).toEqual([])
  })

  it('that is enough, or of which nobody knows the balance, does not stop it', async () => {
    const unknown: unknown[] = []
    const onUpdate: Callbacks['onUpdate'] = ({ type, chain_id, denom }) => {
      if (type === 'balances-unknown') unknown.push([chain_id, denom])
    }
    const { evm, sent } = chain(0n, {
      estimate: async (call) => estimate(call).catch(() => ({ fee: [] })),
    })
    const rich = balances({
      [TOKEN]: amount('100000000'),
      'arbitrum-native': amount('0', { message: 'no node' }),
    })
    const { result } = await run(evm, { routing: rich as never, onUpdate })
    expect(result.outcome, String(result.cause)).toBe('success')
    expect(unknown).toEqual([['42161', 'arbitrum-native']])
    expect(sent).toHaveLength(2)
  })

  it('and a fee in the native token beside a token', async () => {
    const plan = await planRoute(routing, await routeOf(routing, 'overLayerZero'), {
      addresses,
      contracts,
    })
    expect(plan.transactions[0]?.spends.map(({ denom }) => denom)).toEqual([addresses['1']])
    const paying = {
      ...routing,
      msgs: async (...args: Parameters<typeof routing.msgs>) => {
        const answer = structuredClone(await routing.msgs(...args))
        Object.assign(answer.txs?.[0]?.evm_tx ?? {}, { value: '9000000000000' })
        return answer
      },
    }
    const route = await routeOf(routing, 'overLayerZero')
    const [tx] = (await planRoute(paying, route, { addresses, contracts })).transactions
    expect(tx?.spends).toEqual([
      { denom: addresses['1'], amount: expect.any(String) },
      { denom: 'ethereum-native', amount: '9000000000000' },
    ])
  })
})

describe('what has the nonce', () => {
  it.each([
    ['another transaction', { ...OTHER, state: 'success', hash: '0xother' }, 'failure', 'replaced'],
    ['ours, reverted', { state: 'failure', hash: '0x0' }, 'failure', 'reverted'],
    ['nobody can say', { state: 'success', hash: '0xother' }, 'given-up', 'unknown'],
    ['ours, pending for ever', { state: 'pending', hash: '0x0' }, 'given-up', 'unknown'],
    ['nothing, for ever', undefined, 'given-up', 'unknown'],
  ] as const)('%s', async (_, answer, outcome, reason) => {
    const { evm, sent } = chain(10n ** 9n, found(answer))
    const { result } = await run(evm, { timeoutMs: 300 })
    expect([result.outcome, result.reason]).toEqual([outcome, reason])
    expect(sent).toHaveLength(1)
  })

  it('a node that does not answer proves nothing', async () => {
    const { evm } = chain(10n ** 9n, {
      findTransaction: () => Promise.reject(new Error('offline')),
    })
    const { result } = await run(evm, { timeoutMs: 300 })
    expect([result.outcome, result.reason]).toEqual(['given-up', 'unknown'])
  })

  it('a wallet that fails may have sent it: the same nonce is used again', async () => {
    const made = chain(10n ** 9n)
    const failing = { ...made.evm, send: () => Promise.reject(new Error('gone')) }
    const { result, callbacks } = await run(failing)
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'wallet' })
    const last: Journal = JSON.parse(callbacks.saved.at(-1) ?? 'null')
    expect(last.sent[0]).toEqual({ state: 'signing', nonce: 0 })
    const nonce = () => Promise.reject(new Error('not asked'))
    const later = wallets({ routing, evm: { ...made.evm, nonce } })
    expect(await resumeExecution(last, later)).toMatchObject({ outcome: 'success' })
    expect(made.sent).toEqual(['0xa9059cbb 0'])
  })

  it('a wallet that says no did not send it', async () => {
    const no = Object.assign(new Error('no'), { code: 4001 })
    const { evm } = chain(10n ** 9n, { send: () => Promise.reject(no) })
    const { result, callbacks } = await run(evm)
    expect(result).toMatchObject({ outcome: 'rejected', reason: 'approval' })
    expect(JSON.parse(callbacks.saved.at(-1) ?? 'null').sent[0]).toEqual({ state: 'waiting' })
  })
})
