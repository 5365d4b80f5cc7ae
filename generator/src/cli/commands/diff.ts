import type { Reader } from '../../compare/schemas/classify.js'
import { isNote, type Note } from '../../compare/schemas/notes.js'
import { type ChangeClass, isAtLeast, isChangeClass } from '../../compare/schemas/rules.js'
import type { Diagnostic } from '../../diagnostics/diagnostic.js'
import { readAccepted } from '../../pipeline/accepted-breaks.js'
import { compareSpecs, type DiffResult, diffResultOf, type ReadSpec } from '../../pipeline/diff.js'
import { diffSettings } from '../../pipeline/diff-settings.js'
import { changesText, verdictText } from '../changes-text.js'
import { readArguments, readingOf, UsageError } from '../command-line.js'
import { COMMANDS } from '../command-table.js'
import { createConsole, type OutputFlags, showDiagnostics, wantsColor } from '../console.js'
import type { Host } from '../host.js'
import { changelogText, changesetText } from '../reports/changelog.js'
import { diffReport } from '../reports/diff-report.js'
import { reportToActions } from '../reports/github-actions.js'
import { isReportFormat, REPORT_FORMATS } from '../reports/report.js'
import { reportText } from '../reports/report-text.js'

export async function diffCommand(host: Host, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, COMMANDS.diff.flags)
  const [before, after, ...others] = positionals
  if (before === undefined || after === undefined || others.length > 0) {
    throw new UsageError('diff requires two documents, the old one and the new one.')
  }
  const failOn = failOnOf(values['fail-on'])
  const flags = {
    json: values.json === true || values.format === 'json',
    quiet: values.quiet === true,
  }
  const format = formatOf(values.format, values.package ?? [], failOn, readerOf(values.for))
  const { settings, note } = await diffSettings(before, after, host.cwd, values.config)
  const accepted = await readAccepted(values.accepted, host.cwd, settings.acceptedBreaks)
  const breaking = notesIn(values.breaking ?? [])
  const reader = readerOf(values.for)
  const operations = accepted.needsOperations
  const { policy = [] } = settings
  const options = { ...readingOf(values), breaking, for: reader, operations, policy }
  const compared = await compareSpecs(before, after, host.cwd, options)
  // Other warnings do not concern changes; inspect and generate show them.
  showDiagnostics(host, shownOf(compared.old, compared.faults), compared.old.locator, flags)
  showDiagnostics(host, shownOf(compared.new), compared.new.locator, flags)
  const result = diffResultOf(compared, accepted)
  const out = createConsole(host, flags)
  const { changes } = result
  if (note !== undefined) out.note(note)
  if (flags.json) out.result(JSON.stringify(result, undefined, 2))
  else if (changes && format) out.result(format(changes))
  else show(host, result, failOn, flags)
  if (!changes) return 1
  for (const note of accepted.notes(changes)) out.note(`Accepted: ${note}.`)
  reportToActions(host, diffReport(changes, failOn, reader))
  return changes.some((each) => each.accepted === undefined && isAtLeast(each, failOn)) ? 1 : 0
}

/** Further errors of the old document are only counted. */
const MOST_FAULTS = 10

/** Errors; those of an old document that was compared in spite of them are warnings. */
function shownOf({ diagnostics }: ReadSpec, faults: readonly Diagnostic[] = []): Diagnostic[] {
  const errors = diagnostics.filter((each) => each.severity === 'error' || each.code === 'TW7011')
  const shown = faults.slice(0, MOST_FAULTS)
  return [...errors, ...shown.map((each) => ({ ...each, severity: 'warning' as const }))]
}

export function failOnOf(word: string | undefined): ChangeClass {
  if (word === undefined) return 'breaking'
  if (isChangeClass(word) && word !== 'docs') return word
  throw new UsageError('--fail-on must be breaking or additive.')
}

export function readerOf(word: string | undefined): Reader {
  if (word === undefined || word === 'tolerant' || word === 'strict') return word ?? 'tolerant'
  throw new UsageError('--for must be tolerant or strict.')
}

export function notesIn(words: readonly string[]): Note[] {
  return words.map((word) => {
    if (isNote(word)) return word
    throw new UsageError('--breaking must be old-servers, decoded or dates.')
  })
}

type Changes = NonNullable<DiffResult['changes']>

function formatOf(
  word: string | undefined,
  packages: readonly string[],
  failOn: ChangeClass,
  reader: Reader,
): ((changes: Changes) => string) | undefined {
  if (word === undefined || word === 'text' || word === 'json') return undefined
  if (word === 'changelog') return changelogText
  if (word === 'changeset') {
    if (packages.length === 0) throw new UsageError('--format changeset requires --package NAME.')
    return (changes) => changesetText(changes, packages)
  }
  if (isReportFormat(word))
    return (changes) => reportText([diffReport(changes, failOn, reader)], word)
  throw new UsageError(
    `--format must be text, json, ${REPORT_FORMATS.join(', ')}, changelog or changeset.`,
  )
}

/** With `--quiet`, only shows what makes the command fail. */
function show(host: Host, result: DiffResult, failOn: ChangeClass, flags: OutputFlags): void {
  const out = createConsole(host, flags)
  if (!result.changes) return
  const style = { color: wantsColor(host.stdout, host.env) }
  const shown = flags.quiet
    ? result.changes.filter((each) => each.accepted === undefined && isAtLeast(each, failOn))
    : result.changes
  if (shown.length > 0) out.result(changesText(shown, style))
  if (!flags.quiet) out.result(verdictText(result.changes, result.for))
}
