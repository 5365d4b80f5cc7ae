import { charactersOf, type EventQueue } from '../../subscribe/event-queue.js'
import { HeightMark, stalled } from '../../subscribe/resume-strategy.js'
import type { Cursor } from '../../subscribe/subscription-types.js'
import type { LiveSubscription } from '../../transport.js'
import { blockMetas, heightsOf } from '../node-calls.js'
import { createAskNode, createWindow } from '../past/ask-node.js'
import { eventReader, readHeights } from '../past/read-heights.js'
import { endOf, isBefore } from '../position.js'
import type { SameChainCheck } from '../same-chain/same-chain-check.js'
import type { BackfillInit } from './backfill-strategy.js'
import type { Progress } from './progress.js'

/** How many heights are fetched concurrently, and how many before their length is known. */
const concurrency = 16
const firstLoads = 4

/** Reads the events that were missed, from the first position that was not delivered. */
export interface MissedEventReader {
  /** Reads what was not delivered before a position. */
  read(live: LiveSubscription, until: Cursor): AsyncGenerator<unknown, void>
  /** Reads everything up to the latest height. */
  catchUp(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /** Reads what is missing after a silence: if that is anything, the node has stalled. */
  fetchStalled(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /** Asks how many transactions a height has, so that it is complete as soon as they have arrived. */
  countTxs(live: LiveSubscription, height: number): Promise<void>
  /** Takes the node of a subscription as one of the chain: others are compared with it. */
  trustNode(live: LiveSubscription): void
}

export function createMissedEventReader(
  { plan, kind, conditions, to = Number.POSITIVE_INFINITY, signal }: BackfillInit,
  progress: Progress,
  sameChain: SameChainCheck,
): MissedEventReader {
  const reader = eventReader([kind], String(plan.query), conditions)
  const calls = reader.methods.length
  const characters = charactersOf(plan.options.buffer) / calls
  const window = createWindow(characters, 2 * concurrency, firstLoads)
  /** The subscription whose node was found to be of the chain; it is the same until that ends. */
  let trusted: LiveSubscription | undefined

  async function* read(live: LiveSubscription, until: Cursor): AsyncGenerator<unknown, void> {
    const { nextPosition } = progress
    if (!nextPosition) return
    const last = until.index > 0 ? until.height : until.height - 1
    const node = {
      call: live.call,
      ask: createAskNode(live, window, signal),
      signal,
      concurrency: concurrency / calls,
      most: window.most,
    }
    const groups = readHeights(
      node,
      reader,
      nextPosition.height,
      Math.min(last, to),
      nextPosition.index,
    )
    for await (const group of groups) {
      for (const { height, content, link } of group) {
        sameChain.addCompared(link)
        const comparison = sameChain.compareAgain(height, live.call)
        if (comparison) await comparison
        for (const { position, notification } of content) {
          if (progress.nextPosition && isBefore(position, progress.nextPosition)) continue
          if (!isBefore(position, until)) break
          yield progress.deliver(notification, position)
        }
        // Its count may have arrived meanwhile and completed it.
        if (height < until.height && progress.nextPosition?.height === height)
          progress.complete(height)
        yield* progress.marks.splice(0)
      }
    }
  }

  const catchUp: MissedEventReader['catchUp'] = async function* (live, queue) {
    do {
      queue.refill()
      if (!progress.nextPosition) return
      const heights = await heightsOf(live.call, { signal })
      if (live !== trusted || sameChain.nodeIsBehind)
        await sameChain.compareNode(heights, live.call)
      trusted = live
      yield* read(live, endOf(heights.latest))
    } while (queue.emptied)
  }

  return {
    read,
    catchUp,
    async *fetchStalled(live, queue) {
      progress.nextPosition ??= progress.start
      let missing = false
      for await (const event of catchUp(live, queue)) {
        missing ||= !(event instanceof HeightMark)
        yield event
      }
      if (missing) live.abandon(stalled())
    },
    async countTxs({ call }, height) {
      const metas = await blockMetas(call, height, height, signal)
      progress.arriving = metas.get(height) ?? progress.arriving
      sameChain.addCompared(progress.arriving)
      progress.completeIfArrived()
    },
    trustNode(live) {
      trusted = live
    },
  }
}
