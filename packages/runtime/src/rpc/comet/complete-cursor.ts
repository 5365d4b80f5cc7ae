/*
 * Delivers every event of a query exactly once and in order. A cursor marks the next event: an event at
 * the cursor is delivered as it arrives; before any other event, the heights up to it are checked, and
 * fetched if something is missing. Whether a height is complete is known for all transactions from the
 * count in its block summary, for blocks because each height has one, and for narrower queries only by
 * fetching.
 */
import type { ResumeCursor } from '../subscribe/cursor.js'
import type { Cursor, FollowPlan } from '../subscribe/follow-types.js'
import { charactersOf, type EventQueue } from '../subscribe/queue.js'
import type { LiveSubscription } from '../transport.js'
import { createChainWatch } from './chain-watch.js'
import { createClock, Tick } from './clock.js'
import { stopped } from './gap-cursor.js'
import { createAsk, createWindow } from './history/ask.js'
import { eventReader, readHeights } from './history/heights.js'
import { type BackfillKind, written } from './history/kinds.js'
import { HeightMark } from './marks.js'
import { heightsOf, type NodeHeights, page } from './node-calls.js'
import { refuseFuture } from './places.js'
import { behind, endOf, isBefore, positionOf, withCursor } from './position.js'
import type { Condition } from './query/parse.js'
import { createTxCounts } from './tx-counts.js'

export interface CompleteCursorInit {
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

/** Heights that are fetched concurrently, and before it is known how long they are. */
const concurrency = 16
const firstLoads = 4

export function createCompleteCursor(init: CompleteCursorInit): ResumeCursor {
  const { plan, kind, conditions, from, marks, signal } = init
  const to = init.to ?? Number.POSITIVE_INFINITY
  const oncePerHeight = !kind.onlyWithTxs
  const window = createWindow(charactersOf(plan.options.buffer), concurrency, firstLoads)
  const everything = conditions.length === 1
  const reader = eventReader([kind], String(plan.query), conditions)
  const watch = createChainWatch(plan.source.node?.chainId)
  const counts = kind.onlyWithTxs && everything ? createTxCounts(signal) : undefined
  // Events announce new heights by themselves only if there is one for each height.
  const clock = (marks || init.to !== undefined) && !(oncePerHeight && everything)
  /** The first position that was not delivered. */
  let next = from && oncePerHeight && from.index > 0 ? endOf(from.height) : from
  /** The first position of the first subscription. */
  let start: Cursor | undefined
  let starting: Promise<void> | undefined
  let ticking: { end(): void } | undefined
  const completed: HeightMark[] = []
  let isBehind = false

  function complete(height: number): void {
    next = endOf(height)
    if (marks) completed.push(new HeightMark(height))
  }

  function deliver(event: unknown, position: Cursor): unknown {
    next = behind(position)
    const { height } = position
    if (oncePerHeight) complete(height)
    return withCursor(written(event, kind), behind(position))
  }

  async function* read(
    live: LiveSubscription,
    last: number,
    before?: Cursor,
  ): AsyncGenerator<unknown, void> {
    if (!next) return
    const plan = {
      call: live.call,
      ask: createAsk(live, window, signal),
      signal,
      concurrency,
      batch: 1,
      mostLoads: window.mostLoads,
    }
    const groups = readHeights(plan, reader, next.height, Math.min(last, to))
    for await (const group of groups) {
      for (const { height, content } of group) {
        for (const { position, notification } of content) {
          if (isBefore(position, next)) continue
          if (before && !isBefore(position, before)) return
          next = behind(position)
          yield notification
        }
        // More events of this height will follow.
        if (before && height === before.height) return
        complete(height)
        yield* completed.splice(0)
      }
    }
  }

  async function* catchUp(
    live: LiveSubscription,
    queue: EventQueue,
    known?: NodeHeights,
  ): AsyncGenerator<unknown, void> {
    let heights = known
    for (;;) {
      queue.refill()
      if (!next) return
      heights ??= await heightsOf(live.call, { signal })
      await watch.check(heights, next, live.call, signal)
      yield* read(live, heights.latest)
      heights = undefined
      if (!queue.emptied) return
    }
  }

  /** Fetches what is missing before an event, or up to the height of a tick. */
  async function* fillTo(
    live: LiveSubscription,
    queue: EventQueue,
    place: Cursor,
    tick: boolean,
  ): AsyncGenerator<unknown, void> {
    const { height } = place
    if (!everything) return yield* read(live, height)
    if (!counts) return yield* read(live, tick ? height : height - 1)
    yield* settle(live, Math.min(height, to + 1))
    if (next && next.height === height && isBefore(next, place)) yield* read(live, height, place)
    const counted = counts.ask(live.call, height, height).then(noteComplete)
    if (tick) await counted
    // The event does not wait for this; its height is complete once the result is there.
    else counted.then(queue.wake, () => {})
  }

  /** Makes sure that all transactions of earlier heights are delivered, by fetching what is missing. */
  async function* settle(live: LiveSubscription, height: number): AsyncGenerator<unknown, void> {
    while (next && next.height < height) {
      if (height - next.height > page) return yield* read(live, height - 1)
      const asked = next.height
      const expected = await counts?.ask(live.call, asked, height - 1)
      // An earlier request may have answered this in the meantime.
      if (next.height !== asked) continue
      if (expected === undefined || expected > next.index) yield* read(live, asked)
      else complete(asked)
      yield* completed.splice(0)
    }
  }

  /** Marks heights as complete whose transactions have all arrived. */
  function noteComplete(): void {
    if (next && next.height <= to && counts?.known(next.height) === next.index) {
      complete(next.height)
    }
  }

  /** The earlier of this position and the start: the rest of what existed then may still arrive. */
  function firstPlace(place: Cursor | undefined): Cursor | undefined {
    return place && !(start && isBefore(start, place)) ? place : start
  }

  /** What to do with the next event or tick: deliver it, skip it, or fetch first. */
  function verdictOn(event: unknown): 'deliver' | 'skip' | 'fetch' {
    if (event instanceof Tick) return next && event.height < next.height ? 'skip' : 'fetch'
    const position = positionOf(event)
    if (!position) return 'deliver'
    // An event that overtakes the answer about the start is the first one: nodes answer in order.
    next ??= firstPlace(position)
    if (!next || isBefore(position, next)) return 'skip'
    if (!everything) return 'fetch'
    const atPlace = position.height === next.height && position.index === next.index
    return atPlace ? 'deliver' : 'fetch'
  }

  return {
    refetches: true,
    get done() {
      return next !== undefined && next.height > to && completed.length === 0
    },
    get behind() {
      return isBehind
    },
    async started(live) {
      if (next || start) return
      starting = heightsOf(live.call, { signal }).then((heights) => {
        start ??= endOf(heights.latest)
        watch.remember(heights)
      })
      await starting
    },
    async *begin(live, queue, again) {
      isBehind = false
      counts?.forget()
      next ??= start
      if (next) {
        const heights = await heightsOf(live.call, { signal })
        if (!again) refuseFuture(next, heights.latest)
        yield* catchUp(live, queue, heights)
      }
      if (clock && !(next && next.height > to)) {
        ticking = await createClock(plan, queue, signal)
      }
    },
    next(queue) {
      isBehind = queue.emptied
      for (;;) {
        if (completed.length > 0) return completed.shift()
        if (isBehind || (next && next.height > to)) return undefined
        const event = queue.peek()
        if (event === undefined) return undefined
        const verdict = verdictOn(event)
        if (verdict === 'fetch') {
          isBehind = true
          return undefined
        }
        queue.shift()
        if (verdict === 'skip') continue
        const position = positionOf(event)
        if (!position) return event
        const delivered = deliver(event, position)
        noteComplete()
        return delivered
      }
    },
    async *fill(live, queue) {
      if (!next) await starting?.catch(() => {})
      const event = queue.peek()
      const tick = event instanceof Tick
      const place = tick ? { height: event.height, index: 0 } : positionOf(event)
      next ??= tick ? (start ?? place) : firstPlace(place)
      if (queue.emptied) return yield* catchUp(live, queue)
      if (!place) return
      yield* fillTo(live, queue, place, tick)
      if (tick) queue.shift()
    },
    async *verify(live, queue) {
      next ??= start
      let missing = false
      for await (const event of catchUp(live, queue)) {
        missing ||= !(event instanceof HeightMark)
        yield event
      }
      if (missing) live.abandon(stopped())
    },
    dropped() {},
    end() {
      ticking?.end()
      ticking = undefined
    },
  }
}
