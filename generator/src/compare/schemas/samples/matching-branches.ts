import type { Proof } from '../contain.js'
import { type Form, formOf } from '../form.js'
import { keyRules, requiredKeys } from '../proof/inside-values.js'

/** The members of the other document's union that values of a form can be; all if none can be distinguished. */
export function matchingBranches(
  proof: Proof,
  form: Form,
  others: readonly Form[],
): readonly Form[] {
  const required = [...requiredKeys(form, proof.leavesOut)]
  const fitting = others.filter((other) => {
    const kinds = other.kinds.filter((each) => form.kinds.includes(each))
    return kinds.length > 0 && required.every((key) => mayAgree(proof, form, other, key))
  })
  return fitting.length > 0 ? fitting : others
}

function mayAgree({ from, to }: Proof, form: Form, other: Form, key: string): boolean {
  const rules = keyRules(other, key)
  if (!rules) return !other.records.some((each) => each.rest?.never)
  if (rules.some((each) => each.never)) return false
  const values = formOf(keyRules(form, key) ?? [], from.ruleOf).values
  return !values || values.some((each) => to.accepts(rules, each))
}
