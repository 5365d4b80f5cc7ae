import { isNullPayload } from '../../../model/rules/null.js'
import { recordRule } from '../../../model/rules/record-rule.js'
import type { FieldRule, Rule, RuleOf, UnionRule } from '../../../model/rules/rule.js'
import { type Kind, kindsOf } from '../../../model/rules/union-kinds.js'
import { tagsAreKeys } from '../../../model/shapes/tagging.js'
import { formOf } from '../form.js'
import { keyRules } from './inside-values.js'

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
export function tagBranches(choice: UnionRule, ruleOf: RuleOf): TagBranch[] | undefined {
  const found = kindsOf(choice)
  if (!found) return undefined
  const { property, kinds, units } = found
  const fields = tagsAreKeys(found) ? kinds.map((each) => fieldOf(each, choice.holds, ruleOf)) : []
  const branches = kinds.map((kind, index): TagBranch => {
    const { rule: member, wire } = kind
    const others = (): unknown[] => kinds.filter((each) => each !== kind).map((each) => each.wire)
    if (kind.otherwise) {
      const own = withoutTags(property, others())
      return { tags: [], member, unit: false, rules: [member, own] }
    }
    const own = tagsAreKeys(found)
      ? recordRule(
          fields.filter((_, at) => at !== index),
          [kind.tag],
        )
      : withTag(property, wire, kind.impliedBy === undefined)
    return { tags: [wire], member, unit: false, rules: [member, own] }
  })
  if (units.length === 0) return branches
  const named: Rule = { values: units }
  return [...branches, { tags: units, member: named, unit: true, rules: [named] }]
}

function withTag(property: string, tag: unknown, required: boolean): Rule {
  return recordRule([{ name: property, rule: { values: [tag] }, required }])
}

/** Any tag but those of other kinds, or none. */
function withoutTags(property: string, tags: readonly unknown[]): Rule {
  return recordRule([{ name: property, rule: { not: { values: tags } }, required: false }])
}

const NULL: Rule = { values: [null] }

/**
 * What a value of one kind has under the key of another. `null` that is no payload says nothing; everything else makes
 * it a value of both, as only `anyOf` admits.
 */
function fieldOf({ tag: name, rule }: Kind, holds: UnionRule['holds'], ruleOf: RuleOf): FieldRule {
  const isPayload = isNullPayload(rule, name, ruleOf)
  const field = { name, required: false } as const
  if (holds === 'one') return { ...field, rule: isPayload ? { never: true } : NULL }
  const all = keyRules(formOf([rule], ruleOf), name) ?? []
  return { ...field, rule: { all, ...(isPayload ? {} : { nullable: true }) } }
}
