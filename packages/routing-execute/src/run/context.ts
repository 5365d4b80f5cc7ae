import { routingOf } from '../plan/clients.js'
import type {
  Callbacks,
  ExecutionEvent,
  Journal,
  Plan,
  PlannedTx,
  Routing,
  Sent,
} from '../types.js'
import { End, givenUp } from './end.js'

/** What would be noticed after something was sent. */
function checkOptions({ timeoutMs, intervalMs, onUpdate, signal }: Callbacks): void {
  const is = (value: unknown, least: number): boolean => typeof value === 'number' && value >= least
  if (timeoutMs !== undefined && !(is(timeoutMs, 0) && timeoutMs > 0))
    throw new TypeError('timeoutMs takes number > 0')
  if (intervalMs !== undefined && !is(intervalMs, 0))
    throw new TypeError('intervalMs takes number >= 0')
  if (onUpdate !== undefined && typeof onUpdate !== 'function')
    throw new TypeError('onUpdate takes function')
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw new TypeError('signal takes AbortSignal')
}

/** The journal of an execution and everything that its parts share. */
export class Context {
  readonly callbacks: Callbacks
  readonly routing: Routing
  readonly intervalMs: number
  readonly timeoutMs: number
  /** A journal was read: what it calls `sent` may have got lost with the process. */
  readonly isResumed: boolean
  journal: Journal

  constructor(journal: Journal, callbacks: Callbacks, isResumed: boolean) {
    const routing = callbacks.routing ?? routingOf(journal.plan)
    if (!routing)
      throw new TypeError('routing is missing: a plan from JSON needs a client of @tagwire/routing')
    for (const name of ['approve', 'journal'] as const) {
      if (!callbacks[name])
        throw new TypeError(`${name} is missing, without which nothing is signed`)
    }
    checkOptions(callbacks)
    if (journal.plan.transactions.length === 0) throw new TypeError('the plan has no transaction')
    for (const [index, { family }] of journal.plan.transactions.entries()) {
      if (journal.sent[index]?.state !== 'success' && !callbacks[family]) {
        throw new TypeError(`${family} is missing: transaction ${index} needs this wallet`)
      }
    }
    this.journal = journal
    this.callbacks = callbacks
    this.routing = routing
    this.isResumed = isResumed
    this.intervalMs = callbacks.intervalMs ?? 2000
    this.timeoutMs = callbacks.timeoutMs ?? 3_600_000
  }

  tx(index: number): PlannedTx {
    const tx = this.journal.plan.transactions[index]
    if (!tx) throw new RangeError(`no transaction ${index}`)
    return tx
  }

  sent(index: number): Sent {
    return this.journal.sent[index] ?? { state: 'waiting' }
  }

  /** Saves what is about to happen to a transaction, or has happened. */
  async set(index: number, sent: Sent): Promise<void> {
    const all = this.journal.plan.transactions.map((_, at) => (at === index ? sent : this.sent(at)))
    await this.save({ ...this.journal, sent: all })
  }

  async setPlan(plan: Plan): Promise<void> {
    // As many as the new plan has: whoever reads this journal refuses another number.
    const sent = plan.transactions.map((_, at) => this.sent(at))
    await this.save({ ...this.journal, plan, sent })
  }

  async save(journal: Journal): Promise<void> {
    this.journal = { ...journal, revision: journal.revision + 1 }
    try {
      await this.unlessAborted(() => this.callbacks.journal.save(this.journal))
    } catch (error) {
      throw error instanceof End ? error : givenUp('journal', error)
    }
  }

  /** What a callback returns. Dialogs stay open for ever, so the signal ends the execution while it waits for one. */
  async unlessAborted<Value>(call: () => Value | Promise<Value>): Promise<Value> {
    const { signal } = this.callbacks
    if (!signal || signal.aborted) return call()
    let stop = (): void => {}
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(givenUp('aborted', signal.reason))
      signal.addEventListener('abort', stop)
    })
    try {
      return await Promise.race([call(), aborted])
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** What a callback returns that may fail without any harm; `null` if it does. */
  async tried<Value>(call: () => Value | Promise<Value>): Promise<Value | null> {
    try {
      return await this.unlessAborted(call)
    } catch (error) {
      if (error instanceof End) throw error
      return null
    }
  }

  event(type: ExecutionEvent['type'], index: number, more: Partial<ExecutionEvent> = {}): void {
    const { hash } = this.sent(index)
    const { chain_id } = this.tx(index)
    const event = { type, index, chain_id, ...(hash ? { hash } : {}), ...more }
    // What shows the progress does not decide about it, whether it throws or rejects.
    new Promise((resolve) => resolve(this.callbacks.onUpdate?.(event))).catch(() => {})
  }

  /** Before everything that takes a risk. */
  alive(): void {
    const { signal } = this.callbacks
    if (signal?.aborted) throw givenUp('aborted', signal.reason)
  }

  pause(): Promise<void> {
    const { signal } = this.callbacks
    return new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, this.intervalMs)
      signal?.addEventListener('abort', done)
      if (signal?.aborted) done()
    }).then(() => this.alive())
  }

  get signal(): { readonly signal?: AbortSignal } {
    const { signal } = this.callbacks
    return signal ? { signal } : {}
  }
}
