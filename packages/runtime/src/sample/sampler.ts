import { createDistinct } from './distinct.js'
import { createDraw } from './draw.js'
import type { DrawContext } from './draw-context.js'
import { type Facts, LEVELS, none } from './drawing.js'
import { createEnds } from './ends.js'
import type { SampleRule, SampleSource } from './rule.js'
import { createTypesOf } from './types.js'

export interface SampleOptions {
  /** Another seed gives other values; the same gives the same. @default 1 */
  readonly seed?: number | undefined
  /** How many items lists have, and maps, where the document allows it. @default 2 */
  readonly items?: number | undefined
  /** Which fields objects have, besides those that they need. @default 'all' */
  readonly fields?: 'all' | 'required' | undefined
  /** The fields that are only sent (`write`), or only received, are left out. @default 'write' */
  readonly leavesOut?: 'read' | 'write' | undefined
  /** What the value is called, from which its texts are made. */
  readonly name?: string | undefined
  /** The try to begin with: an earlier `sample` has returned it, and the same seed gives the same value again. */
  readonly attempt?: number | undefined
  /** Whether a value is valid; if not, another one is made. */
  readonly accepts?: ((value: unknown) => boolean) | undefined
}

export interface Sample {
  readonly value: unknown
  /** How many tries it took before. */
  readonly attempt: number
}

const MOST_TRIES = 16

/**
 * A plausible value of a rule, the same in every run: examples of the document first, then values by format and name.
 * `undefined` if none was found: the rule contradicts itself, or is harder than this knows.
 */
export function sample(
  rule: SampleRule,
  source: SampleSource,
  options: SampleOptions = {},
): Sample | undefined {
  const { seed = 1, name = '', attempt: first = 0, accepts } = options
  const context: DrawContext = { seed, path: '', name, owner: '', index: 0, depth: 0, inside: [] }
  const facts = factsOf(source, options.leavesOut ?? 'write')
  for (let attempt = first; attempt < MOST_TRIES; attempt++) {
    const value = createDraw(source, facts, options, attempt)([rule], context)
    if (value !== none && (!accepts || accepts(value))) return { value, attempt }
  }
  return undefined
}

/** Whether a value is complete before optional fields are left out. */
export function endsInTime(rule: SampleRule, source: SampleSource): boolean {
  return factsOf(source, 'write').ends(rule, LEVELS)
}

const known = new WeakMap<SampleSource['rules'], Partial<Record<'read' | 'write', Facts>>>()

function factsOf({ rules }: SampleSource, leavesOut: 'read' | 'write'): Facts {
  const both = known.get(rules) ?? {}
  known.set(rules, both)
  const ruleOf = (name: string): SampleRule | undefined =>
    Object.hasOwn(rules, name) ? rules[name] : undefined
  const before = both[leavesOut]
  if (before) return before
  const typesOf = createTypesOf(ruleOf)
  const distinct = createDistinct(ruleOf, typesOf, leavesOut)
  const facts: Facts = { ruleOf, typesOf, distinct, ends: createEnds(ruleOf, leavesOut) }
  both[leavesOut] = facts
  return facts
}
