import type { PlacedChange } from '../../compare/placed-change.js'
import { notesText } from '../../compare/schemas/notes.js'
import { type ChangeClass, isAtLeast } from '../../compare/schemas/rules.js'
import { verdictText } from '../changes-text.js'
import type { Report, ReportEntry } from './report.js'

const SECTIONS: Readonly<Record<ChangeClass, string>> = {
  breaking: 'Breaking',
  additive: 'Additive',
  docs: 'Docs',
}

export function diffReport(changes: readonly PlacedChange[], failOn: ChangeClass): Report {
  return {
    name: 'tagwire diff',
    summary: verdictText(changes),
    // Changed descriptions are too many for an annotation each.
    entries: changes
      .filter((each) => each.kind !== 'docs-changed')
      .map((each) => entryOf(each, failOn)),
  }
}

function entryOf(change: PlacedChange, failOn: ChangeClass): ReportEntry {
  const { kind, subject, message, file, line, column, near, notes, accepted } = change
  const fails = accepted === undefined && isAtLeast(change, failOn)
  return {
    level: fails ? 'error' : change.class === 'breaking' ? 'warning' : 'note',
    rule: kind,
    message: `${subject}: ${message}${notesText(notes)}${accepted === undefined ? '' : ` (accepted: ${accepted})`}`,
    tags: notes,
    file,
    line,
    column,
    ...(near ? { near } : {}),
    section: accepted === undefined ? SECTIONS[change.class] : 'Accepted breaks',
  }
}
