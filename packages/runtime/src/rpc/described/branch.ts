import type { BlockCursor } from '../../core/index.js'
import { TransportError, valueAt } from '../../core/index.js'

/** Where a block has its number, its hash, and the hash of the block before it. */
export interface BlockPointers {
  readonly height: string
  readonly hash: string
  readonly parent: string
}

export interface Block extends BlockCursor {
  /** Unknown for the block of a caller's cursor. */
  readonly parent?: string | undefined
  /** What was delivered for it, in order. */
  readonly events: readonly unknown[]
}

/** A block without its events. */
export function blockOf(
  data: unknown,
  at: BlockPointers,
): Omit<Block, 'events'> & { data: unknown } {
  const [height, hash, parent] = [
    valueAt(data, at.height),
    valueAt(data, at.hash),
    valueAt(data, at.parent),
  ]
  const number =
    typeof height === 'number' || typeof height === 'string' ? Number(height) : Number.NaN
  if (Number.isSafeInteger(number) && typeof hash === 'string' && typeof parent === 'string') {
    return { height: number, hash, parent, data }
  }
  const body = (JSON.stringify(data) ?? '').slice(0, 200)
  throw new TransportError('A block has no number, hash and parent', { fault: 'body', body })
}

type BlockLink = Pick<Block, 'height' | 'hash' | 'parent'>

/** The newest blocks that were delivered. */
export interface Branch {
  readonly tip: Block | undefined
  /** Whether a block comes after the newest one, or is the first to deliver. */
  isNext(block: BlockLink): boolean
  /** Whether a block was delivered, or comes before the first to deliver. */
  isKnown(block: BlockLink): boolean
  /** The height of the next block; `undefined` if it does not matter where to begin. */
  nextHeight(): number | undefined
  push(block: Block): void
  /** Removes and returns the newest block. */
  pop(): Block | undefined
  /** Puts a block before the others. */
  extendDown(block: Block): void
  /** The blocks from the newest to the oldest. */
  down(): readonly Block[]
}

/** How many blocks are kept: a reorganisation that reaches further back needs blocks to be read by their hash. */
const mostBlocks = 256

/** `from` is the first height to deliver. */
export function createBranch(from: number | undefined): Branch {
  let first = from
  let blocks: Block[] = []
  return {
    get tip() {
      return blocks.at(-1)
    },
    isNext({ parent, height }) {
      const tip = blocks.at(-1)
      return tip ? tip.hash === parent : first === undefined || first === height
    },
    isKnown: ({ hash, height }) =>
      blocks.some((block) => block.hash === hash) || (first !== undefined && height < first),
    nextHeight() {
      const tip = blocks.at(-1)
      return tip ? tip.height + 1 : first
    },
    push(block) {
      first = undefined
      blocks.push(block)
      if (blocks.length >= 2 * mostBlocks) blocks = blocks.slice(-mostBlocks)
    },
    pop: () => blocks.pop(),
    extendDown(block) {
      blocks.unshift(block)
    },
    down: () => [...blocks].reverse(),
  }
}
