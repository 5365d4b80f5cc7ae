import type { KnownBlock } from '../../subscribe/subscription-types.js'

/** The blocks of one chain by which another one is recognised. */
export interface KnownBlocks {
  /** The newest block up to what was delivered. */
  newest: KnownBlock | undefined
  /** The newest block that was compared: until the next comparison, all later ones may be of another chain. */
  confirmed: KnownBlock | undefined
  /** The first blocks that a node reported, which a chain that was restarted has again soon. */
  first: readonly KnownBlock[]
  /** What a comparison has found that nobody waited for: from then on, `newestUpTo` throws it. */
  mismatch: unknown
  /** Adds a block that was delivered, if its hash is known. */
  add(block: KnownBlock): void
  /** Notes that a block was compared, if its hash is known. */
  confirm(block: KnownBlock): void
  /** Adds blocks that the node reported, which may be newer than what was delivered; the newest first. */
  addReported(anchors: readonly KnownBlock[]): void
  /** The newest block up to this height, which is delivered now. */
  newestUpTo(height: number): KnownBlock | undefined
}

export function createKnownBlocks(known: KnownBlock | undefined): KnownBlocks {
  let reported: readonly KnownBlock[] = []
  const blocks: KnownBlocks = {
    newest: known,
    confirmed: known,
    first: [],
    mismatch: undefined,
    add({ height, hash }) {
      if (hash && height > (blocks.newest?.height ?? 0)) blocks.newest = { height, hash }
    },
    confirm(block) {
      if (block.hash && block.height > (blocks.confirmed?.height ?? 0)) blocks.confirmed = block
    },
    addReported(anchors) {
      reported = anchors.filter(({ hash }) => hash)
      if (blocks.first.length === 0) blocks.first = reported
    },
    newestUpTo(height) {
      if (blocks.mismatch) throw blocks.mismatch
      for (const block of reported) {
        if (block.height > height) continue
        blocks.add(block)
        blocks.confirm(block)
      }
      return blocks.newest
    },
  }
  return blocks
}
