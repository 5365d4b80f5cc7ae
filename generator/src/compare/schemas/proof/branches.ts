import type { Rule, RuleOf, UnionRule } from '../../../model/rules/rule.js'
import type { Proof } from '../contain.js'
import { type Form, narrowed } from '../form.js'
import { tagBranches } from './tag-branches.js'

const MOST_MEMBERS = 80

/** The same values in several forms: one for each member of a union, or each side of a condition. */
export function branchesOf({ from: { ruleOf } }: Proof, form: Form): Form[] | undefined {
  const [choice] = form.choices
  if (choice) {
    if (choice.members.length > MOST_MEMBERS) return undefined
    return alternativesOf(choice, ruleOf).map((rules) => narrowed(form, rules, ruleOf, choice))
  }
  const [when] = form.whens
  if (!when) return undefined
  const { condition, met, unmet } = when
  return [
    [condition, ...(met ? [met] : [])],
    [{ not: condition }, ...(unmet ? [unmet] : [])],
  ].map((rules) => narrowed(form, rules, ruleOf, when))
}

/** What each alternative of a union says, the tag among it, and that no other one holds. */
function alternativesOf(choice: UnionRule, ruleOf: RuleOf): Rule[][] {
  const tagged = tagBranches(choice, ruleOf)
  if (tagged) return tagged.map(({ rules }) => [...rules])
  const { members, holds } = choice
  return members.map((member) => [
    member,
    ...(holds === 'one' ? members.filter((each) => each !== member) : []).map((not) =>
      not === member ? {} : { not },
    ),
  ])
}
