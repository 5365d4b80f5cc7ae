import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Output, Signals } from '../../../generator/src/cli/host.js'
import { run as runCommand } from '../../../generator/src/cli/run.js'

export const main = fileURLToPath(new URL('../../../generator/dist/main.js', import.meta.url))

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export type Environment = Readonly<Record<string, string>>

/** Starts the built command line; output goes through pipes, as in CI. */
export function start(
  cwd: string,
  args: readonly string[],
  env: Environment = {},
  options: readonly string[] = [],
): ChildProcessByStdio<null, Readable, Readable> {
  if (!existsSync(main)) throw new Error('generator/dist is missing: build before testing')
  // The environment of the tests affects neither colours nor the suggested commands.
  const { NO_COLOR, FORCE_COLOR, npm_config_user_agent, ...inherited } = process.env
  return spawn(process.execPath, [...options, main, ...args], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs the built command line to its end, for behaviour that only a separate process can show. */
export async function runProcess(
  cwd: string,
  args: readonly string[],
  env: Environment = {},
  options: readonly string[] = [],
): Promise<Run> {
  const child = start(cwd, args, env, options)
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return withoutStacks({ code, stdout: stdout(), stderr: stderr() })
}

function collect(stream: Readable): () => string {
  let text = ''
  stream.on('data', (data) => {
    text += String(data)
  })
  return () => text
}

/** A command line that runs in this process until it ends or is interrupted. */
export interface Going {
  /** Emits `data` whenever something is written. */
  readonly stdout: EventEmitter
  readonly stderr: EventEmitter
  readonly ended: Promise<Run>
  /** As Ctrl-C does, where the command listens to it. */
  readonly interrupt: () => void
}

/** Starts a command line in this process. */
export function begin(
  cwd: string,
  args: readonly string[],
  env: Environment = {},
  command = runCommand,
): Going {
  const said = { stdout: '', stderr: '' }
  const streams = { stdout: new EventEmitter(), stderr: new EventEmitter() }
  const output = (name: keyof typeof said): Output => ({
    write: (text) => {
      said[name] += text
      streams[name].emit('data', text)
    },
  })
  const listeners = new Set<(signal: NodeJS.Signals) => void>()
  const signals: Signals = {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    raise: (signal) => {
      throw new Error(`${signal} would have ended the process`)
    },
  }
  const host = { cwd, env, stdout: output('stdout'), stderr: output('stderr'), signals }
  return {
    ...streams,
    ended: command(host, args).then((code) => withoutStacks({ code, ...said })),
    interrupt: () => {
      for (const listener of listeners) listener('SIGINT')
    },
  }
}

/** Runs a command line to its end, in this process. */
export function run(cwd: string, args: readonly string[], env: Environment = {}): Promise<Run> {
  return begin(cwd, args, env).ended
}

/**
 * Runs the built command line to its end in this process; threads that it starts run the built code.
 */
export async function runBuilt(cwd: string, args: readonly string[]): Promise<Run> {
  const file = new URL('../../../generator/dist/run.js', import.meta.url)
  const built: typeof import('../../../generator/src/cli/run.js') = await import(file.href)
  return begin(cwd, args, {}, built.run).ended
}

/** Whatever goes wrong, no stack trace is shown. */
function withoutStacks(run: Run): Run {
  if (/^\s+at .+:\d+:\d+\)?$/m.test(run.stderr + run.stdout)) {
    throw new Error(`a stack trace was shown:\n${run.stderr}`)
  }
  return run
}

/** A separate folder for one test. */
export interface Project {
  readonly folder: string
  readonly write: (file: string, text: string) => void
  readonly read: (file: string) => string
  readonly has: (file: string) => boolean
  /** Every file with its time of change and its text. */
  readonly snapshot: (below: string) => Record<string, { mtimeNs: bigint; text: string }>
  readonly remove: () => Promise<void>
}

export function createProject(files: Readonly<Record<string, string>> = {}): Project {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-cli-'))
  const at = (file: string): string => path.join(folder, file)
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true })
    writeFileSync(at(file), text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  return {
    folder,
    write,
    read: (file) => readFileSync(at(file), 'utf8'),
    has: (file) => existsSync(at(file)),
    snapshot: (below) =>
      Object.fromEntries(
        readdirSync(at(below), { recursive: true, encoding: 'utf8' })
          .map((name) => path.join(below, name))
          .filter((name) => statSync(at(name)).isFile())
          .sort()
          .map((name) => {
            const { mtimeNs } = statSync(at(name), { bigint: true })
            return [name, { mtimeNs, text: readFileSync(at(name), 'utf8') }]
          }),
      ),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

const ORDER = 'type: object, required: [id], properties: { id: { type: string } }'

/** A shop with a list of orders; what an order is can be chosen. */
export function ordersDocument(order: string = ORDER): string {
  return `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example.com' }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All
          content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
components:
  schemas:
    Order: { ${order} }
`
}

/** A small document; the name of its one schema can be chosen. */
export function document(schema = 'Greeting'): string {
  return `openrpc: 1.3.2
info: { title: Small, version: 1.0.0 }
methods:
  - name: greet
    params: []
    result: { name: greeting, schema: { $ref: '#/components/schemas/${schema}' } }
components:
  schemas:
    ${schema}: { type: object, properties: { text: { type: string } } }
`
}

export const BROKEN = document().replace('type: string', 'type: strnig')

const CONFIG = JSON.stringify({
  packages: {
    one: { spec: 'one.yaml', out: 'packages/one', name: '@test/one' },
    two: { spec: 'two.yaml', out: 'packages/two', name: '@test/two' },
  },
})

/** A project with two packages to generate. */
export function createWorkspace(): Project {
  return createProject({
    'tagwire.config.json': CONFIG,
    'one.yaml': document('One'),
    'two.yaml': document('Two'),
  })
}
