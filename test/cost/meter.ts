import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

/** One line of what `pnpm tool cost` collects: processor seconds, those of ended child processes apart. */
export interface FileCost {
  readonly file: string
  readonly worker: number
  readonly load: number
  readonly run: number
  readonly children: number
  /** Seconds since 1970, and how long it took by the clock, loading included. */
  readonly begun: number
  readonly wall: number
  readonly megabytes: number
  readonly tests: number
  /** How often `expect` was called. */
  readonly assertions: number
  readonly heavy: readonly TestCost[]
}

/** A test that takes more than {@link HEAVY} seconds, hooks around each test included. */
export interface TestCost {
  readonly name: string
  readonly run: number
  readonly children: number
}

const HEAVY = 0.2

const TICKS = 100

/**
 * Child processes that have ended; their time is not in `process.cpuUsage`. Only Linux reports it.
 */
function childSeconds(): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const log = process.env.TAGWIRE_COST
if (log) {
  const begun = ownSeconds()
  const begunAt = Date.now() / 1000
  const children = childSeconds()
  let loaded = begun
  let tests = 0
  let assertions = 0
  const heavy: TestCost[] = []
  let before = { own: 0, children: 0 }
  beforeAll(() => {
    loaded = ownSeconds()
  })
  beforeEach(() => {
    before = { own: ownSeconds(), children: childSeconds() }
  })
  afterEach(({ task }) => {
    const run = ownSeconds() - before.own
    const ended = childSeconds() - before.children
    if (run + ended > HEAVY) heavy.push({ name: task.name, run, children: ended })
    tests++
    assertions += expect.getState().assertionCalls
  })
  afterAll(() => {
    const cost: FileCost = {
      file: relative(process.cwd(), expect.getState().testPath ?? ''),
      worker: process.pid,
      load: loaded - begun,
      run: ownSeconds() - loaded,
      children: childSeconds() - children,
      begun: begunAt,
      wall: Date.now() / 1000 - begunAt,
      megabytes: Math.round(process.memoryUsage().rss / 1e6),
      tests,
      assertions,
      heavy,
    }
    appendFileSync(log, `${JSON.stringify(cost)}\n`)
  })
}
