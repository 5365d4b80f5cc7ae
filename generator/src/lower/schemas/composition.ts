import type { Case, RecordShape, Shape, TaggedUnion } from '../../model/shapes/shape.js'
import type { Tagging } from '../../model/shapes/tagging.js'
import { isTagged, payloadKey, tagKey } from '../../model/shapes/union.js'
import { items, member, members, type Node, sourceKey, textAt } from '../../source/node.js'
import { isStructural, loneReference } from '../../source/references.js'
import type { Hint } from '../names/hint.js'
import { leadsTo } from '../names/registry.js'
import type { Lowering, Merged, UnionPlace } from './lowering.js'
import { mergeParts } from './merge.js'

/** Keywords that may be next to a `$ref` without changing its meaning. */
const ANNOTATIONS = new Set(
  'description title summary deprecated example examples default readOnly writeOnly nullable $comment externalDocs xml'.split(
    ' ',
  ),
)

export function lowerReference(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const beside = members(schema).filter(
    ([key]) => key !== '$ref' && !key.startsWith('x-') && !ANNOTATIONS.has(key),
  )
  const beNullable = member(schema, 'nullable')
  if (beNullable) warnNullableReference(lowering, beNullable)
  const structural = beside.some(([key]) => isStructural(key))
  if (structural) return lowerComposition(lowering, schema, hint)
  return lowering.unions.referenceTo(schema)
}

function warnNullableReference(lowering: Lowering, at: Node): void {
  lowering.report({
    code: 'TW2003',
    severity: 'warning',
    message: '`nullable` beside `$ref` has no effect in OpenAPI; it is read as "or null"',
    at: at.source,
  })
}

export function lowerComposition(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const alone = loneReference(schema)
  if (alone) return lowerReference(lowering, alone, hint)
  const merged = mergeParts(lowering, schema, hint)
  const unions = merged.unions.map((list) => lowering.unions.read(list, hint, merged.record.fields))
  const [place, ...otherPlaces] = merged.unions
  const isOwn = place && sourceKey(place.schema.source) === sourceKey(schema.source)
  if (isOwn && otherPlaces.length === 0 && listsSubtypes(lowering, place) && unions[0])
    return unions[0]
  const [union] = unions
  if (union && unions.length === 1 && merged.others.length === 0) {
    return withCommon(union, merged.record)
  }
  return togetherOf(schema, merged, unions)
}

/** A record, unions and other shapes that all apply to the same value. */
function togetherOf(schema: Node, { record, others }: Merged, unions: readonly Shape[]): Shape {
  const own = record.fields.length > 0 || 'rest' in record ? [record] : []
  const parts: Shape[] = [...own, ...others, ...unions]
  const [single] = parts
  if (parts.length === 0) return isAnything(schema) ? { kind: 'json' } : ANY_RECORD
  return parts.length === 1 && single ? single : { kind: 'intersection', parts }
}

/**
 * Whether each member of a union extends the schema that lists it, and so already has its
 * properties.
 */
function listsSubtypes(lowering: Lowering, { schema, list }: UnionPlace): boolean {
  return items(list).every((each) => {
    const subtype =
      textAt(each, '$ref') === undefined ? undefined : lowering.registry.entryFor(each)
    return subtype !== undefined && isExtending(lowering, subtype.node, schema, 8)
  })
}

function isExtending(lowering: Lowering, subtype: Node, base: Node, depth: number): boolean {
  if (depth === 0) return false
  return items(member(subtype, 'allOf')).some((part) => {
    if (leadsTo(lowering.registry, part, base)) return true
    const next = textAt(part, '$ref') === undefined ? part : lowering.registry.entryFor(part)?.node
    return next !== undefined && isExtending(lowering, next, base, depth - 1)
  })
}

const ANY_RECORD: Shape = { kind: 'map', values: { kind: 'json' } }

/** `allOf: [true, {}]` */
function isAnything(schema: Node): boolean {
  const words = members(schema).filter(([key]) => !ANNOTATIONS.has(key) && !key.startsWith('x-'))
  return (
    words.every(([key]) => key === 'allOf') &&
    items(member(schema, 'allOf')).every((each) => each.value === true || isAnything(each))
  )
}

/** Properties next to a union belong to each of its cases. */
function withCommon(shape: Shape, record: RecordShape): Shape {
  if (record.fields.length === 0) return shape
  if (shape.kind === 'nullable') return { kind: 'nullable', shape: withCommon(shape.shape, record) }
  if (!isTagged(shape)) return { kind: 'intersection', parts: [record, shape] }
  const taken = new Set(record.fields.map((field) => field.name))
  const own = shape.common.filter((field) => !taken.has(field.name))
  const known = wireNames(shape)
  const beside = record.fields.filter((field) => !known.has(field.name))
  const cases = shape.cases.map((each) => describedBeside(each, shape.tagging, record))
  return { ...shape, cases, common: [...beside, ...own] }
}

/**
 * The names of tags and payloads, which are not separate fields if they are repeated next to the
 * union.
 */
function wireNames({ tagging, cases }: TaggedUnion): ReadonlySet<string | undefined> {
  return new Set([tagKey(tagging), ...cases.map((each) => payloadKey(tagging, each))])
}

/** If a member only requires its key, the properties next to the union describe the rest. */
function describedBeside(of: Case, tagging: Tagging, { fields }: RecordShape): Case {
  if (of.payload?.kind !== 'json') return of
  const key = payloadKey(tagging, of)
  const field = fields.find((each) => each.name === key)
  if (!field) return of
  return { ...of, ...(field.doc && !of.doc ? { doc: field.doc } : {}), payload: field.shape }
}
