import { race } from '../../core/index.js'
import { isRpcError } from '../errors.js'
import type { RpcMethod, RpcParam } from '../method.js'
import type { Transport } from '../transport.js'
import { at, count, items, text } from './answer-parts.js'

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

/** The height and hash that identify a block; the hash is empty if the node does not tell it. */
export interface Anchor {
  readonly height: number
  readonly hash: string
}

/** The heights that a node has. */
export interface NodeHeights {
  readonly earliest: number
  readonly latest: number
  readonly chain: unknown
  readonly catchingUp: boolean
  /** The newest and the oldest block. */
  readonly anchors: readonly Anchor[]
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
  const answer = await call({ method: status, params: {} }, options)
  const info = at(answer, 'sync_info')
  const earliest = count(at(info, 'earliest_block_height'))
  const latest = count(at(info, 'latest_block_height'))
  return {
    earliest,
    latest,
    chain: at(answer, 'node_info', 'network'),
    catchingUp: at(info, 'catching_up') === true,
    anchors: [
      { height: latest, hash: text(at(info, 'latest_block_hash')) },
      { height: earliest, hash: text(at(info, 'earliest_block_hash')) },
    ],
  }
}

/** The number of heights that one `blockchain` call covers. */
export const page = 20

/** A height, the hash of its block, and how many transactions it has. */
export interface BlockMeta extends Anchor {
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
  const metas = items(at(answer, 'block_metas')).map((meta): [number, BlockMeta] => {
    const height = count(at(meta, 'header', 'height'))
    const hash = text(at(meta, 'block_id', 'hash'))
    return [height, { height, hash, txs: count(at(meta, 'num_txs')) }]
  })
  return new Map(metas)
}

function unlessRefused(error: unknown): undefined {
  if (!isRpcError(error)) throw error
}
