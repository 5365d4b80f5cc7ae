// What the test starts: PostgreSQL, a node, and processes of the example.
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
import pg from 'pg'

const program = process.env.TAGWIRE_COMETBFT ?? 'cometbft'
const binaries = process.env.POSTGRES_BIN ?? postgresFolder()
const home = mkdtempSync(path.join(tmpdir(), 'fleet-'))
const ports = await Promise.all([freePort(), freePort(), freePort()])
const [rpcPort, p2pPort, databasePort] = ports
export const urls = {
  http: `http://127.0.0.1:${rpcPort}`,
  socket: `ws://127.0.0.1:${rpcPort}/websocket`,
}
const running = new Set()

/** Ends everything. The database was started first and is stopped last, so that processes do not report errors. */
export async function stopAll() {
  for (const child of [...running].reverse()) await kill(child)
  rmSync(home, { recursive: true, force: true })
}

export function sum(list) {
  return list.reduce((total, each) => total + each, 0)
}

/** Milliseconds of processor time of a process, on Linux. */
export function cpuOf({ pid }) {
  const [user, system] = statOf(pid).slice(11)
  return (user + system) * 10
}

/** PostgreSQL has a process for each connection; the time of ended ones is added to the first one. */
export function cpuOfDatabase(database) {
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

export async function rowsOf(database, query, values) {
  const connection = new pg.Client({ connectionString: database })
  await connection.connect()
  try {
    return (await connection.query(query, values)).rows
  } finally {
    await connection.end()
  }
}

export async function createDatabase(name) {
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

/** A process of the example, and what it logged. */
export function start(file, args, env = {}) {
  const script = path.join(import.meta.dirname, file)
  const options = { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } }
  const child = keep(spawn(process.execPath, [script, ...args], options))
  child.logged = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    child.logged += text
  })
  return child
}

function keep(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export function kill(child, signal = 'SIGKILL') {
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  child.kill(signal)
  return new Promise((resolve) => child.once('exit', resolve))
}

/** PostgreSQL does not run as root: root runs it as the user `nobody`. */
export function startDatabase() {
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
export function startNode({ emptyBlocks }) {
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
