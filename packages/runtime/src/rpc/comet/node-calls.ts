import { race, TransportError } from '../../core/index.js'
import { isRpcError } from '../errors.js'
import type { RpcMethod, RpcParam } from '../method.js'
import type { KnownBlock } from '../subscribe/subscription-types.js'
import type { Transport } from '../transport.js'
import { at, count, headerIn, items, text } from './answer-parts.js'

/** The methods that read the past. */
export type PastMethod = 'block' | 'blockResults' | 'header'

// Written out, because bundlers keep the result of a call at the top level of a module.
export const status: RpcMethod = { name: 'status', safe: true, params: [] }
const blockchain: RpcMethod = {
  name: 'blockchain',
  safe: true,
  params: [
    { name: 'minHeight', kind: 'integer' },
    { name: 'maxHeight', kind: 'integer' },
  ],
}
const height: RpcParam = { name: 'height', kind: 'integer' }
export const pastMethods: Readonly<Record<PastMethod, RpcMethod>> = {
  block: { name: 'block', safe: true, params: [height] },
  blockResults: { name: 'block_results', safe: true, params: [height] },
  header: { name: 'header', safe: true, params: [height] },
}

/** The heights that a node has. */
export interface NodeHeights {
  readonly earliest: number
  readonly latest: number
  readonly chain: unknown
  readonly catchingUp: boolean
  /** The time of the latest block. */
  readonly time: string
  /** The newest and the oldest block; a hash is empty if the node does not tell it. */
  readonly anchors: readonly [newest: KnownBlock, oldest: KnownBlock]
}

type Call = Transport['call']
type CallOptions = Parameters<Call>[1]

/** Calls a node, and passes each response of `status` to `see`, which throws if the node must not be used. */
export function seeingStatus(call: Call, see: (status: unknown) => void): Call {
  return async (request, options) => {
    const answer = await call(request, options)
    if (request.method.name === status.name) see(answer)
    return answer
  }
}

export async function heightsOf(call: Call, options?: CallOptions): Promise<NodeHeights> {
  return heightsIn(await call({ method: status, params: {} }, options))
}

/** The heights in a response of `status`; throws if it does not say the latest one. */
export function heightsIn(answer: unknown): NodeHeights {
  const info = at(answer, 'sync_info')
  const earliest = count(at(info, 'earliest_block_height'))
  const latest = Number.parseInt(`${at(info, 'latest_block_height')}`, 10)
  if (!Number.isSafeInteger(latest)) {
    const message = 'The answer has no sync_info.latest_block_height'
    throw new TransportError(message, { fault: 'body', operation: status.name })
  }
  return {
    earliest,
    latest,
    chain: at(at(answer, 'node_info'), 'network'),
    catchingUp: at(info, 'catching_up') === true,
    time: text(at(info, 'latest_block_time')),
    anchors: [
      { height: latest, hash: text(at(info, 'latest_block_hash')) },
      { height: earliest, hash: text(at(info, 'earliest_block_hash')) },
    ],
  }
}

/** The number of heights that one `blockchain` call covers. */
export const page = 20

/** What a block, a header, or a summary of either tells about its place in the chain. */
export interface Link extends KnownBlock {
  /** The hash of the block before. This one and that of the block itself are empty if they are not told. */
  readonly previous: string
  readonly time: string
  readonly chain: unknown
}

/** The link in an answer or in the payload of an event; events do not always have the hash of their block. */
export function linkIn(value: unknown): Link | undefined {
  const header = headerIn(value)
  const height = count(at(header, 'height'))
  if (!(height > 0)) return undefined
  return {
    height,
    hash: text(at(at(value, 'block_id'), 'hash')),
    previous: text(at(at(header, 'last_block_id'), 'hash')),
    time: text(at(header, 'time')),
    chain: at(header, 'chain_id'),
  }
}

/** The summary of a block, and how many transactions it has. */
export interface BlockMeta extends Link {
  readonly txs: number
}

/** Summaries of at most 20 heights, without those that the node does not have. */
export async function blockMetas(
  call: Call,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, BlockMeta>> {
  const params = { minHeight: from, maxHeight: to }
  // A pruned range is an error of this call; reading the heights one by one tells which are gone.
  const answer = await race(call({ method: blockchain, params }), signal).catch(unlessRefused)
  const metas = items(at(answer, 'block_metas')).flatMap((meta): [number, BlockMeta][] => {
    const link = linkIn(meta)
    return link ? [[link.height, { ...link, txs: count(at(meta, 'num_txs')) }]] : []
  })
  // Summaries of other heights are the answer to something else; the blocks themselves tell.
  return new Map(metas.every(([each]) => each >= from && each <= to) ? metas : [])
}

function unlessRefused(error: unknown): undefined {
  if (!isRpcError(error)) throw error
}
