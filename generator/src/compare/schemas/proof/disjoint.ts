import type { Rule } from '../../../model/rules/rule.js'
import type { Proof } from '../contain.js'
import { partsOf } from '../flattened-rules.js'
import { type Form, formOf, type Kind } from '../form.js'
import { branchesOf } from './branches.js'
import { isEmpty } from './few-values.js'
import { type Count, countOf, keyRules, requiredKeys } from './inside-values.js'
import { rangeOf } from './range.js'

const MOST_SPLITS = 3

/** Whether no value fits both a form of one document and rules of the other, so that `oneOf` and `not` hold. */
export function isApart(proof: Proof, form: Form, rules: readonly Rule[], splits = 0): boolean {
  return proof.deeper(() => isApartFrom(proof, form, rules, splits))
}

function isApartFrom(proof: Proof, form: Form, rules: readonly Rule[], splits: number): boolean {
  if (!proof.goesOn()) return false
  const { from, to } = proof
  const other = formOf(rules, to.ruleOf)
  if (form.never || other.never) return true
  if (isExcluded(proof, form, rules)) return true
  if (form.values) {
    return form.values.every(
      (each) => !from.accepts(form.parts, each) || !to.acceptsExactly(rules, each),
    )
  }
  if (other.values?.every((each) => !from.accepts(form.parts, each))) return true
  const choice = other.choices.some(({ members }) =>
    members.every((each) => isApart(proof, form, [each], splits + 1)),
  )
  if (choice) return true
  if (other.nots.some((each) => proof.exact.holds(form, [each]))) return true
  const kinds = form.kinds.filter((kind) => other.kinds.includes(kind))
  const apart = kinds.every(
    (kind) => isEmpty(proof, form, kind) || kindsApart(proof, form, other, kind),
  )
  if (apart) return true
  if (splits >= MOST_SPLITS) return false
  const branches = form.choices.length > 0 ? branchesOf(proof, form) : undefined
  return branches?.every((each) => isApart(proof, each, rules, splits + 1)) ?? false
}

/** Whether `not`, or a `oneOf` that another member of was chosen, already excludes it. */
function isExcluded(proof: Proof, form: Form, rules: readonly Rule[]): boolean {
  const { from, to, isSame } = proof
  const parts = partsOf(rules, to.ruleOf)
  const texts = [...rules, ...parts].map((each) => to.text(each)).filter(isSame)
  return form.nots.some((each) => {
    if (texts.includes(from.text(each))) return true
    const inner = partsOf([each], from.ruleOf).map((part) => from.text(part))
    return inner.length === 1 && texts.includes(inner[0] ?? '')
  })
}

function kindsApart(proof: Proof, form: Form, other: Form, kind: Kind): boolean {
  if (kind === 'boolean') return false
  if (kind === 'number') return rangesApart(form, other)
  if (kind === 'string') return countsApart(countOf([form.texts]), countOf([other.texts]))
  if (kind === 'array') return countsApart(countOf(form.lists), countOf(other.lists))
  return recordsApart(proof, form, other)
}

function rangesApart(form: Form, other: Form): boolean {
  const whole = form.whole || other.whole
  const [left, right] = [rangeOf(form.numbers, whole), rangeOf(other.numbers, whole)]
  if (left.least > right.most || right.least > left.most) return true
  return (
    (left.least === right.most && (left.above || right.below)) ||
    (right.least === left.most && (right.above || left.below))
  )
}

function countsApart(left: Count, right: Count): boolean {
  return left.least > right.most || right.least > left.most
}

function recordsApart(proof: Proof, form: Form, other: Form): boolean {
  const { from, to, leavesOut } = proof
  const [own, needed] = [requiredKeys(form, leavesOut), requiredKeys(other, leavesOut)]
  const isMissing = (key: string): boolean =>
    (!form.names().names.has(key) && !form.names().open) ||
    (keyRules(form, key) ?? []).some((each) => each.never)
  if ([...needed].some(isMissing)) return true
  const isRefused = (key: string): boolean => {
    const [left, right] = [keyRules(form, key) ?? [], keyRules(other, key)]
    if (!right) return false
    if (from.accepts(left, null) && to.acceptsExactly(right, null)) return false
    return isApart(proof, formOf(left, from.ruleOf), right, MOST_SPLITS - 1)
  }
  if ([...new Set([...own, ...needed])].some(isRefused)) return true
  const [left, right] = [countOf(form.records), countOf(other.records)]
  return (
    Math.max(left.least, own.size) > right.most || Math.max(right.least, needed.size) > left.most
  )
}
