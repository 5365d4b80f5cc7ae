import { reached } from '../collections/reached.js'
import { tagsAreKeys } from '../shapes/tagging.js'
import { cachedPredicate } from './cached-predicate.js'
import { wholeParts } from './facts.js'
import { type Rule, type RuleOf, targetOf, type UnionRule } from './rule.js'
import { memberRules } from './together.js'

// Whether `null` is valid. Guards, validators and `probe` all ask here, so that they agree.

/** Extracts `null` from types, values and choices if the rest of the rule does not affect it. */
export function foldNull(rule: Rule, ruleOf: RuleOf): Rule {
  if (rule.nullable) return rule
  const { types, values, choices = [] } = rule
  const others = wholeParts(rule) - choices.length - (rule.record ? 1 : 0)
  if (others > 0) return rule
  const inTypes = types?.includes('null')
  const inValues = values?.includes(null)
  if (choices.length === 0 && (inTypes || inValues) && inTypes !== false && inValues !== false) {
    return withoutNull(rule)
  }
  const [choice] = choices
  if (!choice || choices.length > 1 || values || inTypes === false) return rule
  const left = choice.members.filter((member) => !isNull(member))
  const clear = choice.holds === 'any' || left.every((member) => !admitsNull(member, ruleOf))
  if (left.length === choice.members.length || left.length === 0 || !clear) return rule
  const [only, ...more] = left
  if (!only || more.length > 0)
    return withoutNull({ ...rule, choices: [withoutNullMember(choice)] })
  // `this or null` without `null` is `this`.
  const { choices: _, ...own } = rule
  if (wholeParts(own) === 0 && !own.list && !own.text && !own.number) {
    return { ...foldNull(only, ruleOf), nullable: true }
  }
  return withoutNull({ ...own, all: [only], nullable: true })
}

function withoutNull({ types, values, ...rule }: Rule): Rule {
  const left = types?.filter((type) => type !== 'null')
  const known = values?.filter((value) => value !== null)
  if (left?.length === 0 || known?.length === 0) {
    return { ...rule, ...(types ? { types } : {}), ...(values ? { values } : {}) }
  }
  return {
    ...rule,
    nullable: true,
    ...(left ? { types: left } : {}),
    ...(known ? { values: known } : {}),
  }
}

/** A union without the members that are null, and with the others' tags. */
export function withoutNullMember(choice: UnionRule): UnionRule {
  const { members, tagging } = choice
  const kept = members.flatMap((rule, index) => (isNull(rule) ? [] : [index]))
  if (kept.length === members.length) return choice
  const tags = tagging?.tags.map((tag) => ({ ...tag, member: kept.indexOf(tag.member) }))
  return {
    ...choice,
    members: members.filter((rule) => !isNull(rule)),
    ...(tagging && tags ? { tagging: { ...tagging, tags } } : {}),
  }
}

export function isNull(rule: Rule): boolean {
  if (rule.types?.length === 1 && rule.types[0] === 'null') return true
  return rule.values?.every((value) => value === null) ?? false
}

/**
 * Whether the tag alone decides a union. Not if it has a member that the model does not know (`null`).
 */
export function isDecidedByTag({ tagging, members }: UnionRule): boolean {
  return members.every((_, index) => tagging?.tags.some((tag) => tag.member === index))
}

/** Whether `null` is valid. */
const admitsNull = cachedPredicate((rule, ask) => {
  const admits = (each: Rule): boolean => {
    if (each.never) return false
    if (each.nullable) return true
    const { types, values, all = [], choices = [], not, when, reference } = each
    if (types && !types.includes('null')) return false
    if (values && !values.includes(null)) return false
    if (!all.every(admits) || !choices.every((choice) => admittedBy(choice, admits))) return false
    if (not && admits(not)) return false
    const branch = when && (admits(when.condition) ? when.met : when.unmet)
    if (branch && !admits(branch)) return false
    return reference === undefined || ask(reference)
  }
  return admits(rule)
}, true)

/** A value that is identified by its tag is an object or a string. */
function admittedBy(choice: UnionRule, admits: (rule: Rule) => boolean): boolean {
  if (isDecidedByTag(choice)) return false
  const fitting = choice.members.filter(admits).length
  return choice.holds === 'one' ? fitting === 1 : fitting > 0
}

/** Whether `null` is valid in a union that has it among its members: in one of a `oneOf` only. */
export function holdsNull({ holds, members }: UnionRule, ruleOf: RuleOf): boolean {
  return holds === 'any' || members.filter((each) => admitsNull(each, ruleOf)).length === 1
}

/**
 * Whether `null` under the key of a variant is its payload. Otherwise the key counts as absent, because some
 * servers send the keys that do not apply as `null`. The rule is that of the variant or of its union.
 */
export function isNullPayload(rule: Rule, tag: string, ruleOf: RuleOf): boolean {
  const payloads = payloadRules(rule, tag, ruleOf)
  return payloads.length > 0 && payloads.every((each) => admitsNull(each, ruleOf))
}

/** All constraints of a variant on the value of its key. */
function payloadRules(variant: Rule, tag: string, ruleOf: RuleOf): Rule[] {
  const partsOf = (rule: Rule): (Rule | undefined)[] => {
    const members = (rule.choices ?? []).map(({ tagging, members }) => {
      // A union of one is its member.
      if (!tagging) return members.length === 1 ? members[0] : undefined
      const known = tagsAreKeys(tagging) && tagging.tags.find((each) => each.tag === tag)
      return known ? members[known.member] : undefined
    })
    return [...(rule.all ?? []), ...members, targetOf(rule, ruleOf)]
  }
  return memberRules([...reached([variant], partsOf)], tag)
}
