import { pascalCase } from '../../model/names.js'
import { isJson } from '../../model/operations/contents.js'
import type { EventItem, Stream, StreamEnds } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import { flagAt, items, member, type Node, textAt, valueAt } from '../../source/node.js'
import { withRule } from '../document-info.js'
import { resolve } from '../resolve.js'
import type { SchemaLowering } from '../schemas/read-declarations.js'
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
  const ends = { events: [] as string[], data: [] as string[] }
  for (const variant of variants) {
    const data = dataOf(variant) ?? dataOf(whole)
    const written = data && resolve(lowering, data)
    const named = namesOf(lowering, variant) ?? namesOf(lowering, whole) ?? []
    // The event that marks the end of a stream: `data: [DONE]`.
    const mark = written && textAt(written, 'const')
    if (mark !== undefined && /^\[done\]$/i.test(mark)) continue
    if (flagAt(variant, TERMINAL)) {
      if (mark !== undefined && named.length === 0) {
        ends.data.push(mark)
        continue
      }
      ends.events.push(...named)
    }
    for (const { event, narrowed } of dataByName(lowering, named, data)) {
      events.push(eventItem(lowering, event, narrowed, name))
    }
  }
  const marks = marksOf(ends)
  // The name of an event determines whether its data is JSON.
  const isJson = events.filter((each) => !each.plain)
  const isDistinguishable = isJson.length === events.length || isJson.every((each) => each.event)
  return isJson.length > 0 && isDistinguishable
    ? { form: 'json-events', events, ...marks }
    : { form: 'text-events', ...marks }
}

/** Marks the last event of a stream; TypeSpec writes it. */
const TERMINAL = 'x-ms-sse-terminal-event'

function marksOf({ events, data }: Required<StreamEnds>): { readonly ends?: StreamEnds } {
  if (events.length === 0 && data.length === 0) return {}
  return {
    ends: { ...(events.length > 0 ? { events } : {}), ...(data.length > 0 ? { data } : {}) },
  }
}

/**
 * The data of each name that an event may have. A list of names beside a union, as ASP.NET writes it, names the members
 * of the union: by their tags, or by their schemas.
 */
function dataByName(
  lowering: SchemaLowering,
  names: readonly string[],
  data: Node | undefined,
): { event?: string; narrowed: Node | undefined }[] {
  if (names.length === 0) return [{ narrowed: data }]
  const written = data && resolve(lowering, data)
  const content = written && member(written, 'contentSchema')
  const inside = content && resolve(lowering, content)
  // A member that may be a text would be read as one, outside `contentSchema`.
  const union = inside && !mayBeText(lowering, inside) ? inside : written
  const members = union ? items(member(union, 'oneOf') ?? member(union, 'anyOf')) : []
  const mapping = union && member(union, 'discriminator')
  const tags = mapping && member(mapping, 'mapping')
  const memberNamed = (event: string): Node | undefined => {
    const tagged = tags && textAt(tags, event)
    return members.find((each) => {
      const reference = textAt(each, '$ref')
      return (
        reference !== undefined &&
        (reference === tagged || schemaNameOf(reference) === (tagged ?? event))
      )
    })
  }
  const exact = names.map(memberNamed)
  const found = exact.some(Boolean) ? exact : membersInOtherSpelling(names, members)
  // One that is missing may have any of the data.
  return names.map((event, index) => ({
    event,
    narrowed: (names.length > 1 ? found[index] : undefined) ?? data,
  }))
}

/** `order-placed` names the member `OrderPlaced` if each name is that of a member of its own. */
function membersInOtherSpelling(
  names: readonly string[],
  members: readonly Node[],
): (Node | undefined)[] {
  const all = new Map(
    members.map((each) => [pascalCase(schemaNameOf(textAt(each, '$ref') ?? '')), each]),
  )
  const found = names.map((event) => all.get(pascalCase(event)))
  return new Set(found.filter(Boolean)).size === names.length ? found : []
}

function schemaNameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function eventItem(
  lowering: SchemaLowering,
  event: string | undefined,
  data: Node | undefined,
  name: string,
): EventItem {
  const named = event === undefined ? {} : { event }
  const written = data && resolve(lowering, data)
  const json = data && written && jsonIn(lowering, data, written)
  if (json === undefined) {
    return withRule({ ...named, data: TEXT, plain: true as const }, laterOf(lowering, written))
  }
  if (json === 'anything') return { ...named, data: { kind: 'json' }, rule: {} }
  const shape = lowering.declareInline(json, name + pascalCase(event ?? 'event'))
  return withRule({ ...named, data: shape }, lowering.ruleLater(json))
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
  return isJsonOnly(lowering, written) ? data : undefined
}

/** Whether a schema says something of its values, and none of them is a text. */
export function isJsonOnly(lowering: SchemaLowering, schema: Node): boolean {
  const isDescribed = STRUCTURED.some((keyword) => member(schema, keyword))
  return isDescribed && !mayBeText(lowering, schema)
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

/** The names that an event may have, if they are listed. */
function namesOf(lowering: SchemaLowering, event: Node): string[] | undefined {
  const properties = member(event, 'properties')
  const name = properties && member(properties, 'event')
  if (!name) return undefined
  const schema = resolve(lowering, name)
  const only = textAt(schema, 'const')
  const listed = items(member(schema, 'enum')).map(({ value }) => value)
  if (only !== undefined) return [only]
  const texts = listed.filter((value) => typeof value === 'string')
  return texts.length > 0 && texts.length === listed.length ? texts : undefined
}
