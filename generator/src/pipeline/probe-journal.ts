import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Fault } from '../diagnostics/diagnostic.js'
import { isDictionary } from '../model/json.js'
import type { Journal, Outcome } from '../probe/live/resume.js'

/** A line of the file: a call that was sent, or its outcome. */
type Entry = { readonly begin: string } | { readonly finish: string; readonly outcome: Outcome }

export interface FileJournal extends Journal {
  /** The probe was completed, so there is nothing to resume. */
  readonly remove: () => void
}

/**
 * A journal in a file with one line per entry: a process that is killed loses its last line at most. Like a
 * report, it only contains values of bodies if requested.
 */
export function openJournal(file: string, key: string): FileJournal {
  const [head, ...entries] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  // A process that was killed before its first line leaves an empty file.
  if (head && !isHead(read(head), key)) throw otherState(file)
  const finished = new Map<string, Outcome>()
  const started = new Set<string>()
  const kept = entries.filter((line) => {
    const entry = read(line)
    if (!isEntry(entry)) return false
    if ('begin' in entry) started.add(entry.begin)
    else finished.set(entry.finish, entry.outcome)
    return true
  })
  writeFileSync(file, [JSON.stringify({ tagwire: 'probe', key }), ...kept, ''].join('\n'))
  const append = (entry: Entry): void => appendFileSync(file, `${JSON.stringify(entry)}\n`)
  return {
    finished,
    started,
    begin: (call) => append({ begin: call }),
    finish: (call, outcome) => append({ finish: call, outcome }),
    remove: () => rmSync(file, { force: true }),
  }
}

/** A truncated line is ignored. */
function read(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isHead(value: unknown, key: string): boolean {
  return isDictionary(value) && value.tagwire === 'probe' && value.key === key
}

function isEntry(value: unknown): value is Entry {
  if (!isDictionary(value)) return false
  if (typeof value.begin === 'string') return true
  const { finish, outcome } = value
  return (
    typeof finish === 'string' &&
    isDictionary(outcome) &&
    Array.isArray(outcome.payloads) &&
    Array.isArray(outcome.buffered)
  )
}

function otherState(file: string): Fault {
  return new Fault({
    code: 'TW7003',
    severity: 'error',
    message: `the file ${path.basename(file)} does not have the state of this probe: it belongs to another document, server or choice of options, or is another file`,
    help: 'Name another file, or remove this one to start again.',
  })
}
