import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRoutingClient } from '@tagwire/routing'
import { planRoute } from '@tagwire/routing-execute'
import { world } from '@tagwire/routing-sandbox/world'
import { carryOut, type Ended, type Kill, type Task } from './crash.child.mjs'
import { addresses, contracts, routeOf } from './world.fixture.js'

/** A route, and how each of its transactions ends. */
export interface Script {
  readonly name: string
  readonly route: string
  readonly outcomes: Readonly<Record<string, string>>
}

const SENDERS = ['hop', 'overAxelar', 'burnAndMintFast', 'fromSolana'] as const

/** Every outcome for each family of chains with and without approvals, and for either of two transactions. */
export const scripts: readonly Script[] = Object.keys(world.outcomes).flatMap((outcome) => [
  ...SENDERS.map((route) => ({ name: `${route} ${outcome}`, route, outcomes: { '*': outcome } })),
  {
    name: `twoTransactions, the first ${outcome}`,
    route: 'twoTransactions',
    outcomes: { '*': 'ibc_transfer', solana: outcome },
  },
])

const child = fileURLToPath(new URL('crash.child.mjs', import.meta.url))

/** One execution: its process is killed at a save, and another one goes on. */
export async function played(
  url: string,
  { route, outcomes }: Script,
  kill: Kill,
  at = 0,
): Promise<{ ended: Ended; log: readonly string[]; executed: readonly string[] }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tagwire-crash-'))
  try {
    const routing = createRoutingClient({ baseUrl: url, retry: false })
    const plan = await planRoute(routing, await routeOf(routing, route), { addresses, contracts })
    writeFileSync(path.join(folder, 'plan'), JSON.stringify(plan))
    const task = { folder, url, outcomes }
    const stopped = { ...task, killAt: at, mode: kill }
    if (kill === 'frozen') await carryOut(stopped)
    else if (kill !== 'never') await killed(stopped)
    const ended = await carryOut(task)
    if (!ended) throw new Error('frozen although nobody asked for it')
    const log = textOf(folder, 'log').split('\n').filter(Boolean)
    const chain: Record<string, { data: string }> = JSON.parse(textOf(folder, 'chain') || '{}')
    return { ended, log, executed: Object.values(chain).map(({ data }) => data) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function textOf(folder: string, name: string): string {
  try {
    return readFileSync(path.join(folder, name), 'utf8')
  } catch {
    return ''
  }
}

/** Resolves when a process has been killed as it was told. */
function killed(task: Task): Promise<void> {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'tagwire-crash-cache') }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [child, JSON.stringify(task)], { env }, (error, _, stderr) => {
      if (error?.signal === 'SIGKILL') resolve()
      else reject(new Error(`it was not killed: ${stderr}`))
    })
  })
}
