/*
 * Delivers every event of a query exactly once and in order.
 *
 * `due` is the first position that was not delivered: every event before it was, and none at it or after it.
 * It only moves forwards. Without `from` it is unknown until it is known where the first subscription starts;
 * the first function that needs it sets it then. After that:
 * - `next` moves it past the event that it returns
 * - `read`, through which `begin`, `fill` and `verify` fetch, moves it past each event that it yields and past each
 *   height that it has read to its end; `fill` then moves it to the event that waits in the queue
 * - `noteComplete` moves it to the next height when all transactions of this one were delivered. As no event
 *   is between the two, this may happen at any time
 * Only one of the generators runs at a time, and `next` is not called meanwhile: `subscribeOnce` guarantees both.
 *
 * So an event at `due` is delivered as it arrives, an event before it is skipped, and before any other event,
 * everything up to it is read. Reading skips heights whose transactions have all been delivered. A query for
 * all blocks has one event for each height; what a narrower query has missed can only be found by reading.
 */

import { sleep } from '../../core/index.js'
import type { Cursor, FollowPlan } from '../subscribe/follow-types.js'
import { charactersOf, type EventQueue } from '../subscribe/queue.js'
import { HeightMark, type ResumeStrategy, stalled } from '../subscribe/resume-strategy.js'
import type { LiveSubscription } from '../transport.js'
import { createChainWatch } from './chain-watch.js'
import { createClock, Tick } from './clock.js'
import { noteFirstHeights } from './first-heights.js'
import { type BlockMeta, blockMetas, heightsOf, linkIn } from './node-calls.js'
import { createAsk, createWindow } from './past/ask.js'
import { eventReader, patience, readHeights } from './past/heights.js'
import { type BackfillKind, written } from './past/kinds.js'
import { endOf, isBefore, payloadOf, positionAfter, positionOf, withCursor } from './position.js'
import type { Condition } from './query/parse.js'

export interface BackfillInit {
  readonly plan: FollowPlan
  readonly kind: BackfillKind
  readonly conditions: readonly Condition[]
  readonly from: Cursor | undefined
  /** The last height. */
  readonly to: number | undefined
  /** Whether to deliver a {@link HeightMark} after each height. */
  readonly marks: boolean
  readonly signal: AbortSignal
}

/** How many heights are fetched concurrently, and how many before their length is known. */
const concurrency = 16
const firstLoads = 4

export function createBackfill(init: BackfillInit): ResumeStrategy {
  const { plan, kind, conditions, from, marks, signal } = init
  const to = init.to ?? Number.POSITIVE_INFINITY
  const oncePerHeight = !kind.onlyWithTxs
  const everything = conditions.length === 1
  const reader = eventReader([kind], String(plan.query), conditions)
  const calls = reader.methods.length
  const characters = charactersOf(plan.options.buffer) / calls
  const window = createWindow(characters, 2 * concurrency, firstLoads)
  const watch = createChainWatch(plan.source.node?.chainId, from?.block)
  // Events announce new heights only if every height has one.
  const clock = (marks || init.to !== undefined) && !(oncePerHeight && everything)
  /** The first position that was not delivered. */
  let due = from && oncePerHeight && from.index > 0 ? endOf(from.height) : from
  /** The first position of the first subscription. */
  let start: Cursor | undefined
  /** The height whose transactions are arriving, once the number of them is known. */
  let arriving: BlockMeta | undefined
  let counting: Promise<void> | undefined
  let ticking: { end(): void } | undefined
  const completed: HeightMark[] = []
  let mustFetch = false
  let node: LiveSubscription | undefined
  /** The subscription whose node was found to be of the chain; it is the same until that ends. */
  let compared: LiveSubscription | undefined

  function complete(height: number): void {
    due = endOf(height)
    if (marks) completed.push(new HeightMark(height, { ...due, block: watch.upTo(height) }))
  }

  /** Moves past an event, and adds the cursor to it. */
  function pass(event: unknown, position: Cursor): unknown {
    due = positionAfter(position)
    return withCursor(event, { ...due, block: watch.upTo(position.height) })
  }

  /** Completes the height whose transactions have all arrived. */
  function noteComplete(): void {
    if (due && due.height <= to && arriving?.height === due.height) {
      if (arriving.txs === due.index) complete(due.height)
    }
  }

  function isOver(): boolean {
    return due !== undefined && due.height > to
  }

  /** Reads what was not delivered before a position. */
  async function* read(live: LiveSubscription, until: Cursor): AsyncGenerator<unknown, void> {
    if (!due) return
    const last = until.index > 0 ? until.height : until.height - 1
    const plan = {
      call: live.call,
      ask: createAsk(live, window, signal),
      signal,
      concurrency: concurrency / calls,
      most: window.most,
    }
    const groups = readHeights(plan, reader, due.height, Math.min(last, to), due.index)
    for await (const group of groups) {
      for (const { height, content, link } of group) {
        watch.note(link)
        const renewal = watch.renew(height, live.call, signal)
        if (renewal) await renewal
        for (const { position, notification } of content) {
          if (isBefore(position, due)) continue
          if (!isBefore(position, until)) break
          yield pass(notification, position)
        }
        // Its count may have arrived meanwhile and completed it.
        if (height < until.height && due.height === height) complete(height)
        yield* completed.splice(0)
      }
    }
  }

  /** Reads everything up to the latest height. */
  async function* catchUp(
    live: LiveSubscription,
    queue: EventQueue,
  ): AsyncGenerator<unknown, void> {
    do {
      queue.refill()
      if (!due) return
      const heights = await heightsOf(live.call, { signal })
      if (live !== compared || watch.pending) await watch.check(heights, live.call, signal)
      compared = live
      yield* read(live, endOf(heights.latest))
    } while (queue.emptied)
  }

  /** Asks how many transactions a height has, so that it is complete as soon as they have arrived. */
  async function count({ call }: LiveSubscription, height: number): Promise<void> {
    arriving = (await blockMetas(call, height, height, signal)).get(height) ?? arriving
    watch.note(arriving)
    noteComplete()
  }

  /** The earlier of this position and the start: the rest of what existed then may still arrive. */
  function firstPosition(position: Cursor | undefined): Cursor | undefined {
    return position && !(start && isBefore(start, position)) ? position : start
  }

  /** What to do with the next event or tick: deliver it, skip it, or read first. */
  function verdictOn(event: unknown): 'deliver' | 'skip' | 'read' {
    if (event instanceof Tick) return due && event.height < due.height ? 'skip' : 'read'
    const position = positionOf(event)
    if (!position) return 'deliver'
    due ??= firstPosition(position)
    if (!due || isBefore(position, due)) return 'skip'
    if (watch.pending) watch.meet(linkIn(payloadOf(event)))
    return everything && !isBefore(due, position) && !watch.pending ? 'deliver' : 'read'
  }

  return {
    get done() {
      return isOver() && completed.length === 0
    },
    get mustFetch() {
      return mustFetch
    },
    async *begin(live, queue) {
      node = live
      mustFetch = false
      arriving = counting = undefined
      due ??= start
      if (due) yield* catchUp(live, queue)
      else {
        // The first node is the one that others are compared with.
        compared = live
        await noteFirstHeights(live, queue, signal, (heights) => {
          start = endOf(heights.latest)
          watch.remember(heights)
        })
      }
      if (clock && !isOver()) ticking = await createClock(plan, queue, signal)
    },
    next(queue) {
      mustFetch = queue.emptied
      for (;;) {
        if (completed.length > 0) return completed.shift()
        if (mustFetch || isOver()) return undefined
        const event = queue.peek()
        if (event === undefined) return undefined
        const verdict = verdictOn(event)
        if (verdict === 'read') {
          mustFetch = true
          return undefined
        }
        queue.shift()
        if (verdict === 'skip') continue
        const position = positionOf(event)
        if (!position) return event
        if (oncePerHeight) watch.note(linkIn(payloadOf(event)))
        if (node) watch.renew(position.height, node.call, signal)
        const delivered = pass(written(event, kind), position)
        if (oncePerHeight) complete(position.height)
        noteComplete()
        return delivered
      }
    },
    async *fill(live, queue) {
      const event = queue.peek()
      const tick = event instanceof Tick
      const position = tick ? { height: event.height, index: 0 } : positionOf(event)
      due ??= tick ? (start ?? position) : firstPosition(position)
      if (queue.emptied || watch.pending) {
        yield* catchUp(live, queue)
        if (watch.pending) await sleep(patience.maxMs, signal)
        return
      }
      if (!due || !position) return
      const { height } = position
      await counting
      yield* read(live, everything ? position : endOf(height))
      // Whatever there was before the event has been read.
      if (isBefore(due, position)) due = position
      if (everything && !oncePerHeight) {
        counting = count(live, height)
        if (tick) await counting
        // The event does not wait for this; its height is complete once the count has arrived.
        else counting.then(queue.wake, () => {})
      }
      if (tick) {
        watch.note(event.link)
        queue.shift()
      }
    },
    async *verify(live, queue) {
      due ??= start
      let missing = false
      for await (const event of catchUp(live, queue)) {
        missing ||= !(event instanceof HeightMark)
        yield event
      }
      if (missing) live.abandon(stalled())
    },
    end() {
      ticking?.end()
      ticking = undefined
    },
  }
}
