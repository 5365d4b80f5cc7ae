import { pascalCase } from '../../model/names.js'
import { isJson } from '../../model/operations/contents.js'
import type { EventItem, Stream } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import { items, member, type Node, textAt, valueAt } from '../../source/node.js'
import { withRule } from '../document-info.js'
import { resolve } from '../resolve.js'
import type { SchemaLowering } from '../schemas/schema-lowering.js'
import { itemOf, itemSchemaOf, laterOf } from './stream-items.js'

/**
 * The content of a `text/event-stream`. `itemSchema`, or a schema with `data` next to `event`, `id` or
 * `retry`, describes events; any other schema describes the JSON in their data.
 */
export function eventStream(
  lowering: SchemaLowering,
  content: Node,
  shape: Shape,
  name: string,
): Stream {
  const described = member(content, 'itemSchema') ?? member(content, 'schema')
  if (!described) return { form: 'text-events' }
  const whole = resolve(lowering, described)
  // An array describes the whole stream.
  const each = textAt(whole, 'type') === 'array' && member(whole, 'items')
  const schema = each ? resolve(lowering, each) : whole
  const members = variantsOf(lowering, schema)
  if (member(content, 'itemSchema') || [schema, ...members].some(looksLikeEvent)) {
    return fromVariants(lowering, schema, members, name)
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

function fromVariants(
  lowering: SchemaLowering,
  whole: Node,
  variants: readonly Node[],
  name: string,
): Stream {
  const events: EventItem[] = []
  for (const variant of variants) {
    const data = dataOf(variant) ?? dataOf(whole)
    const written = data && resolve(lowering, data)
    // The event that marks the end of a stream: `data: [DONE]`.
    if (written && /^\[done\]$/i.test(textAt(written, 'const') ?? '')) continue
    const event = nameOf(lowering, variant) ?? nameOf(lowering, whole)
    const named = event ? { event } : {}
    const json = data && written && jsonIn(lowering, data, written)
    if (json === undefined) {
      const known = { ...named, data: TEXT, plain: true as const }
      events.push(withRule(known, laterOf(lowering, written)))
    } else if (json === 'anything') {
      events.push({ ...named, data: { kind: 'json' }, rule: {} })
    } else {
      const shape = lowering.declareInline(json, name + pascalCase(event ?? 'event'))
      events.push(withRule({ ...named, data: shape }, lowering.ruleLater(json)))
    }
  }
  // The name of an event determines whether its data is JSON.
  const isJson = events.filter((each) => !each.plain)
  const isDistinguishable = isJson.length === events.length || isJson.every((each) => each.event)
  return isJson.length > 0 && isDistinguishable
    ? { form: 'json-events', events }
    : { form: 'text-events' }
}

const TEXT: Shape = { kind: 'scalar', type: 'string' }

function dataOf(schema: Node): Node | undefined {
  const properties = member(schema, 'properties')
  return properties && member(properties, 'data')
}

/** A schema that describes the data has at least one of these keywords. */
const STRUCTURED = 'type enum const properties items oneOf anyOf allOf additionalProperties'.split(
  ' ',
)

/**
 * The schema of the JSON in the data of an event, which is sent as text: `contentSchema`, or a schema that no
 * string can match, because many documents describe the JSON directly.
 */
function jsonIn(
  lowering: SchemaLowering,
  data: Node,
  written: Node,
): Node | 'anything' | undefined {
  const mediaType = textAt(written, 'contentMediaType')
  if (mediaType !== undefined && !isJson(mediaType)) return undefined
  const schema = member(written, 'contentSchema')
  if (schema) return schema
  if (mediaType !== undefined) return 'anything'
  const isDescribed = STRUCTURED.some((keyword) => member(written, keyword))
  return isDescribed && !mayBeText(lowering, written) ? data : undefined
}

function mayBeText(lowering: SchemaLowering, schema: Node, depth = 0): boolean {
  const types = [valueAt(schema, 'type') ?? []].flat()
  const values = [
    ...items(member(schema, 'enum')).map(({ value }) => value),
    textAt(schema, 'const'),
  ]
  if (types.includes('string') || values.some((value) => typeof value === 'string')) return true
  const members = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => items(member(schema, keyword)))
  return (
    depth < 8 && members.some((each) => mayBeText(lowering, resolve(lowering, each), depth + 1))
  )
}

function nameOf(lowering: SchemaLowering, event: Node): string | undefined {
  const properties = member(event, 'properties')
  const name = properties && member(properties, 'event')
  if (!name) return undefined
  const schema = resolve(lowering, name)
  const listed = items(member(schema, 'enum')).map((each) => each.value)
  const [only] = listed.length === 1 ? listed : []
  return textAt(schema, 'const') ?? (typeof only === 'string' ? only : undefined)
}
