import type { Rule } from '../../../model/rules/rule.js'
import type { Proof } from '../contain.js'
import { type Form, formOf, type Kind } from '../form.js'
import { type Count, countOf, keyRules, requiredKeys } from './inside-values.js'
import { rangeOf } from './range.js'

// Kinds of values of which there are few, or none.

const FEW = 24

/** Tries all values, if they are few. */
export function finiteHolds({ from, to }: Proof, form: Form, kind: Kind, part: Rule): boolean {
  const values = fewValues(form, kind)
  return (
    values?.every((each) => !from.accepts(form.parts, each) || to.accepts([part], each)) ?? false
  )
}

function fewValues({ numbers, whole, texts }: Form, kind: Kind): unknown[] | undefined {
  if (kind === 'boolean') return [true, false]
  if (kind === 'string' && texts.most === 0) return ['']
  if (kind !== 'number' || !whole) return undefined
  const { least, most } = rangeOf(numbers, true)
  if (!(most - least < FEW)) return undefined
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index)
}

/** Whether no value of this kind is valid. */
export function isEmpty(proof: Proof, form: Form, kind: Kind): boolean {
  if (form.never || !form.kinds.includes(kind)) return true
  if (kind === 'number') {
    const { least, most, above, below } = rangeOf(form.numbers, form.whole)
    return least > most || (least === most && (above || below))
  }
  if (kind === 'string') return (form.texts.least ?? 0) > (form.texts.most ?? Infinity)
  if (kind === 'array') return isEmptyCount(countOf(form.lists))
  if (kind === 'boolean') return false
  if (isEmptyCount(countOf(form.records))) return true
  return [...requiredKeys(form, proof.leavesOut)].some((key) => isImpossible(proof, form, key))
}

function isEmptyCount({ least, most }: Count): boolean {
  return least > most
}

/** Whether a field that has to be there has no value, or its name is not allowed. */
function isImpossible({ from }: Proof, form: Form, key: string): boolean {
  const rules = keyRules(form, key) ?? []
  if (rules.some((each) => each.never)) return true
  const names = form.records.flatMap((each) => each.names ?? [])
  if (names.length > 0 && !from.accepts(names, key)) return true
  return rules.length > 1 && formOf(rules, from.ruleOf).never && !from.accepts(rules, null)
}
