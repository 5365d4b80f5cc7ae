import { createCheck, type Meter } from '../../check/check.js'
import { type Finding, isInexact } from '../../check/finding.js'
import type { Rule, RuleOf } from '../../model/rules/rule.js'
import type { Side } from './contain.js'

type Findings = (rules: readonly Rule[], value: unknown) => readonly Finding[]

/** Checks values against several rules at once. */
export function checkOfAll(ruleOf: RuleOf, leavesOut: 'read' | 'write', meter: Meter): Findings {
  const check = createCheck(ruleOf, leavesOut, meter)
  const wrappers = new WeakMap<readonly Rule[], Rule>()
  return (rules, value) => {
    const [only, ...more] = rules
    if (only && more.length === 0) return check(only, value)
    const all = wrappers.get(rules) ?? { all: rules }
    wrappers.set(rules, all)
    return check(all, value)
  }
}

/** A document whose values are checked, and refused for some of what is found. */
export function checkedSide(
  names: Pick<Side, 'ruleOf' | 'nameOf' | 'text'>,
  findings: Findings,
  refuses: (finding: Finding) => boolean,
): Side {
  return {
    ...names,
    refusals: (rules, value) => findings(rules, value).filter(refuses),
    accepts: (rules, value) => !findings(rules, value).some(refuses),
    acceptsExactly: (rules, value) => !findings(rules, value).some(isInexact),
  }
}
