/*
 * `pnpm test:releases`: asks live nodes of the releases before and after 0.38, and keeps what they
 * answered for test/packages/releases.test.ts, which runs next.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createNodeRpcClient, http, methods, webSocket } from '@tagwire/node-rpc'
import { WebSocket } from 'ws'
import { findBinary } from './harness/binary.js'
import { newTx, sha256 } from './harness/chain.js'
import { command, temporaryFolder } from './harness/home.js'
import { nodeIn, type TestNode } from './harness/node.js'

const releases = { '0.37': 'v0.37.16', '1.0': 'v1.0.1' }
const kinds = ['NewRound', 'NewBlock', 'NewBlockHeader', 'NewBlockEvents', 'Tx']

const say = (line: string): void => void process.stderr.write(`[releases] ${line}\n`)

async function answersOf({ url }: TestNode): Promise<readonly unknown[]> {
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
  for (const [name, method] of Object.entries(methods)) {
    const params = inputs[name]
    if (!params) continue
    const result = await client.transport.call({ method, params })
    answers.push({ method: method.name, result })
  }
  await client.close()
  return answers
}

/** The first event of each kind that this release has. */
async function eventsOf(node: TestNode): Promise<readonly unknown[]> {
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
  await client.broadcastTxSync({ tx: newTx() })
  const found = await Promise.all(firsts.map((each) => each.catch(() => [])))
  await client.close()
  return found.flat()
}

for (const [line, release] of Object.entries(releases)) {
  const found = await findBinary(path.resolve('.cache/go-bin'), say, release)
  if ('missing' in found) throw new Error(`no node of ${release}: ${found.missing}`)
  const home = await temporaryFolder()
  await command(found.path, 'init', '--home', home)
  const node = await nodeIn(found.path, home, { flags: ['--moniker', 'test'] })
  try {
    await node.start()
    const recorded = { answers: await answersOf(node), events: await eventsOf(node) }
    const file = path.resolve(`test/packages/releases/${line}.json`)
    await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`)
    say(`${release}: ${recorded.answers.length} answers, ${recorded.events.length} events`)
  } finally {
    await node.remove()
  }
}
