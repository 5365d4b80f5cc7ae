import type { LiteralValue } from '../../model/shapes/shape.js'
import { type Tagging, tagsAreKeys } from '../../model/shapes/tagging.js'
import type { Node } from '../../source/node.js'
import type { UnionNode } from '../schemas/lowering-context.js'
import { detectProperty, detectTagged, type FoundTags } from './detect-tag.js'
import { fieldOf, soleValueOf, tagsOf, withListedNames } from './member-tags.js'
import type { Level, Member, TagContext } from './members.js'
import type { TagField } from './object-fields.js'
import { type Nested, nestedMembers } from './unions-inside.js'

interface Found {
  readonly members: readonly Member[]
  readonly tags: FoundTags
  /** Unions among the members that have no name, although their kinds are kinds of this one. */
  readonly unnamed?: readonly (readonly Level[])[]
}

/** Either how the union is tagged, or why it is not although its members have distinct keys. */
export interface DetectedNested {
  /** The first of all members of the unions among the members. */
  readonly first?: Member
  /** Those of all members of the unions among the members that have more properties beside their lists. */
  readonly extended?: readonly Member[]
  readonly found?: Found
  /** Some of the lists are `oneOf`, others `anyOf`, so that two keys can be right. */
  readonly isMixed?: true
  readonly shared?: SharedTag
}

/** A key, or the value of a property, that members of two of the unions have: it does not tell them apart. */
export interface SharedTag {
  readonly property?: string
  readonly tag: string
}

/**
 * Detects how a union is tagged of which some members are unions. Their members are its cases, if each of them
 * has a tag of its own. Otherwise such a union is a case for each tag that its members have.
 */
export function detectNested(
  context: TagContext,
  union: UnionNode,
  home: Node,
  read: readonly Member[],
  asked: Tagging | undefined,
): DetectedNested {
  const nested = nestedMembers(context, union, home, read)
  if (!nested) return {}
  const each = detectEach(nested, asked)
  const inner = nested.groups.flat()
  const [first] = inner
  const extended = inner.filter(({ inside, object }) => object && inside && !inside.isPlain)
  const looked = first ? { first, extended } : {}
  if (each && nested.isMixed && tagsAreKeys(each.tags.tagging)) return { ...looked, isMixed: true }
  const found = each ?? detectTogether(nested, read, asked)
  if (found) return { ...looked, found }
  const shared = sharedTag(nested)
  return { ...looked, ...(shared ? { shared } : {}) }
}

function sharedTag({ groups }: Nested): SharedTag | undefined {
  const all = groups.flat()
  const [first] = all
  const ownTag = (each: Member, name: string): string | undefined => {
    const isRequired = each.object?.fields.some((field) => field.name === name && field.required)
    return isRequired ? soleValueOf(each, name)?.toString() : undefined
  }
  for (const { name } of first?.object?.fields ?? []) {
    if (!all.every((each) => ownTag(each, name) !== undefined)) continue
    const tag = inTwo(groups.map((group) => group.flatMap((each) => ownTag(each, name) ?? [])))
    if (tag !== undefined) return { property: name, tag }
  }
  if (all.some(({ object }) => object?.fields.length !== 1)) return undefined
  const tag = inTwo(
    groups.map((group) =>
      group.flatMap(({ object }) => object?.fields.map(({ name }) => name) ?? []),
    ),
  )
  return tag === undefined ? undefined : { tag }
}

/** What is in two of several lists. */
function inTwo(lists: readonly (readonly string[])[]): string | undefined {
  const seen = new Set<string>()
  for (const each of lists) {
    const again = each.find((one) => seen.has(one))
    if (again !== undefined) return again
    for (const one of each) seen.add(one)
  }
  return undefined
}

function detectEach(
  { groups, discriminators, unnamed }: Nested,
  asked: Tagging | undefined,
): Found | undefined {
  const [discriminator, ...others] = discriminators
  if (others.length > 0) return undefined
  const members = withListedNames(groups.flat(), discriminator)
  const tags = detectTagged(members, { discriminator, asked })
  return tags && { members, tags, unnamed }
}

function detectTogether(
  { groups, discriminators }: Nested,
  read: readonly Member[],
  asked: Tagging | undefined,
): Found | undefined {
  if (asked && !canBeOutside(asked)) return undefined
  const property = asked?.property ?? discriminators[0]
  const members = read.map((outer, index) => asOneObject(outer, groups[index] ?? [], property))
  const tags = detectProperty(members, property)
  return tags && { members, tags }
}

/** Whether members that are unions can be one object each, whose tag is that of all their members. */
function canBeOutside(asked: Tagging): asked is Extract<Tagging, { style: 'property' }> {
  switch (asked.style) {
    case 'property':
      return true
    case 'key':
    case 'pair':
    case 'none':
      return false
  }
}

/** A union as if it were one object, of which nothing is known but the values of possible tags. */
function asOneObject(outer: Member, group: readonly Member[], property?: string): Member {
  const [first] = group
  if (!first || first === outer) return outer
  const fields = first.object?.fields ?? []
  const known = fields.flatMap((field) => tagField(field, outer, group, property) ?? [])
  if (known.length === 0) return outer
  // Its values have the tags of its members, never its name.
  const { byName, tags, ...others } = outer
  const mapped = tags && !byName ? { tags } : {}
  return { ...others, ...mapped, object: { fields: known, isOpen: false } }
}

function tagField(
  field: TagField,
  outer: Member,
  group: readonly Member[],
  property: string | undefined,
): TagField | undefined {
  const { name } = field
  if (property !== undefined && property !== name) return undefined
  const isMapped = property !== undefined && outer.tags !== undefined && !outer.byName
  const values = group.map(({ tags, ...each }) =>
    tagsOf(tags && !isMapped ? { ...each, tags } : each, name),
  )
  const required = group.every(({ object }) => object && fieldOf(object, name)?.required)
  if (values.some((each) => each.length === 0)) return isMapped ? field : undefined
  const all: LiteralValue[] = [...new Set(values.flat())]
  // No value would have the tag that the mapping says.
  if (isMapped && !outer.tags?.every((tag) => all.map(String).includes(tag))) return undefined
  const { source, nodes, rules } = field
  return {
    name,
    required,
    source,
    nodes,
    rules,
    values: () => ({ kind: 'enumeration', values: all, open: false }),
  }
}
