import type { Report } from '../../diagnostics/diagnostic.js'
import { isDictionary } from '../../model/json.js'
import type { Field } from '../../model/shapes/shape.js'
import { items, member, type Node, textAt } from '../../source/node.js'

/** Keywords that may describe properties elsewhere. */
const ELSEWHERE = ['allOf', 'oneOf', 'anyOf', '$ref', 'patternProperties'] as const

/**
 * The required properties that are not described, which are often typos: of unknown type, because validators refuse
 * values without them.
 */
export function undescribedFields(schema: Node, report: Report): Field[] {
  const properties = member(schema, 'properties')
  const additional = member(schema, 'additionalProperties')
  if (ELSEWHERE.some((keyword) => member(schema, keyword)) || isPart(schema)) return []
  if (additional && !(properties && isAnything(additional))) return []
  return items(member(schema, 'required')).flatMap((item) => {
    if (typeof item.value !== 'string' || (properties && member(properties, item.value))) return []
    // Additional properties are described by their keyword.
    return [undescribed(item.value, item, additional ? () => {} : report)]
  })
}

function isAnything({ value }: Node): boolean {
  return value === true || (isDictionary(value) && Object.keys(value).length === 0)
}

/** A part of a composition may require a property that another part describes. */
export function isPart({ source }: Node): boolean {
  return /\/(allOf|oneOf|anyOf|not|if|then|else)\//.test(source.pointer)
}

export function undescribed(name: string, { source }: Node, report: Report): Field {
  report({
    code: 'TW2009',
    severity: 'warning',
    message: `${JSON.stringify(name)} is required, but not among the properties; its type is \`unknown\``,
    at: source,
  })
  return { name, shape: { kind: 'json' }, required: true, source }
}

/** Whether real payloads lack this required property. */
export function isKnownMissing(schema: Node): boolean {
  return textAt(schema, 'x-tagwire-missing') !== undefined
}
