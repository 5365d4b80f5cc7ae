import { items, member, type Node, textAt, valueAt } from '../load/node.js'
import { isJson } from '../model/contents.js'
import { pascalCase } from '../model/names.js'
import type { EventItem, Stream } from '../model/operation.js'
import type { Shape } from '../model/shape.js'
import { withRule } from './common.js'
import { itemOf, itemSchemaOf, laterOf } from './contents.js'
import { resolve } from './resolve.js'
import type { SchemaLowering } from './schema.js'

/**
 * What a `text/event-stream` holds. `itemSchema`, or a schema with `data` beside `event`, `id` or
 * `retry`, describes events; any other schema describes the JSON that stands in their data.
 */
export function eventStream(
  lowering: SchemaLowering,
  content: Node,
  shape: Shape,
  name: string,
): Stream {
  const described = member(content, 'itemSchema') ?? member(content, 'schema')
  if (!described) return { form: 'text-events' }
  const schema = resolve(lowering, described)
  const members = variantsOf(lowering, schema)
  if (member(content, 'itemSchema') || members.some(looksLikeEvent)) {
    return fromVariants(lowering, members, name)
  }
  const item = itemOf(shape)
  const isText = item.kind === 'scalar' && item.type === 'string'
  if (isText || item.kind === 'json') return { form: 'text-events' }
  const later = laterOf(lowering, itemSchemaOf(described, shape))
  return withRule({ form: 'event-data', item }, later)
}

function variantsOf(lowering: SchemaLowering, schema: Node): Node[] {
  const list = member(schema, 'oneOf') ?? member(schema, 'anyOf')
  return list ? items(list).map((each) => resolve(lowering, each)) : [schema]
}

function looksLikeEvent(schema: Node): boolean {
  const properties = member(schema, 'properties')
  const has = (key: string): boolean =>
    properties !== undefined && valueAt(properties, key) !== undefined
  return has('data') && ['event', 'id', 'retry'].some(has)
}

function fromVariants(lowering: SchemaLowering, variants: readonly Node[], name: string): Stream {
  const events: EventItem[] = []
  for (const variant of variants) {
    const properties = member(variant, 'properties')
    const data = properties && member(properties, 'data')
    const plain = data && resolve(lowering, data)
    // The event that ends a stream: `data: [DONE]`.
    if (plain && /^\[done\]$/i.test(textAt(plain, 'const') ?? '')) continue
    const schema = plain && member(plain, 'contentSchema')
    if (!schema || !isJson(textAt(plain, 'contentMediaType') ?? 'application/json')) {
      return { form: 'text-events' }
    }
    const event = nameOf(lowering, properties)
    const shape = lowering.declareInline(schema, name + pascalCase(event ?? 'event'))
    const known = { ...(event ? { event } : {}), data: shape }
    events.push(withRule(known, lowering.ruleLater(schema)))
  }
  return events.length > 0 ? { form: 'json-events', events } : { form: 'text-events' }
}

function nameOf(lowering: SchemaLowering, properties: Node): string | undefined {
  const event = member(properties, 'event')
  if (!event) return undefined
  const schema = resolve(lowering, event)
  const listed = items(member(schema, 'enum')).map((each) => each.value)
  const [only] = listed.length === 1 ? listed : []
  return textAt(schema, 'const') ?? (typeof only === 'string' ? only : undefined)
}
