import type { Field, RecordShape } from '../../model/shapes/shape.js'
import { items, member, members, type Node, sourceKey, textAt } from '../../source/node.js'
import { type Hint, named, payloadHint } from '../names/hint.js'
import { isComposition } from '../schemas/is-composition.js'
import type { Lowering, UnionNode } from '../schemas/lowering-context.js'
import { intersectRecords } from '../schemas/merge/intersect.js'
import { isObjectLike } from '../schemas/merge/is-object-like.js'
import { mergeParts } from '../schemas/merge/merge.js'
import { aliasTarget, isNullMember } from './alias.js'
import { discriminatorOwner } from './discriminator-owner.js'
import type { Member } from './member-tags.js'
import { detectOneOfSeveral } from './one-key-objects.js'
import { readMember } from './read-member.js'

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
  /** Reads the unions that have no name, so that validators know them. */
  readonly readInside: () => void
  /** The properties of the discriminators, that of the union itself first. */
  readonly discriminators: readonly string[]
  /** Whether it is one of all for some, and any of them for others: two keys can be right then. */
  readonly isMixed: boolean
}

/** The way from the outermost union to a nested one. */
interface Descent {
  readonly home: Node
  readonly hint: Hint
  /** The member of the outermost union. */
  readonly outer: Member
  /** The tags that the discriminator maps to the outer member. */
  readonly mappedTo?: readonly string[]
  /** What is next to the members on the way. */
  readonly beside: readonly RecordShape[]
  /** Whether the members on the way are those of lists with nothing beside. */
  readonly isPlain: boolean
  /** `oneOf`, `anyOf` or both. */
  readonly keywords: Set<'oneOf' | 'anyOf'>
  /** The unions around it, which may be recursive. */
  readonly above: readonly string[]
  readonly budget: { left: number }
  /** The properties of the discriminators that were met. */
  readonly properties: Set<string>
  readonly inline: { readonly schema: Node; readonly hint: Hint }[]
}

/**
 * The members of a union together with those of the unions among them: `oneOf: [A, B]`, where `A` is a `oneOf`
 * of `C` and `D`, has the kinds of `C`, `D` and `B`. Nothing if no member is such a union.
 */
export function nestedMembers(
  lowering: Lowering,
  { schema, list }: UnionNode,
  home: Node,
  schemas: readonly Node[],
  read: readonly Member[],
  hint: Hint,
): Nested | undefined {
  const properties = new Set<string>()
  noteDiscriminator(home, properties)
  const shared = {
    home,
    hint,
    beside: [],
    isPlain: true,
    keywords: new Set([keywordOf({ schema, list })]),
    above: [sourceKey(schema.source)],
    budget: { left: MOST_INSIDE },
    properties,
    inline: [],
  }
  const groups = read.map((outer, index) => {
    const each = schemas[index]
    const mappedTo = outer.tags && !outer.byName ? { mappedTo: outer.tags } : {}
    return each ? membersWithin(lowering, each, { ...shared, ...mappedTo, outer }) : [outer]
  })
  if (groups.every(([only], index) => only === read[index])) return undefined
  const readInside = (): void => {
    for (const { schema, hint } of shared.inline) {
      lowering.readHidden(schema, () => lowering.shapeOf(schema, hint))
    }
  }
  return { groups, readInside, discriminators: [...properties], isMixed: shared.keywords.size > 1 }
}

function membersWithin(lowering: Lowering, schema: Node, descent: Descent): readonly Member[] {
  const { home, hint, above, keywords, budget, properties } = descent
  lowering.budget.spend(1)
  const { node: target, entry } = aliasTarget(lowering.registry, schema)
  const key = sourceKey(target.source)
  const innerHint = entry ? named(entry.name) : payloadHint(hint)
  const object = (): Member =>
    above.length === 1 ? descent.outer : mapped(readMember(lowering, home, schema, hint), descent)
  const keys = keysIn(lowering, target, innerHint)
  if (keys && keys.length <= budget.left) {
    budget.left -= keys.length
    return keys.map((record) => withBeside(lowering, { ...object(), record }, descent))
  }
  const inside = above.includes(key) ? undefined : unionIn(lowering, target, innerHint)
  const list = inside
    ? items(inside.list).filter((each) => !isNullMember(lowering.registry, each))
    : []
  if (!inside || list.length > budget.left) return [withBeside(lowering, object(), descent)]
  budget.left -= list.length
  if (list.length > 1) keywords.add(keywordOf(inside))
  const owner = discriminatorOwner(lowering, inside.schema, list)
  const { fields } = inside.beside
  const { mappedTo, ...around } = descent
  const hasOwn = noteDiscriminator(owner, properties)
  const inner: Descent = {
    ...around,
    ...(mappedTo && !hasOwn ? { mappedTo } : {}),
    home: hasOwn ? owner : home,
    hint: innerHint,
    beside: fields.length > 0 ? [...descent.beside, inside.beside] : descent.beside,
    isPlain: descent.isPlain && isPlainList(target),
    above: [...above, key],
  }
  if (!entry) descent.inline.push({ schema, hint: innerHint })
  return list.flatMap((each) => membersWithin(lowering, each, inner))
}

/** A member of a union that is mapped as a whole has no tag by its own name. */
function mapped({ byName, tags, ...member }: Member, { mappedTo }: Descent): Member {
  if (byName && mappedTo) return { ...member, tags: mappedTo }
  return { ...member, ...(tags ? { tags } : {}), ...(byName ? { byName } : {}) }
}

/** The records of an object that has exactly one of several keys, one for each. */
function keysIn(lowering: Lowering, schema: Node, hint: Hint): RecordShape[] | undefined {
  if (!isObjectLike(lowering, schema)) return undefined
  const found = detectOneOfSeveral(lowering, schema, mergeParts(lowering, schema, hint))
  return found?.cases.map(({ tag, payload = { kind: 'json' }, source }) => {
    const key: Field = { name: tag, shape: payload, required: true, source }
    return { kind: 'record', fields: [key, ...found.common] }
  })
}

/** A member with the properties next to the lists that lead to it. Its type is part of that of the outer member. */
function withBeside(
  lowering: Lowering,
  member: Member,
  { beside, isPlain, outer }: Descent,
): Member {
  if (isPlain || member === outer) return member
  const { record } = member
  const merged = record && intersectRecords(lowering, [...beside, record])
  return { ...member, shape: outer.shape, ...(merged ? { record: merged } : {}) }
}

function noteDiscriminator(home: Node, properties: Set<string>): boolean {
  const discriminator = member(home, 'discriminator')
  const property = discriminator && textAt(discriminator, 'propertyName')
  if (property !== undefined) properties.add(property)
  return property !== undefined
}

interface UnionInside extends UnionNode {
  readonly beside: RecordShape
}

/** The list of a schema that is a union of objects, perhaps with properties beside it. */
function unionIn(lowering: Lowering, schema: Node, hint: Hint): UnionInside | undefined {
  const isReference = textAt(schema, '$ref') !== undefined
  if (!isReference && !isComposition(schema)) return undefined
  if (member(schema, 'x-tagwire-tag')) return undefined
  const { record, unions, others } = mergeParts(lowering, schema, hint)
  const [union, ...more] = unions
  if (!union || more.length > 0 || others.length > 0) return undefined
  return member(union.schema, 'x-tagwire-tag') ? undefined : { ...union, beside: record }
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
