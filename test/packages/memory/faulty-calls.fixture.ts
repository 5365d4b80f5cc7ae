import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface FaultyCalls {
  /** By the name of the error, or `ok`. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly grownMB: number
  /** What still listens to the signal that all calls were given. */
  readonly listeners: number
}

/** Calls at concurrency 50 in a process of their own, against a server full of faults. */
export async function faultyCalls(count: number): Promise<FaultyCalls> {
  const program = fileURLToPath(new URL('faulty-calls.mjs', import.meta.url))
  const args = ['--expose-gc', program, String(count)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}
