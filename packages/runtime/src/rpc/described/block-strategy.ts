import { sleep } from '../../core/index.js'
import type { EventQueue } from '../subscribe/event-queue.js'
import { type ResumeStrategy, stalled } from '../subscribe/resume-strategy.js'
import type { LiveSubscription } from '../transport.js'
import { type Block, type Branch, blockOf, createBranch } from './branch.js'
import type { Backfill, Caller, DescribedSubscription, KindSource } from './described-types.js'
import { eventsWithCursors } from './events-with-cursors.js'
import {
  type BareBlock,
  type ChainFacts,
  createBlockReader,
  type ItemFacts,
} from './read-blocks.js'
import { createLeave } from './replaced-blocks.js'

/** Delivers blocks: each of them once and in order, with those that the chain replaces. */
export function blocksOf(chain: ChainFacts): Backfill {
  return { createStrategy: (subscription) => createBlockStrategy(subscription, chain) }
}

/** Delivers what blocks contain, by reading it for each block. */
export function itemsOfBlocks(source: KindSource, chain: ChainFacts, items: ItemFacts): Backfill {
  return {
    source,
    createStrategy: (subscription) => createBlockStrategy(subscription, chain, items),
  }
}

/** How many heights are read together at most. */
const mostTogether = 32
/** How often, and after which pauses, a node is asked for a block that it has announced. */
const lagMs = [20, 50, 100, 200, 400]

function createBlockStrategy(
  subscription: DescribedSubscription,
  chain: ChainFacts,
  items?: ItemFacts,
): ResumeStrategy {
  const { kind, params, options, signal } = subscription
  const reader = createBlockReader(chain, items, params, signal)
  const branch = createBranch(typeof options.from === 'number' ? options.from : undefined)
  const leave = createLeave(kind, branch, reader, items?.removed)
  if (typeof options.from === 'object') branch.push({ ...options.from, events: [] })
  let isDue = false

  /** The events of the next block, which becomes the tip. */
  function append(block: BareBlock, events: readonly unknown[]): unknown[] {
    const { height, hash, parent } = block
    branch.push({ height, hash, parent, events })
    return eventsWithCursors(kind, block, events)
  }

  /** Delivers everything up to the newest block of the node. */
  async function* catchUp(node: Caller): AsyncGenerator<unknown, void> {
    for (;;) {
      yield* leave(node)
      const isWhole = yield* advance(node)
      if (isWhole) return
    }
  }

  /** Delivers the blocks after the tip. Returns `false` if the chain was reorganised meanwhile. */
  async function* advance(node: Caller): AsyncGenerator<unknown, boolean> {
    for (let together = 1; ; together = Math.min(2 * together, mostTogether)) {
      const from = branch.nextHeight()
      if (from === undefined) return true
      for (const block of await reader.byHeight(node, from, together)) {
        if (!block) return true
        if (!branch.isNext(block)) return false
        yield* append(block, await reader.eventsOf(node, block))
      }
    }
  }

  /** Delivers what comes before the next event of the queue, or instead of it. */
  async function* fetchMissing(
    node: LiveSubscription,
    queue: EventQueue,
  ): AsyncGenerator<unknown, void> {
    isDue = false
    const isWhole = !queue.emptied
    queue.refill()
    const block = upcoming(queue, branch, chain)
    if (isWhole && block && branch.isNext(block)) {
      const events = await reader.eventsOf(node, block)
      queue.shift()
      return yield* append(block, events)
    }
    yield* catchUp(node)
    for (const pauseMs of lagMs) {
      const left = upcoming(queue, branch, chain)
      if (!left || branch.isNext(left) || left.height <= (branch.tip?.height ?? 0)) break
      await sleep(pauseMs, signal)
      yield* catchUp(node)
    }
    // A block that the node itself no longer has was replaced before it was delivered.
    const left = upcoming(queue, branch, chain)
    if (left && !branch.isNext(left)) queue.shift()
  }

  return {
    done: false,
    get mustFetch() {
      return isDue
    },
    async *begin(node, queue, again) {
      queue.refill()
      if (branch.nextHeight() !== undefined) return yield* catchUp(node)
      if (again) options.onGap?.({ kind, cause: 'reconnected' })
      const newest = await reader.newest(node)
      // What has arrived meanwhile is delivered, and is a better place to begin.
      if (newest && queue.peek() === undefined) branch.push(beginning(newest, !items))
    },
    next(queue) {
      if (queue.emptied) isDue = true
      if (isDue) return undefined
      const block = upcoming(queue, branch, chain)
      if (!block) return undefined
      if (items || !branch.isNext(block)) {
        isDue = true
        return undefined
      }
      queue.shift()
      return append(block, [block.data])[0]
    },
    fetchMissing,
    async *fetchStalled(node, queue) {
      const before = branch.tip
      yield* catchUp(node)
      if (before && before !== branch.tip && queue.peek() === undefined) node.abandon(stalled())
    },
    end() {},
  }
}

/** The oldest event in the queue that was not delivered before. */
function upcoming(queue: EventQueue, branch: Branch, chain: ChainFacts): BareBlock | undefined {
  for (;;) {
    const data = queue.peek()
    if (data === undefined) return undefined
    const block = blockOf(data, chain)
    if (!branch.isKnown(block)) return block
    queue.shift()
  }
}

/** Not delivered, but known to the caller in case that it is replaced. What it contains is only read then. */
function beginning({ height, hash, parent, data }: BareBlock, isWhole: boolean): Block {
  return isWhole ? { height, hash, parent, events: [data] } : { height, hash, events: [] }
}
