// Compares what generators make of the description of the routing service. On demand, about two minutes:
//
//   npx -y pnpm@12 tool peer-generators [--description FILE] [--rounds 3] [--write]
//
// Without `--description` it is our own document; the table of the README is of the one that the service publishes.
// `--write` puts the table between the marks in the README.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse, stringify } from 'yaml'
import { check } from '../../bench/generate/check.mjs'
import { bin, makers } from '../../bench/generate/makers.mjs'
import { cache, median, run, table } from '../../bench/generate/run.mjs'
import { peers, sourcesOf } from './peers.mjs'
import { bundledCall, compiled, validated } from './probe.mjs'

const root = path.resolve(import.meta.dirname, '../../../..')
const { values: given } = parseArgs({
  options: {
    description: { type: 'string', default: path.join(root, 'spec/routing/openapi.yaml') },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(given.rounds)
const description = await inOneFile(path.resolve(given.description))

const found = []
for (const peer of peers) found.push(await measured(peer))
const text = tableText()
process.stdout.write(`${text}\n`)
if (given.write) {
  const page = path.join(root, 'docs/compared-with-generators.md')
  const before = readFileSync(page, 'utf8')
  const after = before.replace(
    /(<!-- generators: begin -->\n).*?(<!-- generators: end -->)/s,
    (_, begin, end) => `${begin}\n${text}\n\n${end}`,
  )
  if (!after.includes(text)) throw new Error(`${page} has no place for the table`)
  writeFileSync(page, after)
  // Columns as wide as their content.
  spawnSync(path.join(root, 'node_modules/.bin/biome'), ['format', '--write', page])
}

/** Not every maker reads a description of several files, so all get it in one, without the world of our mock. */
async function inOneFile(file) {
  if (!/\$ref: *['"]?[\w.]/.test(readFileSync(file, 'utf8'))) return file
  mkdirSync(cache, { recursive: true })
  const whole = path.join(cache, 'description.yaml')
  const { code, output } = await run([bin.redocly, 'bundle', file, '--output', whole])
  if (code !== 0) throw new Error(`The description does not fit into one file: ${output}`)
  const { 'x-tagwire-world': _, ...rest } = parse(readFileSync(whole, 'utf8'))
  writeFileSync(whole, stringify(rest))
  return whole
}

/** One maker with the most that it makes of the description. */
async function measured(peer) {
  const versionText = peer.version.endsWith('.json')
    ? path.join(import.meta.dirname, peer.version)
    : path.join(cache, '../node_modules', peer.version, 'package.json')
  const { version } = JSON.parse(readFileSync(versionText, 'utf8'))
  const notes = []
  for (const kind of peer.kinds) {
    const maker = makers.find((each) => each.name === peer.name && each.kind === kind)
    const folder = path.join(cache, 'peers', peer.name)
    const args = maker.args(description, folder)
    const runs = []
    for (let round = 0; round < rounds; round++) {
      rmSync(folder, { recursive: true, force: true })
      rmSync(path.join(cache, '.tagwire'), { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      maker.args(description, folder) // writes its configuration anew
      runs.push(await run(args))
      if (runs[0].code !== 0) break
    }
    if (runs[0].code !== 0) {
      const said = /🛑\s*([^\n]{0,300})/u.exec(runs[0].output)?.[1] ?? runs[0].output.slice(-200)
      notes.push(`${peer.name} with ${kind} says “${said.trim().split('. ')[0]}”`)
      continue
    }
    process.stderr.write(`${peer.name} ${kind}\n`)
    const sources = sourcesOf(folder)
    const all = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
    return {
      name: peer.name,
      version,
      kind,
      notes,
      seconds: median(runs.map(({ cpu }) => cpu)),
      bytes: sources.reduce((sum, file) => sum + statSync(file).size, 0),
      checked: await check(folder),
      types: await compiled(peer, folder),
      validator: kind.includes('validators') ? await validated(peer, folder) : undefined,
      call: await bundledCall(peer, await clientOf(peer, folder, kind)),
      guards: new Set(all.match(/\bexport (?:function|const) (?:is|match)Operation\w*/g)).size,
      drift: await reportsDrift(peer, maker),
    }
  }
  throw new Error(`${peer.name} makes nothing: ${notes.join('; ')}`)
}

/** Validators belong to a call for some of them: what is sent is measured without. */
async function clientOf(peer, folder, kind) {
  if (kind === 'types' || kind === 'client') return folder
  const maker = makers.find((each) => each.name === peer.name && each.kind === 'client')
  const alone = path.join(cache, 'peers', `${peer.name}-client`)
  rmSync(alone, { recursive: true, force: true })
  mkdirSync(alone, { recursive: true })
  const { code, output } = await run(maker.args(description, alone))
  if (code !== 0) throw new Error(`${peer.name}, client: ${output}`)
  return alone
}

/** Whether a command of the maker notices that the description has changed since. */
async function reportsDrift({ check: asked, name }, maker) {
  if (!asked) return undefined
  const folder = path.join(cache, 'peers', `${name}-drift`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const copy = path.join(folder, `description${path.extname(description)}`)
  copyFileSync(description, copy)
  const args = maker.args(copy, path.join(folder, 'out'))
  await run(args)
  const same = await run(asked(args))
  const changed = readFileSync(copy, 'utf8').replace('from_chain_id', 'from_chain_name')
  writeFileSync(copy, changed)
  const drifted = await run(asked(args))
  if (same.code !== 0) throw new Error(`${name} sees drift where there is none: ${same.output}`)
  return drifted.code !== 0
}

function tableText() {
  const yes = (said) => (said === undefined ? '–' : said ? 'yes' : 'no')
  // Where nothing compiles, that a wrong value does not says nothing.
  const wrong = (types, name) => (types.swap ? yes(types[name]) : '–')
  const row = (title, of) => [title, ...found.map(of)]
  const rows = [
    row('generating, CPU s', ({ seconds }) => seconds.toFixed(1)),
    row('sources, kB', ({ bytes }) => (bytes / 1000).toFixed(0)),
    row('type errors in them', ({ checked }) => checked.errors),
    row('instantiations', ({ checked }) => checked.instantiations.toLocaleString('en')),
    row('one `route` call, kB in gzip', ({ call: { besides, bytes } }) =>
      [(bytes / 1000).toFixed(1), ...besides].join(' and '),
    ),
    row('a valid `swap` compiles', ({ types }) => yes(types.swap)),
    row('two kinds in one compile', ({ types }) => wrong(types, 'two kinds')),
    row('no kind compiles', ({ types }) => wrong(types, 'no kind')),
    row('a wrong payload compiles', ({ types }) => wrong(types, 'a wrong payload')),
    row('guards and `match` for `Operation`', ({ guards }) => guards),
    row('validator passes two kinds', ({ validator }) => yes(validator?.passed['two kinds'])),
    row('passes no kind', ({ validator }) => yes(validator?.passed['no kind'])),
    row('passes a wrong payload', ({ validator }) => yes(validator?.passed['a wrong payload'])),
    row('accepts a future kind', ({ validator }) => yes(validator?.passed['a kind of tomorrow'])),
    row('returns a valid `swap` complete', ({ validator }) => yes(validator?.whole)),
    row('a command detects old output', ({ drift }) =>
      drift === undefined ? 'no command' : yes(drift),
    ),
  ]
  const heads = [
    '',
    ...found.map(({ name, version }) => `${name} ${shortVersion(name, version)}`.trim()),
  ]
  const notes = found.flatMap((each) => each.notes)
  const bytes = readFileSync(description)
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const node = process.version.replace(/\.\d+$/, '')
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${node}, TypeScript 5.9, medians of ${rounds}; a description of ${(bytes.length / 1000).toFixed(0)} kB, sha256 ${digest}….`,
    table(heads, rows),
    notes.length > 0 ? `What failed: ${notes.join('; ')}.` : '',
  ]
    .filter((each) => each !== '')
    .join('\n\n')
}

/** Our own is that of this tree. */
function shortVersion(name, version) {
  return name === 'tagwire' ? '' : version.split('.').slice(0, 2).join('.')
}
