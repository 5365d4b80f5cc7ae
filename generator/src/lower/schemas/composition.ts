import type { RecordShape, Shape } from '../../model/shapes/shape.js'
import type { Tagging } from '../../model/shapes/tagging.js'
import type { Case, TaggedUnion } from '../../model/shapes/union.js'
import { isTagged, payloadKey, tagKey } from '../../model/shapes/union.js'
import { items, member, type Node, sourceKey, textAt } from '../../source/node.js'
import { isNarrowed, loneReference } from '../../source/references.js'
import type { Hint } from '../names/hint.js'
import { oneKeyShape } from '../unions/union-shape.js'
import { isExtending } from './is-composition.js'
import type { Lowering, Merged, UnionNode } from './lowering-context.js'
import { intersect, intersectFields, intersectRecords, recordOrMap } from './merge/intersect.js'
import { isObjectLike } from './merge/is-object-like.js'
import { mergeParts } from './merge/merge.js'

export function lowerReference(lowering: Lowering, schema: Node, hint: Hint): Shape {
  const beNullable = member(schema, 'nullable')
  if (beNullable) warnNullableReference(lowering, beNullable)
  if (isNarrowed(schema)) return lowerComposition(lowering, schema, hint)
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
  const keys = lowering.tags.oneKey(schema)
  if (keys) return oneKeyShape(keys, merged.record)
  const unions = merged.unions.map((list) => lowering.unions.read(list, hint, schema))
  const [node, ...otherNodes] = merged.unions
  const isOwn = node && sourceKey(node.schema.source) === sourceKey(schema.source)
  if (isOwn && otherNodes.length === 0 && listsSubtypes(lowering, node) && unions[0])
    return unions[0]
  const [union] = unions
  if (union && unions.length === 1 && merged.others.length === 0) {
    return withCommon(lowering, union, merged.record)
  }
  return togetherOf(lowering, schema, merged, unions)
}

/** A record, unions and other shapes that all apply to the same value. */
function togetherOf(
  lowering: Lowering,
  schema: Node,
  { record, others }: Merged,
  unions: readonly Shape[],
): Shape {
  const own = record.fields.length > 0 || 'rest' in record ? [recordOrMap(record)] : []
  const values = narrowed(lowering, others)
  const rest =
    own.length > 0 || values.length > 1
      ? [...values, ...unions]
      : narrowed(lowering, [...values, ...unions])
  const parts: Shape[] = [...own, ...rest]
  const [single] = parts
  if (parts.length === 0) return isObjectLike(lowering, schema) ? ANY_RECORD : { kind: 'json' }
  return parts.length === 1 && single ? single : { kind: 'intersection', parts }
}

/** The same shapes as one, or as few as there can be without more intersections. Two names stay two. */
function narrowed(lowering: Lowering, shapes: readonly Shape[]): Shape[] {
  const parts: Shape[] = []
  for (const shape of shapes) {
    const both = parts.map((part) => withoutIntersection(lowering, part, shape))
    const index = both.findIndex((each) => each !== undefined)
    parts.splice(index < 0 ? parts.length : index, 1, both[index] ?? shape)
  }
  return parts
}

function withoutIntersection(lowering: Lowering, left: Shape, right: Shape): Shape | undefined {
  if (left.kind === 'reference' && right.kind === 'reference') {
    return left.name === right.name ? right : undefined
  }
  const both = intersect(lowering, left, right)
  return both?.kind === 'intersection' ? undefined : both
}

/**
 * Whether each member of a union extends the schema that lists it, and so already has its
 * properties.
 */
function listsSubtypes(lowering: Lowering, { schema, list }: UnionNode): boolean {
  return items(list).every((each) => {
    const subtype =
      textAt(each, '$ref') === undefined ? undefined : lowering.registry.entryFor(each)
    return subtype !== undefined && isExtending(lowering, subtype.node, schema)
  })
}

const ANY_RECORD: Shape = { kind: 'map', values: { kind: 'json' } }

/** Properties next to a union belong to each of its cases. */
function withCommon(lowering: Lowering, shape: Shape, record: RecordShape): Shape {
  if (record.fields.length === 0) return shape
  if (shape.kind === 'nullable') {
    return { kind: 'nullable', shape: withCommon(lowering, shape.shape, record) }
  }
  if (!isTagged(shape)) return { kind: 'intersection', parts: [record, shape] }
  const known = wireNames(shape)
  const beside: RecordShape = {
    kind: 'record',
    fields: record.fields.filter((field) => !known.has(field.name)),
  }
  const common: RecordShape = { kind: 'record', fields: shape.common }
  const cases = shape.cases.map((each) => {
    const described = describedBeside(lowering, each, shape.tagging, record)
    return withFieldsBeside(lowering, described, shape.tagging, beside)
  })
  const leading = new Set(beside.fields)
  const { fields } = intersectRecords(lowering, [beside, common], { leading })
  return { ...shape, cases, common: fields }
}

/**
 * The names of tags and payloads, which are not separate fields if they are repeated next to the
 * union.
 */
function wireNames({ tagging, cases }: TaggedUnion): ReadonlySet<string | undefined> {
  return new Set([tagKey(tagging), ...cases.map((each) => payloadKey(tagging, each))])
}

/** The payload has both descriptions: that of its member, and that of the properties next to the union. */
function describedBeside(
  lowering: Lowering,
  of: Case,
  tagging: Tagging,
  { fields }: RecordShape,
): Case {
  const key = payloadKey(tagging, of)
  const field = fields.find((each) => each.name === key)
  if (!field || !of.payload) return of
  const payload = intersect(lowering, field.shape, of.payload) ?? of.payload
  return { ...of, ...(field.doc && !of.doc ? { doc: field.doc } : {}), payload }
}

/** A field that a member describes again has both descriptions. Fields behind a key are other fields. */
function withFieldsBeside(
  lowering: Lowering,
  of: Case,
  tagging: Tagging,
  beside: RecordShape,
): Case {
  const { payload } = of
  if (payload?.kind !== 'record' || payloadKey(tagging, of) !== undefined) return of
  const fields = payload.fields.map((field) => {
    const other = beside.fields.find(({ name }) => name === field.name)
    return other ? intersectFields(lowering, other, field) : field
  })
  return { ...of, payload: { ...payload, fields } }
}
