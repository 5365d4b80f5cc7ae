import type { Rule } from '../../model/rules/rule.js'
import type { Proof } from './contain.js'
import { type Form, formOf } from './form.js'
import { branchesOf } from './proof/branches.js'
import { rulesLeft } from './proof/budget.js'
import { boundaryValues } from './samples/boundary-values.js'
import { createExamples, type Examples } from './samples/example-values.js'
import { listValues } from './samples/list-values.js'
import { matchingBranches } from './samples/matching-branches.js'
import { recordValues } from './samples/record-values.js'

/** The most values that are tried for one schema, those inside others among them. */
const MOST_VALUES = 200
/** The most checks for one schema, which take about 20 ms. Not the clock: results must not depend on the load. */
const MOST_CHECKS = 900
const DEEPEST = 8
const MOST_BRANCHES = 24

/** The search for a value that one document describes and the other refuses. */
export interface Search {
  readonly proof: Proof
  readonly examples: Examples
  /** Values for a schema inside, those that the other document refuses first. */
  readonly inside: (from: readonly Rule[], to: readonly Rule[]) => readonly unknown[]
}

export interface Witness {
  readonly value: unknown
}

export function findWitness(
  proof: Proof,
  from: readonly Rule[],
  to: readonly Rule[],
): Witness | undefined {
  let checks = MOST_CHECKS
  const { accepts } = proof.from
  const end = proof.meter.rules + rulesLeft(proof)
  const isOver = (): boolean => checks <= 0 || proof.meter.rules > end
  const spend = (rules: readonly Rule[], value: unknown): boolean => {
    if (isOver()) return false
    checks--
    return accepts(rules, value)
  }
  const examples = createExamples({ ...proof, from: { ...proof.from, accepts: spend } })
  let depth = 0
  const search: Search = {
    proof,
    examples,
    inside: (left, right) => {
      if (depth >= DEEPEST || isOver()) return []
      depth++
      const found = tried(left, right, Math.max(20, MOST_VALUES >> depth))
      depth--
      return [...found.refused.slice(0, 3), ...found.valid.slice(0, 4)]
    },
  }

  const tried = (left: readonly Rule[], right: readonly Rule[], most: number): Tried => {
    const valid: unknown[] = []
    const seen = new Set<string>()
    for (const value of candidates(search, left, right)) {
      if (isOver() || seen.size >= most) break
      const text = JSON.stringify(value)
      if (seen.has(text)) continue
      seen.add(text)
      if (!spend(left, value)) continue
      if (!proof.to.accepts(right, value)) return { refused: [value], valid }
      valid.push(value)
    }
    return { refused: [], valid }
  }

  const { refused } = tried(from, to, MOST_VALUES)
  return refused.length > 0 ? { value: refused[0] } : undefined
}

interface Tried {
  readonly refused: readonly unknown[]
  readonly valid: readonly unknown[]
}

function candidates(
  search: Search,
  from: readonly Rule[],
  to: readonly Rule[],
): Generator<unknown> {
  const { proof } = search
  const right = allBranches({ ...proof, from: proof.to }, formOf(to, proof.to.ruleOf))
  return valuesAround(search, from, right)
}

/** Values of a schema, and others that are nearly such values; also at the limits of other forms. */
export function* valuesAround(
  search: Search,
  from: readonly Rule[],
  right: readonly Form[],
): Generator<unknown> {
  yield null
  const { proof, examples } = search
  const left = allBranches(proof, formOf(from, proof.from.ruleOf))
  // A value of each member, then the limits, then what is inside.
  for (const form of left) yield* examples.minimal(form)
  yield* boundaryValues([...left, ...right]).filter((each) => !isEmptyObject(each, left))
  yield* inTurns(left.map((form) => valuesInside(search, form, right)))
}

function* valuesInside(search: Search, form: Form, right: readonly Form[]): Generator<unknown> {
  const others = right.length > 0 ? matchingBranches(search.proof, form, right) : []
  if (form.kinds.includes('array')) yield* listValues(search, form, others)
  if (form.kinds.includes('object')) yield* recordValues(search, form, others)
}

/** One value of each at a time: a member of many values must not take the place of all others. */
function* inTurns(all: readonly Generator<unknown>[]): Generator<unknown> {
  for (let left = all; left.length > 0; ) {
    const next = left.map((each) => ({ each, found: each.next() }))
    left = next.flatMap(({ each, found }) => (found.done ? [] : [each]))
    for (const { found } of next) if (!found.done) yield found.value
  }
}

/** An object without fields tests nothing where no field is described. */
function isEmptyObject(value: unknown, forms: readonly Form[]): boolean {
  return JSON.stringify(value) === '{}' && !forms.some((each) => each.kinds.includes('object'))
}

/** Forms without unions and conditions; some of them if there are many. */
function allBranches(proof: Proof, form: Form): Form[] {
  const done: Form[] = []
  const open = [form]
  for (let next = open.shift(); next; next = open.shift()) {
    const branches = done.length + open.length < MOST_BRANCHES ? branchesOf(proof, next) : undefined
    if (branches) open.push(...branches.filter((each) => !each.never))
    else done.push(next)
  }
  return done
}
