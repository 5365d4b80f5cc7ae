import type { Described } from '../model/shape.js'
import { type Comparison, report, type Spot } from './comparison.js'
import { canonical } from './words.js'

/** More text for people than every described thing has: summary, examples, tags, … */
export type Texts = Readonly<Record<string, unknown>>

/** One change for all that people read at one place, and one more for a deprecation. */
export function compareDocs(
  on: Comparison,
  before: Omit<Described, 'source'>,
  after: Omit<Described, 'source'>,
  spot: Spot,
  texts: readonly [before: Texts, after: Texts] = [{}, {}],
): void {
  if (before.deprecated !== after.deprecated) {
    const instead = after.replacedBy ? `; use ${after.replacedBy}` : ''
    if (after.deprecated) report(on, 'deprecated', spot, `is deprecated now${instead}`)
    else report(on, 'undeprecated', spot, 'is not deprecated any more')
  }
  const [old, now] = [textsOf(before, texts[0]), textsOf(after, texts[1])]
  const changed = Object.keys(now).filter((key) => canonical(old[key]) !== canonical(now[key]))
  if (changed.length > 0) report(on, 'docs-changed', spot, `${changed.join(', ')} changed`)
}

function textsOf(described: Omit<Described, 'source'>, more: Texts): Texts {
  const { doc, deprecated, replacedBy, provenance } = described
  // Said together with the deprecation where that is new.
  const replacement = deprecated ? { replacement: replacedBy } : {}
  return { description: doc, ...replacement, provenance, ...more }
}
