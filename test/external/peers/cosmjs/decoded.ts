/*
 * The migration table of docs/decoding.md: the same recorded answers, decoded by Comet38Client and by a
 * client with `decode: responseDecoders`. Needs no node.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Comet38Client } from '@cosmjs/tendermint-rpc'
import { createNodeRpcClient } from '@tagwire/node-rpc'
import { responseDecoders } from '@tagwire/node-rpc/decode'

interface Transcript {
  readonly exchanges: readonly {
    readonly method: string
    readonly answer: { readonly result?: unknown }
  }[]
}

const { exchanges }: Transcript = JSON.parse(
  readFileSync(new URL('../../../e2e/node/transcripts/http.json', import.meta.url), 'utf8'),
)

/** The first recorded answer of a method. */
function recorded(wanted: string): unknown {
  const found = exchanges.find(({ method, answer }) => method === wanted && answer.result)
  if (!found) throw new Error(`nothing is recorded of ${wanted}`)
  return structuredClone(found.answer.result)
}

const ours = createNodeRpcClient({
  transport: {
    kind: 'http',
    call: async ({ method }) => recorded(method.name),
    close: () => {},
  },
  decode: responseDecoders,
})
const theirs = await Comet38Client.create({
  execute: async ({ id, method }) => ({ jsonrpc: '2.0', id, result: recorded(method) }),
  disconnect: () => {},
})

/** Their times are dates with the remaining nanoseconds as an additional property. */
function nanoseconds(date: { getTime(): number } & { nanoseconds?: number }): bigint {
  return BigInt(date.getTime()) * 1_000_000n + BigInt(date.nanoseconds ?? 0)
}

/** Empty bytes are null in some answers. */
const bytes = (value: Uint8Array | null): Uint8Array => value ?? new Uint8Array()

const tx = new Uint8Array([1])
const hash = new Uint8Array(32)

const rows: Readonly<Record<string, readonly [Promise<unknown>, Promise<unknown>]>> = {
  status: [
    theirs
      .status()
      .then(({ nodeInfo, syncInfo, validatorInfo }) => [
        nodeInfo.id,
        nodeInfo.network,
        BigInt(syncInfo.latestBlockHeight),
        nanoseconds(syncInfo.latestBlockTime),
        syncInfo.latestAppHash,
        syncInfo.catchingUp,
        validatorInfo.votingPower,
        validatorInfo.pubkey?.data,
      ]),
    ours
      .status()
      .then(({ node_info, sync_info, validator_info }) => [
        node_info.id,
        node_info.network,
        sync_info.latest_block_height,
        sync_info.latest_block_time,
        sync_info.latest_app_hash,
        sync_info.catching_up,
        validator_info.voting_power,
        validator_info.pub_key.value,
      ]),
  ],
  abciInfo: [
    theirs
      .abciInfo()
      .then((info) => [info.data, BigInt(info.lastBlockHeight ?? 0), info.lastBlockAppHash]),
    ours
      .abciInfo()
      .then(({ response }) => [
        response.data,
        response.last_block_height,
        response.last_block_app_hash,
      ]),
  ],
  abciQuery: [
    theirs
      .abciQuery({ path: 'key', data: tx })
      .then(({ key, value, height, code, log }) => [key, value, BigInt(height ?? 0), code, log]),
    ours
      .abciQuery({ data: tx })
      .then(({ response: { key, value, height, code, log } }) => [
        bytes(key),
        bytes(value),
        height,
        code,
        log,
      ]),
  ],
  block: [
    theirs
      .block(1)
      .then(({ blockId, block: { header, txs, lastCommit } }) => [
        blockId.hash,
        BigInt(header.height),
        nanoseconds(header.time),
        header.appHash,
        header.proposerAddress,
        txs,
        lastCommit?.signatures.map(({ signature }) => signature) ?? [],
      ]),
    ours
      .block({ height: 1n })
      .then(({ block_id, block }) => [
        block_id.hash,
        block?.header.height,
        block?.header.time,
        block?.header.app_hash,
        block?.header.proposer_address,
        block?.data.txs,
        block?.last_commit?.signatures?.map(({ signature }) => bytes(signature)) ?? [],
      ]),
  ],
  blockResults: [
    theirs
      .blockResults(1)
      .then(({ height, results, finalizeBlockEvents }) => [
        BigInt(height),
        results.map(({ code, gasUsed, gasWanted, events }) => [
          code,
          gasUsed,
          gasWanted,
          events.map(({ attributes }) => attributes.map(({ key, value }) => [key, value])),
        ]),
        finalizeBlockEvents.map(({ type }) => type),
      ]),
    ours
      .blockResults({ height: 1n })
      .then(({ height, txs_results, finalize_block_events }) => [
        height,
        (txs_results ?? []).map(({ code, gas_used, gas_wanted, events }) => [
          code,
          gas_used,
          gas_wanted,
          events.map(({ attributes }) => attributes.map(({ key, value }) => [key, value])),
        ]),
        (finalize_block_events ?? []).map(({ type }) => type),
      ]),
  ],
  blockchain: [
    theirs
      .blockchain(1, 2)
      .then(({ lastHeight, blockMetas }) => [
        BigInt(lastHeight),
        blockMetas.map((meta) => [meta.blockId.hash, BigInt(meta.numTxs), BigInt(meta.blockSize)]),
      ]),
    ours
      .blockchain({ minHeight: 1n, maxHeight: 2n })
      .then(({ last_height, block_metas }) => [
        last_height,
        block_metas.map((meta) => [meta?.block_id.hash, meta?.num_txs, meta?.block_size]),
      ]),
  ],
  commit: [
    theirs
      .commit(1)
      .then(({ header, commit, canonical }) => [header.dataHash, BigInt(commit.height), canonical]),
    ours
      .commit({ height: 1n })
      .then((answer) => [
        answer?.signed_header.header?.data_hash,
        answer?.signed_header.commit?.height,
        answer?.canonical,
      ]),
  ],
  genesis: [
    theirs
      .genesis()
      .then(({ chainId, appHash, validators }) => [
        chainId,
        appHash,
        validators.map(({ address, votingPower }) => [address, votingPower]),
      ]),
    ours
      .genesis()
      .then(({ genesis }) => [
        genesis.chain_id,
        genesis.app_hash,
        genesis.validators.map(({ address, power }) => [address, power]),
      ]),
  ],
  numUnconfirmedTxs: [
    theirs.numUnconfirmedTxs().then(({ total, totalBytes }) => [BigInt(total), BigInt(totalBytes)]),
    ours.numUnconfirmedTxs().then(({ total, total_bytes }) => [total, total_bytes]),
  ],
  tx: [
    theirs
      .tx({ hash })
      .then((found) => [
        found.hash,
        BigInt(found.height),
        found.index,
        found.tx,
        found.result.gasUsed,
      ]),
    ours
      .tx({ hash })
      .then((found) => [
        found.hash,
        found.height,
        found.index,
        bytes(found.tx),
        found.tx_result.gas_used,
      ]),
  ],
  txSearch: [
    theirs
      .txSearch({ query: 'tx.height=1' })
      .then(({ txs, totalCount }) => [txs.map((found) => found.hash), BigInt(totalCount)]),
    ours
      .txSearch({ query: 'tx.height=1' })
      .then(({ txs, total_count }) => [txs.map((found) => found.hash), total_count]),
  ],
  blockSearch: [
    theirs
      .blockSearch({ query: 'block.height=1' })
      .then(({ blocks, totalCount }) => [
        blocks.map(({ blockId }) => blockId.hash),
        BigInt(totalCount),
      ]),
    ours
      .blockSearch({ query: 'block.height=1' })
      .then(({ blocks, total_count }) => [
        blocks.map(({ block_id }) => block_id.hash),
        total_count,
      ]),
  ],
  validators: [
    theirs
      .validators({ height: 1 })
      .then(({ blockHeight, validators }) => [
        BigInt(blockHeight),
        validators.map(({ address, votingPower, pubkey }) => [address, votingPower, pubkey?.data]),
      ]),
    ours
      .validators({ height: 1n })
      .then(({ block_height, validators }) => [
        block_height,
        validators.map(({ address, voting_power, pub_key }) => [
          address,
          voting_power,
          pub_key?.value,
        ]),
      ]),
  ],
  broadcastTxSync: [
    theirs.broadcastTxSync({ tx }).then((answer) => [answer.hash, answer.code]),
    ours.broadcastTxSync({ tx }).then((answer) => [answer.hash, answer.code]),
  ],
  broadcastTxAsync: [
    theirs.broadcastTxAsync({ tx }).then((answer) => answer.hash),
    ours.broadcastTxAsync({ tx }).then((answer) => answer.hash),
  ],
  broadcastTxCommit: [
    theirs
      .broadcastTxCommit({ tx })
      .then((answer) => [
        answer.hash,
        BigInt(answer.height),
        answer.txResult?.code,
        answer.txResult?.gasUsed,
      ]),
    ours
      .broadcastTxCommit({ tx })
      .then((answer) => [
        answer.hash,
        answer.height,
        answer.tx_result.code,
        answer.tx_result.gas_used,
      ]),
  ],
}

for (const [name, [left, right]] of Object.entries(rows)) {
  assert.deepEqual(plain(await right), plain(await left), name)
}
process.stderr.write(`[cosmjs] ${Object.keys(rows).length} decoded answers, no difference\n`)

/** Bytes may have different classes: only their content counts. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return Array.isArray(value) ? value.map(plain) : value
}
