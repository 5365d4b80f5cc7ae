import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const cache = fileURLToPath(new URL('.cache/', import.meta.url))
/** What every row of a table runs on; hey-api and orval ask for a Node newer than the oldest that tagwire takes. */
const newer = fileURLToPath(new URL('node_modules/node-26-linux-x64/bin/node', import.meta.url))
export const node = process.env.BENCH_NODE ?? (existsSync(newer) ? newer : process.execPath)
const probe = fileURLToPath(new URL('probe.cjs', import.meta.url))

/**
 * Runs a Node program to its end: wall seconds, CPU seconds (user and system) of all its processes, and the
 * memory of the largest of them and of all. `cores` (`0`, `0,1`) are the only ones it may use, on Linux. What takes longer than the limit is ended. Of what it says, the end is kept.
 */
export async function run(
  args,
  { cwd = cache, limitMs = 300_000, flags = [], keep = 20_000, cores } = {},
) {
  const report = path.join(cache, `probe-${process.pid}.jsonl`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(report, '')
  const env = { ...process.env, NODE_OPTIONS: `--require ${probe}`, BENCH_PROBE: report, CI: '1' }
  const started = performance.now()
  const [program, ...before] = cores === undefined ? [node] : ['taskset', '-c', cores, node]
  const child = spawn(program, [...before, ...flags, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listen = (data) => {
    output = (output + data).slice(-keep)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, limitMs)
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  const wall = (performance.now() - started) / 1000
  const lines = readFileSync(report, 'utf8').trim().split('\n').filter(Boolean)
  const processes = lines.map((line) => JSON.parse(line))
  rmSync(report)
  return {
    code: late ? 'limit' : code,
    wall,
    cpu: processes.reduce((sum, each) => sum + each.cpu, 0),
    mb: Math.max(0, ...processes.map((each) => each.rss)) / 2 ** 20,
    allMb: processes.reduce((sum, each) => sum + each.rss, 0) / 2 ** 20,
    output,
  }
}

export function median(values) {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Rows of cells under their heads, as Markdown. */
export function table(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const rule = heads.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(heads), line(rule), ...rows.map(line)].join('\n')
}
