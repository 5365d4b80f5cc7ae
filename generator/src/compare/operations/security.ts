import type { Operation } from '../../model/operations/operation.js'
import { type Comparison, report, type Spot } from '../comparison.js'

type Alternatives = readonly (readonly string[])[]

/** Without `security`, anyone may call it. */
const EVERYBODY: Alternatives = [[]]

/**
 * A caller has satisfied one of the alternatives; it matters whether the same credentials still do.
 */
export function compareSecurity(
  on: Comparison,
  before: Operation,
  after: Operation,
  spot: Spot,
): void {
  const [old, now] = [alternativesOf(before), alternativesOf(after)]
  // If only one document has a requirement, the change is at its place.
  const [left, right] = [before.requirements?.source, after.requirements?.source]
  const at = { ...spot, before: left ?? right ?? spot.before, after: right ?? left ?? spot.after }
  const message = `needs ${textOf(now)} now, was ${textOf(old)}`
  const side = after.requirements ? 'new' : 'old'
  if (!old.every((each) => admits(now, each))) {
    report(on, 'security-tightened', at, message, { side })
  } else if (!now.every((each) => admits(old, each))) {
    report(on, 'security-relaxed', at, message, { side })
  }
}

function alternativesOf({ requirements }: Operation): Alternatives {
  const { alternatives = EVERYBODY } = requirements ?? {}
  return alternatives.length === 0 ? EVERYBODY : alternatives
}

/** Whether a caller with these credentials may call it. */
function admits(alternatives: Alternatives, credentials: readonly string[]): boolean {
  return alternatives.some((each) => each.every((name) => credentials.includes(name)))
}

function textOf(alternatives: Alternatives): string {
  // `oauth (read)` implies `oauth`.
  const schemesText = (names: readonly string[]): string =>
    names.filter((name) => !names.some((other) => other.startsWith(`${name} (`))).join(' and ')
  return alternatives.map((each) => schemesText(each) || 'no credential').join(' or ')
}
