// Measures past heights per second and processor time with 1, 2 and 4 workers, then repeats everything while
// processes are killed.
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
const heights = Number(process.env.HEIGHTS ?? 3000)
const program = process.env.TAGWIRE_COMETBFT ?? 'cometbft'
const binaries = process.env.POSTGRES_BIN ?? postgresFolder()
const home = mkdtempSync(path.join(tmpdir(), 'fleet-'))
const ports = await Promise.all([freePort(), freePort(), freePort()])
const [rpcPort, p2pPort, databasePort] = ports
const urls = { http: `http://127.0.0.1:${rpcPort}`, socket: `ws://127.0.0.1:${rpcPort}/websocket` }
const running = new Set()
let node
let database
const client = createNodeRpcClient({ transport: http(urls.http) })
try {
  database = startDatabase()
  node = startNode({ emptyBlocks: true })
  await main()
} finally {
  // The database was started first and is stopped last, because connected processes would report errors.
  for (const child of [...running].reverse()) await kill(child)
  rmSync(home, { recursive: true, force: true })
}

async function main() {
  let sending = true
  let sender = send(() => sending)
  while ((await latest()) < heights) await sleep(500)
  sending = false
  let sent = await sender
  // A node that creates blocks has less time for requests.
  await kill(node, 'SIGTERM')
  node = startNode({ emptyBlocks: false })
  while ((await latest()) < heights) await sleep(200)
  console.log(
    '| workers | heights per second | ms of processor per height: workers | node | PostgreSQL |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: |')
  for (const count of [1, 2, 4]) console.log(await measure(count))
  sending = true
  const before = sent
  sender = send(() => sending, before)
  const url = await createDatabase('with_kills')
  const roles = ['follower', 'follower', 'worker', 'worker', 'worker']
  const start1 = (role) => start(`${role}.mjs`, url, role === 'worker' ? urls.http : urls.socket)
  const children = roles.map(start1)
  for (let count = 0; count < kills; count++) {
    await sleep(200 + Math.random() * 1200)
    const victim = Math.floor(Math.random() * roles.length)
    await kill(children[victim])
    children[victim] = start1(roles[victim])
  }
  sending = false
  sent = await sender
  const last = await latest()
  await completeUpTo(url, last)
  const expected = []
  for await (const { height, block } of history(client, { methods: ['block'], to: last })) {
    for (const [place, tx] of (block.block?.data.txs ?? []).entries()) {
      expected.push({ height, place, tx })
    }
  }
  const query = 'SELECT height::int, place, tx FROM txs WHERE height <= $1 ORDER BY height, place'
  assert.deepEqual(await rowsOf(url, query, [last]), expected)
  console.log(
    `${expected.length} of ${sent} transactions in ${last} heights, ${kills} kills: equal to the chain`,
  )
}

/** How fast this many workers read past heights, and the processor time of each process. */
async function measure(count) {
  const url = await createDatabase(`with_${count}`)
  const workers = Array.from({ length: count }, () => start('worker.mjs', url, urls.http))
  await Promise.all(
    workers.map((worker) => new Promise((ready) => worker.stdout.once('data', ready))),
  )
  const used = () => [workers.map(cpuOf), [cpuOf(node)], cpuOfDatabase()].map(sum)
  const before = used()
  const follower = start('follower.mjs', url, urls.socket)
  await rangesOf(url)
  const begun = performance.now()
  const done = await completeUpTo(url, heights)
  const seconds = (performance.now() - begun) / 1000
  const each = used().map((ms, index) => ((ms - before[index]) / done).toFixed(2))
  await Promise.all([follower, ...workers].map((child) => kill(child)))
  return `| ${[count, Math.round(done / seconds), ...each].join(' | ')} |`
}

function sum(list) {
  return list.reduce((total, each) => total + each, 0)
}

/** Milliseconds of processor time of a process, on Linux. */
function cpuOf({ pid }) {
  const [user, system] = statOf(pid).slice(11)
  return (user + system) * 10
}

/** PostgreSQL has a process for each connection; the time of ended ones is added to the first one. */
function cpuOfDatabase() {
  const own = statOf(database.pid).slice(11, 15)
  const others = readdirSync('/proc').filter(
    (pid) => Number(pid) && statOf(pid)[1] === database.pid,
  )
  return [sum(own) * 10, ...others.map((pid) => cpuOf({ pid }))]
}

/** The numbers after the name of a process, with 0 for its state. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map((each) => Number(each) || 0)
  } catch {
    return Array(20).fill(0)
  }
}

async function send(goesOn, already = 0) {
  while ((await latest()) < 1) await sleep(200)
  let sent = already
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

/** Waits until the follower has queued the past heights. */
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
  return keep(spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }))
}

function keep(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function kill(child, signal = 'SIGKILL') {
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  child.kill(signal)
  return new Promise((resolve) => child.once('exit', resolve))
}

/** PostgreSQL does not run as root: root runs it as the user `nobody`. */
function startDatabase() {
  const folder = path.join(home, 'postgres')
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if ('uid' in user) chownSync(home, user.uid, user.gid)
  const init = ['-D', folder, '-U', 'postgres', '--auth=trust', '--no-sync']
  execFileSync(path.join(binaries, 'initdb'), init, { stdio: 'ignore', ...user })
  const flags = ['-D', folder, '-p', String(databasePort), '-k', home, '-h', '127.0.0.1']
  return keep(spawn(path.join(binaries, 'postgres'), flags, { stdio: 'ignore', ...user }))
}

function postgresFolder() {
  const debian = '/usr/lib/postgresql'
  const [newest] = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  return newest ? path.join(debian, newest, 'bin') : ''
}

/** With empty blocks, it creates blocks as fast as it can, otherwise only if there are transactions. */
function startNode({ emptyBlocks }) {
  const folder = path.join(home, 'node')
  if (!existsSync(folder)) {
    execFileSync(program, ['init', '--home', folder], { stdio: 'ignore' })
    const config = path.join(folder, 'config/config.toml')
    const text = readFileSync(config, 'utf8')
      .replace(/^timeout_commit = .*/m, 'timeout_commit = "5ms"')
      .replace(/^timeout_propose = .*/m, 'timeout_propose = "200ms"')
    writeFileSync(config, text)
  }
  const flags = [
    `--rpc.laddr=tcp://127.0.0.1:${rpcPort}`,
    `--p2p.laddr=tcp://127.0.0.1:${p2pPort}`,
    '--p2p.pex=false',
    '--proxy_app=persistent_kvstore',
    `--consensus.create_empty_blocks=${emptyBlocks}`,
  ]
  return keep(spawn(program, ['node', '--home', folder, ...flags], { stdio: 'ignore' }))
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
