import path from 'node:path'
import type { LoadedConfig } from '../../config/config.js'
import { findingOf } from '../../diagnostics/finding.js'
import { applyChanges, type Changes, compareWithDisk } from '../../output/write.js'
import { readablePath } from '../../pipeline/committed-copy.js'
import { lossOf } from '../../pipeline/losses.js'
import { type Plan, type PlanOptions, planPackage } from '../../pipeline/plan.js'
import type { GuessedExtension } from '../../pipeline/surroundings/guess-import-extension.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, type OutputFlags, showDiagnostics } from '../console.js'
import { deferSignals } from '../defer-signals.js'
import type { Host } from '../host.js'
import { nextSteps } from '../next-steps.js'
import { configFor, type PlanRequest } from '../plans.js'
import { createProgress } from '../progress.js'
import { readArguments, readingOf, UsageError } from '../usage.js'
import { watchFiles } from '../watch.js'

export async function generateCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.generate.flags)
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const request = { ...values, names: positionals }
  if (values.watch && flags.json) throw new UsageError('--watch and --json do not go together.')
  if (!values.watch) return (await runOnce(host, request, flags)).exitCode
  // After a run that failed everything is said again: that it is in order now, too.
  let wentWell = false
  return watchFiles(host, flags, async (matters) => {
    const onlyChanged = wentWell
    wentWell = false
    const { exitCode, files } = await runOnce(host, request, flags, matters, onlyChanged)
    wentWell = exitCode === 0
    return files
  })
}

interface Run {
  readonly exitCode: number
  /** Everything that was read, for watching. */
  readonly files: readonly string[]
}

async function runOnce(
  host: Host,
  request: PlanRequest,
  flags: OutputFlags,
  matters: (files: readonly string[]) => void = () => {},
  onlyChanged = false,
): Promise<Run> {
  const cwd = host.cwd
  const out = createConsole(host, flags)
  const started = performance.now()
  const config = await configFor(request, cwd)
  const specs = Object.entries(config.packages).map(([key, { spec }]) => readablePath(key, spec))
  const own = config.file === undefined ? [] : [config.file]
  matters([...own, ...specs.map((spec) => path.resolve(config.base, spec))])
  const progress = createProgress(host, specs, config.base, flags)
  const options = { ...readingOf(request), phase: progress.phase }
  const rounds = await planRounds(config, options, request.prune === true).finally(progress.done)
  const told = onlyChanged ? rounds.filter(hasChanged) : rounds
  for (const { plan } of told) showDiagnostics(host, plan.diagnostics, plan.places, flags)
  const complete = rounds.every(({ changes }) => changes)
  const ready = complete ? rounds : []
  await deferSignals(host.signals, async () => {
    for (const { changes } of ready) if (changes) await applyChanges(changes)
  })
  if (flags.json) out.result(JSON.stringify(resultData(rounds, complete), undefined, 2))
  for (const { plan, changes } of complete ? told : []) {
    const folder = path.relative(cwd, plan.folder)
    if (changes) out.note(summary(plan.key, changes, folder, performance.now() - started))
  }
  const first = ready.filter(({ changes }) => isFirst(changes))
  for (const { plan } of first) if (plan.guessed) out.note(guessText(plan.key, plan.guessed))
  const steps = [...new Set(first.flatMap(({ plan }) => nextSteps(host, plan)))]
  if (steps.length > 0) out.note(`Next: ${steps.join('\n      ')}`)
  if (!complete) out.note('Nothing was written.')
  const files = [...own, ...rounds.flatMap(({ plan }) => plan.sources)]
  return { exitCode: complete ? 0 : 1, files }
}

/** Read anew, or written: `--watch` says nothing of the other packages. */
function hasChanged({ plan, changes }: Round): boolean {
  return !plan.isKept || (changes !== undefined && !isUpToDate(changes))
}

/** One package of a run. */
interface Round {
  readonly plan: Plan
  /** Absent when nothing may be written for it. */
  readonly changes?: Changes
}

/** Packages one after the other; of one that is up to date no text is kept for longer than its turn. */
async function planRounds(
  config: LoadedConfig,
  options: PlanOptions,
  prune: boolean,
): Promise<Round[]> {
  const rounds: Round[] = []
  for (const [key, each] of Object.entries(config.packages)) {
    const { files, ...plan } = await planPackage(key, each, config.base, options)
    const changes = files && (await compareWithDisk(plan.folder, files))
    const loss = changes && !prune ? lossOf(plan, changes) : undefined
    if (!changes) rounds.push({ plan })
    else if (loss) rounds.push({ plan: { ...plan, diagnostics: [...plan.diagnostics, loss] } })
    else rounds.push({ plan: isFirst(changes) ? { ...plan, files } : plan, changes })
  }
  return rounds
}

function isUpToDate({ changed, missing, stray }: Changes): boolean {
  return changed.length + missing.length + stray.length === 0
}

/** Nothing of the package was there before. */
function isFirst(changes: Changes | undefined): boolean {
  return changes !== undefined && changes.missing.length > 0 && changes.same === 0
}

function guessText(key: string, { extension, because }: GuessedExtension): string {
  const how = extension === '' ? 'without an extension' : `with ${extension}`
  return `${key}: imports are written ${how} (${because}); \`importExtension\` sets another.`
}

function summary(key: string, changes: Changes, folder: string, ms: number): string {
  const written = changes.changed.length + changes.missing.length
  const removed = changes.stray.length > 0 ? `, ${changes.stray.length} removed` : ''
  const what = written === 0 && removed === '' ? 'up to date' : `${written} written${removed}`
  return `${key} → ${folder || '.'}: ${what}, ${changes.same} unchanged (${Math.round(ms)} ms)`
}

function resultData(rounds: readonly Round[], complete: boolean): object {
  return {
    packages: rounds.map(({ plan, changes }) => ({
      name: plan.key,
      folder: plan.folder,
      diagnostics: plan.diagnostics.map((each) => findingOf(each, plan.places)),
      ...changeData(complete ? changes : undefined),
    })),
  }
}

function changeData(changes: Changes | undefined): object {
  if (!changes) return { written: [], removed: [], unchanged: 0 }
  const written = [...changes.changed, ...changes.missing].map((file) => file.path)
  return { written, removed: changes.stray, unchanged: changes.same }
}
