import { pascalCase } from '../../model/names.js'
import { sameShape } from '../../model/shapes/fingerprint.js'
import type { Described, Field, RecordShape, Shape } from '../../model/shapes/shape.js'
import type { Tagging } from '../../model/shapes/tagging.js'
import type { Case, Union } from '../../model/shapes/union.js'
import { type CaseOf, withImpliedTags } from './implied-tags.js'
import {
  fieldOf,
  type Member,
  soleValue,
  soleValueOf,
  type TagValue,
  tagProperty,
  tagsOf,
} from './member-tags.js'

export type Detected = Pick<Union, 'tagging' | 'cases' | 'common' | 'several'>

/** What a document says about the tag of a union. */
export interface Stated {
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
): Detected | undefined {
  if (asked) return detectAs(members, asked)
  if (discriminator !== undefined) {
    const detected = detectProperty(members, discriminator)
    if (detected) return detected
  }
  return detectPair(members) ?? detectProperty(members) ?? detectKey(members)
}

/** Reads the members in the layout that `x-tagwire-tag` requests. */
function detectAs(members: readonly Member[], tagging: Tagging): Detected | undefined {
  switch (tagging.style) {
    case 'key':
      return detectKey(members)
    case 'property':
      return detectProperty(members, tagging.property)
    case 'pair':
      return detectPair(members, tagging)
    case 'none':
      return untagged(members)
    default:
      return tagging satisfies never
  }
}

function makeCase(member: Member, tag: TagValue, payload: Shape | undefined, of?: Field): Case {
  const { doc, deprecated, provenance, source } = { ...member.described, ...definedIn(of) }
  return {
    source,
    ...(doc ? { doc } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(provenance ? { provenance } : {}),
    tag: String(tag),
    ...(typeof tag === 'string' ? {} : { tagValue: tag }),
    name: member.given ?? caseName(tag),
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

export function definedIn(field: Field | undefined): Partial<Described> {
  if (!field) return {}
  const { doc, deprecated, provenance } = field
  return {
    ...(doc ? { doc } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(provenance ? { provenance } : {}),
  }
}

// `{ <key>: payload }`, and bare strings for cases without payload

function detectKey(members: readonly Member[]): Detected | undefined {
  const records = members.filter((member) => member.record)
  if (records.length === 0) return undefined
  if (!members.every((member) => member.record ?? member.units)) return undefined
  if (records.length === 1 && hasUnsetUnit(members)) return undefined
  const common = commonFields(records)
  const cases: Case[] = []
  for (const member of members) {
    if (member.units) {
      for (const unit of member.units) cases.push(makeCase(member, unit, undefined))
      continue
    }
    const key = soleField(member, common)
    if (!key || isOnlyRequired(key) || typeof soleValue(key.shape) === 'string') return undefined
    cases.push(makeCase(member, key.name, key.shape, key))
  }
  return distinct(cases) ? { tagging: { style: 'key' }, cases, common } : undefined
}

/** A name that a member only requires says what has to be there, not which kind it is: several may be there. */
function isOnlyRequired({ source }: Field): boolean {
  return /\/(?:oneOf|anyOf)\/\d+\/required\/\d+$/.test(source?.pointer ?? '')
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
function soleField(member: Member, common: readonly Field[]): Field | undefined {
  const shared = new Set(common.map((field) => field.name))
  const own = (member.record?.fields ?? []).filter((field) => !shared.has(field.name))
  const [field] = own
  if (own.length !== 1 || !field) return undefined
  return field.required || common.length === 0 ? field : undefined
}

/** Fields that every member has with the same shape. (`soleField` demands that one more is left in each.) */
function commonFields(records: readonly Member[]): Field[] {
  const [first, ...others] = records
  if (!first?.record || others.length === 0) return []
  const distinctOthers = [...new Set(others.map(({ record }) => record))]
  return first.record.fields.filter((field) =>
    distinctOthers.every((record) => {
      const same = record && fieldOf(record, field.name)
      return same !== undefined && isSame(same, field)
    }),
  )
}

// `{ <property>: tag, … }`

export function detectProperty(members: readonly Member[], named?: string): Detected | undefined {
  const property = named ?? tagProperty(members)
  if (property === undefined) return undefined
  const found = members.flatMap((of) =>
    propertyCases(of, property).map((made): CaseOf => ({ made, of })),
  )
  const cases = withImpliedTags(found, property)
  const complete = members.every((member) => member.record && tagsOf(member, property).length > 0)
  if (!complete || !distinct(cases)) return undefined
  return { tagging: { style: 'property', property }, cases, common: [] }
}

function propertyCases(member: Member, property: string): Case[] {
  const isFixed = soleValueOf(member, property) !== undefined
  return tagsOf(member, property).map((tag, index) => {
    const shape = withoutNull(member.shape())
    if (member.isDefault && !isFixed && index === 0) {
      return { ...makeCase(member, tag, shape), otherwise: true }
    }
    const payload = shape.kind === 'record' ? withoutField(shape, property) : shape
    return makeCase(member, tag, payload)
  })
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

// `{ <property>: tag, <content>: payload }`

function detectPair(
  members: readonly Member[],
  known?: { readonly property: string; readonly content: string },
): Detected | undefined {
  const property = known?.property ?? tagProperty(members)
  if (property === undefined || members.length === 0) return undefined
  if (!known && members.length === 1) return undefined
  const content = known?.content ?? contentProperty(members, property)
  if (content === undefined) return undefined
  const extra = members.map((member) => extraFields(member, property, content))
  const [common] = extra
  if (!common || !extra.every((fields) => fields && sameFields(fields, common))) return undefined
  if (members.some((member) => hasOptional(member, content))) return undefined
  const cases = members.flatMap((member) => {
    const field = member.record?.fields.find((each) => each.name === content)
    return tagsOf(member, property).map((tag) => makeCase(member, tag, field?.shape, field))
  })
  const complete = members.every((member) => tagsOf(member, property).length > 0)
  if (!complete || !distinct(cases)) return undefined
  return { tagging: { style: 'pair', property, content }, cases, common }
}

function contentProperty(members: readonly Member[], property: string): string | undefined {
  const names = members.flatMap((member) =>
    (member.record?.fields ?? []).map((field) => field.name).filter((name) => name !== property),
  )
  return names.find((name) =>
    members.every((member) => {
      const own = (member.record?.fields ?? []).filter((field) => field.name !== property)
      return own.length === 0 || (own.length === 1 && own[0]?.name === name && own[0].required)
    }),
  )
}

/** Whether a value of the member may be without its content, which no case can say. */
function hasOptional({ record }: Member, content: string): boolean {
  return record?.fields.some(({ name, required }) => name === content && !required) ?? false
}

function extraFields(member: Member, property: string, content: string): Field[] | undefined {
  return member.record?.fields.filter((field) => field.name !== property && field.name !== content)
}

// no tag

export function untagged(members: readonly Member[]): Detected {
  const cases = members.flatMap((member, index) =>
    member.units
      ? member.units.map((unit) => makeCase(member, unit, { kind: 'literal', value: unit }))
      : [makeCase(member, member.given ?? member.refersTo ?? `#${index + 1}`, member.shape())],
  )
  return { tagging: { style: 'none' }, cases, common: [] }
}

// comparing

function distinct(cases: readonly Case[]): boolean {
  return new Set(cases.map((each) => each.tag)).size === cases.length
}

function sameFields(left: readonly Field[], right: readonly Field[]): boolean {
  return (
    left.length === right.length && left.every((field) => right.some((it) => isSame(field, it)))
  )
}

function isSame(left: Field, right: Field): boolean {
  return (
    left.name === right.name &&
    left.required === right.required &&
    sameShape(left.shape, right.shape)
  )
}
