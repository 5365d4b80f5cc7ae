import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { AcceptedBreak, PolicyEntry } from '../model/policy.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { collectFaults, configFault } from './check-options.js'

const SELECTORS = ['rule', 'subject', 'operation', 'path'] as const
const SEVERITIES = ['breaking', 'additive', 'docs'] as const

/** Checks the severities of changes; whether rules exist is checked where they are known. */
export function checkPolicy(value: unknown, label: string, at: Source): PolicyEntry[] {
  return entriesOf(value, label, at, POLICY, policyEntry)
}

/** Checks breaking changes that are accepted. */
export function checkAcceptedBreaks(value: unknown, label: string, at: Source): AcceptedBreak[] {
  return entriesOf(value, label, at, ACCEPTED, acceptedBreak)
}

/** A list of objects whose members are texts. */
interface Form<Key extends string> {
  readonly what: string
  readonly keys: readonly Key[]
  readonly help: string
}

const POLICY = {
  what: 'severities',
  keys: [...SELECTORS, 'severity', 'reason'],
  help: "Write for example `[{ rule: 'field-removed', path: '/internal/**', severity: 'docs' }]`.",
} as const satisfies Form<string>

const ACCEPTED = {
  what: 'accepted changes',
  keys: ['change', 'subject', 'operation', 'path', 'reason', 'until'],
  help: "Write for example `[{ change: 'field-removed', subject: 'Route.fee', reason: '…', until: '2027-01-31' }]`.",
} as const satisfies Form<string>

type Texts<Key extends string> = { readonly [Each in Key]?: string }

function entriesOf<Key extends string, Entry>(
  value: unknown,
  label: string,
  at: Source,
  form: Form<Key>,
  entryOf: (texts: Texts<Key>, label: string, at: Source) => Entry,
): Entry[] {
  const { what, help } = form
  if (!Array.isArray(value)) throw configFault(`${label} has to be a list of ${what}`, { at, help })
  const given: readonly unknown[] = value
  const { attempt, finish } = collectFaults()
  const entries = given.map((each, index) => {
    const own = `${label}[${index}]`
    const source = below(at, String(index))
    return attempt(() => ({ entry: entryOf(textsOf(each, own, source, form), own, source) }))
  })
  finish()
  return entries.flatMap((each) => (each ? [each.entry] : []))
}

function textsOf<Key extends string>(
  value: unknown,
  label: string,
  at: Source,
  { keys, help }: Form<Key>,
): Texts<Key> {
  if (!isDictionary(value)) throw configFault(`${label} is not an object`, { at, help })
  const known: readonly string[] = keys
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    const where = { at: below(at, unknown), help, ...suggestion(unknown, keys) }
    throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, where)
  }
  const texts: { [Each in Key]?: string } = {}
  for (const key of keys) {
    const text = value[key]
    if (text === undefined) continue
    if (typeof text !== 'string') {
      throw configFault(`${label}.${key} has to be a text`, { at: below(at, key), help })
    }
    texts[key] = text
  }
  return texts
}

function policyEntry(
  { severity: word, ...others }: Texts<(typeof POLICY.keys)[number]>,
  label: string,
  at: Source,
): PolicyEntry {
  const { help } = POLICY
  const severity = SEVERITIES.find((each) => each === word)
  if (!severity) {
    const where = { at: word === undefined ? at : below(at, 'severity'), help }
    throw configFault(`${label}.severity must be ${SEVERITIES.join(', ')}`, where)
  }
  if (SELECTORS.every((key) => others[key] === undefined)) {
    throw configFault(`${label} needs one of ${SELECTORS.join(', ')}`, { at, help })
  }
  return { severity, ...others }
}

function acceptedBreak(
  { change, reason, ...others }: Texts<(typeof ACCEPTED.keys)[number]>,
  label: string,
  at: Source,
): AcceptedBreak {
  if (change === undefined || reason === undefined) {
    throw configFault(`${label} needs a change and a reason`, { at, help: ACCEPTED.help })
  }
  return { change, reason, ...others }
}
