// Probes the published descriptions of both services against the sandbox and a real node, and says what was found of
// the disagreements that are known, on demand (`pnpm build` first):
//   TAGWIRE_COMETBFT=PROGRAM node test/external/upstream/main.mjs ROUTING_YAML NODE_YAML [PAYLOADS]
// PAYLOADS is a folder of published payloads of the routing service.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { probe } from '../../../generator/dist/index.js'
import { startRoutingSandbox } from '../../../packages/routing-sandbox/dist/index.js'

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

/** What any client does, seen through the proxy, held to a description. */
async function recorded(description, to, port, use) {
  const har = path.join(folder, `${port}.har`)
  const args = ['probe', description, '--record', '--to', to, '--port', String(port), '--har', har]
  const child = spawn(process.execPath, [main, ...args, '--quiet'], { stdio: 'ignore' })
  running.push(child)
  await setTimeout(4000)
  await use(`http://127.0.0.1:${port}`)
  child.kill('SIGINT')
  await once(child, 'close')
  return probe(description, { samples: har })
}

async function startNode() {
  const home = path.join(folder, 'home')
  execFileSync(program, ['init', '--home', home], { stdio: 'ignore' })
  const child = spawn(
    program,
    ['node', '--home', home, '--proxy_app=kvstore'].concat([
      '--rpc.laddr',
      'tcp://127.0.0.1:26959',
      '--p2p.laddr',
      'tcp://127.0.0.1:0',
    ]),
    { stdio: 'ignore' },
  )
  running.push(child)
  await setTimeout(6000)
  return 'http://127.0.0.1:26959'
}

/** Everything that the description has and that changes nothing but a node of this test. */
async function useNode(url) {
  const ask = async (call) => (await fetch(`${url}/${call}`)).json().catch(() => ({}))
  await ask('broadcast_tx_sync?tx="a=1"')
  await ask('broadcast_tx_async?tx="b=2"')
  const { result } = await ask('broadcast_tx_commit?tx="c=3"')
  const height = result?.height ?? '1'
  const plain =
    'health status net_info blockchain header block block_results commit validators genesis genesis_chunked consensus_params consensus_state dump_consensus_state unconfirmed_txs num_unconfirmed_txs abci_info'
  for (const each of plain.split(' ')) await ask(each)
  for (const each of [
    `tx?hash=0x${result?.hash}&prove=true`,
    'tx_search?query="tx.height>0"&prove=true',
    'block_search?query="block.height>0"',
    `block?height=${height}`,
    `block_results?height=${height}`,
    'abci_query?path=""&data="c"',
    'check_tx?tx="d=4"',
    'block?height=0',
    'broadcast_evidence?evidence="x"',
  ]) {
    await ask(each)
  }
}

function report(title, list, results) {
  const told = new Set(
    results.flatMap(({ fixes, mismatches }) => [
      ...fixes.map(({ text, pointer }) => `${text} ${pointer}`),
      ...mismatches
        .filter((each) => each.fix === undefined)
        .map((each) => `${each.kind} ${each.at?.pointer}`),
    ]),
  )
  // A refusal alone is no disagreement, but can show one.
  const refused = results.flatMap(({ payloads }) =>
    payloads.flatMap(({ name, reason }) => (reason === undefined ? [] : [`${name} ${reason}`])),
  )
  const explained = new Set()
  const rows = list.map(({ topic, says, unseen }) => {
    const hits =
      says === undefined ? [] : [...told, ...refused].filter((each) => new RegExp(says).test(each))
    for (const each of hits) explained.add(each)
    return { topic, found: hits.length > 0, unseen }
  })
  const others = [...told].filter((each) => !explained.has(each))
  const missed = rows.filter((each) => !each.found && each.unseen === undefined)
  const unseen = rows.filter((each) => !each.found && each.unseen !== undefined)
  const found = rows.filter((each) => each.found)
  process.stdout.write(
    `## ${title}: ${list.length} known, ${found.length} found, ${unseen.length} not on the wire, ${missed.length} missed, ${others.length} others\n`,
  )
  for (const each of missed) process.stdout.write(`missed: ${each.topic}\n`)
  for (const each of unseen)
    process.stdout.write(`not on the wire: ${each.topic} (${each.unseen})\n`)
  for (const each of others) process.stdout.write(`other: ${each}\n`)
}

try {
  const sandbox = await startRoutingSandbox()
  const seen = await recorded(routing, sandbox.url, 26974, async (url) => {
    await probe('spec/routing/openapi.yaml', { cwd: repository, url, unsafe: true })
  })
  const published = payloads === undefined ? [] : [await probe(routing, { samples: payloads })]
  await sandbox.close()
  report('routing', known.routing, [seen, ...published])
  const url = await startNode()
  const called = await probe(node, { url })
  const used = await recorded(node, url, 26975, useNode)
  report('node', known.node, [called, used])
} finally {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
