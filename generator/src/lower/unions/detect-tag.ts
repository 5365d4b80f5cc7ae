import type { Tagging } from '../../model/shapes/tagging.js'
import { withImpliedTags } from './implied-tags.js'
import {
  fieldOf,
  soleValueOf,
  statedValue,
  type TagValue,
  tagProperty,
  tagsOf,
} from './member-tags.js'
import type { Member } from './members.js'
import type { TagField } from './object-fields.js'
import { isSameField } from './same-type.js'

/** A kind of a union, as it is recognised. */
export interface FoundKind {
  readonly tag: TagValue
  /** Whose values have the tag. */
  readonly member: Member
  /** The property that has the payload. */
  readonly field?: string
  /** It is only its tag. */
  readonly isUnit?: true
  /** The tag may be absent from values that have these properties. */
  readonly impliedBy?: readonly string[]
  /** The default of its discriminator: values with any other tag, or with none, are of this kind. */
  readonly otherwise?: true
}

export interface FoundTags {
  readonly tagging: Tagging
  /** None if there is no tag. */
  readonly kinds: readonly FoundKind[]
  /** The names of properties next to the tag, the same for every kind. */
  readonly common: readonly string[]
}

/** What a document says about the tag of a union. */
interface Stated {
  /** The property of its `discriminator`. */
  readonly discriminator?: string | undefined
  /** Its `x-tagwire-tag`. */
  readonly asked?: Tagging | undefined
}

/**
 * Detects how a union is tagged. One detector per style, each the inverse of `wireLayout`.
 *
 * The document's discriminator property is tried first. Then the order matters, because every pair could also
 * be read as a union with its tag in a property. Keys come last: a key is the only field that is not common,
 * unless its value can only be one string.
 */
export function detectTagged(
  members: readonly Member[],
  { discriminator, asked }: Stated = {},
): FoundTags | undefined {
  if (asked) return detectAs(members, asked)
  if (discriminator !== undefined) {
    const detected = detectProperty(members, discriminator)
    if (detected) return detected
  }
  return detectPair(members) ?? detectProperty(members) ?? detectKey(members)
}

/** Reads the members in the layout that `x-tagwire-tag` requests. */
function detectAs(members: readonly Member[], tagging: Tagging): FoundTags | undefined {
  switch (tagging.style) {
    case 'key':
      return detectKey(members)
    case 'property':
      return detectProperty(members, tagging.property)
    case 'pair':
      return detectPair(members, tagging)
    case 'none':
      return UNTAGGED
    default:
      return tagging satisfies never
  }
}

// `{ <key>: payload }`, and bare strings for cases without payload

function detectKey(members: readonly Member[]): FoundTags | undefined {
  const objects = members.filter((member) => member.object)
  if (objects.length === 0) return undefined
  if (!members.every((member) => member.object ?? member.units)) return undefined
  if (objects.length === 1 && hasUnsetUnit(members)) return undefined
  const common = commonFields(objects)
  const kinds: FoundKind[] = []
  for (const member of members) {
    if (member.units) {
      for (const tag of member.units) kinds.push({ tag, member, isUnit: true })
      continue
    }
    const key = soleField(member, common)
    if (!key || isOnlyRequired(key) || typeof statedValue(key) === 'string') return undefined
    kinds.push({ tag: key.name, member, field: key.name })
  }
  return areDistinct(kinds)
    ? { tagging: { style: 'key' }, kinds, common: namesOf(common) }
    : undefined
}

/** A name that a member only requires says what has to be there, not which kind it is: several may be there. */
function isOnlyRequired({ source }: TagField): boolean {
  return /\/(?:oneOf|anyOf)\/\d+\/required\/\d+$/.test(source.pointer)
}

/** `""` next to an object means "unset" in forms: it is a value, not a variant. */
function hasUnsetUnit(members: readonly Member[]): boolean {
  const units = members.flatMap((member) => member.units ?? [])
  return units.length === 1 && units[0] === ''
}

/**
 * The only field that is not common. Next to common fields it must be required; otherwise it is just an
 * optional field.
 */
function soleField({ object }: Member, common: readonly TagField[]): TagField | undefined {
  const shared = new Set(common.map((field) => field.name))
  const own = (object?.fields ?? []).filter((field) => !shared.has(field.name))
  const [field] = own
  if (own.length !== 1 || !field) return undefined
  return field.required || common.length === 0 ? field : undefined
}

/** Fields that every member has with the same type. (`soleField` demands that one more is left in each.) */
function commonFields(members: readonly Member[]): TagField[] {
  const [first, ...others] = members
  if (!first?.object || others.length === 0) return []
  const distinctOthers = [...new Set(others.map(({ object }) => object))]
  return first.object.fields.filter((field) =>
    distinctOthers.every((object) => {
      const same = object && fieldOf(object, field.name)
      return same !== undefined && isSameField(same, field)
    }),
  )
}

// `{ <property>: tag, … }`

export function detectProperty(members: readonly Member[], named?: string): FoundTags | undefined {
  const property = named ?? tagProperty(members)
  if (property === undefined) return undefined
  const isComplete = members.every((member) => member.object && tagsOf(member, property).length > 0)
  if (!isComplete) return undefined
  const kinds = members.flatMap((member) => kindsByProperty(member, property))
  if (!areDistinct(kinds)) return undefined
  return {
    tagging: { style: 'property', property },
    kinds: withImpliedTags(kinds, property),
    common: [],
  }
}

function kindsByProperty(member: Member, property: string): FoundKind[] {
  const isFixed = soleValueOf(member, property) !== undefined
  return tagsOf(member, property).map((tag, index) => {
    const isOtherwise = member.isDefault && !isFixed && index === 0
    return { tag, member, ...(isOtherwise ? { otherwise: true } : {}) }
  })
}

// `{ <property>: tag, <content>: payload }`

function detectPair(
  members: readonly Member[],
  known?: { readonly property: string; readonly content: string },
): FoundTags | undefined {
  const property = known?.property ?? tagProperty(members)
  if (property === undefined || members.length === 0) return undefined
  if (!known && members.length === 1) return undefined
  const content = known?.content ?? contentProperty(members, property)
  if (content === undefined) return undefined
  const extra = members.map((member) => extraFields(member, property, content))
  const [common] = extra
  if (!common || !extra.every((fields) => fields && sameFields(fields, common))) return undefined
  if (members.some((member) => hasOptional(member, content))) return undefined
  const kinds = members.flatMap((member) => {
    const field = member.object && fieldOf(member.object, content)
    return tagsOf(member, property).map(
      (tag): FoundKind => ({ tag, member, ...(field ? { field: content } : {}) }),
    )
  })
  const isComplete = members.every((member) => tagsOf(member, property).length > 0)
  if (!isComplete || !areDistinct(kinds)) return undefined
  return { tagging: { style: 'pair', property, content }, kinds, common: namesOf(common) }
}

function contentProperty(members: readonly Member[], property: string): string | undefined {
  const names = members.flatMap((member) =>
    (member.object?.fields ?? []).map((field) => field.name).filter((name) => name !== property),
  )
  return names.find((name) =>
    members.every((member) => {
      const own = (member.object?.fields ?? []).filter((field) => field.name !== property)
      return own.length === 0 || (own.length === 1 && own[0]?.name === name && own[0].required)
    }),
  )
}

/** Whether a value of the member may be without its content, which no case can say. */
function hasOptional({ object }: Member, content: string): boolean {
  return object?.fields.some(({ name, required }) => name === content && !required) ?? false
}

function extraFields(member: Member, property: string, content: string): TagField[] | undefined {
  return member.object?.fields.filter((field) => field.name !== property && field.name !== content)
}

// no tag

export const UNTAGGED: FoundTags = { tagging: { style: 'none' }, kinds: [], common: [] }

// comparing

function namesOf(fields: readonly TagField[]): string[] {
  return fields.map(({ name }) => name)
}

function areDistinct(kinds: readonly FoundKind[]): boolean {
  return new Set(kinds.map(({ tag }) => String(tag))).size === kinds.length
}

function sameFields(left: readonly TagField[], right: readonly TagField[]): boolean {
  return (
    left.length === right.length &&
    left.every((field) => right.some((each) => isSameField(field, each)))
  )
}
