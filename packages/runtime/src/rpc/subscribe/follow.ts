import { backoffMs, idleTimer, isTimeoutError, isTransportError, sleep } from '../../core/index.js'
import { isRpcError } from '../errors.js'
import type { LiveSubscription } from '../transport.js'
import type { ResumeCursor } from './cursor.js'
import type { FollowPlan, ResumeMode, Subscription } from './follow-types.js'
import { createQueue } from './queue.js'
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

/** What has happened to the subscriptions of one query so far. */
interface Course {
  established: boolean
  /** The subscriptions lost since the last event, and how many of them the node rejected. */
  losses: number
  refusals: number
}

/** Runs one subscription after another, until one ends for good. */
async function* run(
  plan: FollowPlan,
  mode: ResumeMode,
  cursor: ResumeCursor,
  hooks: SubscriptionHooks<unknown>,
): AsyncGenerator<unknown, undefined> {
  const course = { established: false, losses: 0, refusals: 0 }
  for (;;) {
    try {
      yield* subscribeOnce(plan, cursor, hooks, course)
      return undefined
    } catch (error) {
      hooks.signal.throwIfAborted()
      const passes = isRpcError(error) ? ++course.refusals < mostRefusals : isLoss(error)
      const over = !course.established || mode === 'none' || plan.transport.closed
      if (over || !passes) throw plan.explain(error)
    }
    await sleep(backoffMs(course.losses++, pause), hooks.signal)
  }
}

/** The events of one subscription at the node, with those that the cursor fetches. */
async function* subscribeOnce(
  { transport, source, query, options, admit }: FollowPlan,
  cursor: ResumeCursor,
  { signal, offer, acknowledged }: SubscriptionHooks<unknown>,
  course: Course,
): AsyncGenerator<unknown, void> {
  let live: LiveSubscription | undefined
  let heard = true
  const queue = createQueue(options.buffer, {
    dropped: cursor.dropped,
    overflowed: () => live?.close(),
  })
  const stop = (): void => {
    queue.abort(signal.reason)
    live?.close()
  }
  const watch = repeat(options.quietMs ?? 15_000, () => {
    if (!heard) queue.nudge()
    heard = false
  })
  const delivered = (): void => {
    heard = true
    course.losses = course.refusals = 0
  }
  const next = (): unknown => {
    const item = cursor.next(queue)
    if (item !== undefined) delivered()
    return item
  }
  async function* fetched(events: AsyncGenerator<unknown, void>): AsyncGenerator<unknown, void> {
    // Nothing may overtake what is being fetched.
    offer(undefined)
    for await (const event of events) {
      acknowledged()
      delivered()
      yield event
    }
    offer(next)
  }
  signal.addEventListener('abort', stop)
  try {
    const text = String(query)
    const { subscribe: method, unsubscribe } = source
    const request = { method, unsubscribe, params: { [source.query]: text }, query: text }
    live = await transport.subscribe(request, queue, { signal })
    const node = admit ? await admit(live) : live
    const again = course.established
    course.established = true
    yield* fetched(cursor.begin(node, queue, again))
    // From here on the consumer waits for new events.
    acknowledged()
    for (;;) {
      const item = next()
      if (item !== undefined) yield item
      else if (cursor.done) return
      else if (cursor.behind) yield* fetched(cursor.fill(node, queue))
      else if (!(await queue.available())) yield* fetched(cursor.verify(node, queue))
    }
  } finally {
    offer(undefined)
    watch.end()
    signal.removeEventListener('abort', stop)
    queue.abort(undefined)
    cursor.end()
    live?.close()
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
