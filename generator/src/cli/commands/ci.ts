import { existsSync } from 'node:fs'
import path from 'node:path'
import type { LoadedConfig } from '../../config/config.js'
import { Fault } from '../../diagnostics/diagnostic.js'
import { printable } from '../../diagnostics/print.js'
import { type Acceptances, NOTHING_ACCEPTED, readAccepted } from '../../pipeline/accepted.js'
import { CommitFault } from '../../pipeline/commits/commit-files.js'
import { comparePackages, type PackageComparison } from '../../pipeline/commits/compare-packages.js'
import { diffResultOf } from '../../pipeline/diff.js'
import { prepareAll } from '../../pipeline/many/prepare-all.js'
import { packageDocument } from '../../pipeline/package-reading.js'
import { type ProbeRun, probeSpec } from '../../pipeline/probe.js'
import { shownSpec } from '../../pipeline/shown-spec.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { checkReport, driftOf, type PackageDrift } from '../package-drift.js'
import { acceptedReport, diffReport } from '../reports/diff-report.js'
import { faultEntries } from '../reports/fault-entries.js'
import { probeReport } from '../reports/probe-report.js'
import type { Report } from '../reports/report.js'
import { writeReportFile } from '../reports/report-file.js'
import { reportText, reportToActions } from '../reports/write-report.js'
import { configFor } from '../selected-packages.js'
import { readArguments, readingOf } from '../usage.js'
import { namedValues, refuseWithoutUpdate, updateBranch } from './ci-update.js'
import { failOnOf, notesIn, readerOf } from './diff.js'

/** The outcome of one of the three steps. */
interface Outcome {
  readonly report: Report
  readonly ok: boolean
}

/** check, diff against the base and probe of recorded payloads, with one summary and one exit code. */
export async function ciCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.ci.flags)
  const flags = { json: values.json === true, quiet: values.quiet === true }
  const config = await configFor({ config: values.config, names: positionals }, host.cwd)
  if (values.update === true) {
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
  const out = createConsole(host, flags)
  if (flags.json) {
    out.result(JSON.stringify({ ok, reports }, undefined, 2))
    return ok ? 0 : 1
  }
  for (const each of outcomes)
    if (!flags.quiet || !each.ok) out.result(summaryText(each, flags.quiet))
  return ok ? 0 : 1
}

interface CiRun {
  readonly host: Host
  readonly config: LoadedConfig
  readonly reading: ReturnType<typeof readingOf>
  readonly quiet: { readonly json: boolean; readonly quiet: boolean }
  readonly base: string | undefined
  readonly failOn: ReturnType<typeof failOnOf>
  /** Notes of changes that count as breaking. */
  readonly breaking: ReturnType<typeof notesIn>
  readonly for: ReturnType<typeof readerOf>
  /** Whether all packages of the configuration are selected. */
  readonly wholeConfig: boolean
  readonly accepted: string | undefined
  /** Folders of payloads by the name of the package. */
  readonly samples: ReadonlyMap<string, string>
  /** Further servers by the name of the package. */
  readonly servers: ReadonlyMap<string, readonly string[]>
}

/** The merge base with the target of the pull request, as GitHub and GitLab report it. */
function baseOf(env: Host['env']): string | undefined {
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
  for (const [name, folder] of namedValues('--samples', 'DIR', given, names)) {
    found.set(name, path.resolve(cwd, folder))
  }
  return found
}

/** The address that a package is configured for, and those of `--server`. */
function serversIn(
  given: readonly string[],
  { packages }: LoadedConfig,
): ReadonlyMap<string, readonly string[]> {
  const named = namedValues('--server', 'URL', given, Object.keys(packages))
  return new Map(
    Object.entries(packages).map(([name, { server }]) => [
      name,
      [
        ...(server === undefined ? [] : [server]),
        ...named.flatMap(([key, url]) => (key === name ? [url] : [])),
      ],
    ]),
  )
}

async function checked({ host, config, reading, quiet }: CiRun): Promise<Outcome> {
  const plans = await prepareAll(config, { ...reading, onlyLook: true })
  const results: PackageDrift[] = []
  for (const plan of plans) {
    showDiagnostics(host, plan.diagnostics, plan.locator, { ...quiet, quiet: true })
    results.push(driftOf(plan, host.cwd))
  }
  return { report: checkReport(results), ok: results.every((each) => each.same) }
}

async function compared(asked: CiRun): Promise<Outcome[]> {
  const { host, config, reading, base, failOn, breaking, wholeConfig } = asked
  const name = 'tagwire diff'
  if (base === undefined) {
    const summary = 'Not compared: the base is unknown. Set it with --base REF.'
    return [{ report: { name, summary, entries: [] }, ok: true }]
  }
  const accepted =
    asked.accepted === undefined ? NOTHING_ACCEPTED : await readAccepted(asked.accepted, host.cwd)
  try {
    const found = await comparePackages(config, { ref: base, wholeConfig }, host.cwd, {
      ...reading,
      breaking,
      for: asked.for,
    })
    const outcomes = found.map((each) => outcomeOf(each, accepted, failOn))
    return [...outcomes, ...outOfDate(asked, accepted, found)]
  } catch (error) {
    if (!(error instanceof CommitFault)) throw error
    const { message } = error
    const summary = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
    return [{ report: { name, summary, entries: [] }, ok: false }]
  }
}

function outcomeOf(
  { name: spec, compared: comparison, says }: PackageComparison,
  accepted: Acceptances,
  failOn: CiRun['failOn'],
): Outcome {
  const name = `tagwire diff ${spec}`
  if (!comparison) return { report: { name, summary: says ?? '', entries: [] }, ok: true }
  const { changes, diagnostics } = diffResultOf(comparison, accepted)
  if (!changes) {
    const summary = 'One of the two documents has errors, so nothing was compared.'
    return { report: { name, summary, entries: faultEntries(diagnostics) }, ok: false }
  }
  const { summary, entries } = diffReport(changes, failOn)
  const report = { name, summary: says === undefined ? summary : `${summary} ${says}`, entries }
  return { report, ok: report.entries.every((each) => each.level !== 'error') }
}

/** What is no longer right in the list of accepted changes. */
function outOfDate(
  { accepted: file, wholeConfig }: CiRun,
  accepted: Acceptances,
  found: readonly PackageComparison[],
): Outcome[] {
  const comparisons = found.flatMap(({ compared }) => compared ?? [])
  const areAll = wholeConfig && comparisons.every(({ changes }) => changes !== undefined)
  const notes = accepted.notes(
    comparisons.flatMap(({ changes = [] }) => changes),
    areAll,
  )
  if (file === undefined || notes.length === 0) return []
  return [{ report: acceptedReport(file, notes), ok: true }]
}

async function probed({ host, config, reading, samples, servers }: CiRun): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [name, folder] of samples) {
    const each = config.packages[name]
    if (!each) continue
    const { file, reading: own } = packageDocument(name, each, config.base, host.cwd)
    const options = {
      ...reading,
      ...own,
      cwd: host.cwd,
      samples: folder,
      servers: servers.get(name) ?? [],
    }
    const report = `tagwire probe ${shownSpec(each.spec)}`
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

function summaryText({ report, ok }: Outcome, onlyErrors: boolean): string {
  const { name, summary, entries } = report
  const shown = entries.filter((each) => !onlyErrors || each.level === 'error')
  const lines = shown.map(({ file, line, message }) => {
    const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`} `
    return `  ${place}${message}`
  })
  return [`${ok ? '✓' : '✗'} ${name}: ${summary}`, ...lines].map(printable).join('\n')
}
