import { pascalCase } from '../../model/names.js'
import type { Described, Field, RecordShape, Shape } from '../../model/shapes/shape.js'
import type { Tagging } from '../../model/shapes/tagging.js'
import type { Case, Union } from '../../model/shapes/union.js'
import type { FoundKind, FoundTags } from './detect-tag.js'
import type { MemberShapes } from './member-shapes.js'
import { fieldOf, type TagValue } from './member-tags.js'
import type { Member } from './members.js'
import type { OneKey } from './one-key-objects.js'

// The types of unions whose tags were recognised.

type ShapesOf = (member: Member) => MemberShapes

export function taggedShape({ tagging, kinds, common }: FoundTags, shapesOf: ShapesOf): Union {
  const property = propertyWithAll(tagging)
  const cases = kinds.map((kind) => {
    const shapes = shapesOf(kind.member)
    const made = property === undefined ? byField(kind, shapes) : byProperty(kind, shapes, property)
    return { ...made, ...impliedBy(kind) }
  })
  return { kind: 'union', tagging, cases, common: commonFields(kinds, common, shapesOf) }
}

/** The property of a tag beside which is the payload, if it has no key of its own. */
function propertyWithAll(tagging: Tagging): string | undefined {
  switch (tagging.style) {
    case 'property':
      return tagging.property
    case 'key':
    case 'pair':
    case 'none':
      return undefined
    default:
      return tagging satisfies never
  }
}

/** A union of members that nothing tells apart. */
export function plainShape(members: readonly Member[], shapesOf: ShapesOf): Union {
  const cases = members.flatMap((member, index) => {
    const shapes = shapesOf(member)
    return member.units
      ? member.units.map((unit) => makeCase(shapes, unit, { kind: 'literal', value: unit }))
      : [makeCase(shapes, shapes.given ?? member.entry?.name ?? `#${index + 1}`, shapes.shape())]
  })
  return { kind: 'union', tagging: { style: 'none' }, cases, common: [] }
}

/** An object that has exactly one of several keys. */
export function oneKeyShape({ keys, common }: OneKey, { fields }: RecordShape): Union {
  const cases = keys.flatMap(({ name, source }) => {
    const field = fields.find((each) => each.name === name)
    return field
      ? [{ ...definedIn(field), source, tag: name, name: pascalCase(name), payload: field.shape }]
      : []
  })
  return {
    kind: 'union',
    tagging: { style: 'key' },
    cases,
    common: fields.filter(({ name }) => common.includes(name)),
  }
}

function byField({ tag, field: name }: FoundKind, shapes: MemberShapes): Case {
  const field = shapes.record()?.fields.find((each) => each.name === name)
  return makeCase(shapes, tag, field?.shape, field)
}

function byProperty(kind: FoundKind, shapes: MemberShapes, property: string): Case {
  const { tag, otherwise } = kind
  const shape = withoutNull(shapes.shape())
  if (otherwise) return { ...makeCase(shapes, tag, shape), otherwise }
  if (shape.kind === 'record') readTag(shape, property)
  const payload = shape.kind === 'record' ? withoutField(shape, property) : shape
  const record = isSpelledOut(kind, payload, property) ? shapes.record() : undefined
  if (!record) return makeCase(shapes, tag, payload)
  const fields = record.fields.filter(({ name }) => name !== property)
  return makeCase(shapes, tag, { ...record, fields })
}

/** A schema that requires the tag in spite of its default is spelled out without it. */
function isSpelledOut(
  { impliedBy, member: { object } }: FoundKind,
  payload: Shape | undefined,
  property: string,
): boolean {
  if (!impliedBy || payload?.kind === 'record') return false
  return (object && fieldOf(object, property)?.required) ?? false
}

function impliedBy({ impliedBy: names }: FoundKind): Pick<Case, 'impliedBy'> {
  return names ? { impliedBy: names } : {}
}

function commonFields(
  kinds: readonly FoundKind[],
  names: readonly string[],
  shapesOf: ShapesOf,
): Field[] {
  const first = names.length > 0 ? kinds.find(({ member }) => member.object) : undefined
  const { fields = [] } = (first && shapesOf(first.member).record()) ?? {}
  return fields.filter(({ name }) => names.includes(name))
}

function makeCase(
  { described, given }: MemberShapes,
  tag: TagValue,
  payload: Shape | undefined,
  of?: Field,
): Case {
  const { doc, deprecated, provenance, source } = { ...described, ...definedIn(of) }
  return {
    source,
    ...(doc ? { doc } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(provenance ? { provenance } : {}),
    tag: String(tag),
    ...(typeof tag === 'string' ? {} : { tagValue: tag }),
    name: given ?? caseName(tag),
    ...(payload ? { payload } : {}),
  }
}

/** `-1` and `1`, `1.5` and `15` get different names. */
export function caseName(tag: TagValue): string {
  const text = String(tag)
  return pascalCase(
    typeof tag === 'number' ? text.replace('-', 'minus').replace('.', 'point') : text,
  )
}

function definedIn(field: Field | undefined): Partial<Described> {
  if (!field) return {}
  const { doc, deprecated, provenance } = field
  return {
    ...(doc ? { doc } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(provenance ? { provenance } : {}),
  }
}

/** Null is no case: the union as a whole may be null. */
function withoutNull(shape: Shape): Shape {
  return shape.kind === 'nullable' && shape.shape.kind === 'record' ? shape.shape : shape
}

function withoutField(record: RecordShape, name: string): Shape | undefined {
  const fields = record.fields.filter((field) => field.name !== name)
  if (fields.length === 0 && !('rest' in record)) return undefined
  return { ...record, fields }
}

/**
 * Names are given in the order in which schemas are read: first what the first member requires, among which is the tag.
 */
export function readFirstMember(shapes: MemberShapes): void {
  for (const field of shapes.record()?.fields ?? []) if (field.required) void field.shape
}

/** No type has the tag, but contradictions between its descriptions are reported when it is read. */
export function readTag(record: RecordShape | undefined, property: string | undefined): void {
  void record?.fields.find(({ name }) => name === property)?.shape
}
