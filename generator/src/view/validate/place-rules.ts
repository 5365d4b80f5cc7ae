import { canonical } from '../../model/json.js'
import type { Operation, Parameter } from '../../model/operations/operation.js'
import { mapRules } from '../../model/rules/map-rules.js'
import type { FieldRule, Rule } from '../../model/rules/rule.js'

/** The places of parameters, as the runtime calls them. */
export type ReceivedPlace = 'path' | 'query' | 'headers' | 'cookies'

const PLACES: Readonly<Record<ReceivedPlace, readonly Parameter['place'][]>> = {
  path: ['path'],
  query: ['query', 'querystring'],
  headers: ['header'],
  cookies: ['cookie'],
}

/** In the order in which they are checked. */
export const RECEIVED_PLACES: readonly ReceivedPlace[] = Object.keys(PLACES).filter(isPlace)

function isPlace(name: string): name is ReceivedPlace {
  return Object.hasOwn(PLACES, name)
}

/** The parameters of an operation in one place. */
export function receivedIn({ input }: Operation, place: ReceivedPlace): readonly Parameter[] {
  return input.parameters.filter((each) => PLACES[place].includes(each.place))
}

/** The rules of the parameters of each place that has any, as one object by place. */
export function placeRules(operation: Operation): FieldRule[] {
  return RECEIVED_PLACES.flatMap((place) => {
    const parameters = receivedIn(operation, place)
    if (parameters.length === 0) return []
    const own = parameters.map(({ name, rule, required }) => ({ name, rule, required }))
    return [{ name: place, rule: recordRule(own), required: true }]
  })
}

/** An object with these fields, and with any others. */
export function recordRule(fields: readonly FieldRule[]): Rule {
  const record = { fields, required: [], patterns: [], dependents: [], dependentRules: [] }
  return { types: ['object'], record }
}

/** Equal for rules with the same check, wherever the document has them. */
export function ruleKey(rule: Rule): string {
  return canonical(withoutSource(rule))
}

function withoutSource(rule: Rule): Rule {
  const { source: _, ...others } = mapRules(rule, withoutSource)
  return others
}
