import { existsSync } from 'node:fs'
import path from 'node:path'
import { stepFor } from '../../compare/schemas/rules.js'
import type { LoadedConfig } from '../../config/config.js'
import { packageOrLine, withLines } from '../../config/packages-and-lines.js'
import { Fault } from '../../diagnostics/diagnostic.js'
import { printable } from '../../diagnostics/print.js'
import { generateAll } from '../../pipeline/all-packages/generate-all.js'
import { packageDocument } from '../../pipeline/package-read-options.js'
import { type ProbeRun, probeSpec } from '../../pipeline/probe.js'
import { redactSpec } from '../../pipeline/redact-spec.js'
import { readArguments, readingOf } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { checkReport, driftOf, type PackageDrift } from '../package-drift.js'
import { outputsToActions, reportToActions } from '../reports/github-actions.js'
import { probeReport } from '../reports/probe-report.js'
import type { Report } from '../reports/report.js'
import { reportText } from '../reports/report-text.js'
import { writeReportFile } from '../reports/write-report-file.js'
import { configFor } from '../selected-packages.js'
import { type CiRun, compared, type Outcome } from './ci-compare.js'
import { namedValues, refuseWithoutUpdate, refuseWithUpdate, updateBranch } from './ci-update.js'
import { failOnOf, notesIn, readerOf } from './diff.js'

/** What later steps of a workflow decide by. */
function countsOf(outcomes: readonly Outcome[]): Readonly<Record<string, string>> {
  const changes = outcomes.flatMap((each) => each.changes ?? [])
  const open = changes.filter((each) => each.class === 'breaking' && each.accepted === undefined)
  const gone = outcomes.filter((each) => each.gone !== undefined)
  const lost = gone.filter((each) => !each.ok)
  const step = gone.length > 0 ? 'major' : stepFor(changes)
  return { step, breaking: String(open.length + lost.length) }
}

/** check, diff against the base and probe of recorded payloads, with one summary and one exit code. */
export async function ciCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.ci.flags)
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const config = await configFor({ config: values.config, names: positionals }, host.cwd)
  if (values.update === true) {
    refuseWithUpdate(values)
    const samples = samplesIn(values.samples ?? [], config, host.cwd)
    const servers = serversIn(values.server ?? [], config)
    return updateBranch(host, config, { ...values, samples, servers }, flags)
  }
  refuseWithoutUpdate(values)
  const reading = readingOf(values)
  const asked: CiRun = {
    host,
    config,
    reading,
    quiet: flags,
    base: values.base ?? baseOf(host.env),
    failOn: failOnOf(values['fail-on']),
    breaking: notesIn(values.breaking ?? []),
    for: readerOf(values.for),
    wholeConfig: positionals.length === 0,
    accepted: values.accepted,
    samples: samplesIn(values.samples ?? [], config, host.cwd),
    servers: serversIn(values.server ?? [], config),
  }
  const outcomes = [await checked(asked), ...(await compared(asked)), ...(await probed(asked))]
  const reports = outcomes.map(reportOf)
  const ok = outcomes.every((each) => each.ok)
  const write = (file: string | undefined, text: () => string): void => {
    if (file !== undefined) writeReportFile(host.cwd, file, text())
  }
  write(values.markdown, () => reportText(reports, 'markdown'))
  write(values.sarif, () => reportText(reports, 'sarif'))
  write(values.junit, () => reportText(reports, 'junit'))
  for (const report of reports) reportToActions(host, report)
  outputsToActions(host, { result: ok ? 'passed' : 'failed', ...countsOf(outcomes) })
  const out = createConsole(host, flags)
  if (flags.json) {
    out.result(JSON.stringify({ ok, reports }, undefined, 2))
    return ok ? 0 : 1
  }
  for (const each of outcomes)
    if (!flags.quiet || !each.ok) out.result(summaryText(each, flags.quiet))
  return ok ? 0 : 1
}

/**
 * The merge base with the target of the pull request, as GitHub and GitLab report it. In a pipeline of GitLab for a
 * fork, `origin` is the fork, and its branch of that name may be years old: the commits are named instead. The first
 * is of pipelines that run on the merged result.
 */
function baseOf(env: Host['env']): string | undefined {
  const commit = env.CI_MERGE_REQUEST_TARGET_BRANCH_SHA || env.CI_MERGE_REQUEST_DIFF_BASE_SHA
  if (commit) return commit
  const branch = env.GITHUB_BASE_REF || env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME
  return branch ? `origin/${branch}...` : undefined
}

/** `NAME=DIR` or `DIR`; otherwise the folder `recorded` next to the document, if it exists. */
function samplesIn(
  given: readonly string[],
  { packages, base }: LoadedConfig,
  cwd: string,
): ReadonlyMap<string, string> {
  const names = Object.keys(packages)
  const found = new Map<string, string>()
  for (const [name, { spec }] of Object.entries(packages)) {
    const folder = path.resolve(base, path.dirname(spec), 'recorded')
    if (existsSync(folder)) found.set(name, folder)
  }
  for (const [name, folder] of namedValues('--samples', 'DIR', given, names, linesOf(packages))) {
    found.set(name, path.resolve(cwd, folder))
  }
  return found
}

/** Lines are named like packages: `api/2.0=DIR`. */
export function linesOf(packages: LoadedConfig['packages']): string[] {
  return withLines(packages).flatMap(({ name, line }) => (line === undefined ? [] : [name]))
}

/** The address that a package is configured for, and those of `--server`. */
function serversIn(
  given: readonly string[],
  { packages }: LoadedConfig,
): ReadonlyMap<string, readonly string[]> {
  const lines = linesOf(packages)
  const named = namedValues('--server', 'URL', given, Object.keys(packages), lines)
  return new Map(
    withLines(packages).map(({ name, config: { server } }) => [
      name,
      [
        ...(server === undefined ? [] : [server]),
        ...named.flatMap(([key, url]) => (key === name ? [url] : [])),
      ],
    ]),
  )
}

async function checked({ host, config, reading, quiet }: CiRun): Promise<Outcome> {
  const plans = await generateAll(config, { ...reading, onlyLook: true })
  const results: PackageDrift[] = []
  for (const plan of plans) {
    showDiagnostics(host, plan.diagnostics, plan.locator, { ...quiet, quiet: true })
    results.push(driftOf(plan, host.cwd))
  }
  return { report: checkReport(results), ok: results.every((each) => each.same) }
}

async function probed({ host, config, reading, samples, servers }: CiRun): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [name, folder] of samples) {
    const found = packageOrLine(config.packages, name)
    if (!found) continue
    const { key, line, config: each } = found
    const { file, reading: own } = packageDocument(key, each, config.base, host.cwd)
    const options = {
      ...reading,
      ...own,
      cwd: host.cwd,
      samples: folder,
      servers: servers.get(name) ?? [],
    }
    const of = line === undefined ? '' : ` of ${name}`
    const report = `tagwire probe ${redactSpec(each.spec)}${of}`
    outcomes.push(await probedOutcome(report, () => probeSpec(file, options)))
  }
  return outcomes
}

/** A probe that cannot start does not affect the others. */
async function probedOutcome(name: string, probe: () => Promise<ProbeRun>): Promise<Outcome> {
  try {
    const { result } = await probe()
    return { report: { ...probeReport(result), name }, ok: result.ok }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const summary = error.diagnostics.map((each) => `${each.message}.`).join(' ')
    return { report: { name, summary, entries: [] }, ok: false }
  }
}

/** A failure without a place becomes an entry, so that no report claims success. */
function reportOf({ report, ok }: Outcome): Report {
  if (ok || report.entries.some((each) => each.level === 'error')) return report
  const { name, summary, entries } = report
  const failure = { level: 'error', rule: 'failed', message: summary, section: 'Failed' } as const
  return { name, summary, entries: [failure, ...entries] }
}

function summaryText({ report, ok, wasSkipped }: Outcome, onlyErrors: boolean): string {
  const { name, summary, entries } = report
  const shown = entries.filter((each) => !onlyErrors || each.level === 'error')
  const lines = shown.map(({ file, line, message }) => {
    const location = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`} `
    return `  ${location}${message}`
  })
  const mark = wasSkipped ? '–' : ok ? '✓' : '✗'
  return [`${mark} ${name}: ${summary}`, ...lines].map(printable).join('\n')
}
