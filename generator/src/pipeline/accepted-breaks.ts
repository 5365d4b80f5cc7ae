import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { LocatedChange } from '../compare/located-change.js'
import { createSelector, isRuleName, type Selector } from '../compare/policy/selector.js'
import { type ChangeKind, rules } from '../compare/schemas/rules.js'
import { type Diagnostic, Fault } from '../diagnostics/diagnostic.js'
import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { AcceptedBreak } from '../model/policy.js'
import { parseText } from '../source/syntax/parse.js'

/** Breaking changes that a team has accepted. */
interface Acceptance {
  /** What it is called in messages: `field-removed of Route.amount_in`. */
  readonly name: string
  readonly selector: Selector
  readonly reason: string
  /** The last day on which it is accepted, as `2027-01-31`; unlimited when absent. */
  readonly until?: string
}

/** A package that is no longer generated; not a change of a document, so `diff` does not know it. */
export const PACKAGE_REMOVED = 'package-removed' as const

type Accepted = Pick<LocatedChange, 'subject' | 'operations'> & {
  readonly kind: ChangeKind | typeof PACKAGE_REMOVED
}

export interface Acceptances {
  /** The reason for accepting a change, if it is accepted. */
  readonly reasonOf: (change: Accepted) => string | undefined
  /** The operations that changes are a part of have to be known. */
  readonly needsOperations: boolean
  /**
   * Entries that have expired, and entries that match no change. Unless these are all changes, the latter may match
   * others.
   */
  readonly notes: (changes: readonly Accepted[], areAll?: boolean) => string[]
}

export const NOTHING_ACCEPTED: Acceptances = {
  reasonOf: () => undefined,
  needsOperations: false,
  notes: () => [],
}

/** The accepted changes of a file (YAML or JSON), if one is given, and those of the configuration. */
export async function readAccepted(
  file: string | undefined,
  cwd: string,
  configured: readonly AcceptedBreak[] = [],
): Promise<Acceptances> {
  const own = acceptancesOf(configured, 'acceptedBreaks')
  if (file === undefined) return own
  return either(own, acceptancesOf(await entriesIn(file, cwd), file))
}

export function either(
  own: Acceptances = NOTHING_ACCEPTED,
  others: Acceptances = NOTHING_ACCEPTED,
): Acceptances {
  return {
    reasonOf: (change) => own.reasonOf(change) ?? others.reasonOf(change),
    needsOperations: own.needsOperations || others.needsOperations,
    notes: (...given) => [...own.notes(...given), ...others.notes(...given)],
  }
}

async function entriesIn(file: string, cwd: string): Promise<readonly unknown[]> {
  const text = await readFile(path.resolve(cwd, file), 'utf8').catch(() => {
    throw wrong(`cannot read ${file}`)
  })
  const { value, faults } = parseText(text, /\.json$/i.test(file))
  const [fault] = faults
  if (fault) throw wrong(`${file}: ${fault.message}`)
  if (value !== undefined && value !== null && !Array.isArray(value)) {
    throw wrong(`${file} is not a list of accepted changes`)
  }
  return value ?? []
}

function acceptancesOf(given: readonly unknown[], file: string): Acceptances {
  if (given.length === 0) return NOTHING_ACCEPTED
  const today = new Date().toISOString().slice(0, 10)
  const entries = given.map((each, index) => acceptanceOf(each, `${file}, entry ${index + 1}`))
  const valid = entries.filter(({ until }) => until === undefined || until >= today)
  return {
    reasonOf: (change) => valid.find((each) => accepts(each, change))?.reason,
    needsOperations: entries.some(({ selector }) => selector.needsOperations),
    notes: (changes, areAll = true) =>
      entries.flatMap((entry) => {
        const { name, until } = entry
        if (!changes.some((each) => accepts(entry, each)))
          return areAll ? [`${name} did not happen; its entry in ${file} can be removed`] : []
        return valid.includes(entry) ? [] : [`${name} was accepted until ${until}`]
      }),
  }
}

function accepts({ selector }: Acceptance, change: Accepted): boolean {
  return selector.selects(change, 'every')
}

function acceptanceOf(entry: unknown, label: string): Acceptance {
  const { reason, until, ...given } = isDictionary(entry) ? entry : {}
  const { change, subject, operation, path: of, ...others } = given
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    const known = ['change', 'subject', 'operation', 'path', 'reason', 'until']
    throw wrong(
      `${label} has an unknown key ${JSON.stringify(unknown)}`,
      suggestion(unknown, known),
    )
  }
  const texts = [change, subject, operation, of]
  if (texts.some((each) => each !== undefined && typeof each !== 'string')) {
    throw wrong(`${label}: \`change\`, \`subject\`, \`operation\` and \`path\` are texts`)
  }
  // A change alone would accept it everywhere, and forever: that is a severity for the configuration.
  if (typeof change !== 'string' || texts.filter((each) => each !== undefined).length < 2) {
    throw wrong(`${label} needs a \`change\`, and a \`subject\`, an \`operation\` or a \`path\``)
  }
  if (!isRuleName(change) && change !== PACKAGE_REMOVED) {
    throw wrong(
      `${label}: there is no kind of change ${JSON.stringify(change)}`,
      suggestion(change, KINDS),
    )
  }
  if (typeof reason !== 'string' || reason.trim() === '') throw wrong(`${label} needs a \`reason\``)
  const selector = createSelector({
    rule: change,
    ...(typeof subject === 'string' ? { subject } : {}),
    ...(typeof operation === 'string' ? { operation } : {}),
    ...(typeof of === 'string' ? { path: of } : {}),
  })
  const where = [subject, operation, of].find((each) => typeof each === 'string')
  const accepted = { name: `${change} of ${where}`, selector, reason }
  if (until === undefined) return accepted
  const day = until instanceof Date ? until.toISOString().slice(0, 10) : String(until)
  if (!isDay(day)) throw wrong(`${label}: \`until\` is a day, as 2027-01-31`)
  return { ...accepted, until: day }
}

/** The 30th of February is none. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const KINDS = [...Object.keys(rules), PACKAGE_REMOVED]

function wrong(message: string, instead: Pick<Diagnostic, 'help'> = {}): Fault {
  const help =
    'It is a list: - { change: field-removed, subject: Route.amount_in, reason: …, until: 2027-01-31 }'
  const diagnostic: Diagnostic = { code: 'TW7006', severity: 'error', message, help, ...instead }
  return new Fault(diagnostic)
}
