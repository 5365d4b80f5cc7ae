import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rolldown } from 'rolldown'
import { freePorts } from '../../../e2e/node/harness/ports.js'
import { binaryOf } from './binaries.js'
import { type FoundHost, patienceMs, type Table, tableIn } from './host.js'
import { outputOf } from './processes.js'

/** Cloudflare's runtime, with the behaviour of the given date, and without Node's modules. */
export async function workerdHost(folder: string, date: string): Promise<FoundHost> {
  const binary = await binaryOf('workerd', 'bin/workerd')
  if (!binary) return { missing: 'no workerd for this machine' }
  const { stdout, stderr, code } = await outputOf(binary, ['--version'], folder)
  if (code !== 0) return { missing: `it does not start: ${stderr}` }
  return {
    version: `${/[\d-]+/.exec(stdout)?.[0]} as of ${date}`,
    async run(places) {
      await writeFile(path.join(folder, 'places.js'), `export default ${JSON.stringify(places)}\n`)
      await bundle(folder)
      const [port = 0] = await freePorts(1)
      const config = path.join(folder, `workerd-${date}.capnp`)
      await writeFile(config, configuration(port, date))
      const child = spawn(binary, ['serve', config], { stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      const end = new Promise<void>((resolve) => {
        child.on('error', () => resolve())
        child.on('close', () => resolve())
      })
      try {
        const url = `http://127.0.0.1:${port}/`
        if (places.part !== 'shared') return await ask(url, () => said)
        const tables: Table[] = []
        for (const turn of [1, 2, 3]) tables.push(await ask(`${url}?turn=${turn}`, () => said))
        return Object.assign({}, ...tables)
      } finally {
        child.kill('SIGKILL')
        await end
      }
    },
  }
}

/** As everybody deploys a Worker: one module, with nothing left to import. */
async function bundle(folder: string): Promise<void> {
  const build = await rolldown({
    input: path.join(folder, 'worker.js'),
    platform: 'neutral',
    resolve: { conditionNames: ['workerd', 'worker', 'browser', 'import'], mainFields: [] },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  await build.write({ file: path.join(folder, 'bundle.js'), codeSplitting: false })
  await build.close()
}

export const configuration = (port: number, date: string): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "bundle.js")],
      compatibilityDate = "${date}",
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`

async function ask(url: string, said: () => string): Promise<Table> {
  for (let tries = 0; ; tries++) {
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) }).catch(
      async (error: Error) => {
        if (tries === 50) throw new Error(`it does not answer: ${error.message} ${said()}`)
        await sleep(100)
      },
    )
    if (response) return tableIn(await response.text(), said())
  }
}
