import { ChainMismatchError, isChainMismatchError, otherChain } from '../errors.js'
import type { KnownBlock } from '../subscribe/subscription-types.js'
import type { Transport } from '../transport.js'
import { blockMetas, type Link, linkIn, type NodeHeights, page, pastMethods } from './node-calls.js'

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
  compareNode(heights: NodeHeights, call: Transport['call'], signal: AbortSignal): Promise<void>
  /**
   * Requests a newer block and compares the chains again, if none of the blocks up to this height was compared for long.
   * Whether or not the caller waits for it, the next use of this throws if it found another chain.
   */
  compareAgain(
    height: number,
    call: Transport['call'],
    signal: AbortSignal,
  ): Promise<void> | undefined
}

export function createSameChainCheck(
  chainId: string | undefined,
  known?: KnownBlock,
): SameChainCheck {
  let chain: unknown = chainId
  /** The chain that the node reported last. */
  let current: unknown
  /** The newest block up to what was delivered. */
  let newest = known
  /** Blocks that the node reported, which may be newer than what was delivered; the newest first. */
  let reported: readonly KnownBlock[] = []
  /** The first of them, which a chain that was restarted has again soon. */
  let first: readonly KnownBlock[] = []
  /** The newest block whose time is known. */
  let last: Pick<Link, 'height' | 'time'> = { height: 0, time: '' }
  /** The newest block that was compared: until the next comparison, all later ones may be of another chain. */
  let confirmed = known
  let nodeIsBehind = false
  let isComparing = false
  let comparedAt = 0
  /** How many blocks later the chains are compared again. */
  let blocksBetween = 2
  let mismatch: unknown

  function refuse(why: string, received: KnownBlock, expected = newest): never {
    throw new ChainMismatchError(why, {
      expected: { chainId: nameOf(chain), ...expected },
      received: { chainId: nameOf(current ?? chain), ...received },
    })
  }

  function compare(height: number, hash: string, expected = newest): void {
    if (!hash || expected?.height !== height) return
    if (expected.hash === hash) confirm(expected)
    else {
      const why = `The chain was restarted: block ${height} is ${hash}, no longer ${expected.hash}`
      refuse(why, { height, hash }, expected)
    }
  }

  function confirm(block: KnownBlock): void {
    if (block.height > (confirmed?.height ?? 0)) confirmed = block
  }

  function compareChain(told: unknown, received: KnownBlock): void {
    current = told ?? current
    if ((told ?? chain) !== (chain ?? told)) refuse(otherChain(told, chain), received)
  }

  function advance(height: number, hash: string): void {
    if (hash && height > (newest?.height ?? 0)) newest = { height, hash }
  }

  function compareBlock(link: Link | undefined): void {
    if (!link) return
    const { height, hash, previous } = link
    compareChain(link.chain, { height, hash })
    compare(height, hash)
    compare(height - 1, previous)
    if (newest?.hash === hash || newest?.hash === previous) nodeIsBehind = false
  }

  function addBlock(link: Link | undefined, isCompared = true): void {
    if (!link) return
    const { height, hash, previous } = link
    newestUpTo(height - 1)
    advance(height - 1, previous)
    advance(height, hash)
    if (isCompared && newest) confirm(newest)
    if (link.time && height > last.height) last = link
  }

  function compareAndAdd(link: Link | undefined): void {
    if (!link) return
    newestUpTo(link.height - 1)
    compareBlock(link)
    addBlock(link, newest?.hash === link.previous)
  }

  function addReported({ chain: told, anchors, latest, time }: NodeHeights): void {
    chain ??= told
    reported = anchors.filter(({ hash }) => hash)
    if (first.length === 0) first = reported
    if (time && latest > last.height) last = { height: latest, time }
  }

  function newestUpTo(height: number): KnownBlock | undefined {
    if (mismatch) throw mismatch
    for (const block of reported) {
      if (block.height > height) continue
      advance(block.height, block.hash)
      confirm(block)
    }
    return newest
  }

  return {
    get nodeIsBehind() {
      return nodeIsBehind
    },
    newestUpTo,
    addReported,
    compareBlock,
    addCompared: (link) => addBlock(link),
    compareAndAdd,
    async compareNode(heights, call, signal) {
      const { earliest, latest, anchors } = heights
      const [head] = anchors
      compareChain(heights.chain, head)
      // On one chain, no block is later than one that comes after it.
      if (latest < last.height && Date.parse(heights.time) > Date.parse(last.time)) {
        const why = `block ${latest} is later than block ${last.height} was`
        refuse(`The chain was restarted: ${why}`, head)
      }
      nodeIsBehind = newest !== undefined && newest.height > latest
      // Each block holds the hash of the one before, so comparing the newest of them is enough.
      const seen = [newest, ...first].find((block) => block && block.height <= latest)
      if (seen) {
        const { height } = seen
        const own = anchors.find((block) => block.height === height)?.hash
        // The next header holds the hash even if the block itself is pruned.
        const isThere = height < latest && height + 1 >= earliest
        const hash = own || (isThere ? await hashBefore(height + 1, call, signal) : '')
        compare(height, hash, seen)
      }
      // What could not be compared proves nothing.
      if (!nodeIsBehind) addReported(heights)
    },
    compareAgain(height, call, signal) {
      if (isComparing || height - Math.max(confirmed?.height ?? 0, comparedAt) < blocksBetween)
        return undefined
      isComparing = true
      // Not every node tells hashes.
      comparedAt = height
      // Soon at first, because all chains of one genesis have the same first block.
      blocksBetween = Math.min(2 * blocksBetween, page - 1)
      return requestAndCompare(height, call, signal)
        .catch((error: unknown) => {
          if (isChainMismatchError(error)) mismatch = error
        })
        .then(() => {
          isComparing = false
        })
    },
  }

  async function requestAndCompare(
    height: number,
    call: Transport['call'],
    signal: AbortSignal,
  ): Promise<void> {
    const old = confirmed
    // As many as one call returns.
    const from = old && height - old.height < page ? old.height : height
    const metas = await blockMetas(call, from, height, signal)
    if (old) {
      const told = metas.get(old.height)?.hash ?? hashBefore(old.height + 1, call, signal)
      // The node may have pruned it.
      compare(old.height, await Promise.resolve(told).catch(() => ''), old)
    }
    const { hash = '' } = metas.get(height) ?? {}
    advance(height, hash)
    if (hash) confirm({ height, hash })
  }
}

async function hashBefore(
  height: number,
  call: Transport['call'],
  signal: AbortSignal,
): Promise<string> {
  const answer = await call({ method: pastMethods.header, params: { height } }, { signal })
  return linkIn(answer)?.previous ?? ''
}

function nameOf(chain: unknown): string | undefined {
  return chain === undefined ? undefined : String(chain)
}
