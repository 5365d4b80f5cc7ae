import type { BlockCursor } from '../../core/index.js'
import { sleep } from '../../core/index.js'
import { ChainMismatchError } from '../errors.js'
import type { EventQueue } from '../subscribe/queue.js'
import { type ResumeStrategy, stalled } from '../subscribe/resume-strategy.js'
import type { LiveSubscription } from '../transport.js'
import { type Block, blockOf, createBranch } from './branch.js'
import type { Backfill, Caller, Followed, KindSource } from './described-types.js'
import {
  type BareBlock,
  type ChainFacts,
  createBlockReader,
  type ItemFacts,
} from './read-blocks.js'
import { eventsRemoved, eventsWithCursors } from './with-cursors.js'

/** Follows blocks: each of them once and in order, with those that the chain replaces. */
export function blocksOf(chain: ChainFacts): Backfill {
  return { createStrategy: (followed) => followBlocks(followed, chain) }
}

/** Follows what blocks contain, by reading it for each block. */
export function itemsOfBlocks(source: KindSource, chain: ChainFacts, items: ItemFacts): Backfill {
  return { source, createStrategy: (followed) => followBlocks(followed, chain, items) }
}

/** How far back a reorganisation may reach. */
const deepest = 4096
/** How many heights are read together at most. */
const mostTogether = 32
/** How often, and after which pauses, a node is asked for a block that it has announced. */
const lagMs = [20, 50, 100, 200, 400]

function followBlocks(followed: Followed, chain: ChainFacts, items?: ItemFacts): ResumeStrategy {
  const { kind, params, options, signal } = followed
  const reader = createBlockReader(chain, items, params, signal)
  const branch = createBranch()
  /** The first height to deliver, until its block is known. */
  let first = typeof options.from === 'number' ? options.from : undefined
  if (typeof options.from === 'object') branch.push({ ...options.from, events: [] })
  let isDue = false

  /** Not delivered, but known to the caller in case that it is replaced. What it contains is only read then. */
  const beginning = ({ height, hash, parent, data }: BareBlock): Block =>
    items ? { height, hash, events: [] } : { height, hash, parent, events: [data] }

  /** The events of the next block, which becomes the tip. */
  function append(block: BareBlock, events: readonly unknown[]): unknown[] {
    const { height, hash, parent } = block
    branch.push({ height, hash, parent, events })
    first = undefined
    return eventsWithCursors(kind, block, events)
  }

  const follows = ({ parent, height }: BareBlock): boolean =>
    branch.tip ? branch.tip.hash === parent : first === undefined || first === height

  /** Whether an event in the queue was delivered before, because it was read. */
  const isKnown = ({ hash, height }: BareBlock): boolean =>
    branch.has(hash) || (first !== undefined && height < first)

  /** Removes the blocks that are no longer part of the chain. */
  async function* leave(node: Caller): AsyncGenerator<unknown, void> {
    const left: Block[] = []
    for (let kept = branch.tip; kept; kept = await below(node, kept, left)) {
      const [found] = await reader.byHeight(node, kept.height, 1)
      if (found?.hash === kept.hash) break
      left.push(kept)
    }
    // Only now, so that nothing is lost if the connection is.
    for (const block of left) {
      const whole = block.parent === undefined ? await orphan(node, block) : block
      branch.pop()
      if (!branch.tip) branch.push(parentOf(whole))
      yield* eventsRemoved(kind, whole, items?.removed)
    }
  }

  /** The block before one that is no longer part of the chain. */
  async function below(node: Caller, block: Block, left: readonly Block[]): Promise<Block> {
    const known = branch.down()[left.length]
    if (known) return known
    // The first block of a chain is never replaced.
    if (left.length >= deepest || block.height <= 0) throw otherChain(block)
    const whole = await orphan(node, block)
    const parent = parentOf(whole)
    branch.extendDown(parent)
    return parent
  }

  /** A block that is no longer part of the chain, with its events. */
  async function orphan(node: Caller, block: Block): Promise<Block> {
    if (block.parent !== undefined) return block
    const found = await reader.byHash(node, block.hash)
    if (!found) throw otherChain(block)
    return { ...found, events: await reader.eventsOf(node, found) }
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
      const from = branch.tip ? branch.tip.height + 1 : first
      if (from === undefined) return true
      for (const block of await reader.byHeight(node, from, together)) {
        if (!block) return true
        if (!follows(block)) return false
        yield* append(block, await reader.eventsOf(node, block))
      }
    }
  }

  /** The oldest event in the queue that was not delivered before. */
  function upcoming(queue: EventQueue): BareBlock | undefined {
    for (;;) {
      const data = queue.peek()
      if (data === undefined) return undefined
      const block = blockOf(data, chain)
      if (!isKnown(block)) return block
      queue.shift()
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
    const block = upcoming(queue)
    if (isWhole && block && follows(block)) {
      const events = await reader.eventsOf(node, block)
      queue.shift()
      return yield* append(block, events)
    }
    yield* catchUp(node)
    for (const pauseMs of lagMs) {
      const left = upcoming(queue)
      if (!left || follows(left) || left.height <= (branch.tip?.height ?? 0)) break
      await sleep(pauseMs, signal)
      yield* catchUp(node)
    }
    // A block that the node itself no longer has was replaced before it was delivered.
    const left = upcoming(queue)
    if (left && !follows(left)) queue.shift()
  }

  return {
    done: false,
    get mustFetch() {
      return isDue
    },
    async *begin(node, queue, again) {
      queue.refill()
      if (branch.tip || first !== undefined) return yield* catchUp(node)
      if (again) options.onGap?.({ kind, cause: 'reconnected' })
      const newest = await reader.newest(node)
      // What has arrived meanwhile is delivered, and is a better place to begin.
      if (newest && queue.peek() === undefined) branch.push(beginning(newest))
    },
    next(queue) {
      if (queue.emptied) isDue = true
      if (isDue) return undefined
      const block = upcoming(queue)
      if (!block) return undefined
      if (items || !follows(block)) {
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

/** What is known of the block before, which has been delivered or is where the caller began. */
function parentOf({ height, parent = '' }: Block): Block {
  return { height: height - 1, hash: parent, events: [] }
}

function otherChain({ height, hash }: BlockCursor): ChainMismatchError {
  const message = `The node does not have the block ${hash} at height ${height}, and what came before it is not known`
  return new ChainMismatchError(message, { expected: { height, hash }, received: {} })
}
