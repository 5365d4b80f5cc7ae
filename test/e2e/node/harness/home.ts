import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Settings by section of `config.toml`; `''` is the part before the first section. */
export type Settings = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Blocks several times a second, and a log that says little but something with every block. */
const quick: Settings = {
  '': { moniker: '"test"', log_level: '"state:info,*:error"' },
  rpc: { timeout_broadcast_tx_commit: '"5s"' },
  p2p: {
    pex: 'false',
    addr_book_strict: 'false',
    allow_duplicate_ip: 'true',
    flush_throttle_timeout: '"10ms"',
  },
  consensus: {
    timeout_propose: '"300ms"',
    timeout_propose_delta: '"50ms"',
    timeout_prevote: '"200ms"',
    timeout_precommit: '"200ms"',
    timeout_commit: '"100ms"',
    peer_gossip_sleep_duration: '"40ms"',
  },
}

const run = promisify(execFile)

/** Runs a command of the node's program to its end, and returns its output. */
export async function command(binary: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(binary, args, { env: environment() })
  return stdout.trim()
}

/** CMTHOME, if set, would silently win over `--home`. Nodes live longer than compilers, and collect their garbage. */
export function environment(): NodeJS.ProcessEnv {
  const { CMTHOME: _, ...rest } = process.env
  return { ...rest, GOGC: '400' }
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'tagwire-node-'))
}

/** Changes settings of a home folder; those of the tests come first. */
export async function configure(home: string, ...settings: Settings[]): Promise<void> {
  const file = path.join(home, 'config', 'config.toml')
  let text = await readFile(file, 'utf8')
  for (const each of [quick, ...settings]) text = withSettings(text, each)
  await writeFile(file, text)
}

export async function editGenesis(
  home: string,
  change: (genesis: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const file = path.join(home, 'config', 'genesis.json')
  const genesis: Record<string, unknown> = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify(change(genesis)))
}

function withSettings(text: string, settings: Settings): string {
  const wanted = new Map(
    Object.entries(settings).flatMap(([section, entries]) =>
      Object.entries(entries).map(([key, value]) => [`${section}.${key}`, value] as const),
    ),
  )
  let section = ''
  const lines = text.split('\n').map((line) => {
    section = /^\[(.+)\]$/.exec(line)?.[1] ?? section
    const key = /^([\w-]+) = /.exec(line)?.[1]
    const value = key && wanted.get(`${section}.${key}`)
    if (value === undefined || key === undefined || !wanted.delete(`${section}.${key}`)) return line
    return `${key} = ${value}`
  })
  const [unknown] = wanted.keys()
  if (unknown !== undefined) throw new Error(`config.toml has no setting ${unknown}`)
  return lines.join('\n')
}
