/*
 * Keeps the place in the chain: which events were delivered, and which are missing. The rules:
 * after the node has acknowledged, its latest height is asked for. What is later than that height
 * comes live for certain; what is not, and was not delivered, is fetched; and what comes live of
 * heights that were fetched is left out.
 */

import { TransportError } from '../core/index.js'
import { heightsOf, readHistory } from './backfill/history.js'
import { backfillKinds, written } from './backfill/kinds.js'
import { endOf, isAfter, type Position, positionOf } from './backfill/position.js'
import { GapError } from './errors.js'
import type { FollowPlan, ResumeMode } from './follow-types.js'
import type { Condition } from './query/parse.js'
import type { EventQueue } from './queue.js'
import type { LiveSubscription } from './transport.js'

export interface KeeperInit {
  readonly plan: FollowPlan
  readonly mode: ResumeMode
  readonly kind: string
  readonly conditions: readonly Condition[]
  readonly from: number | undefined
  readonly signal: AbortSignal
}

export interface Keeper {
  /** Delivers or reports what was missed before this subscription was acknowledged. */
  begin(live: LiveSubscription, queue: EventQueue, again: boolean): AsyncGenerator<unknown, void>
  /** Resolves when it is known where the first subscription began. */
  started(live: LiveSubscription): Promise<void>
  /** Events were pushed out of the buffer, and nobody was told yet. */
  readonly owes: boolean
  /** Whether events have to be fetched before the one at this place. */
  isBehind(position: Position | undefined): position is Position
  fill(live: LiveSubscription, queue: EventQueue, before: Position): AsyncGenerator<unknown, void>
  /** Whether the event there was not delivered yet; it counts as delivered from now on. */
  isNew(position: Position | undefined): boolean
  /** After a long silence: gives up a subscription that does not deliver, and delivers instead. */
  verify(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /** The event in the shape that fetched ones have. */
  write(event: unknown): unknown
  /** The buffer pushed this event out. */
  dropped(event: unknown): void
}

export function createKeeper({ plan, mode, kind, conditions, from, signal }: KeeperInit): Keeper {
  const { source, query, options } = plan
  const methods = source.history
  const known = Object.hasOwn(backfillKinds, kind) ? backfillKinds[kind] : undefined
  const shape = mode === 'backfill' ? known : undefined
  const once = known !== undefined && !known.onlyWithTxs
  // Only without further conditions do all heights (and all transactions of a block) come.
  const all = conditions.length === 1
  let last = from === undefined ? undefined : endOf(from - 1)
  /** Where the first subscription began, for the case that it ends before its first event. */
  let start: Position | undefined
  /** What it is about. A node may be set up anew under the same address. */
  let chain: unknown
  let lost: { readonly from: number; to: Position } | undefined
  /** The height up to which this very subscription owes nothing, where that is known. */
  let settled: number | undefined
  /** While nothing comes: what was owed nothing at its beginning, and the last height there was. */
  let silence: { readonly since: number; readonly latest: number } | undefined

  /** Fetches what comes after the last one, up to a height or to the event at hand. */
  async function* fetch(
    live: LiveSubscription,
    to: number,
    before?: Position,
  ): AsyncGenerator<unknown, void> {
    if (!methods || !last) return
    const history = { call: live.call, methods, kind, query: String(query), conditions, signal }
    for await (const { position, notification } of readHistory(history, last, to)) {
      if (before && !isAfter(before, position)) return
      last = position
      yield notification
    }
  }

  async function* catchUp(
    live: LiveSubscription,
    queue: EventQueue,
  ): AsyncGenerator<unknown, void> {
    for (;;) {
      if (!last || !methods) return
      const tolerance = queue.tolerate()
      const { earliest, latest, chain: current } = await heightsOf(live.call, methods, signal)
      const next = once || !Number.isFinite(last.index) ? last.height + 1 : last.height
      chain ??= current
      if ((current ?? chain) !== chain) {
        const cause = new Error(`The node is of the chain ${current} now, not of ${chain}`)
        throw new GapError({ from: next, to: Math.max(next, latest) }, cause)
      }
      if (earliest > next && latest >= next) throw new GapError({ from: next, to: earliest - 1 })
      yield* fetch(live, latest)
      if (latest >= last.height) last = endOf(latest)
      if (!tolerance.stop()) return
    }
  }

  /** Tells which heights passed between two subscriptions. */
  async function reportGap(live: LiveSubscription, queue: EventQueue): Promise<void> {
    if (!options.onGap || !methods) return
    const { latest } = await heightsOf(live.call, methods, signal)
    const since = last ?? start
    if (since) {
      // Of the last height seen, later events may be missing too; what has come is not missing.
      const first = once || !Number.isFinite(since.index) ? since.height + 1 : since.height
      const come = once ? positionOf(queue.peek()) : undefined
      const to = Math.min(latest, come ? come.height - 1 : latest)
      const gap = { from: first, to: once ? to : Math.max(to, first) }
      if (gap.to >= gap.from) options.onGap(gap)
    }
    if (!last || latest > last.height) last = endOf(latest)
    settled = latest
  }

  /**
   * Without fetching, only kinds with one event for each height have a rhythm to listen for. A
   * height that was there the last time, and whose event has not come since, does not come.
   */
  async function expectHeights(live: LiveSubscription, queue: EventQueue): Promise<void> {
    if (!methods || !once || !all) return
    // Who does not answer is not silent but gone, and that is noticed elsewhere.
    const heights = await heightsOf(live.call, methods, signal).catch(() => undefined)
    if (!heights || queue.peek()) return
    const since = silence?.since ?? settled ?? heights.latest
    if (silence && silence.latest > since) live.abandon(stopped())
    silence = { since, latest: heights.latest }
  }

  return {
    async *begin(live, queue, again) {
      silence = settled = undefined
      if (shape) last ??= start
      if (shape && last) yield* catchUp(live, queue)
      else if (again && mode === 'reconnect') await reportGap(live, queue)
    },
    async started(live) {
      if (!methods || last || start || !(shape || options.onGap)) return
      const { latest, chain: first } = await heightsOf(live.call, methods, signal)
      chain ??= first
      start = endOf(latest)
      settled ??= latest
    },
    get owes() {
      return lost !== undefined
    },
    isBehind(position): position is Position {
      // What was taken before the others were pushed out comes before them.
      if (lost && (!position || isAfter(position, lost.to))) {
        if (!last || isAfter(lost.to, last)) last = lost.to
        options.onGap?.({ from: lost.from, to: lost.to.height })
        lost = undefined
      }
      if (!shape || !all || !last || !position || !isAfter(position, last)) return false
      return !isNext(position, last, once)
    },
    async *fill(live, queue, before) {
      const tolerance = queue.tolerate()
      yield* fetch(live, once ? before.height - 1 : before.height, before)
      if (tolerance.stop()) yield* catchUp(live, queue)
    },
    isNew(position) {
      silence = undefined
      if (!position) return true
      settled = position.height
      const isLater = !last || isAfter(position, last)
      if (isLater) last = position
      return isLater || !shape
    },
    async *verify(live, queue) {
      if (!shape) return expectHeights(live, queue)
      last ??= start
      let missing = false
      for await (const event of catchUp(live, queue)) {
        missing = true
        yield event
      }
      if (missing) live.abandon(stopped())
    },
    write(event) {
      return shape ? written(event, shape) : event
    },
    dropped(event) {
      const position = positionOf(event) ?? last ?? start
      if (position) lost = { from: lost?.from ?? position.height, to: position }
    },
  }
}

/** Whether nothing can be between the two. Transactions of a new height begin with the first. */
function isNext(position: Position, last: Position, once: boolean): boolean {
  if (once) return position.height === last.height + 1
  return position.index === (position.height === last.height ? last.index + 1 : 0)
}

function stopped(): TransportError {
  return new TransportError('The node stopped delivering events')
}
