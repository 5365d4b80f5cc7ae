import type { Kind } from '../../check/finding.js'
import { rules } from '../../compare/schemas/rules.js'
import { catalogue } from '../../diagnostics/catalogue.js'

/** What a rule of a report means, and the page of the documentation about it. */
export interface RuleText {
  readonly title: string
  readonly text: string
  readonly page: string
}

const CI = 'docs/in-ci.md'

/** Rules of `check` and of `probe` as a whole. */
const OWN = {
  changed: 'A generated file differs from what would be generated',
  missing: 'A generated file is missing',
  stray: 'A file in the folder of the package is not generated any more',
  drift: 'The service sends something that the document does not describe yet',
  mismatch: 'The service does something else than the document says',
  failed: 'A step could not be completed',
  'left-out': 'Recorded requests belong to other servers than those of the document',
  accepted: 'An entry of the list of accepted changes is out of date',
  'package-removed': 'A package is no longer generated, so its callers get no new version',
} as const

/** Mismatches that no single change of the document resolves. */
const FINDINGS: Readonly<Record<Kind, string>> = {
  'server-error': 'A server fails because of a request',
  'accepted-invalid': 'A server accepts a request that the document does not allow',
  'missing-field': 'A required field is missing',
  'missing-header': 'A required header is missing',
  'unexpected-null': 'A value is null, and the document does not allow that',
  'wrong-type': 'A value has another type than the document says',
  'wrong-value': 'A value is none of those that the document lists',
  'wrong-format': 'A text does not have the format or pattern of the document',
  'out-of-bounds': 'A value is outside of the limits of the document',
  forbidden: 'The document forbids a value',
  'no-variant': 'A value is none of the variants of its union',
  'two-variants': 'A value is two variants of its union at once',
  ambiguous: 'A value fits several members of a oneOf',
  'too-deep': 'A value is nested too deeply to be checked',
  'unknown-field': 'The document does not describe a field',
  'unknown-value': 'An open enum does not list a value',
  'unknown-variant': 'A union does not have a variant',
  'unknown-status': 'The document does not describe a status',
  'unknown-error': 'The document does not describe an error code',
  'unknown-content-type': 'The document does not have the content type of a response',
  'not-json': 'A body is not JSON, although the document says so',
  'not-utf-8': 'A body is not in UTF-8',
  'inexact-integer': 'An integer is outside of its format, or JavaScript cannot read it exactly',
  'wrong-envelope': 'A JSON-RPC response has a faulty envelope',
}

export function ruleText(id: string): RuleText {
  if (isIn(rules, id)) {
    const { says } = rules[id]
    return {
      title: `${id.replaceAll('-', ' ')} in the document`,
      text: says,
      page: 'docs/rules.md',
    }
  }
  if (isIn(catalogue, id)) {
    const { title, cause, fix } = catalogue[id]
    return { title, text: `${cause} ${fix}`, page: CI }
  }
  const texts: Readonly<Record<string, string>> = { ...OWN, ...FINDINGS }
  const title = texts[id] ?? id.replaceAll('-', ' ')
  return { title, text: title, page: CI }
}

function isIn<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key)
}
