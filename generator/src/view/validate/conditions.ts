import type { Rule } from '../../model/rules/rule.js'
import type { Name } from '../value.js'
import { type At, type Call, UNDEFINED } from './calls.js'
import { call, checkFor, type ValidateScope } from './scope.js'

/** `if`, `then` and `else`. */
export function whenPart(
  scope: ValidateScope,
  { condition, met, unmet }: NonNullable<Rule['when']>,
  at: At,
  hint: string,
): Call {
  const check = (rule: Rule | undefined, ending: string): Name =>
    rule ? checkFor(scope, rule, hint + ending) : UNDEFINED
  const args = [check(condition, 'If'), check(met, 'Then')]
  return call('when', at, ...args, ...(unmet ? [check(unmet, 'Else')] : []))
}
