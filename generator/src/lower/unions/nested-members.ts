import type { Source } from '../../model/shapes/shape.js'
import { items, member, members, type Node, sourceKey, valueAt } from '../../source/node.js'
import { isReference } from '../../source/references.js'
import { type Hint, named } from '../names/hint.js'
import { isConstraintOnly } from '../schemas/is-composition.js'
import type { Lowering, UnionPlace } from '../schemas/lowering.js'
import { isNullSchema } from '../schemas/null-schemas.js'

/** A member of a union, or of a union among its members. */
export interface NestedMember {
  readonly schema: Node
  /** The union that lists it. */
  readonly union: Node
  readonly hint: Hint
  /** The schema that rules check for it: itself, or the member of the outer union that contains it. */
  readonly checked: Source
}

/** How deep unions are opened; documents of people have two or three levels. */
const DEPTH = 8

type Keyword = 'oneOf' | 'anyOf'

/**
 * The members of a union, with those of unions among them: `oneOf: [A, oneOf: [B, C]]` has three.
 * `undefined` if there are no such unions.
 */
export function nestedMembers(
  lowering: Lowering,
  place: UnionPlace,
  schemas: readonly Node[],
  hint: Hint,
): NestedMember[] | undefined {
  const keyword = valueAt(place.schema, 'oneOf') === place.list.value ? 'oneOf' : 'anyOf'
  const passed = new Set([sourceKey(place.schema.source)])
  const nested = inlineMembers(schemas, keyword).flatMap((schema) => {
    const here = { schema, union: place.schema, hint, checked: schema.source }
    return membersOf(lowering, here, passed, DEPTH)
  })
  return nested.length > schemas.length ? nested : undefined
}

/** The members of a list, with those of inline unions by the same keyword, which are no types of their own. */
export function inlineMembers(list: readonly Node[], keyword: Keyword): Node[] {
  return list.flatMap((each) => {
    const inner = isReference(each) || member(each, 'discriminator') ? undefined : unionIn(each)
    return inner?.keyword === keyword ? inlineMembers(inner.members, keyword) : [each]
  })
}

/** Each union is opened once: if it comes again, so do its tags. */
function membersOf(
  lowering: Lowering,
  at: NestedMember,
  passed: Set<string>,
  depth: number,
): NestedMember[] {
  const entry = isReference(at.schema) ? lowering.registry.entryFor(at.schema) : undefined
  const union = entry?.node ?? at.schema
  const key = sourceKey(union.source)
  const inner = isBare(at.schema) && !passed.has(key) ? unionIn(union) : undefined
  if (!inner || depth === 0) return [at]
  passed.add(key)
  const hint = entry ? named(entry.name) : at.hint
  return inner.members.flatMap((schema) =>
    membersOf(lowering, { ...at, schema, union, hint }, passed, depth - 1),
  )
}

/** Keywords that add no constraint to a union or a reference. */
const BESIDE = new Set(
  '$ref oneOf anyOf discriminator description title summary deprecated example examples $comment externalDocs'.split(
    ' ',
  ),
)

function isBare(schema: Node): boolean {
  return members(schema).every(
    ([key, { value }]) =>
      BESIDE.has(key) ||
      (key.startsWith('x-') && key !== 'x-tagwire-tag') ||
      (key === 'type' && value === 'object'),
  )
}

/** The list of a schema that is a union and nothing else. */
function unionIn(schema: Node): { keyword: Keyword; members: readonly Node[] } | undefined {
  const keyword = (['oneOf', 'anyOf'] as const).find((each) => member(schema, each))
  const list = keyword && member(schema, keyword)
  if (!list || !isBare(schema) || isConstraintOnly(list)) return undefined
  const all = items(list)
  const isBoth = keyword === 'oneOf' && member(schema, 'anyOf') !== undefined
  return all.length === 0 || isBoth || all.some(isNullSchema)
    ? undefined
    : { keyword, members: all }
}
