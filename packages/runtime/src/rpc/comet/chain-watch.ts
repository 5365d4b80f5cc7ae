import { GapError, otherChain } from '../errors.js'
import type { Cursor } from '../subscribe/follow-types.js'
import type { Transport } from '../transport.js'
import { type Anchor, blockMetas, type NodeHeights } from './node-calls.js'

/** Makes sure that a subscription stays on one chain: a node may be replaced by one of another chain. */
export interface ChainWatch {
  remember(heights: NodeHeights): void
  /** Throws if the node is of another chain, or no longer has the next height. */
  check(
    heights: NodeHeights,
    due: Cursor,
    call: Transport['call'],
    signal: AbortSignal,
  ): Promise<void>
}

export function createChainWatch(chainId?: string): ChainWatch {
  let chain: unknown = chainId
  /** Known blocks, the newest first. */
  let anchors: readonly Anchor[] = []

  function remember(heights: NodeHeights): void {
    chain ??= heights.chain
    // Keeps the oldest known block, because a chain that was restarted does not have later ones.
    anchors = [...heights.anchors, ...anchors.slice(-1)].filter(({ hash }) => hash)
  }

  return {
    remember,
    async check(heights, { height }, call, signal) {
      const { earliest, latest, chain: current } = heights
      const refuse = (why: string): never => {
        throw new GapError({ from: height, to: Math.max(height, latest) }, new Error(why))
      }
      if ((current ?? chain) !== (chain ?? current)) {
        refuse(otherChain(current, chain))
      }
      // Each block holds the hash of the one before, so comparing one of them is enough.
      const seen = anchors.find((anchor) => anchor.height >= earliest && anchor.height <= latest)
      if (seen) {
        const now =
          heights.anchors.find((anchor) => anchor.height === seen.height) ??
          (await blockMetas(call, seen.height, seen.height, signal)).get(seen.height)
        if (now?.hash && now.hash !== seen.hash) {
          refuse(`The chain was restarted: block ${seen.height} is no longer ${seen.hash}`)
        }
      }
      if (earliest > height && latest >= height)
        throw new GapError({ from: height, to: earliest - 1 })
      remember(heights)
    },
  }
}
