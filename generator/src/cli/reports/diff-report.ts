import type { LocatedChange } from '../../compare/located-change.js'
import type { Reader } from '../../compare/schemas/classify.js'
import { notesText } from '../../compare/schemas/notes.js'
import { type ChangeClass, isAtLeast } from '../../compare/schemas/rules.js'
import { exampleText, isUnproven, ruledText, verdictText } from '../changes-text.js'
import { countText } from './count-text.js'
import type { Report, ReportEntry } from './report.js'

const SECTIONS: Readonly<Record<ChangeClass, string>> = {
  breaking: 'Breaking',
  additive: 'Additive',
  docs: 'Docs',
}

export function diffReport(
  changes: readonly LocatedChange[],
  failOn: ChangeClass,
  reader?: Reader,
): Report {
  return {
    name: 'tagwire diff',
    summary: verdictText(changes, reader),
    // Changed descriptions are too many for an annotation each.
    entries: changes
      .filter((each) => each.kind !== 'docs-changed')
      .map((each) => entryOf(each, failOn)),
  }
}

/** Entries of the list of accepted changes that have expired or match no change. */
export function acceptedReport(name: string, file: string, notes: readonly string[]): Report {
  return {
    name,
    summary: `${countText(notes.length, 'accepted change')} to look at.`,
    entries: notes.map((message) => ({
      level: 'note',
      rule: 'accepted',
      message,
      file,
      section: 'Accepted changes to look at',
    })),
  }
}

function sectionOf(change: LocatedChange): string {
  if (change.accepted !== undefined) return 'Accepted breaks'
  return isUnproven(change) ? 'Unproven, counted as breaking' : SECTIONS[change.class]
}

function entryOf(change: LocatedChange, failOn: ChangeClass): ReportEntry {
  const { kind, subject, message, file, line, column, near, notes, accepted } = change
  const fails = accepted === undefined && isAtLeast(change, failOn)
  return {
    level: fails ? 'error' : change.class === 'breaking' ? 'warning' : 'note',
    rule: kind,
    message: `${subject}: ${message}${exampleText(change)}${notesText(notes)}${ruledText(change)}${accepted === undefined ? '' : ` (accepted: ${accepted})`}`,
    tags: notes,
    file,
    line,
    column,
    ...(near ? { near } : {}),
    section: sectionOf(change),
  }
}
