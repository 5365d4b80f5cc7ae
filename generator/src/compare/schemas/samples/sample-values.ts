import type { Meter } from '../../../check/check.js'
import { isInexact, isWrong } from '../../../check/finding.js'
import { typeOf } from '../../../check/values.js'
import { type Dictionary, isDictionary } from '../../../model/json.js'
import type { Rule } from '../../../model/rules/rule.js'
import type { Declaration } from '../../../model/shapes/shape.js'
import { checkedSide, checkOfAll } from '../checked-side.js'
import { createProof } from '../contain.js'
import { formOf } from '../form.js'
import { keyRules, possibleKeys, requiredKeys } from '../proof/inside-values.js'
import { ruleTexts } from '../proof/rule-texts.js'
import { type Search, valuesAround } from '../witness.js'
import { createExamples } from './example-values.js'

/** Small values that are sent. */
export interface SampleValues {
  /** They fit strictly; the smallest ones come first. */
  readonly valid: readonly unknown[]
  /** They do not fit under any interpretation. */
  readonly invalid: readonly unknown[]
}

/** How many values are tried for one schema. */
const MOST_VALUES = 200
const MOST_OF_FIELD = 80
const MOST_INSIDE = 40
const DEEPEST = 3
/** Checks of values for one schema; a count and not the clock, so that the values are always the same. */
const MOST_CHECKS = 2000

/** The values of a rule; if a usual one is given, those that differ from it in one field come first. */
export type SamplesOf = (rule: Rule, usual?: unknown) => SampleValues

/** Values of rules, and values next to them, as a client could send them. */
export function createSampleValues(declared: ReadonlyMap<string, Declaration>): SamplesOf {
  const ruleOf = (name: string): Rule | undefined => declared.get(name)?.rule
  const meter: Meter = { rules: 0 }
  const texts = ruleTexts({ before: declared, after: declared, renamed: new Map() })
  const names = { nameOf: texts.nameOf.after, text: texts.textOf.after }
  const check = checkOfAll(ruleOf, 'read', meter)
  const side = checkedSide({ ruleOf, ...names }, check, isInexact)
  const proof = createProof({
    from: side,
    to: side,
    tolerant: false,
    leavesOut: 'read',
    unnamed: false,
    types: declared.size,
    meter,
    isSame: texts.isSame,
    isElsewhere: () => false,
  })
  let depth = 0
  let checks = 0
  const found = new WeakMap<Rule, SampleValues>()
  const search: Search = {
    proof,
    examples: createExamples(proof),
    inside: (rules) => {
      if (depth >= DEEPEST || checks <= 0) return []
      depth++
      const { valid, invalid } = valuesOf(rules, MOST_INSIDE, undefined)
      depth--
      return [...valid.slice(0, 4), ...invalid.slice(0, 3)]
    },
  }

  const valuesOf = (rules: readonly Rule[], most: number, usual: unknown): SampleValues => {
    const [valid, invalid]: [unknown[], unknown[]] = [[], []]
    const seen = new Set<string>()
    for (const value of candidates(rules, usual)) {
      if (seen.size >= most || checks <= 0) break
      const text = JSON.stringify(value)
      if (seen.has(text)) continue
      seen.add(text)
      checks--
      const findings = check(rules, value)
      if (findings.length === 0) valid.push(value)
      else if (findings.some(isWrong)) invalid.push(value)
    }
    return { valid, invalid: nearestFirst(valid, invalid) }
  }

  function* candidates(rules: readonly Rule[], usual: unknown): Generator<unknown> {
    if (isDictionary(usual)) yield* variants(rules, usual)
    yield* incomplete(rules)
    yield* valuesAround(search, rules, [])
  }

  /** The usual object with one field that is left out, or has another value: one of each field in turn. */
  const variants = (rules: readonly Rule[], usual: Dictionary): unknown[] => {
    const form = formOf(rules, ruleOf)
    return inTurn(
      possibleKeys(form, 'read').map((key) => {
        const { [key]: own, ...others } = usual
        const { valid, invalid } = valuesOf(keyRules(form, key) ?? [], MOST_OF_FIELD, undefined)
        const values = inTurn([invalid, valid]).map((each) => ({ ...usual, [key]: each }))
        return own === undefined ? values : [others, ...values]
      }),
    )
  }

  /** An object without one of the fields that it needs. */
  const incomplete = (rules: readonly Rule[]): unknown[] => {
    const form = formOf(rules, ruleOf)
    const whole = search.examples.object(form, 'required')
    return [...requiredKeys(form, 'read')].flatMap((key) =>
      whole ? [Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key))] : [],
    )
  }

  return (rule, usual) => {
    const known = usual === undefined ? found.get(rule) : undefined
    if (known) return known
    proof.begin()
    checks = MOST_CHECKS
    const samples = valuesOf([rule], MOST_VALUES, usual)
    if (usual === undefined) found.set(rule, samples)
    return samples
  }
}

/** What nearly fits finds more than what is of another type, so there are two of it for each of those. */
function nearestFirst(valid: readonly unknown[], invalid: readonly unknown[]): unknown[] {
  const measured = invalid.map((value) => ({ value, distance: distanceTo(valid, value) }))
  const near = measured
    .filter((each) => each.distance < Infinity)
    .sort((left, right) => left.distance - right.distance)
  const far = measured.filter((each) => each.distance === Infinity)
  const isEven = (_: unknown, at: number): boolean => at % 2 === 0
  const isOdd = (_: unknown, at: number): boolean => at % 2 === 1
  return inTurn([near.filter(isEven), near.filter(isOdd), far]).map((each) => each.value)
}

function distanceTo(valid: readonly unknown[], value: unknown): number {
  const distances = valid.map((each) => {
    if (typeof each === 'number' && typeof value === 'number') {
      // A fraction in place of an integer is of another type, more or less.
      return Math.abs(each - value) + (Number.isInteger(value) ? 0 : 1)
    }
    if (typeof each === 'string' && typeof value === 'string') {
      return Math.abs(each.length - value.length)
    }
    return typeOf(each) === typeOf(value) ? 0 : Infinity
  })
  return Math.min(Infinity, ...distances)
}

/** The first of each, then the second of each. */
export function inTurn<Each>(columns: readonly (readonly Each[])[]): Each[] {
  const longest = Math.max(0, ...columns.map((each) => each.length))
  return Array.from({ length: longest }, (_, at) =>
    columns.flatMap((each) => each.slice(at, at + 1)),
  ).flat()
}
