import {
  type Callbacks,
  type EvmRequest,
  executePlan,
  type Journal,
  type Plan,
  planRoute,
  resumeExecution,
} from '@tagwire/routing-execute'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { addresses, contracts, routeOf, wallets, worldClient } from './world.fixture.js'

// Wallets, stores, people and journals that do what nobody expects.

const arriving = { solana: 'cctp_transfer', '42161': 'go_fast_transfer', '*': 'ibc_transfer' }
const routing = worldClient(arriving)

async function planOf(name: string): Promise<Plan> {
  return planRoute(routing, await routeOf(routing, name), { addresses, contracts })
}

const journalOf = (saved: readonly string[]): Journal => JSON.parse(saved.at(-1) ?? 'null')
const never = (): Promise<never> => new Promise(() => {})

describe('a journal', () => {
  /** One of each state, by its last save. */
  async function journals(name: string): Promise<Journal[]> {
    const callbacks = wallets({ routing })
    await executePlan(await planOf(name), callbacks)
    return callbacks.saved.map((each): Journal => JSON.parse(each))
  }
  const refused = (journal: unknown) =>
    expect(resumeExecution(journal as Journal, wallets({ routing }))).rejects

  it('of another version is refused by its number', async () => {
    const [first] = await journals('hop')
    await refused({ ...first, version: 2 }).toThrow('version is 2, and this version reads 1')
    for (const each of [undefined, null, 'text', 5, {}, []])
      await refused(each).toThrow('this journal cannot be resumed')
  })

  it('that was edited is refused, with the place', async () => {
    const [hop] = (await journals('hop')).filter(({ sent }) => sent[0]?.state === 'signed')
    const [two] = (await journals('twoTransactions')).filter(
      ({ sent }) => sent[1]?.state === 'sent',
    )
    if (!hop || !two) throw new Error('no journal')
    const [sent] = hop.sent
    const first = (own: object) => ({ ...hop, sent: [{ ...sent, ...own }] })
    await refused(first({ state: 'Sent' })).toThrow('sent/0/state is not one of')
    await refused(first({ signed: 'AQID' })).toThrow('sent/0/hash is not that of what was signed')
    await refused(first({ hash: undefined })).toThrow('sent/0/hash is missing')
    await refused(first({ signed: undefined })).toThrow('sent/0/hash is not that')
    await refused({ ...hop, sent: [] }).toThrow('sent has to have one for each')
    await refused({ ...hop, revision: '1' }).toThrow('revision')
    await refused({ ...hop, plan: {} }).toThrow('plan/transactions')
    await refused({ ...hop, result: { outcome: 'success', index: 0 } }).toThrow(
      'result says success',
    )
    const waiting = { ...two, sent: [{ state: 'waiting' }, two.sent[1]] }
    await refused(waiting).toThrow('sent/1 has begun before')
    const [evm] = (await journals('goFast')).filter(({ sent }) => sent[0]?.state === 'signing')
    if (!evm) throw new Error('no journal')
    await refused({ ...evm, sent: [{ state: 'signing' }] }).toThrow('sent/0/nonce')
  })

  it('each that was saved is read', async () => {
    for (const name of ['hop', 'goFast', 'twoTransactions']) {
      for (const journal of await journals(name)) {
        // The wallet of another process knows nothing of what this one sent.
        const later = wallets({ routing, timeoutMs: 300 })
        const { outcome } = await resumeExecution(journal, later)
        expect(['success', 'given-up']).toContain(outcome)
      }
    }
  })

  it('of two processes: a store that does not go back lets one sign', async () => {
    const stopped = wallets({ routing, approve: () => false })
    await executePlan(await planOf('twoTransactions'), stopped)
    const start = journalOf(stopped.saved)
    let stored = start
    const store = {
      save: async (journal: Journal) => {
        await Promise.resolve()
        if (journal.revision !== stored.revision + 1) throw new Error('another process has it')
        stored = JSON.parse(JSON.stringify(journal))
      },
    }
    const two = [1, 2].map(() => wallets({ routing, journal: store }))
    const results = await Promise.all(two.map((callbacks) => resumeExecution(start, callbacks)))
    expect(results.map(({ outcome, reason }) => `${outcome} ${reason}`).sort()).toEqual([
      'given-up journal',
      'success undefined',
    ])
    expect(two.flatMap(({ signatures }) => signatures).sort()).toEqual(['noble-1', 'solana'])
  })

  it('says what may have happened', async () => {
    const send = () => Promise.reject(new Error('gone'))
    const failing = { ...wallets().evm, send } as Callbacks['evm'] & {}
    const result = await executePlan(await planOf('goFast'), wallets({ evm: failing }))
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'wallet' })
    expect('resume' in result && result.resume).toContain('may have been sent with nonce 0')
  })
})

describe('whatever a callback throws', () => {
  it.each([undefined, null, 0, '', 'text', Symbol('s'), {}, Object.create(null)])(
    '%s',
    async (thrown) => {
      const fail = (): never => {
        throw thrown
      }
      const own: Partial<Callbacks>[] = [
        { approve: fail },
        { cosmos: { sign: fail } },
        { cosmos: { sign: async () => fail() } },
        { cosmos: { sign: wallets().cosmos?.sign ?? fail, estimate: fail } },
        { journal: { save: fail } },
        { journal: { save: async () => fail() } },
      ]
      for (const each of own) {
        const result = await executePlan(await planOf('hop'), wallets({ routing, ...each }))
        expect(result.outcome).toBe('given-up')
        expect(result.cause).toBe(thrown)
      }
      const evm = wallets().evm
      for (const name of ['nonce', 'allowance', 'send', 'estimate'] as const) {
        const callbacks = wallets({
          routing,
          evm: { ...evm, [name]: fail } as Callbacks['evm'] & {},
        })
        const result = await executePlan(await planOf('goFast'), callbacks)
        expect([result.outcome, result.reason], name).toEqual(['given-up', 'wallet'])
      }
    },
  )

  it('hooks that reject do not matter, and findTransaction that throws proves nothing', async () => {
    const onUpdate = async (): Promise<void> => Promise.reject(new Error('a fault of the page'))
    const findTransaction = (): never => {
      throw new Error('offline')
    }
    const cosmos = { sign: async () => Uint8Array.of(1), findTransaction }
    const stuck = worldClient({ '*': 'abandoned' })
    const callbacks = wallets({ routing: stuck, cosmos, onUpdate, timeoutMs: 300 })
    expect(await executePlan(await planOf('hop'), callbacks)).toMatchObject({
      outcome: 'given-up',
      reason: 'unknown',
    })
    const evm = { ...wallets().evm, findTransaction } as Callbacks['evm'] & {}
    const own = wallets({ routing, evm, timeoutMs: 300 })
    const result = await executePlan(await planOf('goFast'), own)
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'unknown' })
  })
})

describe('the signal', () => {
  /** The same callbacks, of which one does not return before the signal. */
  async function abortedIn(name: string, stuck: (own: Callbacks) => Partial<Callbacks>) {
    const controller = new AbortController()
    const callbacks = wallets({ routing, timeoutMs: 60_000 })
    const own = { ...callbacks, ...stuck(callbacks), signal: controller.signal }
    const running = executePlan(await planOf(name), own)
    setTimeout(() => controller.abort(new Error('enough')), 20)
    return { result: await running, callbacks }
  }

  it.each<[string, string, (own: Callbacks) => Partial<Callbacks>]>([
    ['approve', 'hop', () => ({ approve: never })],
    ['sign', 'hop', () => ({ cosmos: { sign: never } })],
    ['estimate', 'hop', ({ cosmos }) => ({ cosmos: { sign: never, ...cosmos, estimate: never } })],
    ['save', 'hop', () => ({ journal: { save: never } })],
    ['nonce', 'goFast', ({ evm }) => ({ evm: { ...evm, nonce: never } as Callbacks['evm'] & {} })],
    [
      'allowance',
      'goFast',
      ({ evm }) => ({ evm: { ...evm, allowance: never } as Callbacks['evm'] & {} }),
    ],
    ['send', 'goFast', ({ evm }) => ({ evm: { ...evm, send: never } as Callbacks['evm'] & {} })],
    [
      'findTransaction',
      'goFast',
      ({ evm }) => ({ evm: { ...evm, findTransaction: never } as Callbacks['evm'] & {} }),
    ],
  ])('ends what waits in %s', async (_, name, stuck) => {
    const { result } = await abortedIn(name, stuck)
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'aborted' })
    expect(result.cause).toEqual(new Error('enough'))
  })

  it('at each moment: it can be resumed, and nothing is signed twice', async () => {
    for (const name of ['goFast', 'twoTransactions']) {
      const plan = await planOf(name)
      for (let moment = 1; ; moment++) {
        const controller = new AbortController()
        let passed = 0
        const pass = <Value>(value: Value): Value => {
          if (++passed === moment) controller.abort()
          return value
        }
        const inside = wallets({ routing })
        const { evm } = inside
        if (!evm) throw new Error('no wallet')
        const callbacks: Callbacks = {
          ...inside,
          journal: { save: (journal) => pass(inside.journal.save(pass(journal))) },
          approve: () => pass(true),
          onUpdate: pass,
          cosmos: { sign: async (tx) => pass(await inside.cosmos?.sign(pass(tx))) as Uint8Array },
          svm: { sign: async (tx) => pass(await inside.svm?.sign(pass(tx))) as Uint8Array },
          evm: {
            nonce: async (of) => pass(await evm.nonce(pass(of))),
            allowance: async (of) => pass(await evm.allowance(pass(of))),
            send: async (tx) => pass(await evm.send(pass(tx))),
            findTransaction: async (of) => pass(await evm.findTransaction(pass(of))),
          },
          signal: controller.signal,
        }
        const first = await executePlan(plan, callbacks)
        if (passed < moment) break
        const result = await resumeExecution(journalOf(inside.saved), { ...inside, intervalMs: 1 })
        expect(result.outcome, `${name}, moment ${moment}, ${first.outcome}`).toBe('success')
        // Bytes that were signed when the signal came were never saved, and are signed again.
        const times = inside.signatures.filter((each) => each === '42161').length
        expect(times).toBe(name === 'goFast' ? 2 : 0)
      }
    }
  })
})

describe('quotes that expire', () => {
  const expiring = (plan: Plan, expires: number): Plan => ({
    ...plan,
    transactions: plan.transactions.map((tx) => ({ ...tx, expires })),
  })

  /** Lets time go by, without anybody waiting for it. */
  function clock(): { pass: (ms: number) => void } {
    const real = Date.now
    let passed = 0
    const spy = vi.spyOn(Date, 'now').mockImplementation(() => real() + passed)
    onTestFinished(() => spy.mockRestore())
    return {
      pass: (ms) => {
        passed += ms
      },
    }
  }

  it('while a person decides are planned again, and asked for again', async () => {
    const { pass } = clock()
    const plan = expiring(await planOf('hop'), Date.now() + 60_000)
    const asked: boolean[] = []
    const approve = ({ plannedAgain }: { plannedAgain: boolean }) => {
      asked.push(plannedAgain)
      pass(58_000)
      return true
    }
    const callbacks = wallets({ routing, approve, timeoutMs: 600_000 })
    expect(await executePlan(plan, callbacks)).toMatchObject({ outcome: 'success' })
    expect(asked).toEqual([false, true])
    expect(callbacks.signatures).toEqual(['cosmoshub-4'])
  })

  it('while a person looks at the wallet: what was signed is thrown away', async () => {
    const { pass } = clock()
    const plan = expiring(await planOf('hop'), Date.now() + 60_000)
    const sent: unknown[] = []
    const submit: typeof routing.submit = (input, options) => {
      sent.push(input.tx)
      return routing.submit(input, options)
    }
    const signed: number[] = []
    const sign = async () => {
      if (signed.push(1) === 1) pass(61_000)
      return Uint8Array.of(signed.length)
    }
    const own = { routing: { ...routing, submit }, cosmos: { sign }, timeoutMs: 600_000 }
    const callbacks = wallets(own)
    expect(await executePlan(plan, callbacks)).toMatchObject({ outcome: 'success' })
    expect(sent).toEqual([btoa(String.fromCharCode(2))])
    expect(callbacks.saved.join()).not.toContain(`"signed":"${btoa(String.fromCharCode(1))}"`)
  })

  it('a Solana transaction expires, because it has a block in it', async () => {
    const before = Date.now()
    const [tx] = (await planOf('fromSolana')).transactions
    expect(tx?.expires).toBeGreaterThanOrEqual(before + 60_000)
    expect(tx?.expires).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  it('messages that change after the plan are not asked for', async () => {
    const plan = await planOf('hop')
    const msgs = () => Promise.reject(new Error('asked again'))
    const callbacks = wallets({ routing: { ...routing, msgs } })
    expect(await executePlan(plan, callbacks)).toMatchObject({ outcome: 'success' })
  })
})

describe('wallets', () => {
  it.each([['text'], [undefined], [null], [[1, 2, 3]], [new Uint8Array()], [{ length: 3 }]])(
    'that return %j instead of bytes sign nothing',
    async (value) => {
      const sign = async () => value as Uint8Array
      const result = await executePlan(await planOf('hop'), wallets({ routing, cosmos: { sign } }))
      expect(result).toMatchObject({ outcome: 'given-up', reason: 'wallet' })
      expect(result.journal.sent[0]).toEqual({ state: 'signing' })
    },
  )

  it('a Solana transaction that its payer did not sign has no hash', async () => {
    const sign = async () => new Uint8Array(200).fill(0).fill(1, 65)
    const result = await executePlan(
      await planOf('fromSolana'),
      wallets({ routing, svm: { sign } }),
    )
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'wallet' })
  })

  it('a node that refuses in the words of a person may have got it', async () => {
    const send = () => Promise.reject(new Error('request rejected: too many requests'))
    const evm = { ...wallets().evm, send } as Callbacks['evm'] & {}
    const result = await executePlan(await planOf('goFast'), wallets({ routing, evm }))
    expect(result.journal.sent[0]).toMatchObject({ state: 'signing', nonce: 0 })
    const wrapped = Object.assign(new Error('Details: …'), { cause: { code: 4001 } })
    const no = { ...evm, send: () => Promise.reject(wrapped) }
    const said = await executePlan(await planOf('goFast'), wallets({ routing, evm: no }))
    expect(said).toMatchObject({ outcome: 'rejected' })
    expect(said.journal.sent[0]).toEqual({ state: 'waiting' })
  })

  it('that choose the nonce themselves, and die: what they sent is found', async () => {
    const chain: (EvmRequest & { hash: string })[] = []
    const other = { to: `0x${'9'.repeat(40)}`, data: '0x', value: '0' }
    const sent: number[] = []
    const evm = {
      nonce: async () => chain.length,
      allowance: async () => 10n ** 20n,
      send: async (tx: EvmRequest) => {
        // Somebody else was faster, so the wallet takes the next nonce; then it crashes.
        chain.push({ ...tx, ...other, hash: '0xother' }, { ...tx, hash: '0xours' })
        sent.push(tx.nonce)
        throw new Error('the wallet crashed')
      },
      findTransaction: async ({ nonce }: { nonce: number }) => {
        const found = chain[nonce]
        return found && { ...found, state: 'success' as const }
      },
    }
    const callbacks = wallets({ routing, evm })
    await executePlan(await planOf('goFast'), callbacks)
    const result = await resumeExecution(journalOf(callbacks.saved), callbacks)
    expect(result).toMatchObject({ outcome: 'success', hashes: ['0xours'] })
    expect(sent).toHaveLength(1)
  })

  it('that send without a hash are followed by the nonce', async () => {
    const inside = wallets().evm
    const send = async (tx: EvmRequest) => {
      await inside?.send(tx)
      return undefined as unknown as string
    }
    const evm = { ...inside, allowance: async () => 10n ** 20n, send } as Callbacks['evm'] & {}
    const callbacks = wallets({ routing, evm })
    const result = await executePlan(await planOf('goFast'), callbacks)
    expect(result).toMatchObject({ outcome: 'given-up', reason: 'wallet' })
    expect(await resumeExecution(journalOf(callbacks.saved), callbacks)).toMatchObject({
      outcome: 'success',
    })
  })
})

describe('funds', () => {
  it('that the service says are on another chain did not arrive', async () => {
    const other = worldClient({ '*': 'ibc_transfer' })
    const plan = await planRoute(other, await routeOf(other, 'hopToStride'), {
      addresses,
      contracts,
    })
    expect(await executePlan(plan, wallets())).toMatchObject({
      outcome: 'partial',
      reason: 'elsewhere',
      funds: { chain_id: 'osmosis-1', denom: 'uosmo' },
    })
  })

  it('in another denom are not what the next transaction takes', async () => {
    const plan = await planOf('twoTransactions')
    const [first, second] = plan.transactions
    if (!first || !second) throw new Error('no transactions')
    const next = { ...second, spends: [{ denom: 'uatom', amount: '1' }] }
    const callbacks = wallets({ routing })
    const result = await executePlan({ ...plan, transactions: [first, next] }, callbacks)
    expect(result).toMatchObject({ outcome: 'partial', reason: 'elsewhere', index: 0 })
    expect(callbacks.signatures).toEqual(['solana'])
  })
})

it('a plan that is none rejects, and does not throw', async () => {
  await expect(executePlan(undefined as unknown as Plan, wallets())).rejects.toThrow(
    'plan has to be one of planRoute',
  )
})
