import { items, member, members, type Node, sourceKey, textAt } from '../../source/node.js'
import { isComposition } from '../schemas/is-composition.js'
import type { UnionNode } from '../schemas/lowering-context.js'
import { isObjectLike } from '../schemas/merge/is-object-like.js'
import { aliasTarget, isNullMember } from './alias.js'
import { discriminatorOwner } from './discriminator-owner.js'
import {
  type KeyOfSeveral,
  type Level,
  type Member,
  readMember,
  type TagContext,
} from './members.js'
import { mergedFields, type ObjectFields } from './object-fields.js'
import { detectOneOfSeveral } from './one-key-objects.js'

// Each level repeats the kinds of those below, so that a small document could ask for any number of them.
const MOST_INSIDE = 200

/** Keywords beside a list of members that neither add to its members nor take anything away. */
const BESIDE = new Set(
  'title description summary deprecated example examples default discriminator $comment externalDocs xml nullable'.split(
    ' ',
  ),
)

export interface Nested {
  /** For each member the members of the union that it is, or itself. */
  readonly groups: readonly (readonly Member[])[]
  /** The unions on the ways that have no name. */
  readonly unnamed: readonly (readonly Level[])[]
  /** The properties of the discriminators, that of the union itself first. */
  readonly discriminators: readonly string[]
  /** Whether it is one of all for some, and any of them for others: two keys can be right then. */
  readonly isMixed: boolean
}

/** The way from the outermost union to a nested one. */
interface Descent {
  readonly home: Node
  /** The member of the outermost union. */
  readonly outer: Member
  readonly levels: readonly Level[]
  /** The tags that the discriminator maps to the outer member. */
  readonly mappedTo?: readonly string[]
  /** What is next to the members on the way. */
  readonly beside: readonly ObjectFields[]
  /** Whether the members on the way are those of lists with nothing beside. */
  readonly isPlain: boolean
  /** `oneOf`, `anyOf` or both. */
  readonly keywords: Set<'oneOf' | 'anyOf'>
  /** The unions around it, which may be recursive. */
  readonly above: readonly string[]
  readonly budget: { left: number }
  /** The properties of the discriminators that were met. */
  readonly properties: Set<string>
  readonly unnamed: (readonly Level[])[]
}

/**
 * The members of a union together with those of the unions among them: `oneOf: [A, B]`, where `A` is a `oneOf`
 * of `C` and `D`, has the kinds of `C`, `D` and `B`. Nothing if no member is such a union.
 */
export function nestedMembers(
  context: TagContext,
  { schema, list }: UnionNode,
  home: Node,
  read: readonly Member[],
): Nested | undefined {
  const properties = new Set<string>()
  noteDiscriminator(home, properties)
  const shared = {
    home,
    levels: [],
    beside: [],
    isPlain: true,
    keywords: new Set([keywordOf({ schema, list })]),
    above: [sourceKey(schema.source)],
    budget: { left: MOST_INSIDE },
    properties,
    unnamed: [],
  }
  const groups = read.map((outer) => {
    const mappedTo = outer.tags && !outer.byName ? { mappedTo: outer.tags } : {}
    return membersWithin(context, outer.schema, { ...shared, ...mappedTo, outer })
  })
  if (groups.every(([only], index) => only === read[index])) return undefined
  const { unnamed, keywords } = shared
  return { groups, unnamed, discriminators: [...properties], isMixed: keywords.size > 1 }
}

function membersWithin(context: TagContext, schema: Node, descent: Descent): readonly Member[] {
  const { home, levels, above, keywords, budget, properties } = descent
  context.budget.spend(1)
  const { node: target, entry } = aliasTarget(context.registry, schema)
  const level: Level = { schema, target, ...(entry ? { entry } : {}) }
  const object = (): Member =>
    above.length === 1 ? descent.outer : mapped(readMember(context, home, schema), descent)
  const keys = membersByKey(context, level, object, descent)
  if (keys && keys.length <= budget.left) {
    budget.left -= keys.length
    return keys
  }
  const inside = above.includes(sourceKey(target.source)) ? undefined : unionIn(context, target)
  const list = inside
    ? items(inside.list).filter((each) => !isNullMember(context.registry, each))
    : []
  if (!inside || list.length > budget.left) return [onWay(object(), descent)]
  budget.left -= list.length
  if (list.length > 1) keywords.add(keywordOf(inside))
  const owner = discriminatorOwner(context, inside.schema, list)
  const { mappedTo, ...around } = descent
  const hasOwn = noteDiscriminator(owner, properties)
  const inner: Descent = {
    ...around,
    ...(mappedTo && !hasOwn ? { mappedTo } : {}),
    home: hasOwn ? owner : home,
    levels: [...levels, level],
    beside: inside.beside.fields.length > 0 ? [...descent.beside, inside.beside] : descent.beside,
    isPlain: descent.isPlain && isPlainList(target),
    above: [...above, sourceKey(target.source)],
  }
  if (!entry) descent.unnamed.push(inner.levels)
  return list.flatMap((each) => membersWithin(context, each, inner))
}

/** A member of a union that is mapped as a whole has no tag by its own name. */
function mapped({ byName, tags, ...member }: Member, { mappedTo }: Descent): Member {
  if (byName && mappedTo) return { ...member, tags: mappedTo }
  return { ...member, ...(tags ? { tags } : {}), ...(byName ? { byName } : {}) }
}

/** The members that an object with exactly one of several keys is, one for each key. */
function membersByKey(
  context: TagContext,
  level: Level,
  object: () => Member,
  descent: Descent,
): Member[] | undefined {
  if (!isObjectLike(context, level.target)) return undefined
  const of = detectOneOfSeveral(context, level.target)
  if (!of) return undefined
  const { fields } = context.objectOf(level.target)
  const common = fields.filter(({ name }) => of.common.includes(name))
  return of.keys.map(({ name, source }) => {
    const own = fields.flatMap((field) =>
      field.name === name ? [{ ...field, required: true, source }] : [],
    )
    const member = { ...object(), object: { fields: [...own, ...common], isOpen: false } }
    return onWay(member, descent, { ...level, name, of })
  })
}

/** A member with the properties next to the lists that lead to it. */
function onWay(member: Member, descent: Descent, key?: KeyOfSeveral): Member {
  const { outer, levels, isPlain, beside } = descent
  if (member === outer) return member
  const inside = { outer, levels, isPlain, ...(key ? { key } : {}) }
  if (isPlain || !member.object) return { ...member, inside }
  return { ...member, inside, object: mergedFields([...beside, member.object]) }
}

function noteDiscriminator(home: Node, properties: Set<string>): boolean {
  const discriminator = member(home, 'discriminator')
  const property = discriminator && textAt(discriminator, 'propertyName')
  if (property !== undefined) properties.add(property)
  return property !== undefined
}

interface UnionInside extends UnionNode {
  readonly beside: ObjectFields
}

/** The list of a schema that is a union of objects, perhaps with properties beside it. */
function unionIn(context: TagContext, schema: Node): UnionInside | undefined {
  const isReference = textAt(schema, '$ref') !== undefined
  if (!isReference && !isComposition(schema)) return undefined
  if (member(schema, 'x-tagwire-tag')) return undefined
  const { unions, hasOthers, ...beside } = context.objectOf(schema)
  const [union, ...more] = unions
  if (!union || more.length > 0 || hasOthers) return undefined
  return member(union.schema, 'x-tagwire-tag') ? undefined : { ...union, beside }
}

/** Whether one of the members applies, or any of them. */
export function keywordOf({ schema, list }: UnionNode): 'oneOf' | 'anyOf' {
  return member(schema, 'anyOf')?.source.pointer === list.source.pointer ? 'anyOf' : 'oneOf'
}

/** Whether a schema is a list of members and nothing else. */
function isPlainList(schema: Node): boolean {
  return members(schema).every(
    ([keyword, { value }]) =>
      ['oneOf', 'anyOf'].includes(keyword) ||
      BESIDE.has(keyword) ||
      keyword.startsWith('x-') ||
      (keyword === 'type' && value === 'object'),
  )
}
