import path from 'node:path'
import { findingOf } from '../../diagnostics/finding.js'
import { applyChanges, type Changes, compareWithDisk } from '../../output/write.js'
import type { GuessedExtension } from '../../pipeline/guess-import-extension.js'
import { makePlans, type Plan } from '../../pipeline/plan.js'
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
  return watchFiles(host, flags, async (matters) => {
    const { files } = await runOnce(host, request, flags, matters)
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
): Promise<Run> {
  const cwd = host.cwd
  const out = createConsole(host, flags)
  const started = performance.now()
  const config = await configFor(request, cwd)
  const specs = Object.values(config.packages).map(({ spec }) => spec)
  const own = config.file === undefined ? [] : [config.file]
  matters([...own, ...specs.map((spec) => path.resolve(config.base, spec))])
  const progress = createProgress(host, specs, config.base, flags)
  const options = { ...readingOf(request), phase: progress.phase }
  const plans = await makePlans(config, options).finally(progress.done)
  for (const plan of plans) showDiagnostics(host, plan.diagnostics, plan.places, flags)
  const complete = plans.every((plan) => plan.files)
  const changes = complete ? await Promise.all(plans.map(compare)) : []
  await deferSignals(host.signals, async () => {
    for (const each of changes) await applyChanges(each)
  })
  if (flags.json) out.result(JSON.stringify(resultData(plans, changes), undefined, 2))
  changes.forEach((each, index) => {
    const key = plans[index]?.key ?? ''
    out.note(summary(key, each, path.relative(cwd, each.folder), performance.now() - started))
  })
  const first = plans.filter((_, index) => isFirst(changes[index]))
  for (const plan of first) if (plan.guessed) out.note(guessText(plan.key, plan.guessed))
  const steps = [...new Set(first.flatMap((plan) => nextSteps(host, plan)))]
  if (steps.length > 0) out.note(`Next: ${steps.join('\n      ')}`)
  if (!complete) out.note('Nothing was written.')
  const files = [...own, ...plans.flatMap((plan) => plan.sources)]
  return { exitCode: complete ? 0 : 1, files }
}

/** Nothing of the package was there before. */
function isFirst(changes: Changes | undefined): boolean {
  return changes !== undefined && changes.missing.length > 0 && changes.same === 0
}

function guessText(key: string, { extension, because }: GuessedExtension): string {
  const how = extension === '' ? 'without an extension' : `with ${extension}`
  return `${key}: imports are written ${how} (${because}); \`importExtension\` sets another.`
}

async function compare(plan: Plan): Promise<Changes> {
  return compareWithDisk(plan.folder, plan.files ?? [])
}

function summary(key: string, changes: Changes, folder: string, ms: number): string {
  const written = changes.changed.length + changes.missing.length
  const removed = changes.stray.length > 0 ? `, ${changes.stray.length} removed` : ''
  const what = written === 0 && removed === '' ? 'up to date' : `${written} written${removed}`
  return `${key} → ${folder || '.'}: ${what}, ${changes.same} unchanged (${Math.round(ms)} ms)`
}

function resultData(plans: readonly Plan[], changes: readonly Changes[]): object {
  return {
    packages: plans.map((plan, index) => ({
      name: plan.key,
      folder: plan.folder,
      diagnostics: plan.diagnostics.map((each) => findingOf(each, plan.places)),
      ...changeData(changes[index]),
    })),
  }
}

function changeData(changes: Changes | undefined): object {
  if (!changes) return { written: [], removed: [], unchanged: 0 }
  const written = [...changes.changed, ...changes.missing].map((file) => file.path)
  return { written, removed: changes.stray, unchanged: changes.same }
}
