import type { BlockCursor } from '../../core/index.js'
import { ChainMismatchError } from '../errors.js'
import type { Block, Branch } from './branch.js'
import type { Caller } from './described-types.js'
import { eventsRemoved } from './events-with-cursors.js'
import type { BlockReader } from './read-blocks.js'

/** How far back a reorganisation may reach. */
const deepest = 4096
/** Finds the blocks that a node has replaced; `removed` is where their events say so. */
export function createLeave(
  kind: string,
  branch: Branch,
  reader: BlockReader,
  removed: string | undefined,
): (node: Caller) => AsyncGenerator<unknown, void> {
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
      yield* eventsRemoved(kind, whole, removed)
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

  return leave
}

/** What is known of the block before, which has been delivered or is where the caller began. */
function parentOf({ height, parent = '' }: Block): Block {
  return { height: height - 1, hash: parent, events: [] }
}

function otherChain({ height, hash }: BlockCursor): ChainMismatchError {
  const message = `The node does not have the block ${hash} at height ${height}, and what came before it is not known`
  return new ChainMismatchError(message, { expected: { height, hash }, received: {} })
}
