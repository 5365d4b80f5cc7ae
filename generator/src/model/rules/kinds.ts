import { defaultKind, wireTag } from '../shapes/union.js'
import { isNull } from './null.js'
import type { Choice, ChoiceTag, Rule } from './rule.js'

/** One kind of a union with a tag, and the rule of its values. */
export interface Kind extends ChoiceTag {
  /** The tag as it is in JSON. */
  readonly wire: string | number | boolean
  readonly rule: Rule
}

/** How a tag decides what a value of a union is. */
export interface Kinds {
  /** The property that has the tag; absent where a key is the tag. */
  readonly property?: string
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
export function kindsOf({ members, tagging }: Choice): Kinds | undefined {
  if (!tagging) return undefined
  const { tags, property } = tagging
  const complete = members.every(
    (member, index) => isNull(member) || tags.some((tag) => tag.member === index),
  )
  if (!complete) return undefined
  const all = tags.map((tag): Kind => {
    return { ...tag, wire: wireTag(tag), rule: members[tag.member] ?? {} }
  })
  const kinds = all.filter((kind) => !kind.unit)
  return {
    ...(property === undefined ? {} : { property }),
    units: all.flatMap((kind) => (kind.unit ? kind.tag : [])),
    kinds,
    other: defaultKind(kinds),
  }
}
