import path from 'node:path'
import type { LoadedConfig } from '../../config/config.js'
import { findingOf } from '../../diagnostics/finding.js'
import { createMemories, type Memories } from '../../emit/memory.js'
import { generateAll } from '../../pipeline/all-packages/generate-all.js'
import {
  type Difference,
  isUpToDate,
  type ReadyPackage,
} from '../../pipeline/all-packages/generate-and-compare.js'
import { readablePath } from '../../pipeline/committed-copy.js'
import type { GenerateOrReuseOptions } from '../../pipeline/generate-or-reuse.js'
import type { GuessedExtension } from '../../pipeline/surroundings/guess-import-extension.js'
import { jobsIn, readArguments, readingOf, UsageError } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, type OutputFlags, showDiagnostics } from '../console.js'
import { copyNamedSpec } from '../copy-named-spec.js'
import { deferSignals } from '../defer-signals.js'
import type { Host } from '../host.js'
import { createProgress } from '../progress.js'
import { configFor, type PlanRequest } from '../selected-packages.js'

export async function generateCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.generate.flags)
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const request = { ...values, names: positionals }
  if (values.watch && flags.json) throw new UsageError('--watch and --json cannot be combined.')
  if (!values.watch) return (await runOnce(host, request, flags)).exitCode
  const { watchFiles } = await import('../watch/watch.js')
  let wentWell = true
  const shown = new Map<string, string>()
  const memories = createMemories()
  return watchFiles(host, flags, async (matters) => {
    const isRecovery = !wentWell
    wentWell = false
    const waiting: (() => Promise<unknown>)[] = []
    const { exitCode, files } = await runOnce(host, request, flags, {
      ...{ matters, shown, isRecovery, memories },
      later: (work) => waiting.push(work),
    })
    wentWell = exitCode === 0
    const inIdleTime = async (): Promise<void> => {
      for (const work of waiting) await work()
    }
    return { files, inIdleTime }
  })
}

interface Run {
  readonly exitCode: number
  /** All files that were read, for watching. */
  readonly files: readonly string[]
}

/** The context of one of several runs in this process. */
interface Watched {
  readonly matters?: (files: readonly string[]) => void
  /** The last printed diagnostics of each package; equal ones are not printed again. */
  readonly shown?: Map<string, string>
  /** Whether the last run failed, in which case this one always prints something. */
  readonly isRecovery?: boolean
  readonly memories?: Memories
  readonly later?: (work: () => Promise<unknown>) => void
}

async function runOnce(
  host: Host,
  request: PlanRequest,
  flags: OutputFlags,
  watched: Watched = {},
): Promise<Run> {
  // `performance` would be loaded, which takes longer than comparing a small package with the disk.
  const started = process.uptime()
  const config = await configFor(request, host.cwd)
  watched.matters?.([
    ...ownFiles(config),
    ...specsOf(config).map((spec) => path.resolve(config.base, spec)),
  ])
  const copy = await copyNamedSpec(config, readingOf(request))
  try {
    const run = await generateAndWrite(host, request, flags, watched, {
      config,
      copied: copy.files,
      started,
    })
    if (run.exitCode !== 0) await copy.undo()
    return run
  } catch (error) {
    await copy.undo()
    throw error
  }
}

function specsOf({ packages }: LoadedConfig): string[] {
  return Object.entries(packages).map(([key, { spec }]) => readablePath(key, spec))
}

function ownFiles({ file }: LoadedConfig): string[] {
  return file === undefined ? [] : [file]
}

interface Begun {
  readonly config: LoadedConfig
  /** The files of the document that were fetched for this run. */
  readonly copied: readonly string[]
  readonly started: number
}

async function generateAndWrite(
  host: Host,
  request: PlanRequest,
  flags: OutputFlags,
  { shown = new Map(), isRecovery = false, memories, later }: Watched,
  { config, copied, started }: Begun,
): Promise<Run> {
  const cwd = host.cwd
  const out = createConsole(host, flags)
  const specs = specsOf(config)
  const progress = createProgress(host, specs, config.base, flags)
  const prune = request.prune === true
  const unformatted = request.unformatted === true
  const options = { ...readingOf(request), prune, unformatted, jobs: jobsIn(request.jobs) }
  const all = await generateAll(config, {
    ...options,
    phase: progress.phase,
    ...(memories ? { memories } : { begin: host.beforeWork }),
    ...(later ? { later } : {}),
  }).finally(progress.done)
  const fresh = all.filter((each) => !each.isKept || shown.get(each.key) !== textOf(each))
  for (const each of fresh) {
    showDiagnostics(host, each.diagnostics, each.locator, flags)
    shown.set(each.key, textOf(each))
  }
  const reported = all.filter((each) => fresh.includes(each) || hasDifference(each))
  const complete = all.every(({ difference }) => difference)
  if (complete && copied.length > 0)
    out.note(`${copied.join(', ')} written: commit it, \`check\` uses it.`)
  const steps: string[] = []
  await deferSignals(host.signals, async () => {
    for (const each of complete ? all : [])
      steps.push(...(await write(host, config, each, options)))
  })
  if (flags.json) out.result(JSON.stringify(resultData(all, complete), undefined, 2))
  for (const { key, folder, oneFile = '', difference } of complete ? reported : []) {
    if (!difference) continue
    const where = path.relative(cwd, path.join(folder, oneFile))
    out.note(summary(key, difference, where, (process.uptime() - started) * 1000))
  }
  if (isRecovery && complete && reported.length === 0) out.note('Everything is up to date.')
  const first = complete ? all.filter(({ difference }) => difference?.isFirst) : []
  for (const { key, guessed, isPrivate } of first) {
    if (guessed) out.note(guessText(key, guessed))
    if (isPrivate && config.packages[key]?.private === undefined) out.note(privateText(key))
  }
  if (steps.length > 0) out.note(`Next: ${[...new Set(steps)].join('\n      ')}`)
  if (!complete) out.note('Nothing was written.')
  const files = [...ownFiles(config), ...all.flatMap(({ sources }) => sources)]
  return { exitCode: complete ? 0 : 1, files }
}

/** Writes the files that differ, and prints the next steps for a new package. */
async function write(
  host: Host,
  config: LoadedConfig,
  ready: ReadyPackage,
  options: GenerateOrReuseOptions,
): Promise<string[]> {
  const { folder, difference } = ready
  if (!difference || isUpToDate(difference)) return []
  const { writePackage } = await import('../../pipeline/all-packages/write-package.js')
  const files = await writePackage(config, ready, options)
  if (!files || !difference.isFirst) return []
  const { nextSteps } = await import('../next-steps.js')
  return nextSteps(host, { folder, files })
}

function textOf({ diagnostics }: ReadyPackage): string {
  return JSON.stringify(diagnostics)
}

function hasDifference({ difference }: ReadyPackage): boolean {
  return difference !== undefined && !isUpToDate(difference)
}

function guessText(key: string, { extension, because }: GuessedExtension): string {
  const how = extension === '' ? 'without an extension' : `with ${extension}`
  return `${key}: imports are written ${how} (${because}); \`importExtension\` sets another.`
}

function privateText(key: string): string {
  return `${key}: package.json has "private": true, like the project around it; remove it to publish the package.`
}

function summary(key: string, difference: Difference, folder: string, ms: number): string {
  const written = difference.written.length
  const removed = difference.removed.length > 0 ? `, ${difference.removed.length} removed` : ''
  const what = isUpToDate(difference) ? 'up to date' : `${written} written${removed}`
  return `${key} → ${folder || '.'}: ${what}, ${difference.unchanged} unchanged (${Math.round(ms)} ms)`
}

function resultData(all: readonly ReadyPackage[], complete: boolean): object {
  return {
    packages: all.map(({ key, folder, diagnostics, locator, difference }) => {
      const { written = [], removed = [], unchanged = 0 } = (complete && difference) || {}
      const findings = diagnostics.map((each) => findingOf(each, locator))
      return { name: key, folder, diagnostics: findings, written, removed, unchanged }
    }),
  }
}
