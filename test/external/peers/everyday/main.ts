/*
 * `pnpm tool peer-everyday [--write]`: the day of test/e2e/everyday with the clients of Redocly and hey-api beside
 * ours. Each program has to give the same result against the same small server. Prints how many lines each took, how
 * often it had to tell the compiler what it does not know, and what came out; `--write` puts the table into
 * docs/the-day-compared.md.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import ts from 'typescript'
import { startService } from '../../../e2e/everyday/service.js'
import { tagwire } from '../../apps/packed.js'

const here = path.resolve('test/external/peers/everyday')
const everyday = path.resolve('test/e2e/everyday')
const page = path.resolve('docs/the-day-compared.md')

type Run = (baseUrl: string, ...more: readonly unknown[]) => Promise<unknown>
type Programs = Readonly<Record<string, Run>>

/** What is to be done: the functions that do it, and what should come out. */
interface Step {
  readonly title: string
  readonly program: string
  readonly calls: readonly (readonly unknown[])[]
  readonly busy?: number
  readonly expected: readonly unknown[]
}

const loans = ['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6']

const STEPS: readonly Step[] = [
  {
    title: 'pages of seven kinds',
    program: 'everything',
    calls: [[]],
    expected: [
      {
        tools: ['hand', 'power', 'garden tool', '3d-printer', 'of the future'],
        found: ['t0', 't1', 't2', 't3', 't4'],
        loans: loans.map(() => Date.parse('2026-11-01T07:30:00Z')),
        events: [1, 2, 3],
        members: ['member 0', 'member 1', 'member 2'],
        branches: ['North', 'South'],
        visits: [10, 11, 12, 13, 14],
      },
    ],
  },
  {
    title: 'pages, resumed from a saved place',
    program: 'resumed',
    calls: [[3]],
    expected: [loans],
  },
  {
    title: 'two successes, with typed headers and dates',
    program: 'lend',
    calls: [['t1'], ['rare']],
    expected: ['/v2/loans/l7 since 7, 150 cents, application/json', 'place 3, ask again in 60 s'],
  },
  {
    title: 'described errors, told apart',
    program: 'tryToLend',
    calls: [['taken'], ['']],
    expected: ['lent to Ann', 'Which tool?'],
  },
  {
    title: 'one key for a payment that is retried twice',
    program: 'pay',
    calls: [[]],
    busy: 2,
    expected: ['l8'],
  },
  {
    title: 'tracing with the operation and each attempt',
    program: 'traced',
    calls: [[]],
    busy: 1,
    expected: [['GET /loans/{loan-id} loans', '1: 503', 'again after 1', '2: 200']],
  },
  {
    title: 'OAuth 2: one token for three calls, and a new one',
    program: 'together',
    calls: [[]],
    expected: [['l1', 'l2', 'l3', 'refused', 'l1']],
  },
  {
    title: 'uploads as a form and as bytes, a download',
    program: 'photos',
    calls: [[]],
    expected: ['300,300,"300",20,21,Too large'],
  },
  {
    title: 'a stream with an unknown event, which breaks once',
    program: 'watched',
    calls: [[]],
    expected: [['late since 1', 'heartbeat: ping', 'note: returned']],
  },
  {
    title: 'JSON lines',
    program: 'exported',
    calls: [[]],
    expected: [['hand', 'power', 'garden tool', '3d-printer', 'of the future']],
  },
  {
    title: 'valid data before there is a server',
    program: 'withoutServer',
    calls: [[]],
    expected: [[true, true, 'string']],
  },
]

interface Peer {
  readonly title: string
  /** Makes the client in a folder, beside the programs. */
  readonly make: (folder: string) => void
  /** The files with the programs. */
  readonly files: readonly string[]
}

const names = ['answers', 'bodies', 'calls', 'first-day', 'middleware', 'pages', 'sign-in']
const PEERS: readonly Peer[] = [
  {
    title: 'tagwire',
    files: names.map((name) => `${name}.ts`),
    make(folder) {
      cpSync(path.join(everyday, 'programs'), folder, { recursive: true })
      const library = {
        spec: path.join(everyday, 'tool-library.yaml'),
        out: 'library',
        runtime: 'inline',
        emit: ['client', 'validate', 'decode', 'mock'],
        dates: 'date',
      }
      const config = path.join(folder, 'tagwire.config.json')
      writeFileSync(config, JSON.stringify({ packages: { library } }))
      writeFileSync(path.join(folder, 'package.json'), '{"name": "day", "type": "module"}')
      must(folder, process.execPath, [tagwire, 'generate', '--quiet'])
    },
  },
  {
    title: `Redocly ${versionOf('@redocly/cli')}`,
    files: ['redocly.ts'],
    make(folder) {
      cpSync(path.join(here, 'programs/redocly.ts'), path.join(folder, 'redocly.ts'))
      writeFileSync(path.join(folder, 'day.yaml'), documentOf())
      const arguments_ = ['generate-client', 'day.yaml', '-o', 'redocly/client.ts']
      must(folder, binary('redocly'), arguments_)
    },
  },
  {
    title: `hey-api ${versionOf('@hey-api/openapi-ts')}`,
    files: ['hey-api.ts'],
    make(folder) {
      cpSync(path.join(here, 'programs/hey-api.ts'), path.join(folder, 'hey-api.ts'))
      writeFileSync(path.join(folder, 'day.yaml'), documentOf())
      must(folder, binary('openapi-ts'), ['-i', 'day.yaml', '-o', 'hey-api'])
    },
  },
]

/** As 3.2, which `itemSchema` is a part of, and with the extension of Redocly for pages that it has a style for. */
function documentOf(): string {
  const rules: Readonly<Record<string, string>> = {
    listTools: '{ style: page, offsetParam: page, items: /results }',
    list_events: '{ style: link, items: "" }',
    listBranches: '{ style: body-link, nextLink: /links/next, items: /items }',
    listVisits: '{ style: offset, offsetParam: skip, items: /rows }',
  }
  let text = readFileSync(path.join(everyday, 'tool-library.yaml'), 'utf8')
  text = text.replace('openapi: 3.1.0', 'openapi: 3.2.0')
  for (const [id, rule] of Object.entries(rules)) {
    text = text.replace(
      new RegExp(`^( +)operationId: ${id}$`, 'm'),
      (line, indent) => `${line}\n${indent}x-redoclyPagination: ${rule}`,
    )
  }
  return text
}

function binary(name: string): string {
  return path.join(here, 'node_modules/.bin', name)
}

function versionOf(name: string): string {
  const manifest = path.join(here, 'node_modules', name, 'package.json')
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

function must(cwd: string, command: string, given: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, given, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${given.join(' ')}: ${stdout}${stderr}`)
}

/** What the compiler says of the programs, strictly. */
function complaintsAbout(folder: string, files: readonly string[]): string[] {
  const program = ts.createProgram(
    files.map((file) => path.join(folder, file)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
    },
  )
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

async function programsOf(folder: string, files: readonly string[]): Promise<Programs> {
  const input = path.join(folder, 'all.ts')
  const lines = files.map((file) => `export * from './${file.replace(/ts$/, 'js')}'\n`)
  writeFileSync(input, lines.join(''))
  const made = await rolldown({ input, resolve: { extensionAlias: { '.js': ['.ts', '.js'] } } })
  const file = path.join(folder, 'all.mjs')
  await made.write({ file })
  await made.close()
  return import(pathToFileURL(file).href)
}

interface Size {
  readonly lines: number
  /** `as`, but for `as const`. */
  readonly casts: number
}

/** The lines of a function between its braces, without comments and empty ones. */
function sizeOf(folder: string, files: readonly string[], name: string): Size | undefined {
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    const [, body] =
      new RegExp(`^export async function ${name}\\(.*?\\{\\n(.*?)^\\}`, 'ms').exec(text) ?? []
    if (body === undefined) continue
    const lines = body.split('\n').filter((line) => !/^\s*(?:\/\/.*)?$/.test(line))
    return { lines: lines.length, casts: body.match(/ as (?!const)/g)?.length ?? 0 }
  }
  return undefined
}

interface Found extends Size {
  readonly outcome: string
}

async function tried(peer: Peer, work: string): Promise<Map<string, Found | undefined>> {
  const folder = path.join(work, peer.title.replace(/\W/g, ''))
  mkdirSync(folder)
  peer.make(folder)
  const complaints = complaintsAbout(folder, peer.files)
  if (complaints.length > 0) throw new Error(`${peer.title}: ${complaints.join('\n')}`)
  const programs = await programsOf(folder, peer.files)
  const { url, busy, expire, close } = await startService()
  const found = new Map<string, Found | undefined>()
  try {
    for (const { program, calls, busy: times = 0, expected } of STEPS) {
      const size = sizeOf(folder, peer.files, program)
      const run = programs[program]
      if (!size || !run) {
        found.set(program, undefined)
        continue
      }
      busy(times)
      const results: unknown[] = []
      for (const given of calls) {
        const more = program === 'together' ? [expire] : given
        const late = new Promise((resolve) =>
          setTimeout(resolve, 20_000, 'no end within 20 s').unref(),
        )
        results.push(await Promise.race([run(url, ...more).catch(failed), late]))
      }
      const isSame = JSON.stringify(results) === JSON.stringify(expected)
      found.set(program, { ...size, outcome: isSame ? '' : JSON.stringify(results) })
      busy(0)
    }
  } finally {
    await close()
  }
  return found
}

function failed(error: unknown): string {
  return `throws ${error}`
}

function cell(found: Found | undefined): string {
  if (!found) return 'not there'
  const casts = found.casts > 0 ? `, ${found.casts} casts` : ''
  const outcome = found.outcome.replaceAll('|', '\\|').slice(0, 160)
  return `${found.lines} lines${casts}${outcome === '' ? '' : `; **differs**: \`${outcome}\``}`
}

const work = mkdtempSync(path.join(os.tmpdir(), 'tagwire-peers-'))
try {
  const all = await Promise.all(PEERS.map(async (peer) => tried(peer, work)))
  const rows = STEPS.map(({ title, program }) => [
    title,
    ...all.map((each) => cell(each.get(program))),
  ])
  const head = ['', ...PEERS.map(({ title }) => title)]
  const widths = head.map((_, at) =>
    Math.max(3, ...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const table = [
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
  ].join('\n')
  process.stdout.write(`${table}\n`)
  if (process.argv.includes('--write')) {
    const before = readFileSync(page, 'utf8')
    const marks = /(<!-- the day: begin -->\n).*?(<!-- the day: end -->)/s
    writeFileSync(
      page,
      before.replace(marks, (_, begin, end) => `${begin}\n${table}\n\n${end}`),
    )
  }
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}
