import { TransportError } from '../../core/index.js'
import { callTogether } from '../calls/call-together.js'
import { type BlockPointers, blockOf } from './branch.js'
import type { BlockRead, BlockReference, Caller } from './described-types.js'

/** How the blocks of a chain are followed, and read again. */
export interface ChainFacts extends BlockPointers {
  /** Reads the block of a height. */
  readonly read: BlockRead
  /** Reads the newest block. */
  readonly readNewest?: BlockRead | undefined
  /** Reads a block by its hash, also if it is no longer part of the chain. */
  readonly readByHash?: BlockRead | undefined
  /** The members of a notification, if what is read has more. */
  readonly members?: readonly string[] | undefined
}

/** What a block contains, if that is what callers get. */
export interface ItemFacts {
  /** Reads what a block contains: an array. */
  readonly read: BlockRead
  /** Where an item says that its block is no longer part of the chain. */
  readonly removed?: string | undefined
}

export type BareBlock = ReturnType<typeof blockOf>

export interface BlockReader {
  /** The blocks of some heights in a row; `undefined` for those that the node does not have. */
  byHeight(node: Caller, from: number, count: number): Promise<readonly (BareBlock | undefined)[]>
  byHash(node: Caller, hash: string): Promise<BareBlock | undefined>
  newest(node: Caller): Promise<BareBlock | undefined>
  /** The events of a block. */
  eventsOf(node: Caller, block: BareBlock): Promise<readonly unknown[]>
}

export function createBlockReader(
  chain: ChainFacts,
  items: ItemFacts | undefined,
  given: object,
  signal: AbortSignal,
): BlockReader {
  const request = ({ method, params }: BlockRead, height: number, hash: string) => {
    const block: BlockReference = { height, hex: `0x${height.toString(16)}`, hash }
    return { method, params: params(block, Object(given)) }
  }

  function read(result: unknown): BareBlock | undefined {
    return result === null || result === undefined ? undefined : blockOf(asNotified(result), chain)
  }

  /** Methods that read a block may return more than what is notified. */
  function asNotified(result: unknown): unknown {
    const { members } = chain
    if (!members) return result
    return Object.fromEntries(
      Object.entries(Object(result)).filter(([key]) => members.includes(key)),
    )
  }

  async function readOne(node: Caller, how: BlockRead | undefined, hash: string) {
    return how && read(await node.call(request(how, 0, hash), { signal }))
  }

  return {
    async byHeight(node, from, count) {
      const heights = Array.from({ length: count }, (_, index) => from + index)
      const requests = heights.map((height) => request(chain.read, height, ''))
      const outcomes = await callTogether(node, requests, { signal })
      return outcomes.map(({ result, error }) => {
        if (error) throw error
        return read(result)
      })
    },
    byHash: (node, hash) => readOne(node, chain.readByHash, hash),
    newest: (node) => readOne(node, chain.readNewest, ''),
    async eventsOf(node, { data, height, hash }) {
      if (!items) return [data]
      const { method, params } = request(items.read, height, hash)
      const found = await node.call({ method, params }, { signal })
      if (Array.isArray(found)) return found
      const body = (JSON.stringify(found) ?? '').slice(0, 200)
      throw new TransportError('expected a list', { operation: method.name, fault: 'body', body })
    },
  }
}
