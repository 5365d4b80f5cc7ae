import type { Change } from '../compare/comparison.js'
import type { Diagnostic } from '../diagnostics/diagnostic.js'
import { parsePointer } from '../model/pointer.js'
import type { ReadSpec } from './diff.js'

// Errors of the old document must not keep the new one, which may repair it, from being compared.

/** The errors of an old document that is there. */
export function faultsOf({ diagnostics }: Pick<ReadSpec, 'diagnostics'>): readonly Diagnostic[] {
  return diagnostics.filter((each) => each.severity === 'error')
}

/** Whether a document without a model is there at all: errors of what is written in it have a place. */
export function isWritten(old: Pick<ReadSpec, 'diagnostics'>): boolean {
  const faults = faultsOf(old)
  return faults.length > 0 && faults.every(({ at }) => at !== undefined)
}

/** The diagnostics of the old document as warnings, after one that says what could not be compared. */
export function asWarnings(
  old: Pick<ReadSpec, 'diagnostics' | 'model'>,
  hidden: readonly Pick<Change, 'subject'>[],
): readonly Diagnostic[] {
  const { diagnostics } = old
  const faults = faultsOf(old)
  const [first] = faults
  if (!first) return diagnostics
  const what = faults.length === 1 ? 'an error' : `${faults.length} errors`
  const result = old.model
    ? `so it is compared as far as it can be read${listed(hidden)}`
    : 'and cannot be read, so nothing is compared'
  return [
    {
      code: 'TW7011',
      severity: 'warning',
      message: `the old document has ${what}, ${result}`,
      ...(first.at ? { at: first.at } : {}),
      help: old.model
        ? 'What its faulty parts describe is no change, whatever the new document says there.'
        : 'Compare with an older document that can be read, if there is one.',
    },
    ...diagnostics.map((each) => ({ ...each, severity: 'warning' as const })),
  ]
}

/** More are not listed in a message. */
const MOST_LISTED = 5

function listed(hidden: readonly Pick<Change, 'subject'>[]): string {
  const subjects = [...new Set(hidden.map(({ subject }) => subject))]
  if (subjects.length === 0) return ''
  const others = subjects.length - MOST_LISTED
  const more = others > 0 ? ` and ${others} more` : ''
  return `; not compared: ${subjects.slice(0, MOST_LISTED).join(', ')}${more}`
}

/** Schemas that are of the same value as the one around them, or of a part without a name. */
const KEYWORDS = new Set(
  (
    '$ref schema type enum const format required properties patternProperties items prefixItems contains not if then else ' +
    'allOf anyOf oneOf additionalProperties propertyNames discriminator nullable minimum maximum'
  ).split(' '),
)

/** What is said beside the faulty part: whether it has to be there, and that it is gone, whatever it was. */
const SAID_BESIDE = /-removed$|^field-(?:required|optional)$/

/** Whether a change is at a part that has an error in the old document: nobody knows what was there. */
export function isOfFault(
  { kind, side, at }: Pick<Change, 'kind' | 'side' | 'at'>,
  faults: readonly Diagnostic[],
  root: { readonly old: string; readonly new: string },
): boolean {
  if (SAID_BESIDE.test(kind)) return false
  const here = parsePointer(at.pointer)
  const file = at.file === root[side] ? root.old : at.file
  return faults.some((fault) => {
    if (fault.at?.file !== file || fault.at.pointer.startsWith('@')) return false
    const there = parsePointer(fault.at.pointer)
    const shared = Math.min(here.length, there.length)
    if (here.slice(0, shared).join('\n') !== there.slice(0, shared).join('\n')) return false
    // A fault of the whole document says nothing of its parts.
    return there.length > 1 && isWithoutNames(there.slice(shared))
  })
}

/** Whether a way leads through keywords only, and not to a property of its own name. */
function isWithoutNames(way: readonly string[]): boolean {
  return way.every(
    (token, index) =>
      (KEYWORDS.has(token) &&
        !['properties', 'patternProperties'].includes(way[index - 1] ?? '')) ||
      /^\d+$/.test(token) ||
      token === 'content' ||
      way[index - 1] === 'content',
  )
}
