import { readFileSync } from 'node:fs'
import path from 'node:path'
import { MigrationError, type Problem, UsageError } from './errors.js'
import { type Options, readOptions, USAGE } from './options.js'
import type { Plan } from './plan.js'
import { planCalls } from './plan-calls.js'
import { planTypes } from './plan-types.js'
import { uncommitted } from './project/files.js'
import { paintIf, planText, problemText } from './report/text.js'
import { writeChanges } from './write.js'

export interface Output {
  readonly isTTY?: boolean | undefined
  readonly write: (text: string) => unknown
}

/** What a run sees of its process. */
export interface Host {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
}

/** Runs one command line and returns its exit code. */
export function run(host: Host, args: readonly string[]): number {
  const isJson = args.includes('--json')
  try {
    const options = readOptions(args)
    if (options === 'help')
      return print(host, isJson ? JSON.stringify({ help: USAGE }) : USAGE.trimEnd())
    if (options === 'version')
      return print(host, isJson ? JSON.stringify({ version: version() }) : version())
    return migrate(host, options)
  } catch (error) {
    if (error instanceof UsageError) {
      if (isJson) print(host, JSON.stringify({ error: error.message }, undefined, 2))
      host.stderr.write(`${error.message} See \`npx @tagwire/migrate --help\`.\n`)
      return 2
    }
    return explain(host, error, isJson)
  }
}

function migrate(host: Host, options: Options): number {
  const folder = path.resolve(host.cwd, options.folder)
  const plan = (options.calls ? planCalls : planTypes)(folder, options)
  if (plan === 'already') {
    const done =
      'Already migrated: nothing calls openapi-typescript, and there is a tagwire.config.'
    if (options.json) print(host, JSON.stringify({ migrated: true, written: false }, undefined, 2))
    else if (!options.quiet) print(host, done)
    return 0
  }
  const warnings = [...plan.warnings, ...dirty(folder, plan)]
  if (options.write) writeChanges(folder, plan.changes)
  if (options.json) {
    print(host, jsonText({ ...plan, warnings }, options.write))
    return 0
  }
  if (options.quiet) return 0
  const paint = paintIf(wantsColour(host.stderr, host.env))
  for (const warning of warnings) host.stderr.write(`${paint('yellow', 'warning')} ${warning}\n`)
  const text = planText(plan, options.write, paintIf(wantsColour(host.stdout, host.env)))
  print(host, text === '' ? 'Nothing to change.' : text)
  if (!options.write && plan.changes.length > 0) {
    host.stderr.write('\nNothing was written. Run it again with --write.\n')
  }
  return 0
}

/** Changes in a tree that is not clean are hard to tell apart from those that were there. */
function dirty(folder: string, plan: Plan): string[] {
  if (plan.changes.length === 0) return []
  const changed = uncommitted(folder)
  if (changed === undefined)
    return ['This is no git repository, so nothing keeps the files as they were.']
  return changed.length > 0
    ? [
        `${changed.length} uncommitted ${changed.length === 1 ? 'change' : 'changes'} here. Commit first, so that you can look at the migration alone.`,
      ]
    : []
}

function jsonText(plan: Plan, isWritten: boolean): string {
  const { documents, changes, rewrites, findings, warnings, next } = plan
  const files = changes.map(({ kind, file }) => ({ kind, file }))
  return JSON.stringify(
    { written: isWritten, documents, changes: files, rewrites, findings, warnings, next },
    undefined,
    2,
  )
}

function explain(host: Host, error: unknown, isJson: boolean): number {
  const problems: readonly Problem[] =
    error instanceof MigrationError ? error.problems : [unexpected(host, error)]
  if (isJson) print(host, JSON.stringify({ errors: problems }, undefined, 2))
  const paint = paintIf(wantsColour(host.stderr, host.env))
  for (const each of problems) host.stderr.write(`${problemText(each, paint)}\n`)
  return 1
}

/** A fault of this program. The stack is only shown on request. */
function unexpected({ env, stderr }: Host, error: unknown): Problem {
  if (env.TAGWIRE_DEBUG && error instanceof Error) stderr.write(`${error.stack}\n`)
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    code: 'TM1010',
    message,
    help: 'This is a fault of @tagwire/migrate. Nothing was written. TAGWIRE_DEBUG=1 shows where it happened.',
  }
}

/** https://no-color.org, https://force-color.org, and no colour into a pipe. */
function wantsColour(stream: Output, env: Host['env']): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return stream.isTTY === true && env.TERM !== 'dumb'
}

function print({ stdout }: Host, text: string): number {
  stdout.write(`${text}\n`)
  return 0
}

function version(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest ? String(manifest.version) : ''
}
