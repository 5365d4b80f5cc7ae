/*
 * `pnpm tool day [names…]`: the programs of test/e2e/everyday in each place, against the same small server: this Node
 * and Node 24 (there also with the client as one file), Deno and workerd, and built by Vite and Next.js. A place that is not installed is skipped, with a line that says
 * so.
 */
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rolldown } from 'rolldown'
import { startService } from '../../e2e/everyday/service.js'
import { freePorts } from '../../e2e/node/harness/ports.js'
import { tagwire } from '../apps/packed.js'
import { mustRun, pnpm } from '../apps/run.js'
import { binaryOf } from '../runtimes/hosts/binaries.js'
import { outputOf } from '../runtimes/hosts/processes.js'
import { configuration } from '../runtimes/hosts/workerd.js'

const here = path.resolve('test/external/day')
const everyday = path.resolve('test/e2e/everyday')
const say = (line: string): void => void process.stderr.write(`[day] ${line}\n`)

const quiet = { ...process.env, CI: '1', NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1' }

const LIBRARY = {
  spec: path.join(everyday, 'tool-library.yaml'),
  emit: ['client', 'validate', 'decode', 'mock'],
  dates: 'date',
}

/** What a place says; `undefined` if it is not there. */
type Place = (folder: string, url: string) => Promise<string | undefined>

const places: Readonly<Record<string, Place>> = {
  node: (folder, url) => byProcess(process.execPath, [], folder, url),
  'node-24': (folder, url) => byProcess(node24(), [], folder, url),
  'one-file': byOneFile,
  deno: async (folder, url) =>
    byProcess(await binaryOf('deno', 'deno'), ['run', '--allow-net=127.0.0.1'], folder, url),
  worker: byWorker,
  vite: (folder, url) => byApp('vite', folder, url),
  next: byNext,
}

const asked = process.argv.slice(2)
const strangers = asked.filter((name) => !Object.hasOwn(places, name))
if (strangers.length > 0) {
  say(`${strangers.join(', ')}: known are ${Object.keys(places).join(', ')}`)
  process.exitCode = 2
} else await run()

async function run(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tagwire-day-'))
  try {
    prepare(folder, '.js')
    for (const [name, place] of Object.entries(places)) {
      if (asked.length > 0 && !asked.includes(name)) continue
      const { url, close } = await startService()
      const found = await place(folder, url).catch((error: unknown) => `${error}`)
      await close()
      judge(name, found)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function judge(name: string, found: string | undefined): void {
  if (found === undefined) {
    say(`SKIPPED: ${name} is not installed`)
    return
  }
  const [text = found.slice(-500)] = /the day: [^<\n]*/.exec(found) ?? []
  const [, done, all] = /^the day: (\d+) of (\d+)/.exec(text) ?? []
  const isRight = done !== undefined && done === all
  say(`${isRight ? '' : 'FAILED: '}${name === 'node' ? `node ${process.version}` : name}: ${text}`)
  if (!isRight) process.exitCode = 1
}

/** The programs, and the client as sources beside them, with nothing to install. */
function prepare(folder: string, importExtension: '' | '.js'): void {
  // Not `src` itself: Next.js has a meaning for `src/middleware.ts`.
  copyPrograms(path.join(folder, 'src/day'), (text) =>
    text.replaceAll(/(?<=from '\.\/[^']*)\.js'/g, `${importExtension}'`),
  )
  generateIn(folder, { ...LIBRARY, out: 'src/day/library', runtime: 'inline', importExtension })
}

function copyPrograms(to: string, edit: (text: string) => string): void {
  mkdirSync(to, { recursive: true })
  for (const from of [path.join(everyday, 'programs'), path.join(here, 'program')]) {
    for (const file of readdirSync(from))
      writeFileSync(path.join(to, file), edit(readFileSync(path.join(from, file), 'utf8')))
  }
}

function generateIn(folder: string, library: object): void {
  if (!existsSync(path.join(folder, 'package.json')))
    writeFileSync(path.join(folder, 'package.json'), '{"name": "day", "type": "module"}')
  writeFileSync(path.join(folder, 'tagwire.config.json'), JSON.stringify({ packages: { library } }))
  mustRun(folder, process.execPath, [tagwire, 'generate', '--quiet'])
}

/** One module, whose beginning is `text`. */
async function bundled(folder: string, name: string, text: string): Promise<string> {
  const input = path.join(folder, `${name}.ts`)
  const file = path.join(folder, `${name}.js`)
  writeFileSync(input, `import { day } from './src/day/day.js'\n${text}\n`)
  const made = await rolldown({ input, resolve: { extensionAlias: { '.js': ['.ts', '.js'] } } })
  await made.write({ file })
  await made.close()
  return file
}

async function byProcess(
  binary: string | undefined,
  flags: readonly string[],
  folder: string,
  url: string,
): Promise<string | undefined> {
  if (binary === undefined) return undefined
  const file = await bundled(folder, 'program', `console.log(await day(${JSON.stringify(url)}))`)
  const { stdout, stderr } = await outputOf(binary, [...flags, file], folder)
  return stdout + stderr
}

/** Node 24, if it is installed for this machine. */
function node24(): string | undefined {
  const name = `node-24-${process.platform}-${process.arch}`
  const binary = path.resolve('test/external/runtimes/node_modules', name, 'bin/node')
  return existsSync(binary) ? binary : undefined
}

/** The client as one file, with the programs beside it: Node 24 runs the sources as they are. */
async function byOneFile(folder: string, url: string): Promise<string | undefined> {
  const binary = node24()
  if (binary === undefined) return undefined
  const alone = path.join(folder, 'one-file')
  copyPrograms(path.join(alone, 'src'), (text) =>
    text
      .replaceAll(/(?<=from ')\.\/library\/\w+\.js'/g, "./library.ts'")
      .replaceAll(/(?<=from '\.\/[^']*)\.js'/g, ".ts'"),
  )
  generateIn(alone, { ...LIBRARY, out: 'src/library.ts', output: 'one-file' })
  const program = path.join(alone, 'program.ts')
  const text = `import { day } from './src/day.ts'\nconsole.log(await day(${JSON.stringify(url)}))\n`
  writeFileSync(program, text)
  const { stdout, stderr } = await outputOf(binary, [program], alone)
  return stdout + stderr
}

async function byWorker(folder: string, url: string): Promise<string | undefined> {
  const binary = await binaryOf('workerd', 'bin/workerd')
  if (binary === undefined) return undefined
  const answer = `async () => new Response(await day(${JSON.stringify(url)}))`
  await bundled(folder, 'worker', `export default { fetch: ${answer} }`)
  const [port = 0] = await freePorts(1)
  const config = path.join(folder, 'worker.capnp')
  writeFileSync(config, configuration(port, '2026-11-01').replace('bundle.js', 'worker.js'))
  const child = spawn(binary, ['serve', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    return await pageAt(port)
  } finally {
    child.kill('SIGKILL')
  }
}

/** What a server that has just been started answers. */
async function pageAt(port: number): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/`)
      return await response.text()
    } catch (error) {
      if (tries === 100) throw error
      await sleep(200)
    }
  }
}

/** An app as its template makes it, which builds itself: the program that it makes says how it went. */
async function byApp(name: string, folder: string, url: string): Promise<string> {
  const app = appOf(name, folder, url)
  // The server is in this process, which must not wait for the app.
  const { stdout, stderr } = await outputOf('npm', ['run', '--silent', 'check'], app, quiet)
  return stdout + stderr
}

/** A page that is made when it is requested: the programs change what the server has. */
async function byNext(folder: string, url: string): Promise<string> {
  const app = appOf('next-turbopack', folder, url)
  const page = path.join(app, 'src/app/page.tsx')
  writeFileSync(page, `${readFileSync(page, 'utf8')}\nexport const dynamic = 'force-dynamic'\n`)
  const next = path.join(app, 'node_modules/.bin/next')
  const { code, stdout, stderr } = await outputOf(next, ['build', '--turbopack'], app, quiet)
  if (code !== 0) return stdout + stderr
  const [port = 0] = await freePorts(1)
  const child = spawn(next, ['start', '-p', String(port), '-H', '127.0.0.1'], {
    cwd: app,
    env: quiet,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    return await pageAt(port)
  } finally {
    child.kill('SIGKILL')
  }
}

/** The folder of an app, with everything installed, and the programs in it. */
function appOf(name: string, folder: string, url: string): string {
  const app = path.join(folder, name)
  cpSync(path.resolve('test/external/apps/apps', name), app, { recursive: true })
  const install = pnpm(app, ['install', '--frozen-lockfile', '--prefer-offline'])
  if (!install.ok) throw new Error(install.why)
  prepare(app, '')
  const program = `import { day } from './day/day'

export const check = (): Promise<string> => day(${JSON.stringify(url)})
`
  writeFileSync(path.join(app, 'src/program.ts'), program)
  return app
}
