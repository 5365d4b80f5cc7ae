import type {
  Described,
  Field,
  LiteralValue,
  RecordShape,
  Shape,
} from '../../model/shapes/shape.js'

/** One member of a `oneOf` or `anyOf`, references followed and `allOf` merged. */
export interface Member {
  readonly described: Described
  /** `x-tagwire-name`: the suffix of generated names of the case, in place of its tag. */
  readonly given?: string
  /** The name of the schema it refers to. */
  readonly refersTo?: string
  /** The member as a whole, for styles in which it is the payload. */
  readonly shape: () => Shape
  /** Its fields, if it is an object. */
  readonly record?: RecordShape
  /** Set if it is not one object, but a union of some. */
  readonly hasObjects?: true
  /** The target of a reference to a value, an enum or a plain type. */
  readonly resolved?: (shape: Shape) => Shape
  /** Its values, if it is a string enum. */
  readonly units?: readonly string[]
  /** Its tags in the document's `discriminator`. */
  readonly tags?: readonly string[]
  /** Whether its tag is its own name, because no mapping sets another one. */
  readonly byName?: true
  /** Named by the `defaultMapping` of the document's `discriminator`. */
  readonly isDefault?: true
}

/** A tag as it is in JSON. */
export type TagValue = string | number | boolean

const fieldsByName = new WeakMap<RecordShape, ReadonlyMap<string, Field>>()

/** A field by its name. Every member of a union is asked for every field of the first. */
export function fieldOf(record: RecordShape, name: string): Field | undefined {
  let known = fieldsByName.get(record)
  if (!known) {
    known = new Map([...record.fields].reverse().map((field) => [field.name, field]))
    fieldsByName.set(record, known)
  }
  return known.get(name)
}

/** The only value of the member's own property, the tags of the document's mapping, or the property's values. */
export function tagsOf(member: Member, property: string): readonly TagValue[] {
  const held = propertyShape(member, property)
  const tag = soleValue(held)
  if (tag !== undefined) return [tag]
  if (!member.tags || member.tags.length === 0) return valuesOf(held)
  const tags = member.tags.map((text) => parseTag(text, held))
  return tags.every((each) => each !== undefined) ? tags : []
}

function propertyShape({ record, resolved }: Member, property: string): Shape | undefined {
  const field = record && fieldOf(record, property)
  return field && (resolved?.(field.shape) ?? field.shape)
}

/**
 * The keys of a mapping are strings: if the property is a number, `"1"` means 1. `undefined` if the property
 * can never have that value.
 */
function parseTag(tag: string, shape: Shape | undefined): TagValue | undefined {
  if (shape?.kind === 'nullable') return parseTag(tag, shape.shape)
  if (shape?.kind === 'enumeration') return amongValues(tag, shape.values)
  if (shape?.kind === 'map' || shape?.kind === 'record' || shape?.kind === 'list') return undefined
  if (shape?.kind !== 'scalar') return tag
  if (shape.type === 'boolean') return amongValues(tag, [true, false])
  if (shape.type !== 'integer' && shape.type !== 'number') return tag
  return String(Number(tag)) === tag ? Number(tag) : undefined
}

/** String enums are open, so an unlisted tag may be a future one. */
function amongValues(tag: string, values: readonly LiteralValue[]): TagValue | undefined {
  const same = values.find((value) => String(value) === tag)
  if (same !== undefined && same !== null) return same
  return values.some((value) => typeof value === 'string') ? tag : undefined
}

/**
 * The first property with a distinct value in every member, or with values that no other member has; strings
 * before numbers. The values of a single member distinguish nothing: it may be a key and its value.
 */
export function tagProperty(members: readonly Member[]): string | undefined {
  const sole = distinctProperty(members, (shape) => [soleValue(shape) ?? []].flat())
  return sole ?? (members.length > 1 ? distinctProperty(members, valuesOf) : undefined)
}

/** The property that would distinguish the members if all of them required it. */
export function optionalTag(members: readonly Member[]): string | undefined {
  return distinctProperty(members, valuesOf, () => true)
}

function distinctProperty(
  members: readonly Member[],
  tagsIn: (shape: Shape | undefined) => readonly TagValue[],
  counts: (field: Field) => boolean = ({ required }) => required,
): string | undefined {
  const [first] = members
  const distinctive = (first?.record?.fields ?? []).filter(({ name }) =>
    hasDistinctTags(members, name, tagsIn, counts),
  )
  const isText = (property: string): boolean =>
    first !== undefined &&
    tagsIn(propertyShape(first, property)).every((tag) => typeof tag === 'string')
  const texts = distinctive.find(({ name }) => isText(name))
  return (texts ?? distinctive[0])?.name
}

function hasDistinctTags(
  members: readonly Member[],
  property: string,
  tagsIn: (shape: Shape | undefined) => readonly TagValue[],
  counts: (field: Field) => boolean,
): boolean {
  const seen = new Set<string>()
  // Most properties are no tags, which the first member shows.
  return members.every((member) => {
    const field = member.record && fieldOf(member.record, property)
    const tags = field && counts(field) ? tagsIn(propertyShape(member, property)) : []
    const before = seen.size
    for (const tag of tags) seen.add(String(tag))
    return tags.length > 0 && seen.size === before + tags.length
  })
}

/** Names of members are no kinds where the property lists other values. */
export function withListedNames(
  members: readonly Member[],
  property: string | undefined,
): readonly Member[] {
  const strange = property !== undefined && hasOnlyUnlistedNames(members, property)
  return strange ? members.map(withoutName) : members
}

function withoutName({ byName, tags, ...member }: Member): Member {
  return byName || !tags ? member : { ...member, tags }
}

/**
 * Whether members would only be distinguished by their names although the property lists other values. Then
 * the document lacks the actual tags, and the names would be kinds that never occur.
 */
function hasOnlyUnlistedNames(members: readonly Member[], property: string): boolean {
  const named = members.filter(
    (member) => member.byName && soleValueOf(member, property) === undefined,
  )
  const strange = named.filter((member) => {
    const listed = listedIn(propertyShape(member, property))
    return listed !== undefined && !member.tags?.some((tag) => listed.includes(tag))
  })
  return named.length > 0 && strange.length === named.length
}

function listedIn(shape: Shape | undefined): readonly LiteralValue[] | undefined {
  if (shape?.kind === 'nullable') return listedIn(shape.shape)
  return shape?.kind === 'enumeration' ? shape.values : undefined
}

/** The only value that a member allows for a property, whatever the mapping says. */
export function soleValueOf(member: Member, property: string): TagValue | undefined {
  return soleValue(propertyShape(member, property))
}

/** The values of a property, unless the document says that there may be others. */
function valuesOf(shape: Shape | undefined): readonly TagValue[] {
  const sole = soleValue(shape)
  if (sole !== undefined) return [sole]
  if (shape?.kind !== 'enumeration' || shape.open === 'always') return []
  return shape.values.flatMap((value) => value ?? [])
}

/** The only value of a property, from a constant or a single-value enum. */
export function soleValue(shape: Shape | undefined): TagValue | undefined {
  if (shape?.kind === 'literal') return shape.value ?? undefined
  if (shape?.kind !== 'enumeration' || shape.values.length > 1) return undefined
  return shape.values[0] ?? undefined
}
