/*
 * `pnpm tool releases`: asks live nodes of the releases before and after 0.38, and keeps what they
 * answered for test/packages/releases, which runs next. With names, such as `0.40`, only those.
 */
import { createECDH, randomBytes } from 'node:crypto'
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
import { findBinary } from '../harness/binary.js'
import { newTx, sha256 } from '../harness/chain.js'
import { command, editGenesis, temporaryFolder } from '../harness/home.js'
import { nodeIn, type TestNode } from '../harness/node.js'
import { refusedWhileCatchingUp } from './catching-up.js'
import { compareRawAnswers, isLine, type LineName, type SettledFacts } from './raw-answers.js'

interface Release {
  readonly version: string
  /** The built-in application that has validators, and the transaction that changes one. */
  readonly app: 'kvstore' | 'persistent_kvstore'
  readonly powerTx: (key: string, power: number) => string
  /** Further kinds of keys that validators may have, and how JSON names them. */
  readonly keys?: Readonly<
    Record<string, { readonly type: string; readonly value: () => Uint8Array }>
  >
}

const releases: Readonly<Partial<Record<LineName, Release>>> = {
  '0.37': {
    version: 'v0.37.16',
    app: 'persistent_kvstore',
    powerTx: (key, power) => `val:${key}!${power}`,
  },
  '0.39': {
    version: 'v0.39.4',
    app: 'kvstore',
    powerTx: (key, power) => `val=ed25519!${key}!${power}`,
  },
  '0.40': {
    version: 'v0.40.0',
    app: 'kvstore',
    powerTx: (key, power) => `val=ed25519!${key}!${power}`,
    keys: {
      secp256k1eth: {
        type: 'tendermint/PubKeySecp256k1eth',
        value: () => generateKeys('secp256k1'),
      },
      ml_dsa_65: { type: 'cometbft/PubKeyMlDsa65', value: () => randomBytes(1952) },
    },
  },
  '1.0': {
    version: 'v1.0.1',
    app: 'kvstore',
    powerTx: (key, power) => `val=ed25519!${key}!${power}`,
  },
}

function generateKeys(curve: string): Uint8Array {
  const pair = createECDH(curve)
  pair.generateKeys()
  return pair.getPublicKey(null, 'compressed')
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

async function answersOf(
  { url }: TestNode,
  release: Release,
): Promise<{ readonly answers: readonly unknown[]; readonly facts: SettledFacts }> {
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
  return {
    answers,
    facts: { height, block: block_id.hash, tx: Buffer.from(sha256(tx)).toString('hex') },
  }
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

/** A chain that begins with a validator for each further kind of key, which never votes. */
function withKeys(
  genesis: Readonly<Record<string, unknown>>,
  { keys = {} }: Release,
): Record<string, unknown> {
  const { consensus_params: params, validators } = genesis
  const kinds = Object.keys(keys)
  if (kinds.length === 0 || !isObject(params) || !Array.isArray(validators)) return { ...genesis }
  const others = Object.values(keys).map(({ type, value }) => ({
    pub_key: { type, value: Buffer.from(value()).toString('base64') },
    power: '1',
    name: '',
  }))
  return {
    ...genesis,
    consensus_params: { ...params, validator: { pub_key_types: ['ed25519', ...kinds] } },
    validators: [...validators, ...others],
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const wanted = process.argv.slice(2)
for (const [line, release] of Object.entries(releases)) {
  if (!isLine(line) || (wanted.length > 0 && !wanted.includes(line))) continue
  const { version, app } = release
  const found = await findBinary(path.resolve('.cache/go-bin'), say, version)
  if ('missing' in found) throw new Error(`no node of ${version}: ${found.missing}`)
  const home = await temporaryFolder()
  await command(found.path, 'init', '--home', home)
  await editGenesis(home, (genesis) => withKeys(genesis, release))
  const node = await nodeIn(found.path, home, { app, flags: ['--moniker', 'test'] })
  try {
    await node.start()
    const { answers, facts } = await answersOf(node, release)
    const events = await eventsOf(node, release)
    const equal = await compareRawAnswers(node, line, facts)
    say(`${version}: ${equal} results are what the node sends`)
    // Nodes of 0.37 take transactions meanwhile.
    const refused = line === '0.37' ? [] : await refusedWhileCatchingUp(found.path, home)
    const recorded = { answers, events, past: await pastOf(node, events), refused }
    const file = path.resolve(`test/packages/releases/${line}.json`)
    await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`)
    say(`${version}: ${recorded.answers.length} answers, ${recorded.events.length} events`)
  } finally {
    await node.remove()
  }
}
