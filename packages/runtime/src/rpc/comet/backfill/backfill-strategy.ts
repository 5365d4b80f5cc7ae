/*
 * Delivers every event of a query exactly once and in order.
 *
 * `nextPosition` of `progress.ts` is the first position that was not delivered: every event before it was, and none at it or
 * after it. It only moves forwards. Without `from` it is unknown until it is known where the first subscription
 * starts; the first function that needs it sets it then. After that:
 * - `next` moves it past the event that it returns
 * - `read` of `missed-events.ts`, through which `begin`, `fetchMissing` and `fetchStalled` fetch, moves it past each event that it yields
 *   and past each height that it has read to its end; `fetchMissing` then moves it to the event that waits in the queue
 * - `completeIfArrived` moves it to the next height when all transactions of this one were delivered. As no event
 *   is between the two, this may happen at any time
 * Only one of the generators runs at a time, and `next` is not called meanwhile: `subscribeOnce` guarantees both.
 *
 * So an event at `nextPosition` is delivered as it arrives, an event before it is skipped, and before any other event,
 * everything up to it is read. Reading skips heights whose transactions have all been delivered. A query for
 * all blocks has one event for each height; what a narrower query has missed can only be found by reading.
 */

import { sleep } from '../../../core/index.js'
import type { ResumeStrategy } from '../../subscribe/resume-strategy.js'
import type { Cursor, EventStreamPlan } from '../../subscribe/subscription-types.js'
import type { LiveSubscription } from '../../transport.js'
import { noteFirstHeights } from '../heights-at-start.js'
import { NewHeight, subscribeToHeights } from '../new-heights.js'
import { linkIn } from '../node-calls.js'
import { type BackfillKind, inSharedShape } from '../past/event-kinds.js'
import { patience } from '../past/read-heights.js'
import { endOf, isBefore, payloadOf, positionOf } from '../position.js'
import type { Condition } from '../query/parse.js'
import { createSameChainCheck, type SameChainCheck } from '../same-chain/same-chain-check.js'
import { createMissedEventReader } from './missed-events.js'
import { createProgress, type Progress } from './progress.js'

export interface BackfillInit {
  readonly plan: EventStreamPlan
  readonly kind: BackfillKind
  readonly conditions: readonly Condition[]
  readonly from: Cursor | undefined
  /** The last height. */
  readonly to: number | undefined
  /** Whether to deliver a `HeightMark` after each height. */
  readonly marks: boolean
  readonly signal: AbortSignal
}

export function createBackfillStrategy(init: BackfillInit): ResumeStrategy {
  const { plan, kind, from, marks, signal } = init
  const oncePerHeight = !kind.onlyWithTxs
  const everything = init.conditions.length === 1
  const sameChain = createSameChainCheck(signal, plan.node?.chainId, from?.block)
  const first = from && oncePerHeight && from.index > 0 ? endOf(from.height) : from
  const progress = createProgress(first, init.to ?? Number.POSITIVE_INFINITY, marks, sameChain)
  const reader = createMissedEventReader(init, progress, sameChain)
  let counting: Promise<void> | undefined
  let heightEvents: { end(): void } | undefined
  let mustFetch = false
  let node: LiveSubscription | undefined

  /** An event of the queue as the caller gets it. */
  function delivered(event: unknown, position: Cursor): unknown {
    if (oncePerHeight) sameChain.addCompared(linkIn(payloadOf(event)))
    if (node) sameChain.compareAgain(position.height, node.call)
    const item = progress.deliver(inSharedShape(event, kind), position)
    if (oncePerHeight) progress.complete(position.height)
    progress.completeIfArrived()
    return item
  }

  return {
    get done() {
      return progress.isOver() && progress.marks.length === 0
    },
    get mustFetch() {
      return mustFetch
    },
    async *begin(live, queue) {
      node = live
      mustFetch = false
      progress.arriving = counting = undefined
      progress.nextPosition ??= progress.start
      if (progress.nextPosition) yield* reader.catchUp(live, queue)
      else {
        // The first node is the one that others are compared with.
        reader.trustNode(live)
        await noteFirstHeights(live, queue, signal, (heights) => {
          progress.start = endOf(heights.latest)
          sameChain.addReported(heights)
        })
      }
      // Events announce new heights only if every height has one.
      const needsHeights = (marks || init.to !== undefined) && !(oncePerHeight && everything)
      if (needsHeights && !progress.isOver())
        heightEvents = await subscribeToHeights(plan, queue, signal)
    },
    next(queue) {
      mustFetch = queue.emptied
      for (;;) {
        if (progress.marks.length > 0) return progress.marks.shift()
        if (mustFetch || progress.isOver()) return undefined
        const event = queue.peek()
        if (event === undefined) return undefined
        const verdict = verdictOn(event, progress, sameChain, everything)
        mustFetch = verdict === 'read'
        if (mustFetch) return undefined
        queue.shift()
        if (verdict === 'skip') continue
        const position = positionOf(event)
        return position ? delivered(event, position) : event
      }
    },
    async *fetchMissing(live, queue) {
      const event = queue.peek()
      const isHeight = event instanceof NewHeight
      const position = isHeight ? { height: event.height, index: 0 } : positionOf(event)
      progress.nextPosition ??= isHeight ? (progress.start ?? position) : progress.firstOf(position)
      if (queue.emptied || sameChain.nodeIsBehind) {
        yield* reader.catchUp(live, queue)
        if (sameChain.nodeIsBehind) await sleep(patience.maxMs, signal)
        return
      }
      if (!progress.nextPosition || !position) return
      const { height } = position
      await counting
      yield* reader.read(live, everything ? position : endOf(height))
      // Whatever there was before the event has been read.
      if (isBefore(progress.nextPosition, position)) progress.nextPosition = position
      if (everything && !oncePerHeight) {
        counting = reader.countTxs(live, height)
        if (isHeight) await counting
        // The event does not wait for this; its height is complete once the count has arrived.
        else counting.then(queue.wake, () => {})
      }
      if (isHeight) {
        sameChain.addCompared(event.link)
        queue.shift()
      }
    },
    fetchStalled: reader.fetchStalled,
    end() {
      heightEvents?.end()
      heightEvents = undefined
    },
  }
}

/** What to do with the next event or height: deliver it, skip it, or read first. */
function verdictOn(
  event: unknown,
  progress: Progress,
  sameChain: SameChainCheck,
  everything: boolean,
): 'deliver' | 'skip' | 'read' {
  if (event instanceof NewHeight) {
    return progress.nextPosition && event.height < progress.nextPosition.height ? 'skip' : 'read'
  }
  const position = positionOf(event)
  if (!position) return 'deliver'
  progress.nextPosition ??= progress.firstOf(position)
  if (!progress.nextPosition || isBefore(position, progress.nextPosition)) return 'skip'
  if (sameChain.nodeIsBehind) sameChain.compareBlock(linkIn(payloadOf(event)))
  return everything && !isBefore(progress.nextPosition, position) && !sameChain.nodeIsBehind
    ? 'deliver'
    : 'read'
}
