/*
 * `pnpm tool apps [names…]`: a small app of each tool, once with the packed package and once with sources inside
 * of it (`--out src/shop --runtime inline`, nothing else set). Each builds or tests itself as the template of its
 * tool does, and says what the program answered. With UPDATE set, the table in the documentation is written anew.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { here, type Packages, pack, put, tagwire, takeAway } from './packed.js'
import { mustRun, nodeOf, type Outcome, pnpm, runIn } from './run.js'
import { type Found, record } from './table.js'

const ANSWER = 'o-1: card 4242, 1 problem'

type WayName = 'package' | 'sources'

/** What `package.json` of an app says for this test. */
interface App {
  readonly title: string
  /** The package whose version stands in the table. */
  readonly version: string
  /** Whether it runs programs itself, so that there is no Node. */
  readonly isRuntime?: boolean
  /** What cannot work, and why. */
  readonly cannot?: Partial<Record<WayName, string>>
}

interface Tried extends App {
  readonly name: string
  readonly found: string
  /** The version of the Node that ran it. */
  readonly node: string
  readonly ways: Readonly<Record<WayName, Pick<Outcome, 'ok' | 'why'>>>
}

const known = readdirSync(path.join(here, 'apps')).sort()
const asked = process.argv.slice(2)
const strangers = asked.filter((name) => !known.includes(name))
const say = (line: string): void => void process.stderr.write(`[apps] ${line}\n`)

if (strangers.length > 0) {
  say(`${strangers.join(', ')}: known are ${known.join(', ')}`)
  process.exitCode = 2
} else run(asked.length > 0 ? asked : known)

function run(names: readonly string[]): void {
  const work = mkdtempSync(path.join(os.tmpdir(), 'tagwire-apps-'))
  try {
    const packages = pack(work)
    const unexpected = names.flatMap((name) => {
      const tried = tryApp(name, path.join(work, name), packages)
      if (process.env.UPDATE) record(name, foundIn(tried))
      return unexpectedIn(tried)
    })
    say(
      unexpected.length === 0 ? 'all as it should be' : `${unexpected.length} not as it should be`,
    )
    process.exitCode = unexpected.length === 0 ? 0 : 1
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Says how it went. */
function unexpectedIn({ name, ways, cannot = {} }: Tried): WayName[] {
  return (['package', 'sources'] as const).filter((way) => {
    const { ok, why } = ways[way]
    const known = cannot[way] !== undefined
    const outcome = ok ? 'ok    ' : known ? 'cannot' : 'FAILED'
    say(`${outcome} ${name}, ${way}${why === '' ? '' : `: ${why}`}`)
    return ok === known
  })
}

function foundIn({ title, found, node, ways, cannot = {} }: Tried): Found {
  const way = (name: WayName) => {
    const note = cannot[name]
    return { ok: ways[name].ok, ...(note === undefined ? {} : { note }) }
  }
  const date = new Date().toISOString().slice(0, 10)
  return { title, version: found, node, date, package: way('package'), sources: way('sources') }
}

function tryApp(name: string, app: string, packages: Packages): Tried {
  const from = path.join(here, 'apps', name)
  const own: App = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')).tagwire
  say(`${own.title} …`)
  cpSync(from, app, { recursive: true })
  try {
    const install = pnpm(app, ['install', '--frozen-lockfile', '--prefer-offline'])
    if (!install.ok)
      return { ...own, name, found: '', node: '', ways: { package: install, sources: install } }
    const node = own.isRuntime
      ? 'none'
      : mustRun(app, nodeOf(app), ['-p', 'process.versions.node']).trim()
    const manifest = path.join(app, 'node_modules', own.version, 'package.json')
    const { version: found } = JSON.parse(readFileSync(manifest, 'utf8'))
    const ways = {
      package: attempt(app, () => {
        put(packages, app)
        return (entry) => (entry === 'index' ? '@acme/shop' : `@acme/shop/${entry}`)
      }),
      sources: attempt(app, () => {
        takeAway(packages, app)
        mustRun(app, process.execPath, [
          ...[tagwire, 'generate', '--spec', path.join(here, 'shop.yaml')],
          ...['--out', 'src/shop', '--runtime', 'inline'],
        ])
        const end = endOfImports(path.join(app, 'src/shop/index.ts'))
        return (entry) => `./shop/${entry}${end}`
      }),
    }
    return { ...own, name, found, node, ways }
  } finally {
    rmSync(app, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Where an app imports an entry of the shop from. */
type Address = (entry: 'index' | 'mock' | 'validate') => string

/** Builds and runs the app in one of the two ways. */
function attempt(app: string, prepare: () => Address): Pick<Outcome, 'ok' | 'why'> {
  try {
    const address = prepare()
    const program = readFileSync(path.join(here, 'program.txt'), 'utf8')
      .replace('SHOP/mock', address('mock'))
      .replace('SHOP/validate', address('validate'))
      .replace('SHOP', address('index'))
    mkdirSync(path.join(app, 'src'), { recursive: true })
    writeFileSync(path.join(app, 'src/program.ts'), program)
    const { ok, why, output } = runIn(app, 'npm', ['run', '--silent', 'check'])
    if (!ok || output.includes(ANSWER)) return { ok, why }
    return { ok: false, why: `it said ${JSON.stringify(output.slice(-200))}` }
  } catch (error) {
    return { ok: false, why: String(error) }
  } finally {
    for (const each of ['dist', 'build', '.next', '.output', '.parcel-cache']) {
      rmSync(path.join(app, each), { recursive: true, force: true })
    }
  }
}

/** How generated imports end: what the generator guessed is what a user of the tool writes, too. */
function endOfImports(index: string): string {
  const [, end = ''] = /from '\.\/\w+(\.[jt]s)?'/.exec(readFileSync(index, 'utf8')) ?? []
  return end
}
