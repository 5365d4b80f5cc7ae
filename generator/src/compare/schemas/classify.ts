import { createCheck, type Meter } from '../../check/check.js'
import { type Finding, isInexact, isWrong } from '../../check/finding.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { createProof, type Proof, type Side } from './contain.js'
import { ruleTexts } from './proof/rule-texts.js'
import { findWitness, type Witness } from './witness.js'

/** Readers made by tagwire accept what they do not know; others may refuse it. */
export type Reader = 'tolerant' | 'strict'

export type Direction = 'sent' | 'received'

/** The rules of one value in both documents; `undefined` where a document does not describe it. */
export type RulePair = readonly [
  before: readonly Rule[] | undefined,
  after: readonly Rule[] | undefined,
]

/**
 * - `holds`: every value that one side sends is valid for the other
 * - `unproven`: nobody knows; no value was found that is refused
 */
export type Verdict = 'holds' | 'unproven' | Witness

/** Compares schemas by their values. */
export interface Verdicts {
  /**
   * Sent: what the old document describes has to be valid in the new one. Received: what the new one describes has to
   * be readable with the old one.
   */
  readonly holds: (pair: RulePair, direction: Direction) => boolean
  readonly verdict: (pair: RulePair, direction: Direction) => Verdict
  /** Whether readers of the new document accept every value that the old one describes. */
  readonly readsOld: (pair: RulePair) => boolean
  /** One that they do not accept. */
  readonly oldWitness: (pair: RulePair) => Witness | undefined
  /** The same as `verdict` for `null` alone. */
  readonly nullVerdict: (pair: RulePair, direction: Direction) => Verdict
  /** Why a value is refused. */
  readonly refusal: (pair: RulePair, direction: Direction, value: unknown) => Finding | undefined
}

interface Documents {
  readonly before: ReadonlyMap<string, Declaration>
  readonly after: ReadonlyMap<string, Declaration>
  /** New names of types by their old ones. */
  readonly renamed: ReadonlyMap<string, string>
}

export function createVerdicts(
  documents: Documents,
  reader: Reader,
  /** Whether a type, by its new name, is compared on its own. */
  isElsewhere: (name: string) => boolean,
): Verdicts {
  const texts = ruleTexts(documents)
  const meter: Meter = { rules: 0 }
  const sideOf = (side: 'before' | 'after', direction: Direction, reads: Reading): Side => {
    const declared = documents[side]
    const ruleOf = (name: string): Rule | undefined => declared.get(name)?.rule
    const check = createCheck(ruleOf, LEFT_OUT[direction], meter)
    const wrappers = new WeakMap<readonly Rule[], Rule>()
    const together = (rules: readonly Rule[]): Rule => {
      const [only, ...more] = rules
      if (only && more.length === 0) return only
      const known = wrappers.get(rules) ?? { all: rules }
      wrappers.set(rules, known)
      return known
    }
    const findings = (rules: readonly Rule[], value: unknown): Finding[] =>
      check(together(rules), value).filter(isAboutValues)
    return {
      ruleOf,
      nameOf: texts.nameOf[side],
      text: texts.textOf[side],
      refusals: (rules, value) => findings(rules, value).filter(COUNTS[reads]),
      accepts: (rules, value) => !findings(rules, value).some(COUNTS[reads]),
      acceptsExactly: (rules, value) => !findings(rules, value).some(isInexact),
    }
  }
  const proofFor = (
    [from, to]: readonly ['before', 'after'] | readonly ['after', 'before'],
    direction: Direction,
    reads: Reading,
  ): Proof =>
    createProof({
      from: sideOf(from, direction, direction === 'sent' ? 'described' : 'strict'),
      to: sideOf(to, direction, reads),
      tolerant: reads === 'tolerant',
      leavesOut: LEFT_OUT[direction],
      unnamed: direction === 'received',
      isSame: texts.isSame,
      types: documents.after.size,
      meter,
      isElsewhere,
    })
  const proofs: Readonly<Record<Direction, Proof>> = {
    sent: proofFor(['before', 'after'], 'sent', 'strict'),
    received: proofFor(['after', 'before'], 'received', reader),
  }
  const oldAnswers = proofFor(['before', 'after'], 'received', reader)
  const ends = ([before, after]: RulePair, direction: Direction) =>
    direction === 'sent' ? ([before, after] as const) : ([after, before] as const)

  const proves = (proof: Proof, from: RulePair[0], to: RulePair[0]): boolean => {
    // What is not described is not sent.
    if (from === undefined || to === undefined) return true
    proof.begin()
    return proof.contains(from, to)
  }
  const holds = (pair: RulePair, direction: Direction): boolean =>
    proves(proofs[direction], ...ends(pair, direction))

  return {
    holds,
    readsOld: ([before, after]) => proves(oldAnswers, before, after),
    oldWitness: ([before, after]) => {
      oldAnswers.begin()
      return findWitness(oldAnswers, before ?? [], after ?? [])
    },
    verdict: (pair, direction) => {
      if (holds(pair, direction)) return 'holds'
      const proof = proofs[direction]
      const [from, to] = ends(pair, direction)
      proof.begin()
      return findWitness(proof, from ?? [], to ?? []) ?? 'unproven'
    },
    nullVerdict: (pair, direction) => {
      const [from, to] = ends(pair, direction)
      if (!from || !to) return 'holds'
      const proof = proofs[direction]
      const isRefused = proof.from.accepts(from, null) && !proof.to.accepts(to, null)
      return isRefused ? { value: null } : 'holds'
    },
    refusal: (pair, direction, value) =>
      proofs[direction].to.refusals(ends(pair, direction)[1] ?? [], value)[0],
  }
}

/** Fields of the other direction. */
const LEFT_OUT = { sent: 'read', received: 'write' } as const

/** `described`: nothing but what the document describes, such as what callers send. */
type Reading = Reader | 'described'

const COUNTS: Readonly<Record<Reading, (finding: Finding) => boolean>> = {
  described: () => true,
  strict: isInexact,
  tolerant: isWrong,
}

/** Formats are annotations, and have rules of their own. */
function isAboutValues({ change }: Finding): boolean {
  return change?.kind !== 'drop' || change.keyword !== 'format'
}
