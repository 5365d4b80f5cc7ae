/*
 * `pnpm tool releases`: asks live nodes of the releases before and after 0.38, and keeps what they
 * answered for test/packages/releases, which runs next.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createNodeRpcClient,
  type EventData,
  type EventNotification,
  http,
  methods,
  type NodeRpcClient,
  type Transport,
  webSocket,
} from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import { findBinary } from './harness/binary.js'
import { newTx, sha256 } from './harness/chain.js'
import { command, temporaryFolder } from './harness/home.js'
import { nodeIn, type TestNode } from './harness/node.js'

interface Release {
  readonly version: string
  /** The built-in application that has validators, and the transaction that changes one. */
  readonly app: 'kvstore' | 'persistent_kvstore'
  readonly powerTx: (key: string, power: number) => string
}

const releases: Readonly<Record<string, Release>> = {
  '0.37': {
    version: 'v0.37.16',
    app: 'persistent_kvstore',
    powerTx: (key, power) => `val:${key}!${power}`,
  },
  '1.0': {
    version: 'v1.0.1',
    app: 'kvstore',
    powerTx: (key, power) => `val=ed25519!${key}!${power}`,
  },
}

type RpcMethod = (typeof methods)[keyof typeof methods]

const kinds = [
  'NewRound',
  'NewRoundStep',
  'CompleteProposal',
  'Vote',
  'NewBlock',
  'NewBlockHeader',
  'NewBlockEvents',
  'Tx',
  'ValidatorSetUpdates',
]

const say = (line: string): void => void process.stderr.write(`[releases] ${line}\n`)

async function answersOf({ url }: TestNode, release: Release): Promise<readonly unknown[]> {
  const client = createNodeRpcClient({ transport: http(url), checkRelease: false })
  const tx = newTx()
  const { height } = await client.broadcastTxCommit({ tx })
  // Searches know a transaction a little later than its block.
  await client.waitForTx({ hash: sha256(tx) })
  const { block_id } = await client.block({ height })
  const inputs: Readonly<Record<string, object>> = {
    broadcastTxCommit: { tx: newTx() },
    broadcastTxSync: { tx: newTx() },
    broadcastTxAsync: { tx: newTx() },
    checkTx: { tx: newTx() },
    status: {},
    health: {},
    netInfo: {},
    genesis: {},
    genesisChunked: {},
    validators: { height },
    consensusParams: { height },
    blockchain: { minHeight: 1, maxHeight: 2 },
    block: { height },
    blockByHash: { hash: `0x${block_id.hash}` },
    blockSearch: { query: `block.height=${height}` },
    blockResults: { height },
    commit: { height },
    header: { height },
    headerByHash: { hash: `0x${block_id.hash}` },
    unconfirmedTxs: {},
    numUnconfirmedTxs: {},
    consensusState: {},
    dumpConsensusState: {},
    tx: { hash: sha256(tx), prove: true },
    txSearch: { query: `tx.height=${height}` },
    abciInfo: {},
    abciQuery: { data: new Uint8Array([97]) },
  }
  const answers: unknown[] = []
  const ask = async (method: RpcMethod, params: object): Promise<unknown> => {
    const result = await client.transport.call({ method, params })
    answers.push({ method: method.name, result })
    return result
  }
  for (const [name, method] of Object.entries(methods)) {
    const params = inputs[name]
    if (params) await ask(method, params)
  }
  const changed = await client.broadcastTxCommit({ tx: await powerTx(client, release, 11) })
  await ask(methods.blockResults, { height: changed.height })
  await client.close()
  return answers
}

interface Recorded {
  readonly query: string
  readonly data: EventData
  readonly events: EventNotification['events']
}

/** A transaction that changes the power of the only validator. */
async function powerTx(
  client: Pick<NodeRpcClient<Transport>, 'status'>,
  release: Release,
  power: number,
): Promise<Uint8Array> {
  const { validator_info } = await client.status()
  return new TextEncoder().encode(release.powerTx(validator_info.pub_key?.value ?? '', power))
}

/** The first event of each kind that this release has. */
async function eventsOf(node: TestNode, release: Release): Promise<readonly Recorded[]> {
  const client = createNodeRpcClient({
    transport: webSocket(node.socketUrl, { WebSocket }),
    checkRelease: false,
  })
  const ending = AbortSignal.timeout(15_000)
  const firsts = kinds.map(async (kind) => {
    const query = `tm.event='${kind}'`
    for await (const { data, events } of client.subscribe(query, {
      resume: 'none',
      signal: ending,
    }))
      return [{ query, data, events }]
    return []
  })
  await sleep(500)
  await client.broadcastTxSync({ tx: await powerTx(client, release, 12) })
  const found = await Promise.all(firsts.map((each) => each.catch(() => [])))
  await client.close()
  return found.flat()
}

/** The results of calls for the block whose events were recorded. */
async function pastOf({ url }: TestNode, events: readonly Recorded[]): Promise<object> {
  const client = createNodeRpcClient({ transport: http(url), checkRelease: false })
  const { data } = events.find(({ query }) => query.includes("'NewBlock'")) ?? {}
  if (data?.type !== 'tendermint/event/NewBlock') throw new Error('no block was recorded')
  const params = { height: data.value.block.header.height }
  const ask = (method: RpcMethod): Promise<unknown> => client.transport.call({ method, params })
  return { block: await ask(methods.block), results: await ask(methods.blockResults) }
}

for (const [line, release] of Object.entries(releases)) {
  const { version, app } = release
  const found = await findBinary(path.resolve('.cache/go-bin'), say, version)
  if ('missing' in found) throw new Error(`no node of ${version}: ${found.missing}`)
  const home = await temporaryFolder()
  await command(found.path, 'init', '--home', home)
  const node = await nodeIn(found.path, home, { app, flags: ['--moniker', 'test'] })
  try {
    await node.start()
    const answers = await answersOf(node, release)
    const events = await eventsOf(node, release)
    const recorded = { answers, events, past: await pastOf(node, events) }
    const file = path.resolve(`test/packages/releases/${line}.json`)
    await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`)
    say(`${version}: ${recorded.answers.length} answers, ${recorded.events.length} events`)
  } finally {
    await node.remove()
  }
}
