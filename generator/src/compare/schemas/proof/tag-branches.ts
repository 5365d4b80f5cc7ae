import { isNull } from '../../../model/rules/null.js'
import type { Choice, Rule } from '../../../model/rules/rule.js'
import { tagsAreKeys } from '../../../model/shapes/tagging.js'
import { wireTag } from '../../../model/shapes/union.js'

/** The values of a tagged union that have one of its tags. */
export interface TagBranch {
  readonly tags: readonly unknown[]
  readonly member: Rule
  /** Names without anything else. */
  readonly unit: boolean
  /** The member, and the tag. */
  readonly rules: readonly Rule[]
}

/** The values of a union by their tags; `undefined` if tags alone do not decide. */
export function tagBranches(choice: Choice): TagBranch[] | undefined {
  const { tagging, members } = choice
  if (!tagging) return undefined
  const { tags, property } = tagging
  const all = members.every(
    (member, index) => isNull(member) || tags.some((each) => each.member === index),
  )
  if (!all) return undefined
  const units = tags.filter((each) => each.unit).map((each) => each.tag)
  const keyed = tags.filter((each) => !each.unit)
  const branches = keyed.map((tag): TagBranch => {
    const member = members[tag.member] ?? {}
    if (tag.otherwise) {
      const own = withoutTags(property ?? '', keyed.filter((each) => each !== tag).map(wireTag))
      return { tags: [], member, unit: false, rules: [member, own] }
    }
    const own = tagsAreKeys(tagging)
      ? withKey(
          tag.tag,
          keyed.map((each) => each.tag),
        )
      : withTag(property ?? '', wireTag(tag), tag.impliedBy === undefined)
    return { tags: [wireTag(tag)], member, unit: false, rules: [member, own] }
  })
  if (units.length === 0) return branches
  const named: Rule = { values: units }
  return [...branches, { tags: units, member: named, unit: true, rules: [named] }]
}

const EMPTY = { patterns: [], dependents: [], dependentRules: [] } as const

function withTag(property: string, tag: unknown, required: boolean): Rule {
  const field = { name: property, rule: { values: [tag] }, required } as const
  return { types: ['object'], record: { ...EMPTY, fields: [field], required: [] } }
}

/** Any tag but those of other kinds, or none. */
function withoutTags(property: string, tags: readonly unknown[]): Rule {
  const field = { name: property, rule: { not: { values: tags } }, required: false } as const
  return { types: ['object'], record: { ...EMPTY, fields: [field], required: [] } }
}

/** A value has the key of one kind, and no other: `null` under the others says nothing. */
function withKey(tag: string, tags: readonly string[]): Rule {
  const others = tags.filter((each) => each !== tag)
  const fields = others.map((name) => ({ name, rule: { never: true } as const, required: false }))
  return { types: ['object'], record: { ...EMPTY, fields, required: [tag] } }
}
