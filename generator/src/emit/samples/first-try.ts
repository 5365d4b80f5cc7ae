import { impliedType } from '../../check/samples.js'
import type {
  Choice,
  ChoiceTag,
  ChoiceTagging,
  FieldRule,
  ListRule,
  RecordRule,
  Rule,
} from '../../model/rules/rule.js'
import { areDisjoint, isFittingNumber, isFittingText, isListed, isOnly } from './fitting.js'
import { type Gather, isEmpty, type Together } from './together.js'

/** What can be said of a rule without drawing whole values of it. */
export interface FirstTry {
  /** Whatever the seed is, the first value that is drawn is valid, if those of `needs` are. */
  readonly isValid: boolean
  /** The declarations whose values are parts of it. */
  readonly needs: ReadonlySet<string>
}

/** Rules of more parts than this are drawn instead: `allOf` can contain itself. */
const MOST_STEPS = 5000
const DEEPEST = 40

/**
 * Most schemas only say what a value is made of: whatever is drawn for them is valid, which is known from the rule
 * itself. Of the smallest part that could contradict itself, `succeeds` draws values and checks them.
 */
export function createFirstTry(
  together: Gather,
  succeeds: (rule: Rule) => boolean,
): (rule: Rule) => FirstTry {
  /** The same part is in all declarations that contain another one. */
  const known = new WeakMap<Rule, FirstTry>()
  let needs = new Set<string>()
  let isValid = true
  let steps = 0

  /** A value that all these rules apply to. */
  const every = (given: readonly Rule[], depth: number): boolean => {
    const rules = given.map(unwrapped)
    const [only] = rules
    if (rules.length > 1 || !only) return isFine({ all: rules }, rules, depth)
    if (isReference(only)) {
      needs.add(only.reference)
      return true
    }
    const found = known.get(only) ?? alone(only, depth)
    known.set(only, found)
    for (const each of found.needs) needs.add(each)
    isValid = isValid && found.isValid
    return isValid
  }

  const alone = (rule: Rule, depth: number): FirstTry => {
    const outer = { needs, isValid }
    needs = new Set()
    isValid = true
    isFine(rule, [rule], depth)
    const found = { needs, isValid }
    needs = outer.needs
    isValid = outer.isValid
    return found
  }

  const isFine = (rule: Rule, rules: readonly Rule[], depth: number): boolean => {
    const isSure = settled(together(rules), depth)
    if (!isSure && isValid) isValid = succeeds(rule)
    return isValid
  }

  /** Whether it follows from the rules that the first value is valid. */
  const settled = (parts: Together, depth: number): boolean => {
    steps++
    if (steps > MOST_STEPS || depth > DEEPEST || parts.isHard || parts.never) return false
    const [choice, ...others] = parts.choices
    if (others.length > 0) return false
    return choice ? chosen(parts, choice, depth) : plain(parts, depth)
  }

  /** Any member may be chosen, so all of them have to be sure. */
  const chosen = (parts: Together, { holds, members, tagging }: Choice, depth: number): boolean => {
    const outer: Together = { ...parts, choices: [] }
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
        own.length > 0 && own.every((tag) => isKind(outer, member, inside, tagging, tag, depth))
      )
    })
  }

  /** The tag is added to a member of a union; a member that is a declaration is looked at once for all its unions. */
  const isKind = (
    outer: Together,
    member: Rule,
    inside: Together,
    { style, property, tags }: ChoiceTagging,
    { tag, tagValue, unit }: ChoiceTag,
    depth: number,
  ): boolean => {
    const isKnown = isEmpty(outer) && isReference(member)
    if (isKnown) needs.add(member.reference)
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

  const plain = (parts: Together, depth: number): boolean => {
    const { values, usual } = parts
    if (parts.types?.length === 0) return false
    const types = parts.types?.filter((type) => type !== 'null')
    if (values) return isListed(values, parts)
    if (usual) return isListed(usual, { ...parts, usual: undefined })
    if (types) return types.every((type) => ofType(type, parts, depth))
    const type = impliedType(parts)
    return type === undefined || ofType(type, parts, depth)
  }

  const ofType = (type: string, { texts, numbers, lists, records }: Together, depth: number) => {
    switch (type) {
      case 'object':
        return object(records, depth)
      case 'array':
        return lists.length < 2 && lists.every((each) => list(each, depth))
      case 'string':
        return texts.length < 2 && texts.every(isFittingText)
      case 'number':
      case 'integer':
        return numbers.length < 2 && numbers.every(isFittingNumber)
      default:
        return true
    }
  }

  const object = (records: readonly RecordRule[], depth: number): boolean => {
    if (records.some(isHardRecord)) return false
    const fields = new Map<string, FieldRule[]>()
    for (const field of records.flatMap((each) => each.fields)) {
      const same = fields.get(field.name)
      if (same) same.push(field)
      else fields.set(field.name, [field])
    }
    for (const name of records.flatMap(({ required }) => required)) {
      if (fields.get(name)?.some(({ flow }) => flow === 'write')) return false
      // What is required and not described can be anything.
      if (!fields.has(name)) fields.set(name, [])
    }
    const needed = new Set(records.flatMap(({ required }) => required))
    for (const [name, same] of fields) {
      if (same.some(({ flow }) => flow === 'write')) {
        if (same.some(({ flow }) => flow !== 'write')) return false
        continue
      }
      const isNeeded = needed.has(name) || same.some(({ required }) => required)
      const rules = rulesOf(records, name)
      // What cannot be is left out.
      if (!isNeeded && rules.some((each) => each.never)) continue
      if (rules.length > 0 && !every(rules, depth + 1)) return false
    }
    const rests = records.flatMap(({ rest }) => (rest && !rest.never ? [rest] : []))
    const least = Math.max(0, ...records.map((each) => each.least ?? 0))
    const isMap = fields.size === 0 && rests.length > 0
    // Otherwise there have to be more keys than are described.
    if (least > 0 && !(isMap && records.length === 1 && least <= MOST_KEYS)) return false
    return !isMap || every(rests, depth + 1)
  }

  const list = ({ first = [], items, least = 0, most, ...others }: ListRule, depth: number) => {
    if (others.contains || others.unevaluated || (others.unique && least > 1)) return false
    if (least > MOST_KEYS || (most !== undefined && most < least)) return false
    if (items?.never && least > first.length) return false
    const rules = [...first, ...(items && !items.never ? [items] : [])]
    return rules.every((each) => every([each], depth + 1))
  }

  return (rule) => {
    steps = 0
    needs = new Set()
    isValid = true
    every([rule], 0)
    return { isValid, needs }
  }
}

/** What only packs one rule, such as `allOf` around a reference. */
function unwrapped(rule: Rule): Rule {
  const [key, ...keys] = Object.keys(rule).filter(
    (each) => each !== 'source' && each !== 'nullable',
  )
  if (keys.length > 0) return rule
  const [only, ...others] =
    (key === 'all' ? rule.all : key === 'choices' ? membersOfOne(rule) : undefined) ?? []
  return only && others.length === 0 ? unwrapped(only) : rule
}

function membersOfOne({ choices = [] }: Rule): readonly Rule[] {
  const [choice, ...others] = choices
  return choice && others.length === 0 && !choice.tagging ? choice.members : []
}

/** As many keys and items are always found. */
const MOST_KEYS = 30

function isReference(rule: Rule): rule is Rule & { readonly reference: string } {
  return (
    rule.reference !== undefined &&
    Object.keys(rule).every((key) => key === 'reference' || key === 'source' || key === 'nullable')
  )
}

function recordOf(field: FieldRule): RecordRule {
  return { fields: [field], required: [], patterns: [], dependents: [], dependentRules: [] }
}

/** All rules of one key. */
function rulesOf(records: readonly RecordRule[], name: string): Rule[] {
  return records.flatMap(({ fields, rest }) => {
    const own = fields.filter((field) => field.name === name).map(({ rule }) => rule)
    return own.length > 0 ? own : (rest ?? [])
  })
}

function hasField({ records }: Together, name: string): boolean {
  return records.some(({ fields }) => fields.some((field) => field.name === name))
}

/** Names of keys, and keys that depend on others. */
function isHardRecord(record: RecordRule): boolean {
  const { names, most, unevaluated, patterns, dependents, dependentRules } = record
  const others = [patterns, dependents, dependentRules]
  return (
    names !== undefined ||
    most !== undefined ||
    unevaluated !== undefined ||
    others.some((each) => each.length > 0)
  )
}
