import { canonical } from '../../model/json.js'
import type { Operation } from '../../model/operations/operation.js'
import { mapRules } from '../../model/rules/map-rules.js'
import { recordRule } from '../../model/rules/record-rule.js'
import type { FieldRule, Rule } from '../../model/rules/rule.js'
import { RECEIVED_PLACES, receivedIn } from '../http/received.js'

/** The rules of the parameters of each place that has any, as one object by place. */
export function placeRules(operation: Operation): FieldRule[] {
  return RECEIVED_PLACES.flatMap((place) => {
    const parameters = receivedIn(operation, place)
    if (parameters.length === 0) return []
    const own = parameters.map(({ name, rule, required }) => ({ name, rule, required }))
    return [{ name: place, rule: recordRule(own), required: true }]
  })
}

/** Equal for rules with the same check, wherever the document has them. */
export function ruleKey(rule: Rule): string {
  return canonical(withoutSource(rule))
}

function withoutSource(rule: Rule): Rule {
  const { source: _, ...others } = mapRules(rule, withoutSource)
  return others
}
