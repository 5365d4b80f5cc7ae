import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { PolicyEntry } from '../model/policy.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { collectFaults, configFault } from './check-options.js'

const SELECTORS = ['rule', 'subject', 'operation', 'path'] as const
const KEYS = [...SELECTORS, 'severity', 'reason'] as const
const SEVERITIES = ['breaking', 'additive', 'docs'] as const
const HELP =
  "Write for example `[{ rule: 'field-removed', path: '/internal/**', severity: 'docs' }]`."

/** Checks the severities of changes; whether rules exist is checked where they are known. */
export function checkPolicy(value: unknown, label: string, at: Source): PolicyEntry[] {
  if (!Array.isArray(value)) {
    throw configFault(`${label} has to be a list of severities`, { at, help: HELP })
  }
  const given: readonly unknown[] = value
  const { attempt, finish } = collectFaults()
  const entries = given.map((each, index) =>
    attempt(() => entryOf(each, `${label}[${index}]`, below(at, String(index)))),
  )
  finish()
  return entries.filter((each) => each !== undefined)
}

function entryOf(value: unknown, label: string, at: Source): PolicyEntry {
  if (!isDictionary(value)) throw configFault(`${label} is not an object`, { at, help: HELP })
  const known: readonly string[] = KEYS
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    const where = { at: below(at, unknown), help: HELP, ...suggestion(unknown, KEYS) }
    throw configFault(`${label} has an unknown option ${JSON.stringify(unknown)}`, where)
  }
  const wrong = KEYS.find((key) => value[key] !== undefined && typeof value[key] !== 'string')
  if (wrong !== undefined) {
    throw configFault(`${label}.${wrong} has to be a text`, { at: below(at, wrong), help: HELP })
  }
  const severity = SEVERITIES.find((each) => each === value.severity)
  if (!severity) {
    const where = { at: value.severity === undefined ? at : below(at, 'severity'), help: HELP }
    throw configFault(`${label}.severity must be ${SEVERITIES.join(', ')}`, where)
  }
  if (SELECTORS.every((key) => value[key] === undefined)) {
    throw configFault(`${label} needs one of ${SELECTORS.join(', ')}`, { at, help: HELP })
  }
  const { rule, subject, operation, path, reason } = value
  return {
    severity,
    ...(typeof rule === 'string' ? { rule } : {}),
    ...(typeof subject === 'string' ? { subject } : {}),
    ...(typeof operation === 'string' ? { operation } : {}),
    ...(typeof path === 'string' ? { path } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  }
}
