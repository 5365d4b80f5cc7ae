import type { Report } from '../../diagnostics/diagnostic.js'
import type { Field } from '../../model/shapes/shape.js'
import { items, member, type Node, textAt } from '../../source/node.js'

/** Keywords that may describe properties elsewhere. */
const ELSEWHERE = ['allOf', 'oneOf', 'anyOf', '$ref'] as const

/** Finds the schema at a pointer of the same file. */
type Find = (pointer: string) => Node | undefined

/**
 * The names that a schema requires without describing them, and where. A part of a composition leaves that to others,
 * unless it is a member of a union that stands alone, which `find` shows.
 */
export function undescribedNames(
  schema: Node,
  find: Find = () => undefined,
): (readonly [name: string, at: Node])[] {
  const required = items(member(schema, 'required'))
  if (required.length === 0 || ELSEWHERE.some((keyword) => member(schema, keyword))) return []
  const around = isPart(schema) ? aroundMember(schema, find) : []
  if (!around) return []
  const properties = [schema, ...around].flatMap((each) => member(each, 'properties') ?? [])
  return required.flatMap((item) => {
    const { value: name } = item
    if (typeof name !== 'string' || properties.some((each) => member(each, name))) return []
    return around.some((each) => tagOf(each) === name) ? [] : [[name, item] as const]
  })
}

/** The schema whose list a member of a union is in, if nothing else of it may describe properties of the member. */
function aroundMember(schema: Node, find: Find): readonly Node[] | undefined {
  const [, pointer, list] = /^(.*)\/(oneOf|anyOf)\/\d+$/.exec(schema.source.pointer) ?? []
  if (pointer === undefined || !member(schema, 'properties')) return undefined
  const around = find(pointer)
  if (!around || isPart(around)) return undefined
  const others = [...ELSEWHERE, 'additionalProperties', 'patternProperties']
  return others.some((each) => each !== list && member(around, each)) ? undefined : [around]
}

function tagOf(schema: Node): string | undefined {
  return textAt(member(schema, 'discriminator') ?? schema, 'propertyName')
}

/**
 * The required properties that are not described, which are often typos: of unknown type, because validators refuse
 * values without them. Patterns and `additionalProperties` describe other names, of which `other` is the type.
 */
export function undescribedFields(
  schema: Node,
  other: ((name: string) => Field['shape']) | undefined,
  report: Report,
  find: Find,
): Field[] {
  return undescribedNames(schema, find).map(([name, at]) =>
    other
      ? undescribed(
          name,
          at,
          () => {},
          () => other(name),
        )
      : undescribed(name, at, report),
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
