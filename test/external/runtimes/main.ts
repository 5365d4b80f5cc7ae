/*
 * `pnpm tool runtimes [names…]`: the packed packages, in every runtime they are promised for. With
 * UPDATE set, what this Node finds becomes what all are held to.
 */
import path from 'node:path'
import { findBinary } from '../../e2e/node/harness/binary.js'
import { startNode } from '../../e2e/node/harness/node.js'
import { freePorts } from '../../e2e/node/harness/ports.js'
import { compare } from './compare.js'
import { chromiumHost } from './hosts/chromium.js'
import type { FoundHost, Places, Table } from './hosts/host.js'
import { bunHost, denoHost, nodeHost, outputOf } from './hosts/processes.js'
import { workerdHost } from './hosts/workerd.js'
import { installProject } from './project.js'
import { serveScript } from './scripted/server.js'
import { readStandard, type Standard, writeStandard } from './standard.js'

const hosts: Readonly<Record<string, (folder: string) => Promise<FoundHost>>> = {
  node: (folder) => nodeHost(folder),
  'node-22': (folder) => nodeHost(folder, 22),
  'node-26': (folder) => nodeHost(folder, 26),
  bun: bunHost,
  deno: denoHost,
  workerd: (folder) => workerdHost(folder, '2026-11-01'),
  // Workers stay as they were when they were written.
  'workerd-old': (folder) => workerdHost(folder, '2022-11-30'),
  chromium: chromiumHost,
}

const asked = process.argv.slice(2)
const strangers = asked.filter((name) => !Object.hasOwn(hosts, name))
const say = (line: string): void => void process.stderr.write(`[runtimes] ${line}\n`)
let failures = 0
const skipped: string[] = []
const skip = (what: string, why: string): void => {
  skipped.push(what)
  say(`SKIPPED: ${what}: ${why}`)
}
const fail = (line: string): void => {
  failures++
  say(`FAILED: ${line}`)
}

if (strangers.length > 0)
  fail(`${strangers.join(', ')}: known are ${Object.keys(hosts).join(', ')}`)
else await run()
say(failures === 0 ? 'nothing failed' : `${failures} failed`)
if (skipped.length > 0) say(`skipped: ${skipped.join(', ')}`)
process.exitCode = failures === 0 ? 0 : 1

async function run(): Promise<void> {
  const { folder, remove } = await installProject()
  const elsewhere = await serveScript()
  const scripted = await serveScript(elsewhere.url)
  const node = await findNode()
  const [nobody] = await freePorts(1)
  const places = {
    scripted: scripted.url,
    elsewhere: elsewhere.url,
    sockets: scripted.socketUrl,
    nobody: `http://127.0.0.1:${nobody}`,
    node: node?.url ?? '',
    nodeSockets: node?.socketUrl ?? '',
  }
  const parts: Places['part'][] = ['routing', 'faults', 'shared', 'execution']
  if (node) parts.push('node')
  try {
    await tryRequire(folder)
    if (process.env.UPDATE) {
      const tables = await tablesOf('node', await nodeHost(folder))
      return tables.size === 5 ? await writeStandard(tables) : fail('the standard needs all parts')
    }
    const standard = await readStandard()
    for (const [name, find] of Object.entries(hosts)) {
      if (asked.length > 0 && !asked.includes(name)) continue
      judge(name, await tablesOf(name, await find(folder)), standard)
    }
  } finally {
    scripted.close()
    elsewhere.close()
    await node?.remove()
    await remove()
  }

  /** What came of each part, as far as it came to an end. */
  async function tablesOf(runtime: string, host: FoundHost): Promise<Map<Places['part'], Table>> {
    const tables = new Map<Places['part'], Table>()
    if ('missing' in host) {
      skip(runtime, host.missing)
      return tables
    }
    say(`${runtime} ${host.version}`)
    for (const part of parts) {
      try {
        tables.set(part, await host.run({ ...places, part, runtime }))
      } catch (error) {
        fail(`${runtime}, ${part}: ${error instanceof Error ? error.message : error}`)
      }
    }
    return tables
  }
}

async function findNode() {
  const found = await findBinary(path.resolve('.cache/go-bin'), say)
  if ('path' in found) {
    return startNode(found.path, { settings: { rpc: { cors_allowed_origins: '["*"]' } } })
  }
  skip('everything with a node', found.missing)
  return undefined
}

function judge(
  runtime: string,
  tables: ReadonlyMap<Places['part'], Table>,
  standard: Standard,
): void {
  for (const [part, table] of tables) {
    const { problems, differences } = compare(runtime, part, table, standard.get(part) ?? {})
    for (const problem of problems) fail(problem)
    const count = Object.keys(table).length
    const known = [...differences.values()].reduce((sum, each) => sum + each, 0)
    say(`  ${part}: ${count} situations, ${count - known - problems.length} as the standard says`)
    for (const [why, times] of differences) say(`    ${times} differ: it ${why}`)
  }
}

async function tryRequire(folder: string): Promise<void> {
  if (!process.features.require_module) {
    return skip('require()', `Node ${process.version} cannot do it with modules`)
  }
  const { stdout, stderr } = await outputOf(process.execPath, ['require.cjs'], folder)
  const right = stdout.trim() === '{"chains":true,"node":"string","failure":true}'
  if (right) say(`require(), Node ${process.version}`)
  else fail(`require(): ${stdout}${stderr}`)
}
