import { isNullPayload } from '../rules/null.js'
import type { Rule, RuleOf } from '../rules/rule.js'
import type { Field, Union } from './shape.js'
import { tagsAreKeys } from './tagging.js'

/** What a union by key (`{ transfer: … }`) is as one object: a member for each kind, and what is beside. */
export interface KeyedForm {
  /** The keys, optional and nullable: a key that holds `null` counts as absent. Then what is shared. */
  readonly fields: readonly Field[]
  readonly keys: readonly string[]
  /** Keys under which `null` is a payload. */
  readonly nullable: readonly string[]
  /** Kinds that are nothing but a text. */
  readonly units: readonly string[]
  /** More than one key at a time is allowed. */
  readonly several: boolean
}

/** `rules` hold together for values of the union. */
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
