import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { command, configure, editGenesis, type Settings, temporaryFolder } from './home.js'
import { freePorts } from './ports.js'
import { type NodeProcess, startProcess } from './process.js'

export interface NodeOptions {
  readonly settings?: Settings
  /** A built-in application, or where another one listens. @default kvstore */
  readonly app?: 'kvstore' | 'persistent_kvstore' | 'noop' | 'e2e' | `tcp://${string}`
  readonly genesis?: (genesis: Record<string, unknown>) => Record<string, unknown>
  /** The methods that `rpc.unsafe` switches on. @default true */
  readonly unsafe?: boolean
  readonly flags?: readonly string[]
  /** Do not wait for the first block. */
  readonly early?: boolean
}

/** A node of the tests: one home folder and the same ports through all its restarts. */
export interface TestNode {
  readonly home: string
  /** For HTTP, without a slash at its end. */
  readonly url: string
  readonly socketUrl: string
  readonly port: number
  readonly p2pPort: number
  readonly pid: number
  readonly running: boolean
  log(): string
  start(): Promise<void>
  /** Ends the process; `start` resumes from its data. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Ends the process and removes the home folder. */
  remove(): Promise<void>
}

/** A chain of one node with the built-in application, on loopback ports. */
export async function startNode(binary: string, options: NodeOptions = {}): Promise<TestNode> {
  const home = await temporaryFolder()
  await command(binary, 'init', '--home', home)
  await configure(home, options.settings ?? {})
  if (options.genesis) await editGenesis(home, options.genesis)
  const node = await nodeIn(binary, home, options)
  try {
    await node.start()
  } catch (error) {
    await node.remove()
    throw error
  }
  return node
}

/** A node in a prepared home folder, not started yet. */
export async function nodeIn(
  binary: string,
  home: string,
  options: NodeOptions = {},
  ports?: readonly [number, number],
): Promise<TestNode> {
  const [port = 0, p2pPort = 0] = ports ?? (await freePorts(2))
  const url = `http://127.0.0.1:${port}`
  let process: NodeProcess | undefined
  const args = [
    'node',
    ...['--home', home],
    ...['--proxy_app', options.app ?? 'kvstore'],
    ...['--rpc.laddr', `tcp://127.0.0.1:${port}`],
    ...['--p2p.laddr', `tcp://127.0.0.1:${p2pPort}`],
    ...(options.unsafe === false ? [] : ['--rpc.unsafe']),
    ...(options.flags ?? []),
  ]
  const stop = async (signal?: 'SIGTERM' | 'SIGKILL'): Promise<void> => process?.stop(signal)
  return {
    home,
    url,
    socketUrl: `ws://127.0.0.1:${port}/websocket`,
    port,
    p2pPort,
    get pid() {
      return process?.pid ?? 0
    },
    get running() {
      return process !== undefined && !process.ended
    },
    log: () => process?.log() ?? '',
    async start() {
      if (process && !process.ended) return
      process = startProcess(binary, args)
      await ready(process, url, options.early === true)
    },
    stop,
    async remove() {
      await stop('SIGKILL')
      await rm(path.resolve(home), { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function ready(process: NodeProcess, url: string, early: boolean): Promise<void> {
  const begun = Date.now()
  while (!process.ended && Date.now() - begun < 30_000) {
    const height = await latestHeight(url)
    if (height !== undefined && (early || height >= 1)) return
    await sleep(30)
  }
  throw new Error(`The node did not start:\n${process.log()}`)
}

/** Asked without the client under test. */
export async function latestHeight(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${url}/status`, { signal: AbortSignal.timeout(2000) })
    const { result } = await answer.json()
    return Number(result.sync_info.latest_block_height)
  } catch {
    return undefined
  }
}
