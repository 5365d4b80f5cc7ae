/*
 * What the tests cost, in seconds of processors: by kind, and the heaviest files. Unlike wall time, that says much the
 * same on a busy machine. `npx -y pnpm@12 tool cost [files or folders]`
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FileCost } from './meter.js'

const HEAVIEST = 30
const LONGEST = 12
const HEAVIEST_TESTS = 60

interface Sum {
  files: number
  tests: number
  assertions: number
  load: number
  run: number
  children: number
}

const total = ({ load, run, children }: Pick<Sum, 'load' | 'run' | 'children'>): number =>
  load + run + children

/** `unit`, `e2e/node`: folders below `test`. */
function kindOf({ file }: FileCost): string {
  const [, kind = '', below = ''] = file.split(path.sep)
  return kind === 'e2e' && !below.endsWith('.ts') ? `${kind}/${below}` : kind
}

function sumOf(costs: readonly FileCost[]): Sum {
  const sum: Sum = { files: costs.length, tests: 0, assertions: 0, load: 0, run: 0, children: 0 }
  for (const each of costs) {
    sum.tests += each.tests
    sum.assertions += each.assertions
    sum.load += each.load
    sum.run += each.run
    sum.children += each.children
  }
  return sum
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const seconds = (value: number): string => value.toFixed(1)

function report(costs: readonly FileCost[]): string {
  const kinds = [...new Set(costs.map(kindOf))].map((kind) => {
    return { kind, sum: sumOf(costs.filter((each) => kindOf(each) === kind)) }
  })
  kinds.sort((left, right) => total(right.sum) - total(left.sum))
  const cells = (sum: Sum) => [
    sum.files,
    sum.tests,
    sum.assertions,
    ...[sum.load, sum.run, sum.children, total(sum)].map(seconds),
  ]
  const heaviest = [...costs].sort((left, right) => total(right) - total(left)).slice(0, HEAVIEST)
  const tests = costs
    .flatMap(({ file, heavy }) => heavy.map((test) => ({ ...test, name: `${file}: ${test.name}` })))
    .sort((left, right) => right.run + right.children - left.run - left.children)
    .slice(0, HEAVIEST_TESTS)
  const begun = Math.min(...costs.map((each) => each.begun))
  const idle = (each: FileCost): number => each.wall - total(each)
  const longest = [...costs].sort((left, right) => idle(right) - idle(left)).slice(0, LONGEST)
  return [
    table(
      ['kind', 'files', 'tests', 'assertions', 'loading', 'running', 'child processes', 'together'],
      [...kinds.map(({ kind, sum }) => [kind, ...cells(sum)]), ['all', ...cells(sumOf(costs))]],
    ),
    table(
      ['file', 'loading', 'running', 'child processes', 'together'],
      heaviest.map((each) => [
        each.file,
        ...[each.load, each.run, each.children, total(each)].map(seconds),
      ]),
    ),
    table(
      ['test', 'running', 'child processes', 'together'],
      tests.map(({ name, run, children }) => [
        name,
        ...[run, children, run + children].map(seconds),
      ]),
    ),
    // What waits for a timer, or for a processor: on a machine with nothing else to do, mostly the former.
    table(
      ['file', 'begins after', 'by the clock', 'of it waiting'],
      longest.map((each) => [
        each.file,
        ...[each.begun - begun, each.wall, idle(each)].map(seconds),
      ]),
    ),
  ].join('\n\n')
}

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-cost-'))
const log = path.join(folder, 'cost.jsonl')
const begun = performance.now()
const vitest = spawn('npx', ['vitest', 'run', '--mode', 'built', ...process.argv.slice(2)], {
  env: { ...process.env, TAGWIRE_COST: log },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
vitest.on('close', (code) => {
  const wall = (performance.now() - begun) / 1000
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  rmSync(folder, { recursive: true, force: true })
  const costs = lines.map((line): FileCost => JSON.parse(line))
  console.log(`\n${report(costs)}\n\n${seconds(wall)} s of wall time`)
  process.exitCode = code ?? 1
})
