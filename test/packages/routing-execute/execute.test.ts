import { inspect } from 'node:util'
import {
  type Callbacks,
  type ExecutionEvent,
  executePlan,
  type Journal,
  type Plan,
  planRoute,
  resumeExecution,
} from '@tagwire/routing-execute'
import { world } from '@tagwire/routing-sandbox/world'
import { describe, expect, it, vi } from 'vitest'
import { addresses, contracts, routeOf, wallets, worldClient } from './world.fixture.js'

async function planOf(
  name: string,
  outcomes: Readonly<Record<string, string>> = {},
): Promise<Plan> {
  const routing = worldClient(outcomes)
  return planRoute(routing, await routeOf(routing, name), { addresses, contracts })
}

async function outcomeOf(name: string, outcome: string, own: Partial<Callbacks> = {}) {
  const callbacks = wallets(own)
  const result = await executePlan(await planOf(name, { '*': outcome }), callbacks)
  return { result, callbacks, last: journalOf(callbacks.saved) }
}

function journalOf(saved: readonly string[]): Journal {
  return JSON.parse(saved.at(-1) ?? 'null')
}

/** Every outcome of the sandbox, a route that can have it, and the only thing that may be said about it. */
const truth: Readonly<Record<string, readonly [string, string, string | undefined]>> = {
  ibc_transfer: ['hopAndSwap', 'success', undefined],
  eureka_transfer: ['overEureka', 'success', undefined],
  axelar_transfer: ['overAxelar', 'success', undefined],
  cctp_transfer: ['burnAndMint', 'success', undefined],
  cctp_transfer_v2: ['burnAndMintFast', 'success', undefined],
  hyperlane_transfer: ['overHyperlane', 'success', undefined],
  op_init_transfer: ['toRollup', 'success', undefined],
  stargate_transfer: ['overStargate', 'success', undefined],
  layer_zero_transfer: ['overLayerZero', 'success', undefined],
  go_fast_transfer: ['goFast', 'success', undefined],
  acknowledged_late: ['hopAndSwap', 'success', undefined],
  indexed_late: ['hop', 'success', undefined],
  slow: ['hop', 'success', undefined],
  stuck: ['hop', 'given-up', 'unknown'],
  ibc_timeout: ['hopAndSwap', 'failure', 'status'],
  ibc_refused: ['hopAndSwap', 'failure', 'status'],
  go_fast_refund: ['goFast', 'failure', 'status'],
  go_fast_post_action_failure: ['goFast', 'partial', 'status'],
  axelar_failure: ['overAxelar', 'failure', 'status'],
  hyperlane_failure: ['overHyperlane', 'failure', 'status'],
  stargate_failure: ['overStargate', 'failure', 'status'],
  layer_zero_failure: ['overLayerZero', 'failure', 'status'],
  execution_failure: ['hop', 'failure', 'status'],
  abandoned: ['hop', 'given-up', 'unknown'],
  never_seen: ['hop', 'given-up', 'unknown'],
  not_found: ['hop', 'given-up', 'unknown'],
  rejected: ['hop', 'failure', 'refused'],
  internal_error: ['hop', 'given-up', 'unknown'],
}

describe('every outcome of the sandbox', () => {
  it('is in the table', () => {
    expect(Object.keys(world.outcomes).filter((name) => !truth[name])).toEqual([])
  })

  it.each(Object.entries(truth))('%s', async (name, [route, outcome, reason]) => {
    const own = outcome === 'given-up' ? { timeoutMs: 300 } : {}
    const { result, callbacks, last } = await outcomeOf(route, name, own)
    expect([result.outcome, result.reason, result.funds]).toEqual([outcome, reason, result.funds])
    const signed = callbacks.signatures.length
    expect(signed).toBe(
      result.journal.plan.transactions[0]?.family === 'evm' && route !== 'overAxelar' ? 2 : 1,
    )
    expect(last.result?.outcome).toBe(outcome === 'given-up' ? undefined : outcome)
  })
})

const arriving = { solana: 'cctp_transfer', '*': 'ibc_transfer' }

describe('two transactions', () => {
  it('go one after the other', async () => {
    const events: string[] = []
    const onUpdate = ({ type, index }: ExecutionEvent) => void events.push(`${index} ${type}`)
    const callbacks = wallets({ onUpdate })
    const result = await executePlan(await planOf('twoTransactions', arriving), callbacks)
    expect(result).toMatchObject({ outcome: 'success', index: 1, funds: { chain_id: 'osmosis-1' } })
    expect(callbacks.signatures).toEqual(['solana', 'noble-1'])
    expect(events.filter((each) => !each.endsWith('status'))).toEqual([
      ...['0 approving', '0 signing', '0 signed', '0 sent', '0 done'],
      ...['1 approving', '1 signing', '1 signed', '1 sent', '1 done'],
    ])
    expect(result.hashes).toEqual([
      expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/),
      expect.stringMatching(/^[0-9A-F]{64}$/),
    ])
  })

  it.each(['execution_failure', 'abandoned', 'stuck', 'rejected', 'internal_error', 'not_found'])(
    'nobody is asked for the second signature after %s',
    async (outcome) => {
      const callbacks = wallets({ timeoutMs: 300 })
      const result = await executePlan(
        await planOf('twoTransactions', { solana: outcome }),
        callbacks,
      )
      expect(result.outcome).not.toBe('success')
      expect(result.index).toBe(0)
      expect(callbacks.signatures).toEqual(['solana'])
    },
  )

  it('the first arrived, the second failed: the funds are between', async () => {
    const plan = await planOf('twoTransactions', { ...arriving, 'noble-1': 'execution_failure' })
    expect(await executePlan(plan, wallets())).toMatchObject({
      outcome: 'partial',
      index: 1,
      funds: { chain_id: 'noble-1', denom: 'uusdc', address: addresses['noble-1'], released: true },
    })
  })

  it('stops where the funds are not what the next one needs', async () => {
    const result = await executePlan(await planOf('twoTransactions'), wallets())
    expect(result).toMatchObject({
      outcome: 'partial',
      reason: 'elsewhere',
      index: 0,
      funds: { chain_id: 'osmosis-1', denom: 'uosmo', released: true },
    })
  })

  it('stops there also after a crash right before it would have', async () => {
    const callbacks = wallets()
    await executePlan(await planOf('twoTransactions'), callbacks)
    const arrived = callbacks.saved
      .map((each): Journal => JSON.parse(each))
      .find(({ sent }) => sent[0]?.state === 'success')
    if (!arrived) throw new Error('it did not arrive')
    expect(arrived.result).toBeUndefined()
    const later = wallets({ routing: worldClient() })
    expect(await resumeExecution(arrived, later)).toMatchObject({
      outcome: 'partial',
      reason: 'elsewhere',
    })
    expect(later.signatures).toEqual([])
  })

  it('the user says no to the second', async () => {
    const callbacks = wallets({ approve: ({ index }) => index === 0 })
    const plan = await planOf('twoTransactions', arriving)
    const result = await executePlan(plan, callbacks)
    expect(result).toMatchObject({ outcome: 'rejected', reason: 'approval', index: 1 })
    expect(callbacks.signatures).toEqual(['solana'])
    const later = wallets({ routing: worldClient(arriving) })
    expect(await resumeExecution(journalOf(callbacks.saved), later)).toMatchObject({
      outcome: 'success',
    })
    expect(later.signatures).toEqual(['noble-1'])
  })
})

describe('the wallet', () => {
  const saying = (error: unknown) => ({
    cosmos: { sign: () => Promise.reject(error) },
  })

  it.each([
    [Object.assign(new Error('not today'), { code: 4001 }), 'rejected'],
    [new Error('Request rejected'), 'rejected'],
    [new Error('User denied transaction signature'), 'rejected'],
    [new Error('the ledger is locked'), 'given-up'],
  ])('%s', async (error, outcome) => {
    const { result, last } = await outcomeOf('hop', 'ibc_transfer', saying(error))
    expect(result.outcome).toBe(outcome)
    expect(result.cause).toBe(error)
    expect(JSON.stringify(last)).not.toContain(error.message)
  })

  it('has to be there before anything begins', async () => {
    const plan = await planOf('hop')
    const { cosmos, ...without } = wallets()
    expect(cosmos).toBeDefined()
    await expect(executePlan(plan, without)).rejects.toThrow(
      'cosmos is missing: transaction 0 needs this wallet',
    )
    const read: Plan = JSON.parse(JSON.stringify(plan))
    await expect(executePlan(read, wallets())).rejects.toThrow('routing is missing')
    expect(await executePlan(read, wallets({ routing: worldClient() }))).toMatchObject({
      outcome: 'success',
    })
  })

  const values = [Number.NaN, -1, 0, '5', null, true, {}, [], () => 5, new AbortController()]

  it.each<[string, readonly unknown[]]>([
    ['timeoutMs', []],
    ['intervalMs', [0]],
    ['onUpdate', values.filter((each) => typeof each === 'function')],
    ['signal', []],
  ])('refuses a %s that cannot be before anybody is asked', async (name, taken) => {
    const plan = await planOf('hop')
    const approve = vi.fn(() => false)
    for (const value of values.filter((each) => !taken.includes(each))) {
      const given = wallets({ approve, [name]: value })
      await expect(executePlan(plan, given)).rejects.toThrow(new RegExp(`^${name} takes`))
    }
    expect(approve).not.toHaveBeenCalled()
    for (const value of [undefined, ...taken]) {
      await executePlan(plan, wallets({ approve, [name]: value }))
    }
    expect(approve).toHaveBeenCalled()
  })

  it('gets what it estimated', async () => {
    const estimate = { gas: '250000', fee: [{ denom: 'uatom', amount: '2500' }] }
    const given: unknown[] = []
    const cosmos = {
      estimate: async () => estimate,
      sign: async (_tx: unknown, seen: unknown) => {
        given.push(seen)
        return Uint8Array.of(1)
      },
    }
    const { result } = await outcomeOf('hop', 'ibc_transfer', { cosmos })
    expect(result.outcome).toBe('success')
    expect(given).toEqual([estimate])
  })

  it('nothing is signed without enough for gas', async () => {
    const routing = {
      ...worldClient(),
      balances: async () => ({
        chains: {
          'cosmoshub-4': { denoms: { uatom: { amount: '1001000', formatted_amount: '1.001' } } },
        },
      }),
    }
    const cosmos = {
      estimate: async () => ({ fee: [{ denom: 'uatom', amount: '2500' }] }),
      sign: async () => Uint8Array.of(1),
    }
    const callbacks = wallets({ cosmos, routing })
    const result = await executePlan(await planOf('hop'), callbacks)
    expect(result).toMatchObject({
      outcome: 'failure',
      reason: 'missing-funds',
      missing: [
        { chain_id: 'cosmoshub-4', denom: 'uatom', amount: '1002500', available: '1001000' },
      ],
    })
    expect(callbacks.signatures).toEqual([])
  })
})

describe('the journal', () => {
  it('is saved before and after everything that takes a risk', async () => {
    const { callbacks } = await outcomeOf('hop', 'ibc_transfer')
    const states = callbacks.saved.map((text) => JSON.parse(text).sent[0].state)
    expect(states).toEqual(['waiting', 'signing', 'signed', 'sent', 'success', 'success'])
    expect(callbacks.saved.map((text) => JSON.parse(text).revision)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it.each([1, 2, 3, 4, 5])('nothing happens after save %i failed', async (failing) => {
    const saved: Journal[] = []
    const journal = {
      save: (each: Journal) => {
        if (saved.push(each) === failing) throw new Error('disk full')
      },
    }
    const { result, callbacks } = await outcomeOf('hop', 'ibc_transfer', { journal })
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'journal' })
    expect(saved).toHaveLength(failing)
    const later = wallets({ routing: worldClient() })
    expect(await resumeExecution(result.journal, later)).toMatchObject({ outcome: 'success' })
    expect(callbacks.signatures.length + later.signatures.length).toBe(1)
  })

  it('says again what ended', async () => {
    const { result, last } = await outcomeOf('hop', 'ibc_timeout')
    const again = await resumeExecution(last, wallets())
    expect(again).toMatchObject({ outcome: 'failure', funds: result.funds })
  })

  it('has no credential, and neither have hooks and results', async () => {
    const key = 'sk-live-1234567890'
    const world = worldClient({ '*': 'internal_error' })
    const { createRoutingClient } = await import('@tagwire/routing')
    const routing = createRoutingClient({
      apiKey: key,
      retry: false,
      fetch: () => Promise.reject(new Error(`proxy refused authorization: ${key}`)),
    })
    const seen: unknown[] = []
    const plan = await planRoute(world, await routeOf(world, 'hop'), { addresses, contracts })
    const onUpdate = (event: ExecutionEvent) => void seen.push(event)
    const callbacks = wallets({ routing, onUpdate, timeoutMs: 300 })
    const result = await executePlan(plan, callbacks)
    expect(result.outcome).toBe('given-up')
    expect(`${callbacks.saved.join()}${JSON.stringify(seen)}`).not.toContain(key)
    expect(inspect(result, { depth: 20 })).not.toContain(key)
  })

  it('has what it needs and no more', async () => {
    const { callbacks } = await outcomeOf('hop', 'ibc_transfer')
    expect(Object.keys(journalOf(callbacks.saved))).toEqual([
      'version',
      'revision',
      'plan',
      'sent',
      'result',
    ])
  })
})

describe('signals, hooks and quotes', () => {
  it('stops before the next risk', async () => {
    const controller = new AbortController()
    const approve = () => {
      controller.abort()
      return true
    }
    const { result, callbacks } = await outcomeOf('hop', 'ibc_transfer', {
      approve,
      signal: controller.signal,
    })
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'aborted' })
    expect(callbacks.signatures).toEqual([])
  })

  it('stops waiting', async () => {
    const controller = new AbortController()
    const onUpdate = ({ type }: ExecutionEvent) => {
      if (type === 'status') controller.abort()
    }
    const { result } = await outcomeOf('hop', 'stuck', {
      onUpdate,
      signal: controller.signal,
      timeoutMs: 60_000,
    })
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'aborted' })
  })

  it('a hook that throws changes nothing', async () => {
    const onUpdate = () => {
      throw new Error('a fault of the page')
    }
    const { result } = await outcomeOf('hop', 'ibc_transfer', { onUpdate })
    expect(result.outcome).toBe('success')
  })

  /** The plan of a route whose quote is over by now. */
  async function expired(name: string, index: number) {
    const plan = await planOf(name, arriving)
    const transactions = plan.transactions.map((tx, at) =>
      at === index ? { ...tx, expires: 1 } : tx,
    )
    return { ...plan, transactions }
  }

  it('plans again what is not sent, and asks again', async () => {
    const asked: boolean[] = []
    const approve = ({ plannedAgain }: { plannedAgain: boolean }) => asked.push(plannedAgain) > 0
    const callbacks = wallets({ approve, routing: worldClient({ '*': 'cctp_transfer' }) })
    const result = await executePlan(await expired('burnAndMint', 0), callbacks)
    expect(result.outcome).toBe('success')
    expect(asked).toEqual([true])
    expect(result.journal.plan.transactions[0]?.expires).toBe(Date.parse('2030-01-01T00:00:00Z'))
  })

  it('does not sign what became worse', async () => {
    const plan = { ...(await expired('burnAndMint', 0)), min_amount_out: '99999999' }
    const callbacks = wallets({ routing: worldClient() })
    const result = await executePlan(plan, callbacks)
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'changed' })
    expect(callbacks.signatures).toEqual([])
  })
})
