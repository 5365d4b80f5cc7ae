import { reached } from '../../model/collections/reached.js'
import type { Rule } from '../../model/rules/rule.js'
import type { LiteralValue } from '../../model/shapes/shape.js'
import type { FieldValues } from './field-values.js'
import type { Member } from './members.js'
import type { ObjectFields, TagField } from './object-fields.js'

// Which tags the members of a union have, by the values of their properties.

/** A tag as it is in JSON. */
export type TagValue = string | number | boolean

const fieldsByName = new WeakMap<ObjectFields, ReadonlyMap<string, TagField>>()

/** A field by its name. Every member of a union is asked for every field of the first. */
export function fieldOf(object: ObjectFields, name: string): TagField | undefined {
  let known = fieldsByName.get(object)
  if (!known) {
    known = new Map([...object.fields].reverse().map((field) => [field.name, field]))
    fieldsByName.set(object, known)
  }
  return known.get(name)
}

/** The only value of the member's own property, the tags of the document's mapping, or the property's values. */
export function tagsOf(member: Member, property: string): readonly TagValue[] {
  const held = propertyValues(member, property)
  const tag = soleValue(held)
  if (tag !== undefined) return [tag]
  if (!member.tags || member.tags.length === 0) return valuesOf(held)
  const tags = member.tags.map((text) => parseTag(text, held))
  return tags.every((each) => each !== undefined) ? tags : []
}

function propertyValues({ object }: Member, property: string): FieldValues | undefined {
  return object && fieldOf(object, property)?.values()
}

/**
 * The keys of a mapping are strings: if the property is a number, `"1"` means 1. `undefined` if the property
 * can never have that value.
 */
function parseTag(tag: string, held: FieldValues | undefined): TagValue | undefined {
  if (held?.kind === 'enumeration') return amongValues(tag, held.values)
  if (held?.kind === 'container') return undefined
  if (held?.kind !== 'scalar') return tag
  if (held.type === 'boolean') return amongValues(tag, [true, false])
  if (held.type !== 'integer' && held.type !== 'number') return tag
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
  const sole = distinctProperty(members, (held) => [soleValue(held) ?? []].flat())
  return sole ?? (members.length > 1 ? distinctProperty(members, valuesOf) : undefined)
}

/** The property that would distinguish the members if all of them required it. */
export function optionalTag(members: readonly Member[]): string | undefined {
  return distinctProperty(members, valuesOf, () => true)
}

function distinctProperty(
  members: readonly Member[],
  tagsIn: (held: FieldValues | undefined) => readonly TagValue[],
  counts: (field: TagField) => boolean = ({ required }) => required,
): string | undefined {
  const [first] = members
  const distinctive = (first?.object?.fields ?? []).filter(({ name }) =>
    hasDistinctTags(members, name, tagsIn, counts),
  )
  const isText = (property: string): boolean =>
    first !== undefined &&
    tagsIn(propertyValues(first, property)).every((tag) => typeof tag === 'string')
  const texts = distinctive.find(({ name }) => isText(name))
  return (texts ?? distinctive[0])?.name
}

function hasDistinctTags(
  members: readonly Member[],
  property: string,
  tagsIn: (held: FieldValues | undefined) => readonly TagValue[],
  counts: (field: TagField) => boolean,
): boolean {
  const seen = new Set<string>()
  // Most properties are no tags, which the first member shows.
  return members.every((member) => {
    const field = member.object && fieldOf(member.object, property)
    const tags = field && counts(field) ? tagsIn(propertyValues(member, property)) : []
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
    const listed = listedIn(propertyValues(member, property))
    return listed !== undefined && !member.tags?.some((tag) => listed.includes(tag))
  })
  return named.length > 0 && strange.length === named.length
}

function listedIn(held: FieldValues | undefined): readonly LiteralValue[] | undefined {
  return held?.kind === 'enumeration' ? held.values : undefined
}

/** The only value that a member allows for a property, whatever the mapping says. */
export function soleValueOf(member: Member, property: string): TagValue | undefined {
  return soleValue(propertyValues(member, property))
}

/** The values of a property, unless the document says that there may be others. */
function valuesOf(held: FieldValues | undefined): readonly TagValue[] {
  const sole = soleValue(held)
  if (sole !== undefined) return [sole]
  if (held?.kind !== 'enumeration' || held.nullable || held.open === 'always') return []
  return held.values.flatMap((value) => value ?? [])
}

/** The only value that the schemas of a property list themselves: a name of it says more. */
export function statedValue(field: TagField): TagValue | undefined {
  return isNamed(field) ? undefined : soleValue(field.values())
}

/** Whether a property is described by a schema with a name, and not by values of its own. */
export function isNamed({ rules }: TagField): boolean {
  const all = [...reached(rules(), partsOf)]
  return all.some(({ reference }) => reference !== undefined) && !all.some(({ values }) => values)
}

function partsOf({ all = [], choices = [] }: Rule): readonly Rule[] {
  return [...all, ...choices.flatMap(({ members }) => (members.length === 1 ? members : []))]
}

/** The only value of a property, from a constant or a single-value enum. */
function soleValue(held: FieldValues | undefined): TagValue | undefined {
  if (held?.kind !== 'enumeration' || held.nullable || held.values.length > 1) return undefined
  return held.values[0] ?? undefined
}
