/*
 * `pnpm tool servers [names…]`: the same generated server on every platform that its README names, asked the same. What
 * `server.fetch` answers in this process is what all are held to.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { generate } from 'tagwire'
import { freePorts } from '../../e2e/node/harness/ports.js'
import { binaryOf } from '../runtimes/hosts/binaries.js'
import { answersOf } from './requests.js'

const here = path.resolve('test/external/servers')
const cache = path.join(here, '.cache')

/** How a platform is started, or why it cannot be. */
interface Started {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
}
type Platform = (port: number) => Promise<Started | { readonly missing: string }>

const ofNode =
  (name: string): Platform =>
  async () => ({ command: process.execPath, args: [path.join(here, `programs/${name}.mjs`)] })

const platforms: Readonly<Record<string, Platform>> = {
  node: ofNode('node'),
  hono: ofNode('hono'),
  express: ofNode('express'),
  fastify: ofNode('fastify'),
  next: startNext,
  bun: async (port) => {
    const command = await binaryOf('bun', 'bin/bun')
    // Bun serves what a module exports by default.
    const args = [
      'run',
      `--port=${port}`,
      await platformModule('bun', `{ ...server, port: ${port} }`),
    ]
    return command ? { command, args } : { missing: 'no Bun for this machine' }
  },
  deno: async (port) => {
    const command = await binaryOf('deno', 'deno')
    const file = await platformModule('deno', 'server')
    const args = ['serve', '--no-prompt', '--host=127.0.0.1', `--port=${port}`, file]
    return command ? { command, args } : { missing: 'no Deno for this machine' }
  },
  workerd: startWorkerd,
}

const asked = process.argv.slice(2)
const say = (line: string): void => void process.stderr.write(`[servers] ${line}\n`)
let failures = 0

await prepare()
const { server } = await import(pathToFileURL(path.join(cache, 'server.mjs')).href)
const expected = await answersOf('http://localhost', (request) => server.fetch(request))
for (const [name, start] of Object.entries(platforms)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  try {
    await tryPlatform(name, start)
  } catch (error) {
    failures++
    say(`FAILED: ${name}: ${error instanceof Error ? error.message : error}`)
  }
}
say(failures === 0 ? 'nothing failed' : `${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

async function tryPlatform(name: string, start: Platform): Promise<void> {
  const [port = 0] = await freePorts(1)
  const started = await start(port)
  if ('missing' in started) return say(`SKIPPED: ${name}: ${started.missing}`)
  const { command, args, cwd = here } = started
  const env = { ...process.env, PORT: String(port), NODE_ENV: 'production' }
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  try {
    const url = `http://127.0.0.1:${port}`
    await waitFor(url, child, () => said)
    const answers = await answersOf(url, (request) => fetch(request))
    for (const [what, answer] of Object.entries(expected)) {
      const own = JSON.stringify(answers[what])
      if (own !== JSON.stringify(answer))
        throw new Error(`${what}: ${own} in place of ${JSON.stringify(answer)}`)
    }
    say(`${name}: ${Object.keys(expected).length} answers as in process`)
  } finally {
    child.kill('SIGKILL')
  }
}

async function waitFor(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) break
    const isThere = await fetch(`${url}/v1/pets`).then(
      (response) => response.body?.cancel().then(() => true),
      () => false,
    )
    if (isThere) return
    await sleep(100)
  }
  throw new Error(`it does not answer: ${said().slice(-2000)}`)
}

/** The package, and its server as modules with nothing left to import. */
async function prepare(): Promise<void> {
  await rm(cache, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  const shop = {
    spec: '../../packages/emitters/server/shop.yaml',
    out: '.cache/shop',
    name: '@acme/shop',
    emit: ['client', 'validate', '../../../packages/emit-server/dist/index.js'] as const,
  }
  const made = await generate({ cwd: here, config: { packages: { shop } } })
  const [problem] = made.packages.flatMap(({ diagnostics }) => diagnostics)
  if (problem) throw new Error(problem.message)
  await writeFile(
    path.join(cache, 'fetch.ts'),
    "export { default, server } from '../programs/server.js'\n",
  )
  await bundle(path.join(cache, 'fetch.ts'), 'server.mjs')
  await bundle(path.join(here, 'programs/server.ts'), 'server-node.mjs')
}

async function bundle(input: string, name: string): Promise<void> {
  const build = await rolldown({
    input,
    platform: 'neutral',
    logLevel: 'silent',
    external: /^node:/,
    resolve: { alias: { '@tagwire/runtime': path.resolve('packages/runtime/dist') } },
  })
  await build.write({ file: path.join(cache, name), codeSplitting: false })
  await build.close()
}

/** A module whose default export a platform serves. */
async function platformModule(name: string, value: string): Promise<string> {
  const file = path.join(cache, `${name}.mjs`)
  await writeFile(file, `import { server } from './server.mjs'\nexport default ${value}\n`)
  return file
}

async function startWorkerd(port: number): Promise<Started | { readonly missing: string }> {
  const command = await binaryOf('workerd', 'bin/workerd')
  if (!command) return { missing: 'no workerd for this machine' }
  const file = path.join(cache, 'workerd.capnp')
  await writeFile(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "server.mjs")],
    compatibilityDate = "2026-11-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
  )
  return { command, args: ['serve', file] }
}

/** Route handlers for every method, built as for production. */
async function startNext(port: number): Promise<Started> {
  const app = path.join(cache, 'next')
  const route = path.join(app, 'app/v1/[...path]')
  await mkdir(route, { recursive: true })
  await cp(path.join(cache, 'server.mjs'), path.join(route, 'server.mjs'))
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
  const text = `import { server } from './server.mjs'\n${methods.map((each) => `export const ${each} = server.fetch\n`).join('')}`
  await writeFile(path.join(route, 'route.js'), text)
  await writeFile(path.join(app, 'package.json'), '{ "type": "module", "private": true }')
  await writeFile(
    path.join(app, 'next.config.mjs'),
    `export default { turbopack: { root: ${JSON.stringify(here)} } }\n`,
  )
  const next = path.join(here, 'node_modules/next/dist/bin/next')
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const built = spawnSync(process.execPath, [next, 'build'], { cwd: app, env, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`next build: ${built.stdout}${built.stderr}`)
  return {
    command: process.execPath,
    args: [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)],
    cwd: app,
  }
}
