import type { Report } from '../../diagnostics/diagnostic.js'
import type { Field } from '../../model/shapes/shape.js'
import { items, member, type Node, textAt } from '../../source/node.js'

/** Keywords that may describe properties elsewhere. */
const ELSEWHERE = ['allOf', 'oneOf', 'anyOf', '$ref'] as const

/** The names that a schema requires without describing them, and where. A part of a composition leaves that to others. */
export function undescribedNames(schema: Node): (readonly [name: string, at: Node])[] {
  if (ELSEWHERE.some((keyword) => member(schema, keyword)) || isPart(schema)) return []
  const properties = member(schema, 'properties')
  return items(member(schema, 'required')).flatMap((item) => {
    const { value: name } = item
    const isDescribed = typeof name !== 'string' || (properties && member(properties, name))
    return isDescribed ? [] : [[name, item] as const]
  })
}

/**
 * The required properties that are not described, which are often typos: of unknown type, because validators refuse
 * values without them. Additional properties are described by their keyword, of which `rest` is the type.
 */
export function undescribedFields(
  schema: Node,
  rest: (() => Field['shape']) | undefined,
  report: Report,
): Field[] {
  return undescribedNames(schema).map(([name, at]) =>
    rest ? undescribed(name, at, () => {}, rest) : undescribed(name, at, report),
  )
}

/** A part of a composition may require a property that another part describes. */
export function isPart({ source }: Node): boolean {
  return /\/(?:allOf|oneOf|anyOf)\/\d+$|\/(?:not|if|then|else)$/.test(source.pointer)
}

export function undescribed(
  name: string,
  { source }: Node,
  report: Report,
  shape: () => Field['shape'] = () => ({ kind: 'json' }),
): Field {
  report({
    code: 'TW2009',
    severity: 'warning',
    message: `${JSON.stringify(name)} is required, but not among the properties; its type is \`unknown\``,
    at: source,
  })
  return {
    name,
    get shape() {
      return shape()
    },
    required: true,
    source,
  }
}

/** Whether real payloads lack this required property. */
export function isKnownMissing(schema: Node): boolean {
  return textAt(schema, 'x-tagwire-missing') !== undefined
}
