import { items, member, members, type Node, sourceKey, textAt } from '../../source/node.js'
import { type Hint, named, payloadHint } from '../names/hint.js'
import { isConstraintOnly } from '../schemas/is-composition.js'
import type { Lowering, UnionPlace } from '../schemas/lowering.js'
import { isNullSchema } from '../schemas/null-schemas.js'
import { discriminatorOwner } from './discriminator-owner.js'
import { readMember } from './members.js'
import type { Member } from './tags.js'

// Each level repeats the kinds of those below, so that a small document could ask for any number of them.
const MOST_INSIDE = 200

/** Words beside a list of members that neither add to its members nor take anything away. */
const BESIDE = new Set(
  'title description summary deprecated example examples default discriminator $comment externalDocs xml'.split(
    ' ',
  ),
)

export interface Nested {
  readonly members: readonly Member[]
  /** Reads the unions that have no name, so that validators know them. */
  readonly readInside: () => void
  /** The property of the discriminators, if there are any. */
  readonly discriminator?: string
  /** Whether it is one of all for some, and any of them for others: two keys can be right then. */
  readonly isMixed: boolean
}

interface Place {
  readonly home: Node
  readonly hint: Hint
  /** `oneOf`, `anyOf` or both. */
  readonly words: Set<string>
  /** The unions around this place, which may be recursive. */
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
  { schema, list }: UnionPlace,
  home: Node,
  schemas: readonly Node[],
  read: readonly Member[],
  hint: Hint,
): Nested | undefined {
  const isAny = member(schema, 'anyOf')?.source.pointer === list.source.pointer
  const words = new Set([isAny ? 'anyOf' : 'oneOf'])
  const properties = new Set<string>()
  const budget = { left: MOST_INSIDE }
  const above = [sourceKey(schema.source)]
  const place: Place = { home, hint, words, above, budget, properties, inline: [] }
  noteDiscriminator(home, properties)
  const all = schemas.map((each, index) => membersWithin(lowering, each, place, read[index]))
  const found = all.flatMap((within, index) => {
    const source = schemas[index]?.source
    // The rule of a kind is that of the member which leads to it.
    return within.map((each) =>
      source ? { ...each, described: { ...each.described, source } } : each,
    )
  })
  if (found.length === schemas.length || properties.size > 1) return undefined
  const [discriminator] = properties
  const readInside = (): void => {
    for (const { schema, hint } of place.inline) {
      lowering.readHidden(() => lowering.shapeOf(schema, hint))
    }
  }
  const isMixed = words.size > 1
  return {
    members: found,
    readInside,
    isMixed,
    ...(discriminator === undefined ? {} : { discriminator }),
  }
}

function membersWithin(
  lowering: Lowering,
  schema: Node,
  place: Place,
  read?: Member,
): readonly Member[] {
  const { home, hint, above, words, budget, properties } = place
  const entry =
    textAt(schema, '$ref') === undefined ? undefined : lowering.registry.entryFor(schema)
  const target = entry?.node ?? schema
  const key = sourceKey(target.source)
  const [word, list] = (above.includes(key) ? undefined : listOf(target)) ?? []
  const inside = list ? items(list) : []
  if (word === undefined || inside.length > budget.left) {
    return [read ?? readMember(lowering, home, schema, hint)]
  }
  budget.left -= inside.length
  words.add(word)
  const owner = discriminatorOwner(lowering, target, inside)
  const inner: Place = {
    ...place,
    home: noteDiscriminator(owner, properties) ? owner : home,
    hint: entry ? named(entry.name) : payloadHint(hint),
    above: [...above, key],
  }
  if (!entry) place.inline.push({ schema, hint: inner.hint })
  return inside.flatMap((each) => membersWithin(lowering, each, inner))
}

function noteDiscriminator(home: Node, properties: Set<string>): boolean {
  const discriminator = member(home, 'discriminator')
  const property = discriminator && textAt(discriminator, 'propertyName')
  if (property !== undefined) properties.add(property)
  return property !== undefined
}

/** The list of members of a schema that is a union and nothing else, with its word. */
function listOf(schema: Node): readonly [string, Node] | undefined {
  const words = members(schema).filter(
    ([word, { value }]) =>
      !BESIDE.has(word) &&
      (word === 'x-tagwire-tag' || !word.startsWith('x-')) &&
      !(word === 'type' && value === 'object'),
  )
  const [only, ...others] = words
  if (!only || others.length > 0) return undefined
  const [word, list] = only
  if (word !== 'oneOf' && word !== 'anyOf') return undefined
  const isUnion = items(list).length > 1 && !isConstraintOnly(list)
  return isUnion && !items(list).some(isNullSchema) ? only : undefined
}
