import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PlacedChange } from '../compare/placed-change.js'
import { rules } from '../compare/schemas/rules.js'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import { parseText } from '../source/syntax/parse.js'

/** A breaking change that a team has accepted. */
export interface Acceptance {
  /** The kind of change: `field-removed`. */
  readonly change: string
  /** The subject of the change: `Route.amount_in`. */
  readonly subject: string
  readonly reason: string
  /** The last day on which it is accepted, as `2027-01-31`; unlimited when absent. */
  readonly until?: string
}

export interface Acceptances {
  /** The reason for accepting a change, if it is accepted. */
  readonly reasonOf: (change: Pick<PlacedChange, 'kind' | 'subject'>) => string | undefined
  /**
   * Entries that have expired, and entries that match no change. Unless these are all changes, the latter may match
   * others.
   */
  readonly notes: (changes: readonly PlacedChange[], areAll?: boolean) => string[]
}

export const NOTHING_ACCEPTED: Acceptances = { reasonOf: () => undefined, notes: () => [] }

/** Reads a list of accepted changes, in YAML or JSON. */
export async function readAccepted(
  file: string,
  cwd: string,
  today = new Date().toISOString().slice(0, 10),
): Promise<Acceptances> {
  const text = await readFile(path.resolve(cwd, file), 'utf8').catch(() => {
    throw wrong(`cannot read ${file}`)
  })
  const { value, faults } = parseText(text, /\.json$/i.test(file))
  const [fault] = faults
  if (fault) throw wrong(`${file}: ${fault.message}`)
  if (value !== undefined && value !== null && !Array.isArray(value)) {
    throw wrong(`${file} is not a list of accepted changes`)
  }
  const given: readonly unknown[] = value ?? []
  const entries = given.map((each, index) => acceptanceOf(each, `${file}, entry ${index + 1}`))
  const valid = entries.filter(({ until }) => until === undefined || until >= today)
  return {
    reasonOf: (change) => valid.find((each) => accepts(each, change))?.reason,
    notes: (changes, areAll = true) =>
      entries.flatMap((entry) => {
        const name = `${entry.change} of ${entry.subject}`
        if (!changes.some((each) => accepts(entry, each)))
          return areAll ? [`${name} did not happen; its entry in ${file} can be removed`] : []
        return valid.includes(entry) ? [] : [`${name} was accepted until ${entry.until}`]
      }),
  }
}

function accepts(
  { change, subject }: Acceptance,
  given: Pick<PlacedChange, 'kind' | 'subject'>,
): boolean {
  return change === given.kind && subject === given.subject
}

function acceptanceOf(entry: unknown, place: string): Acceptance {
  const { change, subject, reason, until } = isDictionary(entry) ? entry : {}
  if (typeof change !== 'string' || typeof subject !== 'string') {
    throw wrong(`${place} needs a \`change\` and a \`subject\``)
  }
  if (!Object.hasOwn(rules, change)) {
    throw wrong(
      `${place}: there is no kind of change ${JSON.stringify(change)}`,
      suggestion(change, KINDS),
    )
  }
  if (typeof reason !== 'string' || reason.trim() === '') throw wrong(`${place} needs a \`reason\``)
  if (until === undefined) return { change, subject, reason }
  const day = until instanceof Date ? until.toISOString().slice(0, 10) : String(until)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw wrong(`${place}: \`until\` is a day, as 2027-01-31`)
  return { change, subject, reason, until: day }
}

const KINDS = Object.keys(rules)

function wrong(message: string, instead: Pick<Diagnostic, 'help'> = {}): Fault {
  const help =
    'It is a list: - { change: field-removed, subject: Route.amount_in, reason: …, until: 2027-01-31 }'
  const diagnostic: Diagnostic = { code: 'TW7006', severity: 'error', message, help, ...instead }
  return new Fault(diagnostic)
}
