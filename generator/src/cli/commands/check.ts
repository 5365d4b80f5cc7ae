import { applyChanges } from '../../output/apply-changes.js'
import { generateAll } from '../../pipeline/all-packages/generate-all.js'
import { refuseClientLoss } from '../../pipeline/client-loss.js'
import { readablePath } from '../../pipeline/committed-copy.js'
import { jobsIn, readArguments, readingOf } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { checkReport, driftOf, type PackageDrift } from '../package-drift.js'
import { createProgress } from '../progress.js'
import { countText } from '../reports/count-text.js'
import { reportToActions } from '../reports/github-actions.js'
import { configFor } from '../selected-packages.js'

export async function checkCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.check.flags)
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const cwd = host.cwd
  const out = createConsole(host, flags)
  const config = await configFor({ ...values, names: positionals }, cwd)
  const specs = Object.entries(config.packages).map(([key, { spec }]) => readablePath(key, spec))
  const progress = createProgress(host, specs, config.base, flags)
  const jobs = jobsIn(values.jobs)
  const plans = await generateAll(config, {
    ...readingOf(values),
    ...{ jobs, phase: progress.phase, begin: host.beforeWork, onlyLook: true },
  }).finally(progress.done)
  const results: PackageDrift[] = []
  for (const plan of plans) {
    showDiagnostics(host, plan.diagnostics, plan.locator, flags)
    const drift = driftOf(plan, cwd)
    if (values.fix && drift.changes) refuseClientLoss(plan, drift.changes)
    results.push(drift)
  }
  const same = results.every((each) => each.same)
  const fixed = values.fix === true && (await fix(results))
  if (!fixed) reportToActions(host, checkReport(results))
  if (flags.json) {
    const packages = results.map(({ data }) => data)
    out.result(JSON.stringify({ same, ...(fixed ? { fixed } : {}), packages }, undefined, 2))
    return same || fixed ? 0 : 1
  }
  if (fixed) {
    const count = results.flatMap((each) => each.files).length
    out.note(
      count === 0 ? 'Everything is up to date.' : `Brought ${countText(count, 'file')} up to date.`,
    )
    return 0
  }
  for (const { text } of results) if (text !== '') out.result(text)
  for (const { because } of results) if (because !== undefined) out.note(because)
  out.note(same ? 'Everything is up to date.' : 'Run `tagwire generate` to bring this up to date.')
  return same ? 0 : 1
}

/** Writes the files that differ, unless a document has errors. */
async function fix(results: readonly PackageDrift[]): Promise<boolean> {
  const changes = results.flatMap((each) => each.changes ?? [])
  if (changes.length < results.length) return false
  for (const each of changes) await applyChanges(each)
  return true
}
