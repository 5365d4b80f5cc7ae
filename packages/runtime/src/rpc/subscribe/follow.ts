import { backoffMs, idleTimer, isTimeoutError, isTransportError, sleep } from '../../core/index.js'
import { isRpcError } from '../errors.js'
import type { LiveSubscription } from '../transport.js'
import type { ResumeCursor } from './cursor.js'
import type { FollowPlan, ResumeMode, Subscription } from './follow-types.js'
import { createQueue, type EventQueue } from './queue.js'
import { createSubscription, type SubscriptionHooks } from './subscription.js'

const pause = { baseMs: 100, maxMs: 5000 }
/** The number of consecutive rejections after which an established subscription ends. */
const mostRefusals = 8

/** The endless events of a query: after every lost connection it resumes where the cursor says. */
export function followWith(
  plan: FollowPlan,
  mode: ResumeMode,
  createCursor: (signal: AbortSignal) => ResumeCursor,
  arrange: (items: AsyncGenerator<unknown, undefined>) => AsyncGenerator<unknown, undefined>,
): Subscription<unknown> {
  // A check of every event needs each to go through the generator.
  const direct = !plan.check && arrange === asTheyCome
  return createSubscription((hooks) => {
    const items = run(plan, mode, createCursor(hooks.signal), {
      ...hooks,
      offer: direct ? hooks.offer : () => {},
    })
    return arrange(plan.check ? checked(items, plan.check) : items)
  }, plan.options.signal)
}

export function asTheyCome(
  items: AsyncGenerator<unknown, undefined>,
): AsyncGenerator<unknown, undefined> {
  return items
}

async function* checked(
  events: AsyncIterable<unknown>,
  check: (event: unknown) => void,
): AsyncGenerator<unknown, undefined> {
  for await (const event of events) {
    check(event)
    yield event
  }
}

/** Runs one subscription after another, until one ends for good. */
async function* run(
  plan: FollowPlan,
  mode: ResumeMode,
  cursor: ResumeCursor,
  hooks: SubscriptionHooks<unknown>,
): AsyncGenerator<unknown, undefined> {
  const { transport, explain } = plan
  const { signal } = hooks
  const losses = countLosses()
  let established = false
  for (;;) {
    const session = openSession(plan, cursor, hooks)
    try {
      const live = await session.open()
      // The start is requested in the background; a node that cannot report it is not a failure.
      const started = cursor.started(live).catch(() => {})
      const begun = (): void => {
        started.then(hooks.acknowledged)
      }
      const again = established
      established = true
      for await (const item of session.items(live, again, { begun, delivered: losses.over })) {
        yield item
      }
      return undefined
    } catch (error) {
      signal.throwIfAborted()
      const passes = isRpcError(error) ? losses.refused() : isLoss(error)
      const over = !established || mode === 'none' || transport.closed
      if (over || !passes) throw explain(error)
    } finally {
      session.close()
    }
    await sleep(backoffMs(losses.lost(), pause), signal)
  }
}

/** Counts the subscriptions lost since the last event, and how many of them the node rejected. */
function countLosses() {
  let failures = 0
  let refusals = 0
  return {
    over(): void {
      failures = refusals = 0
    },
    lost: (): number => failures++,
    /** Counts a rejection; returns whether to try again. */
    refused: (): boolean => ++refusals < mostRefusals,
  }
}

interface Session {
  open(): Promise<LiveSubscription>
  items(
    live: LiveSubscription,
    again: boolean,
    hears: { begun(): void; delivered(): void },
  ): AsyncGenerator<unknown, void>
  close(): void
}

/** One subscription at the node, with its buffered events. */
function openSession(
  { transport, source, query, options }: FollowPlan,
  cursor: ResumeCursor,
  { signal, offer }: SubscriptionHooks<unknown>,
): Session {
  const { quietMs = 15_000 } = options
  let live: LiveSubscription | undefined
  let heard = true
  const queue: EventQueue = createQueue(options.buffer, {
    refetches: cursor.refetches,
    dropped: cursor.dropped,
    overflowed: () => live?.close(),
  })
  const stop = (): void => {
    queue.abort(signal.reason)
    live?.close()
  }
  const watch = repeat(quietMs, () => {
    if (!heard) queue.nudge()
    heard = false
  })
  signal.addEventListener('abort', stop)

  return {
    async open() {
      const text = String(query)
      const { subscribe: method, unsubscribe } = source
      const request = { method, unsubscribe, params: { [source.query]: text }, query: text }
      live = await transport.subscribe(request, queue, { signal })
      return live
    },
    async *items(live, again, { begun, delivered }) {
      const next = (): unknown => {
        const item = cursor.next(queue)
        if (item === undefined) return undefined
        heard = true
        delivered()
        return item
      }
      async function* fetched(
        events: AsyncGenerator<unknown, void>,
      ): AsyncGenerator<unknown, void> {
        // Nothing may overtake what is being fetched.
        offer(undefined)
        for await (const event of events) {
          begun()
          delivered()
          yield event
        }
        offer(next)
      }
      yield* fetched(cursor.begin(live, queue, again))
      // From here on the consumer waits for new events.
      begun()
      for (;;) {
        const item = next()
        if (item !== undefined) yield item
        else if (cursor.done) return
        else if (cursor.behind) yield* fetched(cursor.fill(live, queue))
        else if (!(await queue.available())) yield* fetched(cursor.verify(live, queue))
      }
    },
    close() {
      offer(undefined)
      watch.end()
      signal.removeEventListener('abort', stop)
      queue.abort(undefined)
      cursor.end()
      live?.close()
    },
  }
}

/** Repeats work without keeping a finished program alive; 0 for never. */
function repeat(ms: number, work: () => void): { end(): void } {
  const again = (): void => {
    work()
    timer = idleTimer(again, ms)
  }
  let timer = ms > 0 ? idleTimer(again, ms) : undefined
  return { end: () => clearTimeout(timer) }
}

/** Whether only the connection to the node failed. */
function isLoss(error: unknown): boolean {
  return isTransportError(error) || isTimeoutError(error)
}
