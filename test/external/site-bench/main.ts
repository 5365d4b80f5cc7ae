import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { siteFiles, sitePages, writeSite } from '../../../docs/site/build.js'
import type { Page } from '../../../docs/site/page.js'
import { pagesOf } from '../../../docs/site/read-packages.js'
import { searchEntries } from '../../../docs/site/search-index.js'

/**
 * What the site costs for our two documents and for GitHub's REST description (13 MB, 1,223 operations), on demand:
 * `npx -y pnpm@12 bench site`. CPU seconds hold when others use the machine; wall seconds do not.
 */

const root = path.resolve('.')
const cache = path.join(root, 'test/external/site-bench/.cache')
const github = path.join(
  root,
  'test/external/bench/generate/node_modules/@octokit/openapi/generated/api.github.com.json',
)

rmSync(cache, { recursive: true, force: true })
mkdirSync(cache, { recursive: true })

const rows = [
  ['', 'pages', 'CPU s', 'wall s', 'HTML kB a page', 'all MB', 'search MB', 'in gzip'],
  ['---', ...Array.from({ length: 7 }, () => '---:')],
]

await measure('our documents', () => sitePages(root))

const home = path.join(cache, 'github')
const without = generated(path.join(cache, 'github-client'), 'client')
const documented = generated(home, 'client', '../../../../packages/emit-docs/dist/pages.js')
const overview = readFileSync(path.join(home, 'README.md'), 'utf8')
  .replace(/^# .*\n/, '')
  .trim()
await measure('GitHub’s', () =>
  pagesOf({ folder: 'github', name: '@tagwire/github', overview }, writtenPages(home)),
)

const docs = filesBelow(path.join(home, 'docs'))
const bytes = docs.reduce((sum, file) => sum + statSync(file).size, 0)
for (const row of rows) process.stdout.write(`| ${row.join(' | ')} |\n`)
process.stdout.write(
  `\nGitHub’s client ${without.cpu.toFixed(1)} CPU s, with @tagwire/emit-docs/pages ${documented.cpu.toFixed(1)}: ` +
    `${docs.length} files, ${(bytes / 1e6).toFixed(1)} MB\n`,
)

async function measure(name: string, read: () => Page[] | Promise<Page[]>): Promise<void> {
  const cpu = process.cpuUsage()
  const begun = performance.now()
  const pages = await read()
  const files = siteFiles(pages)
  writeSite(path.join(cache, 'dist'), files)
  const { system, user } = process.cpuUsage(cpu)
  const wall = (performance.now() - begun) / 1000
  const sizeOf = (fits: (name: string) => boolean): number =>
    files.reduce((sum, file) => sum + (fits(file.path) ? Buffer.byteLength(file.text) : 0), 0)
  const index = JSON.stringify(searchEntries(pages))
  rows.push([
    name,
    pages.length.toLocaleString('en'),
    ((user + system) / 1e6).toFixed(1),
    wall.toFixed(1),
    (sizeOf((each) => each.endsWith('.html')) / pages.length / 1000).toFixed(1),
    (sizeOf(() => true) / 1e6).toFixed(1),
    (Buffer.byteLength(index) / 1e6).toFixed(2),
    (zipped(index) / 1e6).toFixed(2),
  ])
}

function zipped(text: string): number {
  return gzipSync(text, { level: 9 }).length
}

/** Generates GitHub's package from scratch, in its own process and without a cache. */
function generated(out: string, ...emit: readonly string[]): { readonly cpu: number } {
  const report = path.join(cache, 'probe.jsonl')
  rmSync(report, { force: true })
  const program = path.join(root, 'generator/dist/main.js')
  const args = ['generate', '--quiet', '--spec', github, '--out', out, '--name', '@bench/github']
  const probe = path.join(root, 'test/external/bench/generate/probe.cjs')
  const env = { ...process.env, NODE_OPTIONS: `--require ${probe}`, BENCH_PROBE: report }
  const all = [program, ...args, '--emit', emit.join(',')]
  const { status, stderr } = spawnSync(process.execPath, all, { cwd: cache, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const lines = readFileSync(report, 'utf8').trim().split('\n')
  const times = lines.map((line): { cpu: number } => JSON.parse(line))
  return { cpu: times.reduce((sum, each) => sum + each.cpu, 0) }
}

function writtenPages(folder: string): ReadonlyMap<string, string> {
  return new Map(
    filesBelow(path.join(folder, 'docs')).map((file) => [
      path.relative(folder, file).split(path.sep).join('/'),
      readFileSync(file, 'utf8'),
    ]),
  )
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
