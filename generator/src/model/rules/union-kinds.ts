import type { TagStyle } from '../shapes/tagging.js'
import { defaultKind, wireTag } from '../shapes/union.js'
import { isNull } from './null.js'
import type { Rule, UnionRule, UnionTag } from './rule.js'

/** One kind of a union with a tag, and the rule of its values. */
export interface Kind extends UnionTag {
  /** The tag as it is in JSON. */
  readonly wire: string | number | boolean
  readonly rule: Rule
}

/** How a tag decides what a value of a union is. */
export interface Kinds {
  readonly style: TagStyle['style']
  /** The property that has the tag; empty where a key is the tag. */
  readonly property: string
  /** Kinds that are only their name. */
  readonly units: readonly string[]
  readonly kinds: readonly Kind[]
  /** The kind of values with any other tag, or with none. */
  readonly other: Kind | undefined
}

/**
 * The kinds of a union; `undefined` if its members have to be tried. Null is no kind: a member that is null stands beside
 * the kinds, and the tag decides all other values. Validators, the interpreter and `diff` read unions by this.
 */
export function kindsOf(choice: UnionRule): Kinds | undefined {
  if (!read.has(choice)) read.set(choice, readKinds(choice))
  return read.get(choice)
}

/** Each value is read by the kinds of its union, and `diff` tries many. */
const read = new WeakMap<UnionRule, Kinds | undefined>()

function readKinds({ members, tagging }: UnionRule): Kinds | undefined {
  if (!tagging) return undefined
  const { style, tags, property = '' } = tagging
  const complete = members.every(
    (member, index) => isNull(member) || tags.some((tag) => tag.member === index),
  )
  if (!complete) return undefined
  const all = tags.map((tag): Kind => {
    return { ...tag, wire: wireTag(tag), rule: members[tag.member] ?? {} }
  })
  const kinds = all.filter((kind) => !kind.unit)
  return {
    style,
    property,
    units: all.flatMap((kind) => (kind.unit ? kind.tag : [])),
    kinds,
    other: defaultKind(kinds),
  }
}
