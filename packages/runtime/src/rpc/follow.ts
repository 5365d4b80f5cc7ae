import { backoffMs, isTimeoutError, isTransportError, sleep } from '../core/index.js'
import { backfillKinds } from './backfill/kinds.js'
import { positionOf } from './backfill/position.js'
import { integerText } from './codec.js'
import { isRpcError } from './errors.js'
import type { Follow, FollowPlan, ResumeMode } from './follow-types.js'
import { createKeeper, type Keeper } from './keeper.js'
import type { IntegerInput } from './method.js'
import { type Condition, tryParseQuery } from './query/parse.js'
import { createQueue, type EventQueue } from './queue.js'
import { idleTimer } from './socket.js'
import { createSubscription, type SubscriptionHooks } from './subscription.js'
import type { LiveSubscription } from './transport.js'

const pause = { baseMs: 100, maxMs: 5000 }
/** At so many refusals in a row a subscription ends that the node once had accepted. */
const mostRefusals = 8

/** Events of a query without end: goes on after every loss of the connection, as `resume` says. */
export const follow: Follow = (plan) => {
  const { source, query, options } = plan
  const conditions = tryParseQuery(String(query)) ?? []
  const kind = typeof query === 'string' ? kindIn(conditions, source.key) : query.kind
  const mode = options.resume ?? defaultMode(plan, kind)
  if (mode === 'backfill' && !canBackfill(plan, kind)) {
    throw new TypeError(
      `resume: 'backfill' is not possible for ${kind ?? 'a query without a kind'}`,
    )
  }
  if (options.from !== undefined && mode !== 'backfill') {
    throw new TypeError("from is only possible with resume: 'backfill'")
  }
  const from = options.from === undefined ? undefined : heightFrom(options.from)
  return createSubscription((hooks) => {
    const { signal } = hooks
    const keeper = createKeeper({ plan, mode, kind: kind ?? '', conditions, from, signal })
    if (!plan.check) return run(plan, mode, keeper, hooks)
    return checked(run(plan, mode, keeper, { ...hooks, offer: () => {} }), plan.check)
  }, options.signal)
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

async function* run(
  { transport, source, query, options, explain }: FollowPlan,
  mode: ResumeMode,
  keeper: Keeper,
  { signal, acknowledged, offer }: SubscriptionHooks<unknown>,
): AsyncGenerator<unknown, undefined> {
  const text = String(query)
  const request = {
    method: source.subscribe,
    unsubscribe: source.unsubscribe,
    params: { [source.query]: text },
    query: text,
  }
  const { quietMs = 15_000 } = options
  let established = false
  /** Since the last event: losses of any kind, and how many of them were the node's own word. */
  let failures = 0
  let refusals = 0
  const delivered = (): void => {
    failures = refusals = 0
  }
  for (; ; failures++) {
    let live: LiveSubscription | undefined
    const queue: EventQueue = createQueue(options.buffer, {
      dropped: keeper.dropped,
      overflowed: () => live?.close(),
    })
    const stop = (): void => {
      queue.abort(signal.reason)
      live?.close()
    }
    signal.addEventListener('abort', stop)
    let heard = true
    const watch = repeat(quietMs, () => {
      if (!heard) queue.nudge()
      heard = false
    })
    /** The next event, if it is there and nothing has to be fetched or told before it. */
    const ready = (): unknown => {
      for (;;) {
        const event = queue.peek()
        const position = positionOf(event)
        if (event === undefined || keeper.owes || keeper.isBehind(position)) return undefined
        queue.shift()
        heard = true
        if (!keeper.isNew(position)) continue
        delivered()
        return keeper.write(event)
      }
    }
    async function* alone(events: AsyncGenerator<unknown, void>): AsyncGenerator<unknown, void> {
      offer(undefined)
      yield* events
      offer(ready)
    }
    try {
      live = await transport.subscribe(request, queue, { signal })
      // Where it begins is asked for beside the events; a node that cannot say it is no obstacle.
      keeper.started(live).then(acknowledged, acknowledged)
      const again = established
      established = true
      for await (const event of keeper.begin(live, queue, again)) {
        delivered()
        yield event
      }
      offer(ready)
      for (;;) {
        // What is already there is not waited for.
        const event = queue.shift() ?? (await queue.take())
        heard = event !== undefined
        if (!heard) {
          yield* alone(keeper.verify(live, queue))
          continue
        }
        const position = positionOf(event)
        if (keeper.isBehind(position)) yield* alone(keeper.fill(live, queue, position))
        if (!keeper.isNew(position)) continue
        delivered()
        yield keeper.write(event)
      }
    } catch (error) {
      signal.throwIfAborted()
      const passes = isRpcError(error) ? ++refusals < mostRefusals : isLoss(error)
      const over = !established || mode === 'none' || transport.closed
      if (over || !passes) throw explain(error)
    } finally {
      offer(undefined)
      watch.end()
      signal.removeEventListener('abort', stop)
      queue.abort(undefined)
      live?.close()
    }
    await sleep(backoffMs(failures, pause), signal)
  }
}

/** Heights begin with 1, and the places of events are numbers. */
function heightFrom(given: IntegerInput): number {
  const height = Number(integerText(given, 'from'))
  if (height > 0 && Number.isSafeInteger(height)) return height
  throw new RangeError(`from: ${given} is not a height; the first one is 1`)
}

/** Without keeping a finished program alive; 0 for never. */
function repeat(ms: number, work: () => void): { end(): void } {
  const again = (): void => {
    work()
    timer = idleTimer(again, ms)
  }
  let timer = ms > 0 ? idleTimer(again, ms) : undefined
  return { end: () => clearTimeout(timer) }
}

/** Whether only the way to the node failed. */
function isLoss(error: unknown): boolean {
  return isTransportError(error) || isTimeoutError(error)
}

/** The kind of event a query asks for, if it says one. */
function kindIn(conditions: readonly Condition[], key: string): string | undefined {
  const named = conditions.find((condition) => condition.key === key && condition.op === '=')
  return named?.value?.type === 'string' ? named.value.text : undefined
}

function defaultMode(plan: FollowPlan, kind: string | undefined): ResumeMode {
  const stated = kind !== undefined && Object.hasOwn(plan.source.kinds, kind)
  const mode = (stated && plan.source.kinds[kind]) || 'reconnect'
  return mode === 'backfill' && !canBackfill(plan, kind) ? 'reconnect' : mode
}

function canBackfill({ source }: FollowPlan, kind: string | undefined): boolean {
  return kind !== undefined && Object.hasOwn(backfillKinds, kind) && source.history !== undefined
}
