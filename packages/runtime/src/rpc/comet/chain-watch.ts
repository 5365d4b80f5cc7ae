import { GapError } from '../errors.js'
import type { Cursor } from '../subscribe/follow-types.js'
import type { Transport } from '../transport.js'
import { type Anchor, blockMetas, type NodeHeights } from './node-calls.js'

/** Makes sure that a subscription stays on one chain: a node may be replaced by one of another chain. */
export interface ChainWatch {
  remember(heights: NodeHeights): void
  /** Throws if the node is of another chain, or no longer has the next height. */
  check(
    heights: NodeHeights,
    next: Cursor,
    call: Transport['call'],
    signal: AbortSignal,
  ): Promise<void>
}

export function createChainWatch(chainId?: string): ChainWatch {
  let chain: unknown = chainId
  let anchors: readonly Anchor[] = []

  function remember(heights: NodeHeights): void {
    chain ??= heights.chain
    // Keeps the oldest known block: a chain that was restarted has no later ones.
    const [first] = anchors
    anchors = [...(first ? [first] : []), ...heights.anchors]
  }

  /** A block that was seen and that has another hash on this node. */
  async function contradiction(
    { earliest, latest, anchors: now }: NodeHeights,
    call: Transport['call'],
    signal: AbortSignal,
  ): Promise<Anchor | undefined> {
    for (const { height, hash } of now) {
      const before = anchors.find((anchor) => anchor.height === height)
      if (before && before.hash !== hash) return before
    }
    const [newest] = anchors
      .filter(({ height }) => height >= earliest && height <= latest)
      .sort((a, b) => b.height - a.height)
    if (!newest || now.some(({ height }) => height === newest.height)) return undefined
    const meta = (await blockMetas(call, newest.height, newest.height, signal)).get(newest.height)
    return meta && meta.hash !== '' && meta.hash !== newest.hash ? newest : undefined
  }

  return {
    remember,
    async check(heights, { height }, call, signal) {
      const { earliest, latest, chain: current } = heights
      const missed = { from: height, to: Math.max(height, latest) }
      if ((current ?? chain) !== (chain ?? current)) {
        throw new GapError(
          missed,
          new Error(`The node is of the chain ${current} now, not of ${chain}`),
        )
      }
      const other = await contradiction(heights, call, signal)
      if (other) {
        const message = `The chain was begun anew: block ${other.height} is not ${other.hash} any more`
        throw new GapError(missed, new Error(message))
      }
      if (earliest > height && latest >= height)
        throw new GapError({ from: height, to: earliest - 1 })
      remember(heights)
    },
  }
}
