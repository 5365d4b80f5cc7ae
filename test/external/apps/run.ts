import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** How one command ended. */
export interface Outcome {
  readonly ok: boolean
  /** The first line that speaks of an error. */
  readonly why: string
  readonly output: string
}

const TOO_LONG_MS = 15 * 60_000

const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
}

/** Runs a command where the programs of the app's dependencies come first. `VERBOSE` shows what it says. */
export function runIn(cwd: string, command: string, args: readonly string[]): Outcome {
  const { NODE_ENV: _, VERBOSE: isVerbose, ...inherited } = process.env
  const bin = path.join(cwd, 'node_modules/.bin')
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...inherited, ...QUIET, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
    encoding: 'utf8',
    timeout: TOO_LONG_MS,
    maxBuffer: 1 << 28,
  })
  const output = `${stdout ?? ''}${stderr ?? ''}`
  if (isVerbose) process.stderr.write(output)
  const why = status === 0 ? '' : (error?.message ?? firstError(output))
  return { ok: status === 0, why, output }
}

export function mustRun(cwd: string, command: string, args: readonly string[]): string {
  const { ok, why, output } = runIn(cwd, command, args)
  if (!ok) throw new Error(`${command} ${args.join(' ')}: ${why}`)
  return output
}

/** The pnpm that runs this, else the one of the path. */
export function pnpm(cwd: string, args: readonly string[]): Outcome {
  const script = process.env.npm_execpath
  if (script === undefined) return runIn(cwd, 'pnpm', args)
  if (/\.[cm]?js$/.test(script)) return runIn(cwd, process.execPath, [script, ...args])
  return runIn(cwd, script, args)
}

function firstError(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const told = lines.find((line) => /error|cannot|unable|not found/i.test(line))
  return (told ?? lines.at(-2) ?? '').slice(0, 300)
}
