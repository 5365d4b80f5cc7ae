/* One call of every method, or several where the answer has several shapes. */
import type { NodeRpcClient } from '@tagwire/node-rpc'
import { commitTx, hexBytes, newTx, powerTx, sha256 } from './chain.js'
import { duplicateVote } from './evidence.js'
import type { TestNode } from './node.js'

/** Things that exist on the chain. */
export interface Facts {
  readonly height: string
  readonly blockHash: `0x${string}`
  readonly tx: Uint8Array
  /** A block with an update of the validators. */
  readonly updateHeight: string
}

export type Call = (client: NodeRpcClient, facts: Facts, node: TestNode) => Promise<unknown>

const peer = '0123456789abcdef0123456789abcdef01234567@127.0.0.1:1'

/** Every method that all transports carry, with arguments that give a full answer. */
export const calls: Readonly<Record<string, readonly Call[]>> = {
  health: [(client) => client.health()],
  status: [(client) => client.status()],
  net_info: [(client) => client.netInfo()],
  genesis: [(client) => client.genesis()],
  genesis_chunked: [(client) => client.genesisChunked(), (c) => c.genesisChunked({ chunk: 0 })],
  validators: [
    (client) => client.validators(),
    (client, { height }) => client.validators({ height, page: 1, per_page: 100 }),
  ],
  consensus_params: [
    (client) => client.consensusParams({ height: 1 }),
    (client, { height }) => client.consensusParams({ height: BigInt(height) }),
  ],
  blockchain: [(client) => client.blockchain({ minHeight: 1, maxHeight: 2 })],
  block: [(client) => client.block(), (client, { height }) => client.block({ height })],
  block_by_hash: [(client, { blockHash }) => client.blockByHash({ hash: blockHash })],
  block_search: [
    (client, { height }) =>
      client.blockSearch({ query: `block.height = ${height}`, page: 1, per_page: 5 }),
    (client) => client.blockSearch({ query: 'block.height > 0', order_by: 'asc', per_page: 2 }),
  ],
  block_results: [
    (client, { height }) => client.blockResults({ height }),
    (client, { updateHeight }) => client.blockResults({ height: updateHeight }),
    (client) => client.blockResults({ height: 1 }),
  ],
  commit: [(client) => client.commit(), (client, { height }) => client.commit({ height })],
  header: [(client) => client.header(), (client, { height }) => client.header({ height })],
  header_by_hash: [(client, { blockHash }) => client.headerByHash({ hash: blockHash })],
  unconfirmed_txs: [
    (client) => client.unconfirmedTxs(),
    (client) => client.unconfirmedTxs({ limit: 2n }),
  ],
  num_unconfirmed_txs: [(client) => client.numUnconfirmedTxs()],
  consensus_state: [(client) => client.consensusState()],
  dump_consensus_state: [(client) => client.dumpConsensusState()],
  tx: [
    (client, { tx }) => client.tx({ hash: sha256(tx) }),
    (client, { tx }) => client.tx({ hash: sha256(tx), prove: true }),
  ],
  tx_search: [
    (client, { height }) =>
      client.txSearch({ query: `tx.height = ${height}`, prove: true, page: 1, per_page: 2 }),
    (client) => client.txSearch({ query: "app.creator = 'nobody'", order_by: 'desc' }),
  ],
  check_tx: [
    (client) => client.checkTx({ tx: newTx() }),
    (client) => client.checkTx({ tx: new TextEncoder().encode('invalid') }),
  ],
  broadcast_tx_async: [(client) => client.broadcastTxAsync({ tx: newTx() })],
  broadcast_tx_sync: [
    (client) => client.broadcastTxSync({ tx: newTx() }),
    (client) => client.broadcastTxSync({ tx: new TextEncoder().encode('invalid') }),
  ],
  broadcast_tx_commit: [
    (client) => client.broadcastTxCommit({ tx: newTx() }),
    (client) => client.broadcastTxCommit({ tx: new TextEncoder().encode('invalid') }),
  ],
  abci_info: [(client) => client.abciInfo()],
  abci_query: [
    (client) => client.abciQuery(),
    (client) => client.abciQuery({ path: 'name', data: '0x6b', height: 0, prove: true }),
  ],
  broadcast_evidence: [
    async (client, { height }, { home }) => {
      const { validators } = await client.validators({ height })
      const { header } = await client.header({ height })
      if (!header || !validators) throw new Error('no such block')
      return client.broadcastEvidence({
        evidence: await duplicateVote({ home, header, validators }),
      })
    },
  ],
  dial_seeds: [(client) => client.dialSeeds({ seeds: [peer] })],
  dial_peers: [
    (client) => client.dialPeers({ peers: [peer] }),
    (client) => client.dialPeers({ peers: [peer], persistent: false, unconditional: true }),
  ],
  unsafe_flush_mempool: [(client) => client.unsafeFlushMempool()],
}

/** Makes what the calls ask for. */
export async function prepare(client: NodeRpcClient): Promise<Facts> {
  const tx = newTx()
  await commitTx(client, await powerTx(client, 11))
  const { height: updateHeight } = await commitTx(client, await powerTx(client, 12))
  const { height } = await commitTx(client, tx)
  const { block_id } = await client.block({ height })
  return { height, updateHeight, tx, blockHash: hexBytes(block_id.hash) }
}
