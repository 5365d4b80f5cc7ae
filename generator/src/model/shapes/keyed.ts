import { isNullPayload } from '../rules/null.js'
import type { Rule, RuleOf } from '../rules/rule.js'
import type { Field } from './shape.js'
import { tagsAreKeys } from './tagging.js'
import type { Union } from './union.js'

/**
 * A union in the `key` style (`{ transfer: … }`) as a single object: a property for each kind, and
 * the common ones.
 */
export interface KeyedForm {
  /** The keys, optional and nullable (a key with `null` counts as absent), and then the common fields. */
  readonly fields: readonly Field[]
  readonly keys: readonly string[]
  /** Keys under which `null` is a payload. */
  readonly nullable: readonly string[]
  /** Kinds that are written as a bare string. */
  readonly units: readonly string[]
  /** Several keys at a time are allowed. */
  readonly several: boolean
}

/** All `rules` apply to values of the union. */
export function keyedForm(union: Union, rules: readonly Rule[], ruleOf: RuleOf): KeyedForm {
  const fields = union.cases.flatMap(({ tag, payload, source }): Field[] => {
    if (!payload) return []
    const shape =
      payload.kind === 'nullable' ? payload : { kind: 'nullable' as const, shape: payload }
    return [{ name: tag, shape, required: false, source }]
  })
  const keys = fields.map(({ name }) => name)
  return {
    fields: [...fields, ...union.common],
    keys,
    nullable: keys.filter((key) => rules.some((rule) => isNullPayload(rule, key, ruleOf))),
    units: union.cases.flatMap(({ tag, payload }) => (payload ? [] : [tag])),
    several: rules
      .flatMap(({ choices = [] }) => choices)
      .some(({ holds, tagging }) => holds === 'any' && tagging && tagsAreKeys(tagging)),
  }
}
