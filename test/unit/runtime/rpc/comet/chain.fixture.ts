import { createHash } from 'node:crypto'
import { matchesQuery, parseQuery } from '../../../../../packages/runtime/src/rpc/comet/index.js'

/** One delivered event, as the node writes it. */
export interface Delivered {
  readonly data: { readonly type: string; readonly value: unknown }
  readonly events: Record<string, string[]>
}

interface Block {
  readonly height: number
  readonly txs: readonly string[]
  /** Part of the hashes and times of a chain. */
  readonly run: number
}

/** A chain that answers like the node: complete records from storage, sparse ones live. */
export interface Chain {
  readonly run: number
  readonly latest: number
  earliest: number
  /** Adds a block, and returns its events in the order of publication. */
  add(txs?: readonly string[]): Delivered[]
  answer(method: string, params: Record<string, unknown>): unknown
}

const attribute = (key: string, value: string) => ({ key, value, index: true })

/** Chains of other runs have other blocks from the second one on, as after a reset with the same genesis. */
export function createChain(run = 0): Chain {
  const blocks: Block[] = []
  const chain: Chain = {
    run,
    get latest() {
      return blocks.length
    },
    earliest: 1,
    add(txs = []) {
      const block = { height: blocks.length + 1, txs, run }
      blocks.push(block)
      return live(block)
    },
    answer(method, params) {
      if (method === 'health' || method.includes('subscribe')) return {}
      if (method === 'status') {
        return {
          node_info: { network: 'test' },
          sync_info: {
            latest_block_height: String(chain.latest),
            latest_block_hash: hashOf(chain.latest, run),
            latest_block_time: timeOf(chain.latest, run),
            earliest_block_height: String(chain.earliest),
            earliest_block_hash: hashOf(chain.earliest, run),
            catching_up: false,
          },
        }
      }
      if (method === 'blockchain') {
        const [from, to] = [Number(params.minHeight), Number(params.maxHeight)]
        const metas = blocks
          .slice(Math.max(from - 1, 0), to)
          .slice(-20)
          .reverse()
        return {
          last_height: String(chain.latest),
          block_metas: metas.map((block) => ({
            block_id: blockId(block),
            num_txs: String(block.txs.length),
            header: head(block),
          })),
        }
      }
      return stored(method, find(params.height))
    },
  }

  function find(height: unknown): Block {
    const wanted = height === undefined ? chain.latest : Number(height)
    const block = blocks[wanted - 1]
    if (wanted < chain.earliest) {
      throw new Error(`height ${wanted} is not available, lowest height is ${chain.earliest}`)
    }
    if (block) return block
    throw new Error(
      `height ${wanted} must be less than or equal to the current blockchain height ${chain.latest}`,
    )
  }
  return chain
}

function hashOf(height: number, run: number): string {
  return height < 1 ? '' : height === 1 ? 'AB1' : `AB${run || ''}${height}`
}

function timeOf(height: number, run: number): string {
  return height < 2 ? '' : new Date(Date.UTC(2026, 0, 1 + run, 0, 0, height)).toISOString()
}

function head({ height, run }: Block) {
  const last_block_id = { hash: hashOf(height - 1, run), parts: { total: 1, hash: 'CD' } }
  const time = timeOf(height, run)
  return { height: String(height), version: { block: '11' }, chain_id: 'test', time, last_block_id }
}

function body(block: Block) {
  return {
    header: head(block),
    data: { txs: block.txs },
    evidence: { evidence: [] },
    last_commit: null,
  }
}

function blockId({ height, run }: Block) {
  return { hash: hashOf(height, run), parts: { total: 1, hash: 'CD' } }
}

const txEvents = (tx: string) => [
  { type: 'app', attributes: [attribute('key', atob(tx)), attribute('key', 'twice')] },
  { type: 'bare', attributes: [] },
]
const blockEvents = (height: number) =>
  height % 2 ? [{ type: 'mint', attributes: [attribute('amount', `${height}atom`)] }] : null

function fullResult(tx: string) {
  return {
    code: 0,
    data: null,
    log: '',
    info: '',
    gas_wanted: '0',
    gas_used: '7',
    events: txEvents(tx),
    codespace: '',
  }
}

function stored(method: string, block: Block): unknown {
  const { height, txs } = block
  if (method === 'header') return { header: head(block) }
  if (method === 'block') return { block_id: blockId(block), block: body(block) }
  if (method !== 'block_results') throw new Error(`no ${method} here`)
  return {
    height: String(height),
    txs_results: txs.length > 0 ? txs.map(fullResult) : null,
    finalize_block_events: blockEvents(height),
    validator_updates: null,
    consensus_param_updates: null,
    app_hash: 'AAAA',
  }
}

/** As delivered: members that are zero are left out where the node leaves them out. */
function live(block: Block): Delivered[] {
  const { height, txs } = block
  const events = blockEvents(height)
  const mint: Record<string, string[]> = events ? { 'mint.amount': [`${height}atom`] } : {}
  const deliver = (kind: string, value: unknown, keys: Record<string, string[]> = {}) => ({
    data: { type: `tendermint/event/${kind}`, value },
    events: { 'tm.event': [kind], ...keys },
  })
  const finalize = {
    ...(events && { events }),
    ...(txs.length > 0 && { tx_results: txs.map(fullResult) }),
    validator_updates: [],
    app_hash: 'AAAA',
  }
  return [
    deliver(
      'NewBlock',
      { block: body(block), block_id: blockId(block), result_finalize_block: finalize },
      mint,
    ),
    deliver('NewBlockHeader', { header: head(block) }),
    deliver('NewBlockEvents', { height: String(height), events, num_txs: `${txs.length}` }, mint),
    ...txs.map((tx, index) =>
      deliver(
        'Tx',
        {
          TxResult: {
            height: String(height),
            ...(index > 0 && { index }),
            tx,
            result: {
              gas_used: '7',
              events: [{ type: 'app', attributes: txEvents(tx)[0]?.attributes }, { type: 'bare' }],
            },
          },
        },
        {
          'tx.hash': [hash(tx)],
          'tx.height': [String(height)],
          'app.key': [atob(tx), 'twice'],
        },
      ),
    ),
  ]
}

function hash(tx: string): string {
  return createHash('sha256').update(Buffer.from(tx, 'base64')).digest('hex').toUpperCase()
}

export function wants(query: string, event: Delivered): boolean {
  return matchesQuery(parseQuery(query), event.events)
}
