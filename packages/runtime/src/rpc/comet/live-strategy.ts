import type { Gap } from '../errors.js'
import type { EventQueue } from '../subscribe/event-queue.js'
import { type ResumeStrategy, stalled } from '../subscribe/resume-strategy.js'
import type { Cursor, EventStreamPlan, ResumeMode } from '../subscribe/subscription-types.js'
import type { LiveSubscription } from '../transport.js'
import { heightsIfTold, noteFirstHeights } from './heights-at-start.js'
import { heightsOf, linkIn } from './node-calls.js'
import type { BackfillKind } from './past/event-kinds.js'
import { endOf, isBefore, payloadOf, positionAfter, positionOf, withCursor } from './position.js'
import type { Condition } from './query/parse.js'
import { createSameChainCheck } from './same-chain/same-chain-check.js'

export interface LiveStrategyInit {
  readonly plan: EventStreamPlan
  readonly mode: ResumeMode
  readonly kind: BackfillKind | undefined
  readonly conditions: readonly Condition[]
  readonly signal: AbortSignal
}

/** Delivers events as they arrive; reports the heights that were missed, and fetches nothing. */
export function createLiveStrategy(init: LiveStrategyInit): ResumeStrategy {
  const { plan, mode, kind, conditions, signal } = init
  const { options } = plan
  const once = kind !== undefined && !kind.onlyWithTxs
  // Every height has an event only if the query has no further conditions.
  const everyHeight = once && conditions.length === 1
  const sameChain = createSameChainCheck(signal, plan.node?.chainId)
  /** The position after the last event. */
  let due: Cursor | undefined
  /** Where the first subscription began, in case it ends before its first event. */
  let start: Cursor | undefined
  /** Events that were dropped from the buffer and not reported yet. */
  let lost: { readonly from: number; readonly to: Cursor } | undefined
  /** The height up to which this subscription has nothing more to deliver, if known. */
  let settled: number | undefined
  /** During silence: the settled height when it began, and the latest height then. */
  let silence: { readonly since: number; readonly latest: number } | undefined

  /** Makes sure that the chain is the same, and reports the heights between two subscriptions. */
  async function reportGap(live: LiveSubscription, queue: EventQueue): Promise<void> {
    const heights = options.onGap
      ? await heightsOf(live.call, { signal })
      : await heightsIfTold(live, signal)
    if (!heights) return
    await sameChain.compareNode(heights, live.call)
    if (!options.onGap) return
    const { latest } = heights
    const since = due ?? start
    if (since) {
      const gap = gapAfter(since, latest, queue, once)
      if (gap.to >= gap.from) options.onGap(gap)
    }
    if (!due || latest >= due.height) due = endOf(latest)
    settled = latest
  }

  async function begin(live: LiveSubscription, queue: EventQueue, again: boolean): Promise<void> {
    silence = settled = undefined
    if (again) {
      if (mode === 'reconnect') await reportGap(live, queue)
    } else if (mode === 'reconnect') {
      await noteFirstHeights(live, queue, signal, (heights) => {
        settled ??= heights.latest
        start = endOf(heights.latest)
        sameChain.addReported(heights)
      })
    }
  }

  /**
   * Silence only means something for kinds with one event per height. If a height existed at the last
   * check and its event has not arrived since, it will not arrive.
   */
  async function expectHeights(live: LiveSubscription, queue: EventQueue): Promise<void> {
    if (!everyHeight) return
    // A node that does not respond is gone rather than silent, which is detected elsewhere.
    const heights = await heightsIfTold(live, signal)
    if (!heights || queue.peek()) return
    const since = silence?.since ?? settled ?? heights.latest
    if (silence && silence.latest > since) live.abandon(stalled())
    silence = { since, latest: heights.latest }
  }

  function reportLost(): void {
    if (!lost) return
    const { from, to } = lost
    lost = undefined
    if (!due || isBefore(due, to)) due = to
    options.onGap?.({ from, to: to.height })
  }

  return {
    done: false,
    mustFetch: false,
    begin: (live, queue, again) => withoutEvents(begin(live, queue, again)),
    next(queue) {
      const event = queue.shift()
      if (event === undefined) return undefined
      silence = undefined
      const position = positionOf(event)
      // Events taken before the others were dropped come first.
      if (!position || (lost && isBefore(lost.to, positionAfter(position)))) reportLost()
      if (!position) return event
      settled = position.height
      const cursor = positionAfter(position)
      if (!due || isBefore(due, cursor)) due = cursor
      sameChain.addCompared(linkIn(payloadOf(event)))
      if (!kind) return event
      return withCursor(event, { ...cursor, block: sameChain.newestUpTo(cursor.height) })
    },
    async *fetchMissing() {},
    fetchStalled: (live, queue) => withoutEvents(expectHeights(live, queue)),
    dropped(event) {
      const position = positionOf(event)
      const to = position ? positionAfter(position) : (due ?? start)
      if (to) lost = { from: lost?.from ?? position?.height ?? to.height, to }
    },
    end() {},
  }
}

/** The heights from a position to the latest one whose events were missed; `once` if a height has one event. */
function gapAfter(since: Cursor, latest: number, queue: EventQueue, once: boolean): Gap {
  // Later events of the last height may be missing too; what has arrived is not missing.
  const from = once && since.index > 0 ? since.height + 1 : since.height
  const arrived = once ? positionOf(queue.peek()) : undefined
  const to = Math.min(latest, arrived ? arrived.height - 1 : latest)
  return { from, to: once || since.index === 0 ? to : Math.max(to, from) }
}

/** Wraps work that delivers no event. */
async function* withoutEvents(work: Promise<void>): AsyncGenerator<unknown, void> {
  await work
  yield* []
}
