/*
 * Keeps the place in the chain: which events were delivered, and which are missing. The rules:
 * after the node has acknowledged, its latest height is asked for. What is later than that height
 * comes live for certain; what is not, and was not delivered, is fetched; and what comes live of
 * heights that were fetched is left out.
 */

import { TransportError } from '../core/index.js'
import { heightsOf, readHistory } from './backfill/history.js'
import { backfillKinds } from './backfill/kinds.js'
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
  /** The place up to which events have to be fetched before this one, if any are missing. */
  missedBefore(event: unknown): Position | undefined
  fill(live: LiveSubscription, queue: EventQueue, before: Position): AsyncGenerator<unknown, void>
  /** Whether the event was not delivered yet; it counts as delivered from now on. */
  isNew(event: unknown): boolean
  /** After a long silence: delivers what did not come, and then gives the subscription up. */
  verify(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /** The event in the shape that fetched ones have. */
  write(event: unknown): unknown
  /** The buffer pushed this event out. */
  dropped(event: unknown): void
}

/** Kinds with exactly one event per height. */
const oncePerHeight = ['NewBlock', 'NewBlockHeader', 'NewBlockEvents']

export function createKeeper({ plan, mode, kind, conditions, from, signal }: KeeperInit): Keeper {
  const { source, query, options } = plan
  const methods = source.history
  const shape = mode === 'backfill' ? backfillKinds[kind] : undefined
  const once = oncePerHeight.includes(kind)
  // Only without further conditions do all heights (and all transactions of a block) come.
  const all = conditions.length === 1
  let last = from === undefined ? undefined : endOf(from - 1)
  /** Where the first subscription began, for the case that it ends before its first event. */
  let start: Position | undefined
  let lost: { readonly from: number; to: Position } | undefined

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
      const { earliest, latest } = await heightsOf(live.call, methods, signal)
      const next = once || !Number.isFinite(last.index) ? last.height + 1 : last.height
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
  }

  return {
    async *begin(live, queue, again) {
      if (shape) last ??= start
      if (shape && last) yield* catchUp(live, queue)
      else if (again && mode === 'reconnect') await reportGap(live, queue)
    },
    async started(live) {
      if (!methods || last || start || !(shape || options.onGap)) return
      const { latest } = await heightsOf(live.call, methods, signal)
      start = endOf(latest)
    },
    missedBefore(event) {
      const position = positionOf(event)
      // What was taken before the others were pushed out comes before them.
      if (lost && (!position || isAfter(position, lost.to))) {
        if (!last || isAfter(lost.to, last)) last = lost.to
        options.onGap?.({ from: lost.from, to: lost.to.height })
        lost = undefined
      }
      if (!shape || !all || !last || !position || !isAfter(position, last)) return undefined
      return isNext(position, last, once) ? undefined : position
    },
    async *fill(live, queue, before) {
      const tolerance = queue.tolerate()
      yield* fetch(live, once ? before.height - 1 : before.height, before)
      if (tolerance.stop()) yield* catchUp(live, queue)
    },
    isNew(event) {
      const position = positionOf(event)
      if (!position) return true
      if (shape && last && !isAfter(position, last)) return false
      if (shape || !last || isAfter(position, last)) last = position
      return true
    },
    async *verify(live, queue) {
      if (!shape) return
      last ??= start
      let missing = false
      for await (const event of catchUp(live, queue)) {
        missing = true
        yield event
      }
      if (missing) live.abandon(new TransportError('The node stopped delivering events'))
    },
    write(event) {
      return shape ? normalised(event, shape.normalise) : event
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

function normalised(event: unknown, normalise: (value: unknown) => unknown): unknown {
  if (typeof event !== 'object' || event === null || !('data' in event)) return event
  const { data } = event
  if (typeof data !== 'object' || data === null || !('value' in data)) return event
  return { ...event, data: { ...data, value: normalise(data.value) } }
}
