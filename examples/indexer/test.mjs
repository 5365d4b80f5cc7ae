// Kills the indexer twenty times while transactions come in, then compares its table with the chain.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createNodeRpcClient, history, http } from '@tagwire/node-rpc'

const kills = Number(process.env.KILLS ?? 20)
const program = process.env.TAGWIRE_COMETBFT ?? 'cometbft'
const home = mkdtempSync(path.join(tmpdir(), 'indexer-'))
const file = path.join(home, 'index.db')
const [rpcPort, p2pPort] = await Promise.all([freePort(), freePort()])
const node = startNode()
try {
  await main()
} finally {
  node.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
}

async function main() {
  const client = createNodeRpcClient({ transport: http(`http://127.0.0.1:${rpcPort}`) })
  while (!(await hasBlocks(client))) await sleep(200)
  let sending = true
  let sent = 0
  const sender = (async () => {
    while (sending) {
      const tx = new TextEncoder().encode(`key-${sent}=value-${sent++}`)
      await client.broadcastTxAsync({ tx })
      await sleep(4)
    }
  })()
  for (let kill = 0; kill < kills; kill++) {
    const indexer = startIndexer()
    // Sometimes before it is connected, sometimes in the middle of a batch.
    await sleep(250 + Math.random() * 1500)
    indexer.kill('SIGKILL')
    await new Promise((resolve) => indexer.once('exit', resolve))
  }
  sending = false
  await sender
  const last = await settledHeight(client)
  const indexer = startIndexer()
  const db = await opened()
  while (rowsOf(db).cursor.height <= last) await sleep(100)
  indexer.kill('SIGKILL')

  const expected = []
  for await (const { height, block } of history(client, { methods: ['block'], to: last })) {
    for (const [place, tx] of (block.block?.data.txs ?? []).entries()) {
      expected.push({ height, place, tx })
    }
  }
  const { rows } = rowsOf(db)
  assert.deepEqual(
    rows.filter(({ height }) => height <= last),
    expected,
  )
  assert.equal(expected.length, sent)
  console.log(
    `${expected.length} transactions in ${last} heights, ${kills} kills: none missing, none double`,
  )
}

async function hasBlocks(client) {
  const status = await client.status({ timeoutMs: 500 }).catch(() => undefined)
  return Number(status?.sync_info.latest_block_height ?? 0) > 0
}

/** The first height after which no transactions wait. */
async function settledHeight(client) {
  while (Number((await client.numUnconfirmedTxs()).total) > 0) await sleep(100)
  await sleep(500)
  return Number((await client.status()).sync_info.latest_block_height)
}

async function opened() {
  await sleep(500)
  return new DatabaseSync(file, { readOnly: true })
}

function rowsOf(db) {
  const rows = db.prepare('SELECT height, place, tx FROM txs ORDER BY height, place').all()
  const state = db.prepare("SELECT value FROM state WHERE key = 'cursor'").get()
  return {
    rows: rows.map((row) => ({ ...row })),
    cursor: state ? JSON.parse(state.value) : { height: 0 },
  }
}

function startIndexer() {
  const url = `ws://127.0.0.1:${rpcPort}/websocket`
  return spawn(process.execPath, [new URL('indexer.mjs', import.meta.url).pathname, url, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function startNode() {
  execFileSync(program, ['init', '--home', home], { stdio: 'ignore' })
  const config = path.join(home, 'config/config.toml')
  const text = readFileSync(config, 'utf8')
    .replace(/^timeout_commit = .*/m, 'timeout_commit = "200ms"')
    .replace(/^timeout_propose = .*/m, 'timeout_propose = "300ms"')
  writeFileSync(config, text)
  const flags = [
    `--rpc.laddr=tcp://127.0.0.1:${rpcPort}`,
    `--p2p.laddr=tcp://127.0.0.1:${p2pPort}`,
    '--p2p.pex=false',
    '--proxy_app=kvstore',
  ]
  return spawn(program, ['node', '--home', home, ...flags], { stdio: 'ignore' })
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
