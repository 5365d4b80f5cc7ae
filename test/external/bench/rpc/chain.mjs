// The chain of the scripted node: every block as the one that was recorded, with a height of its own, and told in the
// same way whoever asks: as a notification, by `block`, `block_results`, `header`, `blockchain` and `status`.
import { readFileSync } from 'node:fs'

export const recorded = (file) =>
  JSON.parse(readFileSync(new URL(`../../../e2e/node/transcripts/${file}.json`, import.meta.url)))

/** The height before the first notification. */
export const beginning = 999

const marker = 987654321
// Longer ones have transactions, each with a dozen events, as on chains with users.
const attributes = [
  { key: 'sender', value: `cosmos1${'q'.repeat(38)}`, index: true },
  { key: 'amount', value: '4821uatom', index: true },
  { key: 'msg_index', value: '0', index: true },
]
const types = ['coin_spent', 'coin_received', 'transfer', 'message']
/** Of a transaction. */
export const outcomeWith = (events) => ({
  code: 0,
  data: 'EiYKJC9jb3Ntb3M=',
  log: '',
  info: '',
  gas_wanted: '200000',
  gas_used: '143211',
  events,
  codespace: '',
})
const outcome = outcomeWith(
  Array.from({ length: 12 }, (_, i) => ({ type: types[i % 4], attributes })),
)

/** A chain whose notifications are at least so long. */
export function scriptedChain(kilobytes, status) {
  const [{ notifications }] = recorded('events').recordings
  const [template] = notifications
  const { value } = template.data
  const { block, block_id, result_finalize_block: results } = value
  block.header.height = String(marker)
  while (JSON.stringify(template).length < kilobytes * 1000) {
    block.data.txs.push(btoa('x'.repeat(350)))
    results.tx_results.push(outcome)
  }
  const meta = {
    block_id,
    block_size: '1',
    header: block.header,
    num_txs: `${block.data.txs.length}`,
  }
  const { header } = block
  const stored = {
    block: { block_id, block },
    block_results: {
      height: String(marker),
      txs_results: results.tx_results,
      finalize_block_events: null,
      validator_updates: results.validator_updates,
      consensus_param_updates: null,
      app_hash: results.app_hash,
    },
    header: { header },
  }
  const mempool = { n_txs: '0', total: '0', total_bytes: '0', txs: null }
  const [head, tail] = JSON.stringify(template).split(marker)
  /** A result with another height in it. */
  const at = (height, result) => JSON.parse(JSON.stringify(result).replaceAll(marker, height))

  return {
    /** The text of a notification. */
    notification: (id, height) => `{"jsonrpc":"2.0","id":${id},"result":${head}${height}${tail}}`,
    /** What a node says whose latest height is `latest`. */
    answer(method, params, latest) {
      if (method === 'status') {
        const latest_block_height = String(latest)
        const sync_info = {
          ...status.sync_info,
          latest_block_height,
          latest_block_hash: block_id.hash,
          earliest_block_height: '1',
          earliest_block_hash: block_id.hash,
        }
        const node_info = { ...status.node_info, network: header.chain_id }
        return { result: { ...status, node_info, sync_info } }
      }
      if (method === 'blockchain') {
        const to = Math.min(Number(params.maxHeight), latest)
        const from = Math.max(Number(params.minHeight), to - 19)
        const heights = Array.from({ length: to - from + 1 }, (_, index) => to - index)
        return {
          result: { last_height: String(latest), block_metas: heights.map((one) => at(one, meta)) },
        }
      }
      if (method === 'num_unconfirmed_txs') return { result: mempool }
      if (!stored[method]) return { result: {} }
      const height = Number(params.height ?? latest)
      if (height <= latest) return { result: at(height, stored[method]) }
      const data = `height ${height} must be less than or equal to the current blockchain height ${latest}`
      return { error: { code: -32603, message: 'Internal error', data } }
    },
  }
}
