/*
 * Delivers every event of a query exactly once and in order. The rules: what was delivered is known
 * by one place in the chain; an event right at that place is delivered as it comes; before any other
 * one, the heights up to it are compared with what they are known to hold, and read where something
 * is missing. What a height holds is known for all transactions from the count in the summary of its
 * block, for blocks because each height has one, and for narrower queries only by reading.
 */
import type { ResumeCursor } from '../subscribe/cursor.js'
import type { Cursor, FollowPlan } from '../subscribe/follow-types.js'
import type { EventQueue } from '../subscribe/queue.js'
import type { LiveSubscription } from '../transport.js'
import { createChainWatch } from './chain-watch.js'
import { createClock, Tick } from './clock.js'
import { stopped } from './gap-cursor.js'
import { eventReader, mostCharacters, readHeights } from './history/heights.js'
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

/** Heights that are read at the same time. */
const concurrency = 16

export function createCompleteCursor(init: CompleteCursorInit): ResumeCursor {
  const { plan, kind, conditions, from, marks, signal } = init
  const to = init.to ?? Number.POSITIVE_INFINITY
  const { buffer } = plan.options
  const { characters = mostCharacters } = typeof buffer === 'object' ? buffer : {}
  const oncePerHeight = !kind.onlyWithTxs
  const everything = conditions.length === 1
  const reader = eventReader([kind], String(plan.query), conditions)
  const watch = createChainWatch(plan.source.node?.chainId)
  const counts = kind.onlyWithTxs && everything ? createTxCounts(signal) : undefined
  // Events themselves tell of new heights only when there is one for each.
  const clock = (marks || init.to !== undefined) && !(oncePerHeight && everything)
  /** The first place that was not delivered. */
  let next = from && oncePerHeight && from.index > 0 ? endOf(from.height) : from
  /** The first place of the first subscription. */
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
    const plan = { transport: live, signal, concurrency, batch: 1, characters }
    const heights = readHeights(plan, reader, next.height, Math.min(last, to))
    for await (const { height, content } of heights) {
      for (const { position, notification } of content) {
        if (isBefore(position, next)) continue
        if (before && !isBefore(position, before)) return
        next = behind(position)
        yield notification
      }
      // More events of this height are to come.
      if (before && height === before.height) return
      complete(height)
      yield* completed.splice(0)
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

  /** Reads what is missing before an event, or up to the height of a tick. */
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
    // An event is not held up by that; its height is complete when the answer is there.
    else counted.then(queue.wake, () => {})
  }

  /** All transactions of the heights before this one are delivered, or read now. */
  async function* settle(live: LiveSubscription, height: number): AsyncGenerator<unknown, void> {
    while (next && next.height < height) {
      if (height - next.height > page) return yield* read(live, height - 1)
      const asked = next.height
      const expected = await counts?.ask(live.call, asked, height - 1)
      // Who asked before may have been told in the meantime.
      if (next.height !== asked) continue
      if (expected === undefined || expected > next.index) yield* read(live, asked)
      else complete(asked)
      yield* completed.splice(0)
    }
  }

  /** A height whose transactions have all come is complete. */
  function noteComplete(): void {
    if (next && next.height <= to && counts?.known(next.height) === next.index) {
      complete(next.height)
    }
  }

  /** Of what was stored when the subscription began, the rest may still come. */
  function firstPlace(place: Cursor | undefined): Cursor | undefined {
    return place && !(start && isBefore(start, place)) ? place : start
  }

  /** What to do with the event or tick that comes next: deliver it, leave it out, or fetch first. */
  function verdictOn(event: unknown): 'deliver' | 'skip' | 'fetch' {
    if (event instanceof Tick) return next && event.height < next.height ? 'skip' : 'fetch'
    const position = positionOf(event)
    if (!position) return 'deliver'
    if (!next) {
      if (!start) return 'fetch'
      next = firstPlace(position)
    }
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
      await starting?.catch(() => {})
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
