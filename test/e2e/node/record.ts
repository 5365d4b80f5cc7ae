/* `pnpm tool record`: talks to a real node and keeps the conversation for machines without one. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  createNodeRpcClient,
  eventQuery,
  http,
  type NodeRpcClient,
  type NodeRpcEventKind,
  webSocket,
} from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import { findBinary, release } from './harness/binary.js'
import { calls, prepare } from './harness/calls.js'
import { commitTx, newTx, powerTx } from './harness/chain.js'
import { take } from './harness/collect.js'
import { startNode, type TestNode } from './harness/node.js'
import { type Recorder, recordHttp, recordSocket, recordUri } from './recorder.js'
import type { Recording } from './transcript.js'

const folder = path.resolve('test/e2e/node/transcripts')

/** A few that every node refuses. */
const refusals: readonly ((client: NodeRpcClient) => Promise<unknown>)[] = [
  (client) => client.block({ height: 0 }),
  (client) => client.block({ height: '999999999' }),
  (client) => client.validators({ page: 9 }),
  (client) => client.tx({ hash: new Uint8Array(32) }),
  (client) => client.txSearch({ query: 'a OR b' }),
  (client) => client.dialPeers({ peers: ['127.0.0.1:1'] }),
]

const recorders = { http: recordHttp, uri: recordUri, webSocket: recordSocket }

async function main(): Promise<void> {
  const say = (line: string): void => void process.stderr.write(`[record] ${line}\n`)
  const found = await findBinary(path.resolve('.cache/go-bin'), say)
  if ('missing' in found) throw new Error(`cannot record: ${found.missing}`)
  await mkdir(folder, { recursive: true })
  for (const [name, record] of Object.entries(recorders)) {
    const exchanges = await onNode(found.path, (node) => recordCalls(node, record(node)))
    await save(name, 'exchanges', exchanges)
    say(`${name}: ${exchanges.length} exchanges`)
  }
  const recordings = await onNode(found.path, recordEvents)
  await save('events', 'recordings', recordings)
  say(`events: ${recordings.length} kinds`)
}

async function onNode<T>(binary: string, work: (node: TestNode) => Promise<T>): Promise<T> {
  const node = await startNode(binary)
  try {
    return await work(node)
  } finally {
    await node.remove()
  }
}

async function recordCalls(node: TestNode, recorder: Recorder): Promise<readonly unknown[]> {
  const facts = await prepare(createNodeRpcClient({ transport: http(node.url) }))
  const client = createNodeRpcClient({ transport: recorder.transport })
  recorder.start()
  for (const variants of Object.values(calls)) {
    for (const call of variants) await call(client, facts, node)
  }
  for (const refuse of refusals) await refuse(client).catch(() => {})
  await client.close()
  return recorder.exchanges
}

async function recordEvents(node: TestNode): Promise<Recording[]> {
  const client = createNodeRpcClient({ transport: webSocket(node.socketUrl, { WebSocket }) })
  const kinds: readonly NodeRpcEventKind[] = [
    'NewBlock',
    'NewBlockHeader',
    'NewBlockEvents',
    'Tx',
    'ValidatorSetUpdates',
    'NewRound',
    'NewRoundStep',
    'CompleteProposal',
    'Vote',
    'Polka',
    'Lock',
    'ValidBlock',
  ]
  const recordings: Recording[] = []
  for (const [index, kind] of kinds.entries()) {
    const query = String(eventQuery(kind))
    const events = client.subscribe(query, { resume: 'none' })
    await events.ready
    const taken = take(events, 2)
    await commitTx(client, await powerTx(client, 20 + index))
    await commitTx(client, newTx())
    await commitTx(client, await powerTx(client, 40 + index))
    recordings.push({ query, notifications: await taken })
  }
  await client.close()
  return recordings
}

/** One entry per line: small, and a change shows where it is. */
async function save(name: string, key: string, entries: readonly unknown[]): Promise<void> {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')
  const text = `{\n  "release": "${release}",\n  "${key}": [\n${lines}\n  ]\n}\n`
  await writeFile(path.join(folder, `${name}.json`), text)
}

await main()
