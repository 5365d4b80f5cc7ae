import { ChainMismatchError, otherChain } from '../../errors.js'
import type { KnownBlock } from '../../subscribe/subscription-types.js'
import type { Transport } from '../../transport.js'
import type { Link, NodeHeights } from '../node-calls.js'
import { hashAt } from './block-hashes.js'
import { createKnownBlocks } from './known-blocks.js'
import { createRepeatedComparison } from './repeated-comparison.js'

/**
 * Makes confirmed that events stay on one chain: a node may be replaced, or its data wiped, under the same address and
 * with the same chain id.
 */
export interface SameChainCheck {
  /** Whether the node does not have the newest known block yet, so that they could not be compared. */
  readonly nodeIsBehind: boolean
  /** The newest known block up to this height. Throws if a comparison has found another chain. */
  newestUpTo(height: number): KnownBlock | undefined
  /** Adds the blocks that the node has when nothing can be compared yet. */
  addReported(heights: NodeHeights): void
  /** Throws if a block that was not delivered yet does not fit the known ones. */
  compareBlock(link: Link | undefined): void
  /** Adds a block that came over a connection whose node was compared. */
  addCompared(link: Link | undefined): void
  /** Adds a block from any node; throws if it does not follow the known ones. */
  compareAndAdd(link: Link | undefined): void
  /** Throws if the node is of another chain. Makes a call only if the node's status does not answer that. */
  compareNode(heights: NodeHeights, call: Transport['call']): Promise<void>
  /**
   * Requests a newer block and compares the chains again, if none of the blocks up to this height was compared for long.
   * Whether or not the caller waits for it, the next use of this throws if it found another chain.
   */
  compareAgain(height: number, call: Transport['call']): Promise<void> | undefined
}

export function createSameChainCheck(
  signal: AbortSignal,
  chainId: string | undefined,
  known?: KnownBlock,
): SameChainCheck {
  let chain: unknown = chainId
  /** The chain that the node reported last. */
  let current: unknown
  const blocks = createKnownBlocks(known)
  /** The newest block whose time is known. */
  let last: Pick<Link, 'height' | 'time'> = { height: 0, time: '' }
  let nodeIsBehind = false

  function refuse(why: string, received: KnownBlock, expected = blocks.newest): never {
    throw new ChainMismatchError(why, {
      expected: { chainId: nameOf(chain), ...expected },
      received: { chainId: nameOf(current ?? chain), ...received },
    })
  }

  function compare(height: number, hash: string, expected = blocks.newest): void {
    if (!hash || expected?.height !== height) return
    if (expected.hash === hash) blocks.confirm(expected)
    else {
      const why = `The chain was restarted: block ${height} is ${hash}, no longer ${expected.hash}`
      refuse(why, { height, hash }, expected)
    }
  }

  function compareChain(told: unknown, received: KnownBlock): void {
    current = told ?? current
    if ((told ?? chain) !== (chain ?? told)) refuse(otherChain(told, chain), received)
  }

  function compareBlock(link: Link | undefined): void {
    if (!link) return
    const { height, hash, previous } = link
    compareChain(link.chain, { height, hash })
    compare(height, hash)
    compare(height - 1, previous)
    const newest = blocks.newest?.hash
    if (newest === hash || newest === previous) nodeIsBehind = false
  }

  function addBlock(link: Link | undefined, isCompared = true): void {
    if (!link) return
    const height = link.height - 1
    blocks.newestUpTo(height)
    blocks.add({ height, hash: link.previous })
    blocks.add(link)
    if (isCompared && blocks.newest) blocks.confirm(blocks.newest)
    if (link.time && link.height > last.height) last = link
  }

  function addReported({ chain: told, anchors, latest, time }: NodeHeights): void {
    chain ??= told
    blocks.addReported(anchors)
    if (time && latest > last.height) last = { height: latest, time }
  }

  return {
    get nodeIsBehind() {
      return nodeIsBehind
    },
    newestUpTo: blocks.newestUpTo,
    addReported,
    compareBlock,
    addCompared: (link) => addBlock(link),
    compareAndAdd(link) {
      if (!link) return
      blocks.newestUpTo(link.height - 1)
      compareBlock(link)
      addBlock(link, blocks.newest?.hash === link.previous)
    },
    async compareNode(heights, call) {
      const { latest, time, anchors } = heights
      const [head] = anchors
      compareChain(heights.chain, head)
      // On one chain, no block is later than one that comes after it.
      if (latest < last.height && Date.parse(time) > Date.parse(last.time)) {
        const why = `block ${latest} is later than block ${last.height} was`
        refuse(`The chain was restarted: ${why}`, head)
      }
      const { newest, first } = blocks
      nodeIsBehind = newest !== undefined && newest.height > latest
      // Each block holds the hash of the one before, so comparing the newest of them is enough.
      const seen = [newest, ...first].find((block) => block && block.height <= latest)
      if (seen) compare(seen.height, await hashAt(seen.height, heights, call, signal), seen)
      // What could not be compared proves nothing.
      if (!nodeIsBehind) addReported(heights)
    },
    compareAgain: createRepeatedComparison(blocks, compare, signal),
  }
}

function nameOf(chain: unknown): string | undefined {
  return chain === undefined ? undefined : String(chain)
}
