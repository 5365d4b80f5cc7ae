import type { Subscription } from '../../core/index.js'
import {
  backoffMs,
  idleTimer,
  isTimeoutError,
  isTransportError,
  type OptionForms,
  sleep,
} from '../../core/index.js'
import { isRpcError } from '../errors.js'
import type { LiveSubscription } from '../transport.js'
import { createEventIterator, type EventIteratorHooks } from './event-iterator.js'
import { createEventQueue } from './event-queue.js'
import { HeightMark, type ResumeStrategy } from './resume-strategy.js'
import { onlyWithBackfill, type ResumeMode, type StreamPlan } from './subscription-types.js'

const pause = { baseMs: 100, maxMs: 5000 }
/** The number of consecutive rejections or unreadable answers after which an established subscription ends. */
const mostRefusals = 8

/** The options of subscriptions. */
export const subscribeOptionForms: OptionForms = {
  'number >= 0': 'quietMs',
  'number >= 1': 'buffer.size buffer.characters',
  'number >= 1 | object': 'buffer',
  function: 'onGap onComplete',
  AbortSignal: 'signal',
  'number | bigint | string': 'to',
  'number | bigint | string | object': 'from',
  "'backfill' | 'reconnect' | 'none'": 'resume',
  "'event' | 'height'": 'by',
  "'error' | 'drop-oldest'": 'buffer.policy',
}

type Items = AsyncGenerator<unknown, undefined>

/** Changes the items of a subscription on their way to the caller: checks, combines or leaves out some. */
export type ItemTransform = (items: Items) => Items

/**
 * The endless events of a query: after a lost connection it continues as the strategy decides. The items pass
 * through the `transforms`, the first one first.
 */
export function subscribeWithStrategy(
  plan: StreamPlan,
  mode: ResumeMode,
  createStrategy: (signal: AbortSignal) => ResumeStrategy,
  transforms: readonly ItemTransform[] = [],
): Subscription<unknown> {
  const { check, options } = plan
  const given = onlyWithBackfill.find((name) => options[name] !== undefined)
  if (given && mode !== 'backfill') {
    throw new TypeError(`${given} is only possible with resume: 'backfill'`)
  }
  const all = check ? [checkItems(check), ...transforms] : transforms
  return createEventIterator((hooks) => {
    // What changes the items has to get each of them, so none may take the shortcut.
    const shortcut = all.length > 0 ? () => {} : hooks.shortcut
    const items = resubscribe(plan, mode, createStrategy(hooks.signal), { ...hooks, shortcut })
    return all.reduce((inner, transform) => transform(inner), items)
  }, options.signal)
}

function checkItems(check: (event: unknown) => void): ItemTransform {
  return async function* (items) {
    for await (const item of items) {
      if (!(item instanceof HeightMark)) check(item)
      yield item
    }
    return undefined
  }
}

/** The subscriptions of one query so far, and how they ended. */
interface Attempts {
  established: boolean
  /** The subscriptions lost since the last event, and how many of them by what the node answered. */
  losses: number
  refusals: number
}

/** Runs one subscription after another, until one ends for good. */
async function* resubscribe(
  plan: StreamPlan,
  mode: ResumeMode,
  strategy: ResumeStrategy,
  hooks: EventIteratorHooks<unknown>,
): AsyncGenerator<unknown, undefined> {
  const attempts = { established: false, losses: 0, refusals: 0 }
  for (;;) {
    try {
      yield* subscribeOnce(plan, strategy, hooks, attempts)
      return undefined
    } catch (error) {
      hooks.signal.throwIfAborted()
      const passes = isRefusal(error) ? ++attempts.refusals < mostRefusals : isLoss(error)
      const isFinal = !attempts.established || mode === 'none' || plan.transport.closed
      if (isFinal || !passes) throw plan.explain(error)
    }
    await sleep(backoffMs(attempts.losses++, pause), hooks.signal)
  }
}

/** The events of one subscription at the node, with those that the strategy fetches. */
async function* subscribeOnce(
  { transport, request, options, admit }: StreamPlan,
  strategy: ResumeStrategy,
  { signal, shortcut, ready }: EventIteratorHooks<unknown>,
  attempts: Attempts,
): AsyncGenerator<unknown, void> {
  let live: LiveSubscription | undefined
  let hadEvents = true
  const queue = createEventQueue(options.buffer, {
    dropped: strategy.dropped,
    overflowed: () => live?.close(),
  })
  const stop = (): void => {
    queue.abort(signal.reason)
    live?.close()
  }
  const checkSilence = (): void => {
    if (!hadEvents) queue.reportSilence()
    hadEvents = false
  }
  let silenceTimer: { end(): void } | undefined
  const delivered = (): void => {
    hadEvents = true
    attempts.losses = attempts.refusals = 0
  }
  const next = (): unknown => {
    const item = strategy.next(queue)
    if (item !== undefined) delivered()
    return item
  }
  async function* fetched(events: AsyncGenerator<unknown, void>): AsyncGenerator<unknown, void> {
    // Nothing may overtake the events being fetched: `next` is not called until that ends.
    shortcut(undefined)
    for await (const event of events) {
      ready()
      delivered()
      yield event
    }
    shortcut(next)
  }
  signal.addEventListener('abort', stop)
  try {
    live = await transport.subscribe(request, queue, { signal })
    const node = admit ? await admit(live, signal) : live
    const again = attempts.established
    attempts.established = true
    yield* fetched(strategy.begin(node, queue, again))
    // From here on the consumer waits for new events, and silence means something.
    ready()
    silenceTimer = repeat(options.quietMs ?? 15_000, checkSilence)
    for (;;) {
      const item = next()
      if (item !== undefined) yield item
      else if (strategy.done) return
      else if (strategy.mustFetch) yield* fetched(strategy.fetchMissing(node, queue))
      else if (!(await queue.available())) yield* fetched(strategy.fetchStalled(node, queue))
    }
  } finally {
    shortcut(undefined)
    silenceTimer?.end()
    signal.removeEventListener('abort', stop)
    queue.abort(undefined)
    strategy.end()
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

/** Whether the node answered with an error, or with what cannot be read. */
function isRefusal(error: unknown): boolean {
  if (!isTransportError(error)) return isRpcError(error)
  const { fault, status } = error
  return fault === 'size' || (fault === 'body' && status === undefined)
}

/** Whether only the connection to the node failed. */
function isLoss(error: unknown): boolean {
  return isTransportError(error) || isTimeoutError(error)
}
