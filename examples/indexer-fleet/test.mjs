// Past heights per second with 1, 2 and 4 workers, then all of it again while processes are killed.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createNodeRpcClient, history, http } from '@tagwire/node-rpc'
import pg from 'pg'

const kills = Number(process.env.KILLS ?? 12)
const heights = Number(process.env.HEIGHTS ?? 200)
const program = process.env.TAGWIRE_COMETBFT ?? 'cometbft'
const binaries = process.env.POSTGRES_BIN ?? postgresFolder()
const home = mkdtempSync(path.join(tmpdir(), 'fleet-'))
const ports = await Promise.all([freePort(), freePort(), freePort()])
const [rpcPort, p2pPort, databasePort] = ports
const urls = { http: `http://127.0.0.1:${rpcPort}`, socket: `ws://127.0.0.1:${rpcPort}/websocket` }
const running = new Set()
const client = createNodeRpcClient({ transport: http(urls.http) })
try {
  startDatabase()
  startNode()
  await main()
} finally {
  for (const child of running) child.kill('SIGKILL')
  await sleep(500)
  rmSync(home, { recursive: true, force: true })
}

async function main() {
  let sending = true
  const sender = send(() => sending)
  while ((await latest()) < heights) await sleep(500)
  for (const count of [1, 2, 4]) {
    const database = await createDatabase(`with_${count}`)
    const children = [start('follower.mjs', database, urls.socket)]
    await rangesOf(database)
    const begun = performance.now()
    for (let i = 0; i < count; i++) children.push(start('worker.mjs', database, urls.http))
    const done = await completeUpTo(database, heights)
    const seconds = (performance.now() - begun) / 1000
    console.log(`${count} workers: ${Math.round(done / seconds)} heights per second`)
    await Promise.all(children.map(kill))
  }
  const database = await createDatabase('with_kills')
  const roles = ['follower', 'follower', 'worker', 'worker', 'worker']
  const start1 = (role) =>
    start(`${role}.mjs`, database, role === 'worker' ? urls.http : urls.socket)
  const children = roles.map(start1)
  for (let count = 0; count < kills; count++) {
    await sleep(200 + Math.random() * 1200)
    const victim = Math.floor(Math.random() * roles.length)
    await kill(children[victim])
    children[victim] = start1(roles[victim])
  }
  sending = false
  const sent = await sender
  const last = await latest()
  await completeUpTo(database, last)
  const expected = []
  for await (const { height, block } of history(client, { methods: ['block'], to: last })) {
    for (const [place, tx] of (block.block?.data.txs ?? []).entries()) {
      expected.push({ height, place, tx })
    }
  }
  const query = 'SELECT height::int, place, tx FROM txs WHERE height <= $1 ORDER BY height, place'
  assert.deepEqual(await rowsOf(database, query, [last]), expected)
  console.log(
    `${expected.length} of ${sent} transactions in ${last} heights, ${kills} kills: equal to the chain`,
  )
}

async function send(goesOn) {
  while ((await latest()) < 1) await sleep(200)
  let sent = 0
  while (goesOn()) {
    const tx = new TextEncoder().encode(`key-${sent}=value-${sent++}`)
    await client.broadcastTxAsync({ tx })
    await sleep(5)
  }
  while (Number((await client.numUnconfirmedTxs()).total) > 0) await sleep(100)
  await sleep(500)
  return sent
}

async function latest() {
  const status = await client.status({ timeoutMs: 1000 }).catch(() => undefined)
  return Number(status?.sync_info.latest_block_height ?? 0)
}

/** Waits until the follower has handed the past to the queue. */
async function rangesOf(database) {
  const query = "SELECT 1 FROM state WHERE key = 'cursor'"
  while ((await rowsOf(database, query, []).catch(() => [])).length === 0) await sleep(100)
}

/** Waits until all heights up to this one are marked as done. */
async function completeUpTo(database, height) {
  for (;;) {
    const query = 'SELECT count(*)::int AS n FROM done WHERE height <= $1'
    const [{ n }] = await rowsOf(database, query, [height]).catch(() => [{ n: 0 }])
    if (n === height) return n
    await sleep(100)
  }
}

async function rowsOf(database, query, values) {
  const connection = new pg.Client({ connectionString: database })
  await connection.connect()
  try {
    return (await connection.query(query, values)).rows
  } finally {
    await connection.end()
  }
}

async function createDatabase(name) {
  const base = `postgres://postgres@127.0.0.1:${databasePort}`
  for (let attempt = 0; ; attempt++) {
    try {
      await rowsOf(`${base}/postgres`, `CREATE DATABASE ${name}`)
      return `${base}/${name}`
    } catch (error) {
      if (attempt > 50) throw error
      await sleep(200)
    }
  }
}

function start(file, ...args) {
  const script = path.join(import.meta.dirname, file)
  return keep(
    spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }),
  )
}

function keep(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function kill(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  child.kill('SIGKILL')
  return new Promise((resolve) => child.once('exit', resolve))
}

/** PostgreSQL does not run as root: who is root runs it as nobody. */
function startDatabase() {
  const folder = path.join(home, 'postgres')
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if ('uid' in user) chownSync(home, user.uid, user.gid)
  const init = ['-D', folder, '-U', 'postgres', '--auth=trust', '--no-sync']
  execFileSync(path.join(binaries, 'initdb'), init, { stdio: 'ignore', ...user })
  const flags = ['-D', folder, '-p', String(databasePort), '-k', home, '-h', '127.0.0.1']
  keep(spawn(path.join(binaries, 'postgres'), flags, { stdio: 'ignore', ...user }))
}

function postgresFolder() {
  const debian = '/usr/lib/postgresql'
  const [newest] = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  return newest ? path.join(debian, newest, 'bin') : ''
}

function startNode() {
  const folder = path.join(home, 'node')
  execFileSync(program, ['init', '--home', folder], { stdio: 'ignore' })
  const config = path.join(folder, 'config/config.toml')
  const text = readFileSync(config, 'utf8')
    .replace(/^timeout_commit = .*/m, 'timeout_commit = "100ms"')
    .replace(/^timeout_propose = .*/m, 'timeout_propose = "200ms"')
  writeFileSync(config, text)
  const flags = [
    `--rpc.laddr=tcp://127.0.0.1:${rpcPort}`,
    `--p2p.laddr=tcp://127.0.0.1:${p2pPort}`,
    '--p2p.pex=false',
    '--proxy_app=kvstore',
  ]
  keep(spawn(program, ['node', '--home', folder, ...flags], { stdio: 'ignore' }))
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
