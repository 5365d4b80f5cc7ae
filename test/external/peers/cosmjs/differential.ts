/*
 * The same node, two clients: every method that both have must return the same. What Comet38Client gives back
 * as bytes, dates and numbers is written as it travels before it is compared.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { Comet38Client, WebsocketClient } from '@cosmjs/tendermint-rpc'
import { createNodeRpcClient, eventQuery, http, webSocket } from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import { findBinary } from '../../../e2e/node/harness/binary.js'
import { commitTx, newTx, powerTx, sha256 } from '../../../e2e/node/harness/chain.js'
import { take } from '../../../e2e/node/harness/collect.js'
import { startNode } from '../../../e2e/node/harness/node.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Nanoseconds are kept beside the date. */
function time(date: Date & { nanoseconds?: number }): string {
  const whole = date.toISOString().replace('Z', '')
  const rest = String(date.nanoseconds ?? 0).padStart(6, '0')
  return `${whole}${rest}Z`.replace(/\.?0+Z$/, 'Z')
}

const say = (line: string): void => void process.stderr.write(`[cosmjs] ${line}\n`)
const found = await findBinary(path.resolve('.cache/go-bin'), say)
if ('missing' in found) {
  say(`SKIPPED: ${found.missing}`)
  process.exit(0)
}
const node = await startNode(found.path)
const ours = createNodeRpcClient({ transport: webSocket(node.socketUrl, { WebSocket }) })
const overHttp = createNodeRpcClient({ transport: http(node.url) })
const theirs = await Comet38Client.connect(node.url)
let compared = 0

async function same(what: string, left: Promise<unknown>, right: Promise<unknown>): Promise<void> {
  assert.deepEqual(await left, await right, what)
  compared++
}

try {
  const tx = newTx()
  await commitTx(ours, await powerTx(ours, 12))
  const { height } = await commitTx(ours, tx)
  for (let more = 0; more < 40; more++) await ours.broadcastTxSync({ tx: newTx() })
  await commitTx(ours)
  for (const client of [ours, overHttp]) await compareCalls(client, height, tx)
  await compareBroadcasts()
  await compareEvents()
  say(`${compared} comparisons, no difference`)
} finally {
  theirs.disconnect()
  await ours.close()
  await node.remove()
}
// Its socket client keeps the program alive for good.
process.exit(0)

async function compareCalls(client: typeof overHttp, height: string, tx: Uint8Array) {
  const at = Number(height)
  await same(
    'health',
    client.health().then(() => null),
    theirs.health(),
  )
  await same(
    'status',
    client
      .status()
      .then(({ node_info, sync_info, validator_info }) => [
        node_info.id,
        node_info.network,
        node_info.version,
        node_info.channels,
        sync_info.earliest_block_hash,
        sync_info.earliest_block_time,
        validator_info.voting_power,
      ]),
    theirs
      .status()
      .then(({ nodeInfo, syncInfo, validatorInfo }) => [
        hex(nodeInfo.id).toLowerCase(),
        nodeInfo.network,
        nodeInfo.version,
        nodeInfo.channels,
        hex(syncInfo.earliestBlockHash ?? new Uint8Array()),
        syncInfo.earliestBlockTime && time(syncInfo.earliestBlockTime),
        String(validatorInfo.votingPower),
      ]),
  )
  await same(
    'abciInfo',
    client.abciInfo().then(({ response }) => response.data),
    theirs.abciInfo().then(({ data }) => data),
  )
  const data = new TextEncoder().encode(new TextDecoder().decode(tx).split('=')[0])
  await same(
    'abciQuery',
    client
      .abciQuery({ data })
      .then(({ response: { key, value, log, code } }) => [key, value, log, code]),
    theirs
      .abciQuery({ path: 'key', data })
      .then(({ key, value, log, code }) => [base64(key), base64(value), log, code]),
  )
  for (let each = 1; each <= at; each++) {
    await same(
      `block ${each}`,
      client
        .block({ height: each })
        .then(({ block_id, block }) => [
          block_id.hash,
          block?.header.time,
          block?.header.app_hash,
          block?.header.proposer_address,
          block?.data.txs,
          block?.last_commit?.signatures?.map(({ signature }) => signature),
        ]),
      theirs
        .block(each)
        .then(({ blockId, block }) => [
          hex(blockId.hash),
          time(block.header.time),
          hex(block.header.appHash),
          hex(block.header.proposerAddress),
          block.txs.map(base64),
          block.lastCommit?.signatures.map(({ signature }) => base64(signature)) ?? [],
        ]),
    )
  }
  await same(
    'blockResults',
    client
      .blockResults({ height })
      .then(({ txs_results }) =>
        txs_results?.map(({ code, events, gas_wanted }) => [
          code,
          gas_wanted,
          events.map(({ type, attributes }) => [
            type,
            attributes.map(({ key, value }) => [key, value]),
          ]),
        ]),
      ),
    theirs
      .blockResults(at)
      .then(({ results }) =>
        results.map(({ code, events, gasWanted }) => [
          code,
          String(gasWanted),
          events.map(({ type, attributes }) => [
            type,
            attributes.map(({ key, value }) => [key, value]),
          ]),
        ]),
      ),
  )
  await same(
    'blockchain',
    client
      .blockchain({ minHeight: 1, maxHeight: 3 })
      .then(({ block_metas }) =>
        block_metas.map((meta) => [meta?.block_id.hash, meta?.num_txs, meta?.block_size]),
      ),
    theirs
      .blockchain(1, 3)
      .then(({ blockMetas }) =>
        blockMetas.map((meta) => [
          hex(meta.blockId.hash),
          String(meta.numTxs),
          String(meta.blockSize),
        ]),
      ),
  )
  await same(
    'commit',
    client
      .commit({ height })
      .then((commit) => [commit?.canonical, commit?.signed_header.commit?.block_id.hash]),
    theirs.commit(at).then(({ canonical, commit }) => [canonical, hex(commit.blockId.hash)]),
  )
  await same(
    'genesis',
    client
      .genesis()
      .then(({ genesis }) => [
        genesis.chain_id,
        genesis.genesis_time,
        genesis.validators?.map(({ address, power }) => [address, power]),
      ]),
    theirs
      .genesis()
      .then(({ chainId, genesisTime, validators }) => [
        chainId,
        time(genesisTime),
        validators.map(({ address, votingPower }) => [hex(address), String(votingPower)]),
      ]),
  )
  await same(
    'numUnconfirmedTxs',
    client.numUnconfirmedTxs().then(({ total }) => total),
    theirs.numUnconfirmedTxs().then(({ total }) => String(total)),
  )
  const hash = sha256(tx)
  const proven = (proof: unknown): boolean => proof !== undefined
  await same(
    'tx',
    client
      .tx({ hash, prove: true })
      .then((found) => [
        found.hash,
        found.height,
        found.index,
        found.tx,
        found.tx_result.code,
        proven(found.proof),
      ]),
    theirs
      .tx({ hash, prove: true })
      .then((found) => [
        hex(found.hash),
        String(found.height),
        found.index,
        base64(found.tx),
        found.result.code,
        proven(found.proof),
      ]),
  )
  await same(
    'txSearchAll',
    listOf(client.txSearchAll({ query: 'tx.height > 0', per_page: 7 }), (found) => found.hash),
    theirs
      .txSearchAll({ query: 'tx.height > 0', per_page: 7 })
      .then(({ txs }) => txs.map((found) => hex(found.hash))),
  )
  await same(
    'blockSearchAll',
    listOf(
      client.blockSearchAll({ query: `block.height < ${at}`, order_by: 'asc' }),
      ({ block_id }) => block_id.hash,
    ),
    theirs
      .blockSearchAll({ query: `block.height < ${at}`, order_by: 'asc' })
      .then(({ blocks }) => blocks.map(({ blockId }) => hex(blockId.hash))),
  )
  await same(
    'validatorsAll',
    listOf(client.validatorsAll({ height }), (each) => [
      each.address,
      each.voting_power,
      each.pub_key?.value,
    ]),
    theirs
      .validatorsAll(at)
      .then(({ validators }) =>
        validators.map((each) => [
          hex(each.address),
          String(each.votingPower),
          each.pubkey && base64(each.pubkey.data),
        ]),
      ),
  )
}

async function compareBroadcasts(): Promise<void> {
  const both = [newTx(), newTx()] as const
  await same(
    'broadcastTxSync',
    ours.broadcastTxSync({ tx: both[0] }).then(({ code, log }) => [code, log]),
    theirs.broadcastTxSync({ tx: both[1] }).then(({ code, log }) => [code, log ?? '']),
  )
  const commits = [newTx(), newTx()] as const
  await same(
    'broadcastTxCommit',
    overHttp.broadcastTxCommit({ tx: commits[0] }).then(({ tx_result }) => tx_result.code),
    theirs.broadcastTxCommit({ tx: commits[1] }).then(({ txResult }) => txResult?.code),
  )
}

/** Both follow while transactions are made: the same blocks, the same transactions. */
async function compareEvents(): Promise<void> {
  // Made only now: once it has been idle after connecting, it sends nothing any more.
  const theirSocket = Comet38Client.create(new WebsocketClient(`ws://127.0.0.1:${node.port}`))
  const blocks: string[] = []
  const txs: string[] = []
  theirSocket.subscribeNewBlock().addListener({
    next: ({ header }) => blocks.push(String(header.height)),
    error: (error) => say(`its blocks ended: ${error}`),
  })
  theirSocket.subscribeTx().addListener({
    next: (event) => txs.push(base64(event.tx)),
    error: (error) => say(`its transactions ended: ${error}`),
  })
  const ourBlocks = ours.subscribe(eventQuery('NewBlock'))
  const ourTxs = ours.subscribe(eventQuery('Tx'))
  await Promise.all([ourBlocks.ready, ourTxs.ready])
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (let sent = 0; sent < 30; sent++) await ours.broadcastTxSync({ tx: newTx() })
  const seenTxs = await take(ourTxs, 30)
  const seenBlocks = await take(ourBlocks, 8)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const heights = seenBlocks.map(({ data }) => String(data.value.block?.header.height))
  const shared = heights.filter((height) => Number(height) >= Number(blocks[0]))
  assert.ok(shared.length >= 3, `both see blocks: ${heights} and ${blocks}`)
  assert.deepEqual(shared, blocks.slice(0, shared.length), 'the same blocks')
  const seen = seenTxs.map(({ data }) => data.value.TxResult.tx)
  assert.deepEqual(seen, txs.slice(0, 30), 'the same transactions')
  compared += 2
}

async function listOf<T>(source: AsyncIterable<T>, read: (item: T) => unknown): Promise<unknown[]> {
  const list: unknown[] = []
  for await (const item of source) list.push(read(item))
  return list
}
