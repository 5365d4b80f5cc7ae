import type { Finding } from '../../check/finding.js'
import { reached } from '../../model/collections/reached.js'
import { type RecordRule, type Rule, type RuleOf, rulesOfValue } from '../../model/rules/rule.js'
import { loneReference, partsOf } from './flattened-rules.js'
import { type Form, formOf, type Kind, narrowed } from './form.js'
import { branchesOf } from './proof/branches.js'
import { type Budget, createBudget, type Spent } from './proof/budget.js'
import { isApart } from './proof/disjoint.js'
import { finiteHolds, isEmpty } from './proof/few-values.js'
import { ownKeyRules } from './proof/inside-values.js'
import { unionHolds } from './proof/unions.js'
import { keywordsHold } from './proof/values-by-type.js'

/** One of the documents, and how its values are read. */
export interface Side {
  readonly ruleOf: RuleOf
  /** The name by which the new document has a type. */
  readonly nameOf: (name: string) => string
  /** Whether a value is valid. */
  readonly accepts: (rules: readonly Rule[], value: unknown) => boolean
  /** Why a value is not. */
  readonly refusals: (rules: readonly Rule[], value: unknown) => readonly Finding[]
  /** The same strictly, as `not` and `if` ask. */
  readonly acceptsExactly: (rules: readonly Rule[], value: unknown) => boolean
  /** A rule as text, which is equal for equal rules of both documents. */
  readonly text: (rule: object) => string
}

/** Proves that every value that one document describes is valid in the other. */
export interface Proof extends Budget, Spent {
  readonly from: Side
  readonly to: Side
  /** Unknown kinds, values and fields are not refused. */
  readonly tolerant: boolean
  readonly leavesOut: 'read' | 'write'
  /** Values may have fields that neither document names, as responses do. */
  readonly unnamed: boolean
  /** Whether all types that a text refers to are the same in both documents. */
  readonly isSame: (text: string) => boolean
  /** Whether a named type is compared on its own. */
  readonly isElsewhere: (name: string) => boolean
  /** For values inside values, or as a whole. */
  readonly contains: (from: readonly Rule[], to: readonly Rule[]) => boolean
  /** For the same value, which is not `null`. */
  readonly holds: (from: Form, to: readonly Rule[]) => boolean
  /** Whether no value fits both. */
  readonly isApart: (from: Form, to: readonly Rule[]) => boolean
  /** The same proof for a reader that refuses what it does not know. */
  readonly exact: Proof
}

type ProofOptions = Spent &
  Pick<Proof, 'from' | 'to' | 'tolerant' | 'leavesOut' | 'unnamed' | 'isSame' | 'isElsewhere'>

export function createProof(options: ProofOptions): Proof {
  const budget = createBudget(options)
  const proofFor = (tolerant: boolean): Proof => {
    const state: State = { open: new Set(), proven: new Set(), refuted: new Set() }
    const proof: Proof = {
      ...options,
      ...budget,
      tolerant,
      contains: (from, to) => contains(proof, state, from, to),
      holds: (from, to) => proof.deeper(() => holds(proof, from, to)),
      isApart: (from, to) => isApart(proof, from, to),
      get exact() {
        return tolerant ? strict : proof
      },
    }
    return proof
  }
  const strict = proofFor(false)
  return options.tolerant ? proofFor(true) : strict
}

/** Pairs of rules, as text. */
interface State {
  /** Those that are being compared. */
  readonly open: Set<string>
  readonly proven: Set<string>
  readonly refuted: Set<string>
}

function contains(proof: Proof, state: State, from: readonly Rule[], to: readonly Rule[]): boolean {
  if (to.length === 0) return true
  if (!proof.goesOn()) return false
  const [left, right] = [textOf(proof.from, from), textOf(proof.to, to)]
  if (left === right && proof.isSame(left)) return true
  const key = `${left}\0${right}`
  if (state.proven.has(key)) return true
  // A value that contains itself: the pair holds if everything else holds.
  if (state.open.has(key)) return true
  if (state.refuted.has(key)) return false
  state.open.add(key)
  const before = state.proven.size
  const lone = loneReference(from)
  const found = areElsewhere(proof, lone, to)
    ? nullHolds(proof, from, to) || isNullElsewhere(proof, lone, loneReference(to))
    : nullHolds(proof, from, to) && proof.holds(formOf(from, proof.from.ruleOf), to)
  state.open.delete(key)
  if (found) state.proven.add(key)
  else {
    state.refuted.add(key)
    // What was proven meanwhile may only hold because of this pair.
    for (const each of [...state.proven].slice(before)) state.proven.delete(each)
  }
  return found
}

function textOf(side: Side, rules: readonly Rule[]): string {
  return rules.map((each) => side.text(each)).join()
}

function nullHolds({ from, to }: Proof, left: readonly Rule[], right: readonly Rule[]): boolean {
  return !from.accepts(left, null) || to.accepts(right, null)
}

/** Whether null is refused by the type itself, which is compared once for all that refer to it. */
function isNullElsewhere({ from, to }: Proof, left = '', right = ''): boolean {
  const [old, now] = [[{ reference: left }], [{ reference: right }]]
  return from.accepts(old, null) && !to.accepts(now, null)
}

/** Whether both are the same named type, which is compared once for all that refer to it. */
function areElsewhere(
  { from, to, isElsewhere }: Proof,
  lone: string | undefined,
  rules: readonly Rule[],
): boolean {
  const other = lone === undefined ? undefined : loneReference(rules)
  if (lone === undefined || other === undefined) return false
  return from.nameOf(lone) === to.nameOf(other) && isElsewhere(to.nameOf(other))
}

/** Deeper unions in unions are not split. */
const MOST_SPLITS = 5

function holds(proof: Proof, form: Form, to: readonly Rule[], splits = 0): boolean {
  if (form.never) return true
  if (areElsewhere(proof, form.lone, to) && !refusesBesides(proof, form, to)) return true
  if (!proof.goesOn(form.parts.length)) return false
  const parts = partsOf(to, proof.to.ruleOf)
  const left = parts.filter((part) => !partHolds(proof, form, part, parts))
  if (left.length === 0) return true
  if (splits >= MOST_SPLITS) return false
  const branches = branchesOf(proof, form)
  // They were made even if the first of them decides.
  if (branches && !proof.goesOn(branches.length * form.parts.length)) return false
  return branches?.every((branch) => holds(proof, branch, left, splits + 1)) ?? false
}

/** Whether a type may refuse what its values have besides, which nobody looks at where the type itself is compared. */
function refusesBesides(
  proof: Proof,
  { besides, lone = '', records }: Form,
  to: readonly Rule[],
): boolean {
  if (besides.length === 0) return false
  const { from, to: other, tolerant } = proof
  const all = (rules: readonly Rule[], { ruleOf }: Side): readonly Rule[] => [
    ...reached(rules, (rule) => rulesOfValue(rule, ruleOf)),
  ]
  const own = recordsOf(all([{ reference: lone }], from))
  const there = all(to, other)
  if (there.some(concernsAllKeys)) return true
  const others = recordsOf(there)
  return besides.some((key) => {
    // What the type describes is compared with it.
    if (own.some(({ fields }) => fields.some(({ name }) => name === key))) return false
    const rules = records.flatMap((each) => ownKeyRules(each, key) ?? [])
    const ofKey = others.flatMap((each) =>
      tolerant && each.rest?.never ? [] : (ownKeyRules(each, key) ?? []),
    )
    return !ofKey.every((each) => proof.contains(rules, [each]))
  })
}

function recordsOf(rules: readonly Rule[]): readonly RecordRule[] {
  return rules.flatMap(({ record }) => record ?? [])
}

/** Whether a rule may refuse an object for any of its keys: for how many there are, or their names. */
function concernsAllKeys({ record, not, when }: Rule): boolean {
  const { most, names, unevaluated } = record ?? {}
  return [most, names, unevaluated, not, when].some((each) => each !== undefined)
}

function partHolds(proof: Proof, form: Form, part: Rule, around: readonly Rule[]): boolean {
  if (part.never) return false
  const { from, to } = proof
  const { values } = form
  if (values && values.length < 100) {
    return values.every((each) => !from.accepts(form.parts, each) || to.accepts([part], each))
  }
  return form.kinds.every((kind) => {
    const only = ofKind(form, kind)
    return (
      isEmpty(proof, only, kind) ||
      finiteHolds(proof, only, kind, part) ||
      (keywordsHold(proof, only, part, kind) && restHolds(proof, only, part, around))
    )
  })
}

function ofKind(form: Form, kind: Kind): Form {
  if (form.kinds.length === 1) return form
  return { ...form, kinds: [kind], parts: [...form.parts, { types: [kind] }] }
}

/** Unions and keywords that say something of the value as a whole. */
function restHolds(proof: Proof, form: Form, part: Rule, around: readonly Rule[]): boolean {
  const { choices = [], not, when } = part
  return (
    choices.every((each) => unionHolds(proof, form, each, around)) &&
    (!not || proof.isApart(form, [not])) &&
    (!when || whenHolds(proof, form, when))
  )
}

function whenHolds(proof: Proof, form: Form, when: NonNullable<Rule['when']>): boolean {
  const text = proof.to.text(when)
  const { from } = proof
  if (form.whens.some((each) => from.text(each) === text) && proof.isSame(text)) return true
  const { condition, met, unmet } = when
  const never = proof.isApart(form, [condition])
  const always = !never && proof.exact.holds(form, [condition])
  const within = (rule: Rule): Form => narrowed(form, [rule], from.ruleOf)
  const isMet = !met || never || proof.holds(always ? form : within(condition), [met])
  const isUnmet =
    !unmet || always || proof.holds(never ? form : within({ not: condition }), [unmet])
  return isMet && isUnmet
}
