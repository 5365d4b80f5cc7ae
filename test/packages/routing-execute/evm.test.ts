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
import { addresses, routeOf, wallets, worldClient } from './world.fixture.js'

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
  const plan = await planRoute(routing, await routeOf(routing, 'goFast'), { addresses })
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

describe('what has the nonce', () => {
  it.each([
    ['another transaction', { ...OTHER, state: 'success', hash: '0xother' }, 'failure', 'replaced'],
    ['ours, reverted', { state: 'failure', hash: '0x0' }, 'failure', 'reverted'],
    ['nobody can say', { state: 'success', hash: '0xother' }, 'given-up', 'unknown'],
    ['ours, pending for ever', { state: 'pending', hash: '0x0' }, 'given-up', 'unknown'],
    ['nothing, for ever', undefined, 'given-up', 'unknown'],
  ] as const)('%s', async (_, answer, outcome, reason) => {
    const { evm, sent } = chain(10n ** 9n, found(answer))
    const { result } = await run(evm)
    expect([result.outcome, result.reason]).toEqual([outcome, reason])
    expect(sent).toHaveLength(1)
  })

  it('a node that does not answer proves nothing', async () => {
    const { evm } = chain(10n ** 9n, {
      findTransaction: () => Promise.reject(new Error('offline')),
    })
    const { result } = await run(evm)
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
