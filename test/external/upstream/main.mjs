// Probes the published descriptions of both services against the sandbox and a real node, and compares what was found
// with the disagreements that are known (`known.json`), on demand (`pnpm build` first):
//   TAGWIRE_COMETBFT=PROGRAM node test/external/upstream/main.mjs ROUTING_YAML NODE_YAML [PAYLOADS]
// PAYLOADS is a folder of published payloads of the routing service. Exit code 1 where a finding of the list does not
// come, where one comes that no list has, or where a payload shows what is said not to be on the wire.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { probe } from '../../../generator/dist/index.js'
import { startRoutingSandbox } from '../../../packages/routing-sandbox/dist/index.js'
import { judge } from './judge.mjs'

const [routing, node, payloads] = process.argv.slice(2)
const program = process.env.TAGWIRE_COMETBFT
if (routing === undefined || node === undefined || program === undefined) {
  process.stderr.write(
    'Usage: TAGWIRE_COMETBFT=PROGRAM main.mjs ROUTING_YAML NODE_YAML [PAYLOADS]\n',
  )
  process.exit(2)
}
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const main = path.join(repository, 'generator/dist/main.js')
const known = JSON.parse(readFileSync(new URL('known.json', import.meta.url), 'utf8'))
const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-upstream-'))
const running = []

/** What any client does, seen through the proxy, compared with a description. */
async function recorded(description, to, port, use) {
  const har = path.join(folder, `${port}.har`)
  const args = ['probe', description, '--record', '--to', to, '--port', String(port), '--har', har]
  const child = spawn(process.execPath, [main, ...args, '--quiet'], { stdio: 'ignore' })
  running.push(child)
  const url = `http://127.0.0.1:${port}`
  await answers(url)
  await use(url)
  child.kill('SIGINT')
  await once(child, 'close')
  const { entries } = JSON.parse(readFileSync(har, 'utf8')).log
  const bodies = entries.flatMap(({ request, response }) => [
    ...jsonOf(request.postData?.text),
    ...jsonOf(response.content?.text),
  ])
  return { result: await probe(description, { samples: har }), bodies }
}

function jsonOf(text) {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

/** Waits until something answers there, whatever it says. */
async function answers(url) {
  for (let times = 0; times < 200; times++) {
    const came = await fetch(url).then(
      () => true,
      () => false,
    )
    if (came) return
    await setTimeout(100)
  }
  throw new Error(`${url} does not answer`)
}

/** A node alone, with its unsafe routes; one that is no validator never makes a block. */
async function startNode(port, isValidator) {
  const home = path.join(folder, `home-${port}`)
  execFileSync(program, ['init', '--home', home], { stdio: 'ignore' })
  if (!isValidator) {
    const file = path.join(home, 'config/genesis.json')
    const genesis = JSON.parse(readFileSync(file, 'utf8'))
    const [validator] = genesis.validators
    validator.pub_key.value = Buffer.alloc(32, 9).toString('base64')
    validator.address = ''
    writeFileSync(file, JSON.stringify(genesis))
  }
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    program,
    ['node', '--home', home, '--proxy_app=kvstore', '--rpc.unsafe'].concat([
      '--rpc.laddr',
      `tcp://127.0.0.1:${port}`,
      '--p2p.laddr',
      'tcp://127.0.0.1:0',
    ]),
    { stdio: 'ignore' },
  )
  running.push(child)
  await answers(url)
  return url
}

const quoted = (value) => encodeURIComponent(JSON.stringify(value))
const NOBODY = `${'01'.repeat(20)}@127.0.0.1:1`

/** Everything that the description has, and what it denies: a parameter left out, another name of one. */
async function useNode(url) {
  const ask = async (call) => (await fetch(`${url}/${call}`)).json().catch(() => ({}))
  await ask('broadcast_tx_sync?tx="a=1"')
  await ask('broadcast_tx_async?tx="b=2"')
  const { result } = await ask('broadcast_tx_commit?tx="c=3"')
  const height = result?.height ?? '1'
  const key = Buffer.alloc(32, 7).toString('base64')
  const joined = await ask(`broadcast_tx_commit?tx=${quoted(`val=ed25519!${key}!1`)}`)
  const plain =
    'health status net_info blockchain header block block_results commit validators genesis genesis_chunked consensus_params consensus_state dump_consensus_state unconfirmed_txs num_unconfirmed_txs abci_info'
  for (const each of plain.split(' ')) await ask(each)
  for (const each of [
    `tx?hash=0x${result?.hash}&prove=true`,
    'tx_search?query="tx.height>0"&prove=true',
    'block_search?query="block.height>0"',
    `block?height=${height}`,
    `block_results?height=${height}`,
    `block_results?height=${joined.result?.height}`,
    'abci_query?path=""&data="c"',
    'abci_query',
    'check_tx?tx="d=4"',
    'block?height=0',
    'broadcast_evidence?evidence="x"',
    `dial_seeds?seeds=${quoted([NOBODY])}`,
    `dial_peers?peers=${quoted([NOBODY])}`,
  ]) {
    await ask(each)
  }
}

/** Waits until a node has made a block: answers before that are others. */
async function firstBlock(url) {
  for (let times = 0; times < 200; times++) {
    const { result } = await (await fetch(`${url}/status`)).json()
    if (Number(result.sync_info.latest_block_height) > 1) return
    await setTimeout(200)
  }
  throw new Error('the node makes no blocks')
}

const isGood = []
try {
  const sandbox = await startRoutingSandbox()
  const seen = await recorded(routing, sandbox.url, 26974, async (url) => {
    await probe('spec/routing/openapi.yaml', { cwd: repository, url, unsafe: true })
  })
  await sandbox.close()
  const published = payloads === undefined ? [] : [await probe(routing, { samples: payloads })]
  const files = payloads === undefined ? [] : readdirSync(payloads)
  const texts = files.map((name) => readFileSync(path.join(payloads, name), 'utf8'))
  const bodies = [...seen.bodies, ...texts.flatMap(jsonOf)]
  isGood.push(judge('routing', known.routing, [seen.result, ...published], bodies))

  const url = await startNode(26959, true)
  await firstBlock(url)
  const called = await probe(node, { url })
  const used = await recorded(node, url, 26975, useNode)
  const idle = await startNode(26958, false)
  const early = await recorded(node, idle, 26976, (at) => fetch(`${at}/abci_info`))
  const results = [called, used.result, early.result]
  isGood.push(judge('node', known.node, results, [...used.bodies, ...early.bodies]))
} finally {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isGood.every(Boolean) ? 0 : 1
