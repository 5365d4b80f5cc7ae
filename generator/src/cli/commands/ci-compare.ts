import path from 'node:path'
import type { LocatedChange } from '../../compare/located-change.js'
import type { LoadedConfig } from '../../config/config.js'
import {
  type Acceptances,
  either,
  PACKAGE_REMOVED,
  readAccepted,
} from '../../pipeline/accepted-breaks.js'
import { CommitFault } from '../../pipeline/commits/commit-files.js'
import { comparePackages, type PackageComparison } from '../../pipeline/commits/compare-packages.js'
import { diffResultOf } from '../../pipeline/diff.js'
import type { readingOf } from '../command-line.js'
import type { Host } from '../host.js'
import { acceptedReport, diffReport } from '../reports/diff-report.js'
import { faultEntries } from '../reports/fault-entries.js'
import type { Report, ReportEntry } from '../reports/report.js'
import type { failOnOf, notesIn, readerOf } from './diff.js'

/** The outcome of one of the three steps. */
export interface Outcome {
  readonly report: Report
  readonly ok: boolean
  /** Nothing was looked at, which is no success. */
  readonly wasSkipped?: true
  /** What changed for callers. */
  readonly changes?: readonly LocatedChange[]
  /** The npm name of a package that is no longer generated. */
  readonly gone?: string
}

/** What a run of `tagwire ci` was asked for. */
export interface CiRun {
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

/** The changes of every package since the base. */
export async function compared(asked: CiRun): Promise<Outcome[]> {
  const { host, config, reading, base, breaking, wholeConfig } = asked
  const name = 'tagwire diff'
  if (base === undefined) {
    const summary = 'Not compared: the base is unknown. Set it with --base REF.'
    return [{ report: { name, summary, entries: [] }, ok: true, wasSkipped: true }]
  }
  const accepted = await readAccepted(asked.accepted, host.cwd)
  const own = new Map<string, Acceptances>()
  for (const [key, { acceptedBreaks }] of Object.entries(config.packages)) {
    own.set(key, await readAccepted(undefined, host.cwd, acceptedBreaks))
  }
  const needsOperations = [accepted, ...own.values()].some((each) => each.needsOperations)
  try {
    const found = await comparePackages(config, { ref: base, wholeConfig }, host.cwd, {
      ...reading,
      breaking,
      for: asked.for,
      operations: needsOperations,
    })
    return [
      ...found.map((each) => outcomeOf(each, either(own.get(each.key), accepted), asked)),
      ...outOfDate(asked, accepted, own, found),
    ]
  } catch (error) {
    if (!(error instanceof CommitFault)) throw error
    const { message } = error
    const summary = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
    return [{ report: { name, summary, entries: [] }, ok: false }]
  }
}

function outcomeOf(
  { name: spec, compared: comparison, says, gone }: PackageComparison,
  accepted: Acceptances,
  { failOn, for: reader }: Pick<CiRun, 'failOn' | 'for'>,
): Outcome {
  const name = `tagwire diff ${spec}`
  if (gone !== undefined) return goneOutcome(name, says ?? '', gone, accepted)
  if (!comparison) return { report: { name, summary: says ?? '', entries: [] }, ok: true }
  const { changes, diagnostics } = diffResultOf(comparison, accepted)
  if (!changes) {
    const summary = 'One of the two documents has errors, so nothing was compared.'
    return { report: { name, summary, entries: faultEntries(diagnostics) }, ok: false }
  }
  const { summary, entries: found } = diffReport(changes, failOn, reader)
  const entries = [...faultEntries(diagnostics), ...found]
  const report = { name, summary: says === undefined ? summary : `${summary} ${says}`, entries }
  return { report, ok: report.entries.every((each) => each.level !== 'error'), changes }
}

/** No document tells that a package is gone, and all of its callers notice. */
function goneOutcome(name: string, summary: string, gone: string, accepted: Acceptances): Outcome {
  const reason = accepted.reasonOf({ kind: PACKAGE_REMOVED, subject: gone })
  const entry: ReportEntry = {
    level: reason === undefined ? 'error' : 'warning',
    rule: PACKAGE_REMOVED,
    message: `${gone}: package removed${reason === undefined ? '' : ` (accepted: ${reason})`}`,
    section: reason === undefined ? 'Breaking' : 'Accepted breaks',
  }
  return { report: { name, summary, entries: [entry] }, ok: reason !== undefined, gone }
}

/** What is no longer right among the accepted changes: of a file for all packages, and of each package. */
function outOfDate(
  { accepted: file, config, host, wholeConfig }: CiRun,
  accepted: Acceptances,
  own: ReadonlyMap<string, Acceptances>,
  found: readonly PackageComparison[],
): Outcome[] {
  const comparisons = found.flatMap(({ compared }) => compared ?? [])
  const areAll = wholeConfig && comparisons.every(({ changes }) => changes !== undefined)
  const gone = found.flatMap((each) =>
    each.gone === undefined ? [] : [{ kind: PACKAGE_REMOVED, subject: each.gone } as const],
  )
  const changes = comparisons.flatMap((each) => each.changes ?? [])
  const ofFile = accepted.notes([...changes, ...gone], areAll)
  const ofPackages = found.flatMap(({ key, compared }) =>
    compared?.changes ? (own.get(key)?.notes(compared.changes) ?? []) : [],
  )
  const inConfig = config.file === undefined ? '' : path.relative(host.cwd, config.file)
  const report = (name: string, location: string, notes: readonly string[]): Outcome[] =>
    notes.length === 0 ? [] : [{ report: acceptedReport(name, location, notes), ok: true }]
  return [
    ...report(`tagwire diff --accepted ${file}`, file ?? '', ofFile),
    ...report(`tagwire diff, acceptedBreaks of ${inConfig}`, inConfig, ofPackages),
  ]
}
