import { existsSync } from 'node:fs'
import path from 'node:path'
import type { LoadedConfig } from '../../config/config.js'
import { Fault } from '../../diagnostics/diagnostic.js'
import { printable } from '../../diagnostics/print.js'
import { NOTHING_ACCEPTED, readAccepted } from '../../pipeline/accepted.js'
import { readablePath } from '../../pipeline/committed-copy.js'
import { compareSpecs, diffResultOf, type PlacedChange } from '../../pipeline/diff.js'
import { makePlans } from '../../pipeline/plan.js'
import { probeSpec } from '../../pipeline/probe.js'
import { shownSpec } from '../../pipeline/shown-spec.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, showDiagnostics } from '../console.js'
import type { Host } from '../host.js'
import { checkReport, driftOf, type PackageDrift } from '../package-drift.js'
import { configFor } from '../plans.js'
import { diffReport } from '../reports/diff-report.js'
import { probeReport } from '../reports/probe-report.js'
import type { Report } from '../reports/report.js'
import { writeReportFile } from '../reports/report-file.js'
import { reportText, reportToActions } from '../reports/write-report.js'
import { readArguments, readingOf } from '../usage.js'
import { namedValues, refuseWithoutUpdate, updateBranch } from './ci-update.js'
import { failOnOf } from './diff.js'

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
    return updateBranch(host, config, { ...values, samples }, flags)
  }
  refuseWithoutUpdate(values)
  const reading = readingOf(values)
  const asked: Asked = {
    host,
    config,
    reading,
    quiet: flags,
    base: values.base ?? baseOf(host.env),
    failOn: failOnOf(values['fail-on']),
    accepted: values.accepted,
    samples: samplesIn(values.samples ?? [], config, host.cwd),
  }
  const outcomes = [await checked(asked), ...(await compared(asked)), ...(await probed(asked))]
  const reports = outcomes.map((each) => each.report)
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

interface Asked {
  readonly host: Host
  readonly config: LoadedConfig
  readonly reading: ReturnType<typeof readingOf>
  readonly quiet: { readonly json: boolean; readonly quiet: boolean }
  readonly base: string | undefined
  readonly failOn: ReturnType<typeof failOnOf>
  readonly accepted: string | undefined
  /** Folders of payloads by the name of the package. */
  readonly samples: ReadonlyMap<string, string>
}

/** The target branch of a pull request, as GitHub and GitLab report it. */
function baseOf(env: Host['env']): string | undefined {
  const branch = env.GITHUB_BASE_REF || env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME
  return branch ? `origin/${branch}` : undefined
}

/** `NAME=DIR` or `DIR`; else the folder `recorded` beside the document, if it exists. */
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

async function checked({ host, config, reading, quiet }: Asked): Promise<Outcome> {
  const plans = await makePlans(config, { ...reading, phase: () => {}, onlyLook: true })
  const results: PackageDrift[] = []
  for (const plan of plans) {
    showDiagnostics(host, plan.diagnostics, plan.places, { ...quiet, quiet: true })
    results.push(await driftOf(plan, host.cwd))
  }
  return { report: checkReport(results), ok: results.every((each) => each.same) }
}

async function compared(asked: Asked): Promise<Outcome[]> {
  const { host, config, reading, base, failOn } = asked
  const name = 'tagwire diff'
  if (base === undefined) {
    const summary = 'Not compared: no base is known. Name one with --base REF.'
    return [{ report: { name, summary, entries: [] }, ok: true }]
  }
  const accepted =
    asked.accepted === undefined ? NOTHING_ACCEPTED : await readAccepted(asked.accepted, host.cwd)
  const specs = new Set(
    Object.entries(config.packages).map(([key, { spec }]) => readablePath(key, spec)),
  )
  const outcomes: Outcome[] = []
  for (const spec of [...specs].filter(
    (each) => !/^[a-z]+:/i.test(each) || /^[a-z]:\\/i.test(each),
  )) {
    const before = `git:${base}:./${path.relative(config.base, path.resolve(config.base, spec)).split(path.sep).join('/')}`
    try {
      const result = diffResultOf(await compareSpecs(before, spec, config.base, reading), accepted)
      outcomes.push(outcomeOf(spec, result.changes, failOn))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const summary = error.diagnostics
        .map((each) => `${each.message}. ${each.help ?? ''}`)
        .join(' ')
      // A document that the base branch does not have is new and breaks nobody.
      const isNew = / has no /.test(summary)
      const report = {
        name: `${name} ${shownSpec(spec)}`,
        summary: isNew ? 'This document is new.' : summary,
        entries: [],
      }
      outcomes.push({ report, ok: isNew })
    }
  }
  return outcomes
}

function outcomeOf(
  spec: string,
  changes: readonly PlacedChange[] | undefined,
  failOn: Asked['failOn'],
): Outcome {
  const name = `tagwire diff ${shownSpec(spec)}`
  if (!changes) {
    const summary = 'One of the two documents has errors, so nothing was compared.'
    return { report: { name, summary, entries: [] }, ok: false }
  }
  const report = { ...diffReport(changes, failOn), name }
  return { report, ok: report.entries.every((each) => each.level !== 'error') }
}

async function probed({ config, reading, samples }: Asked): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [name, folder] of samples) {
    const spec = config.packages[name]?.spec
    if (spec === undefined) continue
    const { result } = await probeSpec(spec, { ...reading, cwd: config.base, samples: folder })
    const report = { ...probeReport(result), name: `tagwire probe ${shownSpec(spec)}` }
    outcomes.push({ report, ok: result.ok })
  }
  return outcomes
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
