import type { Meter } from '../../check/check.js'
import { type Finding, isInexact, isWrong } from '../../check/finding.js'
import type { Rule } from '../../model/rules/rule.js'
import { type DocumentSide, type Documents, ruleOfSide } from '../documents.js'
import { checkedSide, checkOfAll } from './checked-side.js'
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

export function createVerdicts(
  documents: Documents,
  reader: Reader,
  /** Whether a type, by its new name, is compared on its own. */
  isElsewhere: (name: string) => boolean,
): Verdicts {
  const texts = ruleTexts(documents)
  const meter: Meter = { rules: 0 }
  const sideOf = (side: DocumentSide, direction: Direction, reads: Reading): Side => {
    const ruleOf = ruleOfSide(documents, side)
    const check = checkOfAll(ruleOf, LEFT_OUT[direction], meter)
    return checkedSide(
      { ruleOf, nameOf: texts.nameOf[side], text: texts.textOf[side] },
      (rules, value) => check(rules, value).filter(isAboutValues),
      COUNTS[reads],
    )
  }
  const proofFor = (
    [from, to]: readonly [DocumentSide, DocumentSide],
    direction: Direction,
    reads: Reading,
  ): Answers => {
    const proof = createProof({
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
    return createAnswers(proof)
  }
  const answers: Readonly<Record<Direction, Answers>> = {
    sent: proofFor(['before', 'after'], 'sent', 'strict'),
    received: proofFor(['after', 'before'], 'received', reader),
  }
  const ofOld = proofFor(['before', 'after'], 'received', reader)
  const ends = ([before, after]: RulePair, direction: Direction) =>
    direction === 'sent' ? ([before, after] as const) : ([after, before] as const)
  const holds = (pair: RulePair, direction: Direction): boolean =>
    answers[direction].holds(...ends(pair, direction))

  return {
    holds,
    readsOld: ([before, after]) => ofOld.holds(before, after),
    oldWitness: ([before, after]) => ofOld.witness(before, after),
    verdict: (pair, direction) => {
      if (holds(pair, direction)) return 'holds'
      return answers[direction].witness(...ends(pair, direction)) ?? 'unproven'
    },
    nullVerdict: (pair, direction) => {
      const [from, to] = ends(pair, direction)
      if (!from || !to) return 'holds'
      const { proof } = answers[direction]
      const isRefused = proof.from.accepts(from, null) && !proof.to.accepts(to, null)
      return isRefused ? { value: null } : 'holds'
    },
    refusal: (pair, direction, value) =>
      answers[direction].proof.to.refusals(ends(pair, direction)[1] ?? [], value)[0],
  }
}

/** Rules of one document, or `undefined` where it describes nothing. */
type Described = RulePair[number]

/** What is known of values that go one way. */
interface Answers {
  readonly proof: Proof
  readonly holds: (from: Described, to: Described) => boolean
  readonly witness: (from: Described, to: Described) => Witness | undefined
}

/** Every change inside a type asks about the type again, so each pair of rules is compared once. */
function createAnswers(proof: Proof): Answers {
  const holding = new Map<string, boolean>()
  const witnesses = new Map<string, Witness | undefined>()
  const textOf = (from: readonly Rule[], to: readonly Rule[]): string =>
    `${from.map((each) => proof.from.text(each)).join()}\0${to.map((each) => proof.to.text(each)).join()}`
  return {
    proof,
    holds: (from, to) => {
      // What is not described is not sent.
      if (from === undefined || to === undefined) return true
      const text = textOf(from, to)
      const known = holding.get(text)
      if (known !== undefined) return known
      proof.begin()
      const found = proof.contains(from, to)
      holding.set(text, found)
      return found
    },
    witness: (from = [], to = []) => {
      const text = textOf(from, to)
      if (witnesses.has(text)) return witnesses.get(text)
      proof.begin()
      const found = findWitness(proof, from, to)
      witnesses.set(text, found)
      return found
    },
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
