import type { Direction, RulePair, Verdict, Verdicts } from './classify.js'
import type { Note } from './notes.js'
import {
  type ChangeClass,
  type ChangeKind,
  classOf,
  type Flow,
  notesOf,
  rules,
  worstOf,
} from './rules.js'
import type { SchemaPair } from './schema-pair.js'

/**
 * What the class of a change is based on:
 *
 * - `value`: on values: one shows that it breaks, or a proof that none does
 * - `type`: on a rule, for types, names, and what is not about values
 * - `unproven`: nobody could tell, so it counts as breaking
 */
const EVIDENCE = ['value', 'type', 'unproven'] as const
export type Evidence = (typeof EVIDENCE)[number]

/** Changes that values alone decide. */
const BY_VALUES: ReadonlySet<ChangeKind> = new Set([
  'required-field-added',
  'field-required',
  'field-optional',
  'null-allowed',
  'null-refused',
  'bound-tightened',
  'bound-loosened',
  'bound-changed',
  'assertion-added',
  'assertion-removed',
  'assertion-changed',
  'type-widened',
  'type-narrowed',
  'member-added',
  'member-removed',
  'closed-value-added',
])

/** Changes of types, whose values may show it too. */
const BY_BOTH: ReadonlySet<ChangeKind> = new Set([
  'type-changed',
  'tagging-changed',
  'closed-value-removed',
  'value-removed',
  'variant-removed',
  'extra-keys-refused',
])

/** Changes of whether a field is there, which is up to the object around it. */
const OF_HOLDER: ReadonlySet<ChangeKind> = new Set([
  'required-field-added',
  'field-required',
  'field-optional',
])

const OF_NULL: ReadonlySet<ChangeKind> = new Set(['null-allowed', 'null-refused'])

export interface Judged {
  readonly class: ChangeClass
  readonly evidence: Evidence
  readonly counterexample?: unknown
  readonly breaks: readonly Direction[]
}

/** The best evidence of several findings. */
export function evidenceOf(
  found: readonly Pick<Judged, 'evidence' | 'counterexample'>[],
): Pick<Judged, 'evidence' | 'counterexample'> {
  const best = EVIDENCE.flatMap((each) => found.find(({ evidence }) => evidence === each) ?? [])[0]
  if (!best) return { evidence: 'type' }
  const { evidence, counterexample } = best
  return { evidence, ...('counterexample' in best ? { counterexample } : {}) }
}

interface Spot {
  readonly flow: Flow
  readonly schemas?: SchemaPair | undefined
  readonly holder?: SchemaPair | undefined
}

/** The class of a change, by what it does to values if they decide. */
export function judgedClass(
  verdicts: Verdicts | undefined,
  kind: ChangeKind,
  { flow, schemas, holder }: Spot,
  /** Directions in which code does not compile, whatever the values are. */
  otherCode: readonly Direction[] = [],
): Judged {
  const isOther = otherCode.some((each) => flow[each])
  const named = isOther ? 'breaking' : classOf(kind, flow)
  const byRule: Judged = { class: named, evidence: 'type', breaks: [] }
  const at = OF_HOLDER.has(kind) ? holder : schemas
  if (!verdicts || !at || !(BY_VALUES.has(kind) || BY_BOTH.has(kind))) return byRule
  const pair = at.rules()
  if (!pair) return byRule
  const directions = (['sent', 'received'] as const).filter((each) => flow[each])
  const each = directions.map((direction) =>
    judgedIn(verdicts, kind, direction, at, pair, otherCode.includes(direction)),
  )
  const worst = worstOf(each.map((one) => one.class))
  const found = each.filter((one) => one.class === worst)
  const shown = found.find((one) => 'counterexample' in one) ?? found[0]
  return shown ? { ...shown, breaks: each.flatMap((one) => one.breaks) } : byRule
}

/**
 * Changes that tolerant readers may not notice. Of others, answers may be refused that are only valid because the old
 * document, or its reader, did not say much.
 */
const MAY_BE_TOLERATED: ReadonlySet<ChangeKind> = new Set([
  'null-refused',
  'bound-tightened',
  'type-narrowed',
  'member-removed',
])

/** Who else is affected: old servers, unless the new readers accept all that they answer. */
export function notesAt(
  verdicts: Verdicts | undefined,
  kind: ChangeKind,
  { flow, schemas }: Spot,
): readonly Note[] {
  const notes = notesOf(kind, flow)
  const pair = notes.length > 0 && MAY_BE_TOLERATED.has(kind) ? schemas?.rules() : undefined
  return pair && verdicts?.readsOld(pair) ? [] : notes
}

function judgedIn(
  verdicts: Verdicts,
  kind: ChangeKind,
  direction: Direction,
  schemas: SchemaPair,
  pair: RulePair,
  isOtherCode: boolean,
): Judged {
  const byRule = rules[kind][direction]
  const isByValues = BY_VALUES.has(kind) && !isOtherCode
  if (byRule !== 'breaking' && !isOtherCode) {
    return { class: byRule, evidence: isByValues ? 'value' : 'type', breaks: [] }
  }
  const verdict = OF_NULL.has(kind)
    ? verdicts.nullVerdict(pair, direction)
    : verdictAt(verdicts, schemas, pair, direction)
  if (verdict === 'holds') {
    return isByValues
      ? { class: 'additive', evidence: 'value', breaks: [] }
      : { class: 'breaking', evidence: 'type', breaks: [] }
  }
  const breaks = [direction]
  if (verdict !== 'unproven') {
    return { class: 'breaking', evidence: 'value', counterexample: verdict.value, breaks }
  }
  return { class: 'breaking', evidence: isByValues ? 'unproven' : 'type', breaks }
}

/** What does not hold of a value may hold for everything around it: a limit may have moved to a base. */
function verdictAt(
  verdicts: Verdicts,
  schemas: SchemaPair,
  pair: RulePair,
  direction: Direction,
): Verdict {
  if (verdicts.holds(pair, direction)) return 'holds'
  const { root } = schemas
  const wholes = root === schemas ? [] : root.wholes()
  const concerned = (wholes ?? []).filter((each) => each.flow[direction])
  const isWhole = (each: SchemaPair): boolean => {
    const whole = each.rules()
    return whole !== undefined && verdicts.holds(whole, direction)
  }
  if (concerned.length > 0 && concerned.every(isWhole)) return 'holds'
  return verdicts.verdict(pair, direction)
}
