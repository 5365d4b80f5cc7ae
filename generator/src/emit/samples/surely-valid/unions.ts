import type {
  FieldRule,
  RecordRule,
  Rule,
  UnionRule,
  UnionTag,
  UnionTagging,
} from '../../../model/rules/rule.js'
import { type Gather, type GatheredRules, isEmpty } from './gathered-rules.js'
import { areDisjoint, isOnly } from './scalars.js'
import { type Every, rulesOf } from './values.js'

/** What looks at the parts of a union. */
export interface Walk {
  readonly together: Gather
  readonly every: Every
  /** Whether it follows from what applies to a value that the first one is valid. */
  readonly settled: (parts: GatheredRules, depth: number) => boolean
  /** Notes a declaration whose values are parts. */
  readonly needs: (name: string) => void
}

/** Any member may be chosen, so all of them have to be sure. */
export function isSureUnion(
  walk: Walk,
  parts: GatheredRules,
  { holds, members, tagging }: UnionRule,
  depth: number,
): boolean {
  const { together, every, settled } = walk
  const outer: GatheredRules = { ...parts, choices: [] }
  const isAlone = isEmpty(outer) && !outer.isHard
  const possible = members.flatMap((member, index) => {
    const inside = isAlone ? together([member]) : together([member], outer)
    const isPossible = !member.never && !isOnly(together([member]).types, 'null')
    return isPossible && !isOnly(inside.types) ? [{ member, index, inside }] : []
  })
  if (possible.length === 0) return false
  if (!tagging) {
    const areSure = possible.every(({ member, inside }) =>
      isEmpty(outer) ? every([member], depth + 1) : settled(inside, depth + 1),
    )
    const types = possible.map(({ member }) => together([member]).types)
    return areSure && (holds !== 'one' || areDisjoint(types))
  }
  return possible.every(({ member, index, inside }) => {
    const own = tagging.tags.filter((each) => each.member === index)
    return (
      own.length > 0 &&
      own.every((tag) => isSureMember(walk, outer, member, inside, tagging, tag, depth))
    )
  })
}

/** The tag is added to a member of a union; a member that is a declaration is looked at once for all its unions. */
function isSureMember(
  { together, every, settled, needs }: Walk,
  outer: GatheredRules,
  member: Rule,
  inside: GatheredRules,
  { style, property, tags }: UnionTagging,
  { tag, tagValue, unit }: UnionTag,
  depth: number,
): boolean {
  const isKnown = isEmpty(outer) && isReference(member)
  if (isKnown) needs(member.reference)
  switch (style) {
    case 'key':
      if (unit) return isEmpty(outer)
      if (tags.some((each) => each.tag !== tag && hasField(inside, each.tag))) return false
      return hasField(inside, tag) && (isKnown || settled(inside, depth + 1))
    case 'property':
    case 'pair': {
      if (property === undefined || !hasField(inside, property)) return false
      const rule: Rule = { values: [tagValue ?? tag] }
      if (isKnown) return every([rule, ...rulesOf(inside.records, property)], depth + 1)
      const tagged: Rule = { record: recordOf({ name: property, rule, required: true }) }
      return settled(together([tagged, member], outer), depth + 1)
    }
  }
}

export function isReference(rule: Rule): rule is Rule & { readonly reference: string } {
  return (
    rule.reference !== undefined &&
    Object.keys(rule).every((key) => key === 'reference' || key === 'source' || key === 'nullable')
  )
}

function recordOf(field: FieldRule): RecordRule {
  return { fields: [field], required: [], patterns: [], dependents: [], dependentRules: [] }
}

function hasField({ records }: GatheredRules, name: string): boolean {
  return records.some(({ fields }) => fields.some((field) => field.name === name))
}
