import { ChainMismatchError, isChainMismatchError, otherChain } from '../errors.js'
import type { KnownBlock } from '../subscribe/subscription-types.js'
import type { Transport } from '../transport.js'
import { blockMetas, type Link, linkIn, type NodeHeights, page, pastMethods } from './node-calls.js'

/**
 * Makes sure that events stay on one chain: a node may be replaced, or its data wiped, under the same address and
 * with the same chain id.
 */
export interface ChainWatch {
  /** Whether the newest known block could not be compared with the node's, because the node is not that far yet. */
  readonly pending: boolean
  /** The newest known block up to this height. */
  knownUpTo(height: number): KnownBlock | undefined
  /** Notes what the node has when nothing can be compared yet. */
  remember(heights: NodeHeights): void
  /** Compares a block that was not delivered yet with the known ones. */
  meet(link: Link | undefined): void
  /** Notes a block that came over a connection whose node was compared. */
  note(link: Link | undefined): void
  /** Notes a block from any node; throws if it does not follow the known ones. */
  see(link: Link | undefined): void
  /** Throws if the node is of another chain. Makes a call only if the node's status does not answer that. */
  check(heights: NodeHeights, call: Transport['call'], signal: AbortSignal): Promise<void>
  /**
   * Asks for a newer block, and compares again, if what was delivered up to this height has not allowed that for long.
   * Who does not wait for it hears of another chain at the next use of the watch.
   */
  renew(height: number, call: Transport['call'], signal: AbortSignal): Promise<void> | undefined
}

export function createChainWatch(chainId: string | undefined, known?: KnownBlock): ChainWatch {
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
  let sure = known
  let pending = false
  let renewing = false
  let renewedAt = 0
  let patience = 2
  let mismatch: unknown

  function refuse(why: string, received: KnownBlock, expected = newest): never {
    throw new ChainMismatchError(why, {
      expected: { chainId: nameOf(chain), ...expected },
      received: { chainId: nameOf(current ?? chain), ...received },
    })
  }

  function compare(height: number, hash: string, expected = newest): void {
    if (!hash || expected?.height !== height) return
    if (expected.hash === hash) ascertain(expected)
    else {
      const why = `The chain was restarted: block ${height} is ${hash}, no longer ${expected.hash}`
      refuse(why, { height, hash }, expected)
    }
  }

  function ascertain(block: KnownBlock): void {
    if (block.height > (sure?.height ?? 0)) sure = block
  }

  function compareChain(told: unknown, received: KnownBlock): void {
    current = told ?? current
    if ((told ?? chain) !== (chain ?? told)) refuse(otherChain(told, chain), received)
  }

  function advance(height: number, hash: string): void {
    if (hash && height > (newest?.height ?? 0)) newest = { height, hash }
  }

  function meet(link: Link | undefined): void {
    if (!link) return
    const { height, hash, previous } = link
    compareChain(link.chain, { height, hash })
    compare(height, hash)
    compare(height - 1, previous)
    if (newest?.hash === hash || newest?.hash === previous) pending = false
  }

  function note(link: Link | undefined, isSure = true): void {
    if (!link) return
    const { height, hash, previous } = link
    knownUpTo(height - 1)
    advance(height - 1, previous)
    advance(height, hash)
    if (isSure && newest) ascertain(newest)
    if (link.time && height > last.height) last = link
  }

  function see(link: Link | undefined): void {
    if (!link) return
    knownUpTo(link.height - 1)
    meet(link)
    note(link, newest?.hash === link.previous)
  }

  function remember({ chain: told, anchors, latest, time }: NodeHeights): void {
    chain ??= told
    reported = anchors.filter(({ hash }) => hash)
    if (first.length === 0) first = reported
    if (time && latest > last.height) last = { height: latest, time }
  }

  function knownUpTo(height: number): KnownBlock | undefined {
    if (mismatch) throw mismatch
    for (const block of reported) {
      if (block.height > height) continue
      advance(block.height, block.hash)
      ascertain(block)
    }
    return newest
  }

  return {
    get pending() {
      return pending
    },
    knownUpTo,
    remember,
    meet,
    note: (link) => note(link),
    see,
    async check(heights, call, signal) {
      const { earliest, latest, anchors } = heights
      const [head] = anchors
      compareChain(heights.chain, head)
      // On one chain, no block is later than one that comes after it.
      if (latest < last.height && Date.parse(heights.time) > Date.parse(last.time)) {
        const why = `block ${latest} is later than block ${last.height} was`
        refuse(`The chain was restarted: ${why}`, head)
      }
      pending = newest !== undefined && newest.height > latest
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
      if (!pending) remember(heights)
    },
    renew(height, call, signal) {
      if (renewing || height - Math.max(sure?.height ?? 0, renewedAt) < patience) return undefined
      renewing = true
      // Not every node tells hashes.
      renewedAt = height
      // Soon at first, because all chains of one genesis have the same first block.
      patience = Math.min(2 * patience, page - 1)
      return compareAgain(height, call, signal)
        .catch((error: unknown) => {
          if (isChainMismatchError(error)) mismatch = error
        })
        .then(() => {
          renewing = false
        })
    },
  }

  async function compareAgain(
    height: number,
    call: Transport['call'],
    signal: AbortSignal,
  ): Promise<void> {
    const old = sure
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
    if (hash) ascertain({ height, hash })
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
