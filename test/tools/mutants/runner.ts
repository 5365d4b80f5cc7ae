import { appendFileSync } from 'node:fs'
import { inject, type RunnerTestCase, TestRunner } from 'vitest'
import type { Switch } from './switch.js'

/** A line of what the runner found. */
export type Finding =
  | {
      readonly killed: readonly number[]
      readonly survived: readonly number[]
      readonly test: string
    }
  | { readonly outside: readonly number[] }
  /** Passes once and not twice in one process, or is slow: its mutants are not known to survive. */
  | { readonly notRepeated: string; readonly reached: readonly number[]; readonly slow: boolean }

/** Seconds of the processor; a test that takes longer is run once, and does not judge mutants. */
const SLOW = 0.6

type Run = () => Promise<void>

/**
 * Runs each test once as it is, and then again with each mutant that it came by: in the same process, so that a mutant
 * costs as much as the test and no more.
 */
export default class MutantRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run: Run = async () => TestRunner.getTestFn(test)()
    const state = globalThis.mutantSwitch
    if (state?.active !== 0) return run()
    state.reached.clear()
    state.inTest = true
    const before = process.cpuUsage()
    try {
      await run()
      const { user, system } = process.cpuUsage(before)
      write(await judge(test.name, run, state, (user + system) / 1e6))
    } finally {
      state.inTest = false
      state.reached.clear()
    }
    write({ outside: [...state.outside] })
  }
}

function write(finding: Finding): void {
  appendFileSync(inject('findings'), `${JSON.stringify(finding)}\n`)
}

async function judge(test: string, run: Run, state: Switch, seconds: number): Promise<Finding> {
  const reached = [...state.reached.keys()].filter((id) => !state.killed.has(id))
  const visits = [...state.reached.values()].reduce((sum, each) => sum + each, 0)
  const passes = async (mutant: number): Promise<boolean> => {
    state.active = mutant
    state.budget = visits * 20 + 20_000
    try {
      await inTime(run(), seconds * 20_000 + 3000)
      return true
    } catch {
      return false
    } finally {
      state.active = 0
      state.budget = Number.POSITIVE_INFINITY
    }
  }
  if (reached.length === 0) return { killed: [], survived: [], test }
  const notRepeated = { notRepeated: test, reached, slow: seconds > SLOW }
  if (notRepeated.slow || !(await passes(0))) return notRepeated
  const killed: number[] = []
  for (const mutant of reached) if (!(await passes(mutant))) killed.push(mutant)
  // What a mutant left behind may be what made the next one fail.
  if (killed.length > 0 && !(await passes(0))) return notRepeated
  for (const mutant of killed) state.killed.add(mutant)
  return { killed, survived: reached.filter((each) => !killed.includes(each)), test }
}

async function inTime(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A mutant that takes too long')), milliseconds)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
