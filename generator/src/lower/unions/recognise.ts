import type { UnionTag, UnionTagging } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import { type Tagging, tagsAreKeys } from '../../model/shapes/tagging.js'
import { tagKey } from '../../model/shapes/union.js'
import { items, member, members, type Node, nodeKey, textAt } from '../../source/node.js'
import { leadsTo } from '../names/registry.js'
import type { Reading, UnionNode } from '../schemas/lowering-context.js'
import { isNullMember } from './alias.js'
import { detectTagged, type FoundKind, type FoundTags, UNTAGGED } from './detect-tag.js'
import { type DetectedNested, detectNested } from './detect-tag-inside.js'
import { discriminatorOwner } from './discriminator-owner.js'
import type { RuleSource } from './field-values.js'
import { withListedNames } from './member-tags.js'
import { type Member, readMember, type TagContext } from './members.js'
import { createFieldsReader, type TagField } from './object-fields.js'
import { detectOneOfSeveral, type OneKey } from './one-key-objects.js'
import { enumerationOf } from './value-unions.js'

/** What a list of members is. Null is no member of it. */
type FoundUnion =
  | { readonly kind: 'null' }
  | { readonly kind: 'single'; readonly only: Node }
  | { readonly kind: 'values'; readonly shape: Shape }
  | ({ readonly kind: 'members' } & FoundMembers)

export interface FoundMembers
  extends Pick<DetectedNested, 'first' | 'extended' | 'isMixed' | 'shared'> {
  /** Its members. */
  readonly read: readonly Member[]
  /** Those that the kinds are made of, which may be members of unions among them. */
  readonly members: readonly Member[]
  readonly unnamed: NonNullable<DetectedNested['found']>['unnamed']
  readonly tags: FoundTags
  /** Its `x-tagwire-tag`, and whether its members have such tags. */
  readonly asked?: Tagging
  readonly isFalse: boolean
  /** The properties next to the list. */
  readonly beside: readonly TagField[]
}

/**
 * Recognises how unions are tagged, by the keywords and rules of their members: types and rules both ask here. The
 * `owner` of a list is the schema that is composed of the one with the list, by an `allOf`, or that schema itself: what
 * it describes besides belongs to each member.
 */
export interface Recognition {
  readonly union: (union: UnionNode, owner: Node) => FoundUnion
  /** An object that has exactly one of several keys. */
  readonly oneKey: (schema: Node) => OneKey | undefined
  /** The tags of those members of a list that rules have; `undefined` if members have to be tried. */
  readonly tagging: (
    union: UnionNode,
    owner: Node,
    ofRules: readonly Node[],
  ) => UnionTagging | undefined
}

/** For lists that are read as conditions: no value is of a kind there, so each member is tried. */
export const NO_TAGS: Pick<Recognition, 'tagging'> = { tagging: () => undefined }

export function createRecognition(reading: Reading, ruleOf: RuleSource['ruleOf']): Recognition {
  const objectOf = createFieldsReader({ ...reading, ruleOf })
  const context: TagContext = { ...reading, ruleOf, objectOf }
  const unions = new Map<string, FoundUnion>()

  const union = (each: UnionNode, owner: Node): FoundUnion => {
    const key = `${nodeKey(each.list)} ${nodeKey(owner)}`
    const found = unions.get(key) ?? findUnion(context, each, owner)
    unions.set(key, found)
    return found
  }

  const oneKey = (schema: Node): OneKey | undefined => detectOneOfSeveral(context, schema)

  const tagging: Recognition['tagging'] = (each, owner, ofRules) => {
    const keys = oneKey(owner)
    if (keys?.list && keys.list.value === each.list.value) {
      const tags = keys.keys.map(({ name }, index): UnionTag => ({ tag: name, member: index }))
      return { style: 'key', tags }
    }
    const isRead = objectOf(owner).unions.some(({ list }) => list.value === each.list.value)
    const found = isRead ? union(each, owner) : undefined
    return found?.kind === 'members' ? taggingOf(found.tags, ofRules) : undefined
  }

  return { union, oneKey, tagging }
}

function findUnion(context: TagContext, union: UnionNode, owner: Node): FoundUnion {
  const { schema, list } = union
  const all = othersThanItself(context, union)
  const present = all.filter((each) => !isNullMember(context.registry, each))
  const [only] = present
  if (!only) return { kind: 'null' }
  const asked = declaredTagging(schema)
  const isUnion = asked ? asked.style !== 'none' : all.length === 1 && isOneKeyObject(only)
  if (present.length === 1 && !isUnion) return { kind: 'single', only }
  const shape = enumerationOf(context, schema, present)
  if (shape) return { kind: 'values', shape }
  return { kind: 'members', ...findMembers(context, { schema, list }, present, owner, asked) }
}

/** `X: oneOf: [X, string]` is the same as `X: string`. Generated documents have such members. */
export function othersThanItself(
  { registry }: Pick<Reading, 'registry'>,
  { schema, list }: UnionNode,
): Node[] {
  const all = items(list)
  const others = all.filter((each) => !leadsTo(registry, each, schema))
  return others.length === 0 ? all : others
}

/**
 * A union with one wrapper is still a union, so that adding a second variant is not a breaking
 * change.
 */
function isOneKeyObject(schema: Node): boolean {
  const properties = member(schema, 'properties')
  const [only, ...more] = properties ? members(properties) : []
  const required = items(member(schema, 'required')).map((each) => each.value)
  return only !== undefined && more.length === 0 && required.includes(only[0])
}

function findMembers(
  context: TagContext,
  union: UnionNode,
  schemas: readonly Node[],
  owner: Node,
  asked: Tagging | undefined,
): FoundMembers {
  const beside = context.objectOf(owner).fields
  const home = discriminatorOwner(context, union.schema, schemas)
  const discriminator = textAt(member(home, 'discriminator') ?? home, 'propertyName')
  const all = schemas.map((schema) => readMember(context, home, schema))
  const read = withListedNames(all, discriminator)
  const flat = detectTagged(read, { discriminator, asked })
  const inside = flat ? {} : detectNested(context, union, home, read, asked)
  const tagged = withoutRequiredKeys(flat ?? inside.found?.tags, beside)
  return {
    read,
    members: inside.found?.members ?? read,
    unnamed: inside.found?.unnamed,
    tags: tagged ?? (asked && withoutRequiredKeys(detectTagged(read), beside)) ?? UNTAGGED,
    ...(asked ? { asked } : {}),
    isFalse: asked !== undefined && !tagged,
    beside,
    ...(inside.first ? { first: inside.first } : {}),
    ...(inside.extended ? { extended: inside.extended } : {}),
    ...(inside.isMixed ? { isMixed: true } : {}),
    ...(inside.shared ? { shared: inside.shared } : {}),
  }
}

/**
 * A property that every value must have, because it is required next to `oneOf`, cannot be the key of a variant: no value
 * could be of any other variant.
 */
function withoutRequiredKeys(
  found: FoundTags | undefined,
  beside: readonly TagField[],
): FoundTags | undefined {
  if (!found || !tagsAreKeys(found.tagging)) return found
  const required = new Set(beside.filter((field) => field.required).map(({ name }) => name))
  return found.kinds.some(({ tag }) => required.has(String(tag))) ? undefined : found
}

function declaredTagging(schema: Node): Tagging | undefined {
  const extension = member(schema, 'x-tagwire-tag')
  if (!extension) return undefined
  if (extension.value === 'key') return { style: 'key' }
  if (extension.value === 'none') return { style: 'none' }
  const property = textAt(extension, 'property')
  const content = textAt(extension, 'content')
  if (property === undefined) return undefined
  return content === undefined
    ? { style: 'property', property }
    : { style: 'pair', property, content }
}

/** The member of the union itself that leads to a kind. */
function outerOf({ member: of }: Pick<FoundKind, 'member'>): Member {
  return of.inside?.outer ?? of
}

function taggingOf(
  { tagging, kinds }: FoundTags,
  members: readonly Node[],
): UnionTagging | undefined {
  if (tagging.style === 'none') return undefined
  const property = tagKey(tagging)
  const byMember = new Map<string, FoundKind[]>()
  for (const kind of kinds) {
    const key = nodeKey(outerOf(kind).schema)
    const before = byMember.get(key)
    if (before) before.push(kind)
    else byMember.set(key, [kind])
  }
  const tags = members.flatMap((schema, index) =>
    (byMember.get(nodeKey(schema)) ?? []).map((kind) => tagOf(kind, index)),
  )
  return { style: tagging.style, ...(property === undefined ? {} : { property }), tags }
}

function tagOf({ tag, impliedBy, otherwise, isUnit }: FoundKind, member: number): UnionTag {
  return {
    tag: String(tag),
    ...(typeof tag === 'string' ? {} : { tagValue: tag }),
    member,
    ...(impliedBy ? { impliedBy } : {}),
    ...(otherwise ? { otherwise } : {}),
    ...(isUnit ? { unit: true as const } : {}),
  }
}
