import type { Place } from './place.js'
import { chance, pick } from './random.js'
import type {
  SampleChoice,
  SampleList,
  SampleNumber,
  SampleRecord,
  SampleRule,
  SampleText,
} from './rule.js'
import { commonTypes, type TypesOf } from './types.js'

/** Everything that applies to one value, with a member chosen of each union. */
export interface Parts {
  never: boolean
  /** The types that all parts allow; `undefined` for any. */
  types: readonly string[] | undefined
  /** The values that all parts list; `undefined` where none does. */
  values: readonly unknown[] | undefined
  /** Values of enums that allow others. */
  usual: readonly unknown[] | undefined
  readonly texts: SampleText[]
  readonly numbers: SampleNumber[]
  readonly lists: SampleList[]
  readonly records: SampleRecord[]
  /** The types by name that the value has. */
  readonly names: string[]
}

export interface Choosing {
  readonly ruleOf: (name: string) => SampleRule | undefined
  /** The types that a rule allows, as far as it says. */
  readonly typesOf: TypesOf
  /** The members of a `oneOf` whose values no other member allows. */
  readonly distinct: (choice: SampleChoice) => ReadonlySet<SampleRule>
  /** Counts the tries: each chooses other members. */
  readonly attempt: number
  /** Whether a value of the rule can end within so many levels. */
  readonly ends: (rule: SampleRule, levels: number) => boolean
  readonly levels: number
}

export function flatten(rules: readonly SampleRule[], place: Place, choosing: Choosing): Parts {
  const { ruleOf, attempt } = choosing
  const parts: Parts = {
    never: false,
    types: undefined,
    values: undefined,
    usual: undefined,
    texts: [],
    numbers: [],
    lists: [],
    records: [],
    names: [],
  }
  const open: SampleChoice[] = []

  const add = (rule: SampleRule): void => {
    if (rule.never) parts.never = true
    if (rule.types) parts.types = commonTypes(parts.types, rule.types)
    if (rule.values && !rule.open) parts.values = commonValues(parts.values, rule.values)
    if (rule.values && rule.open) {
      const both = commonValues(parts.usual, rule.values)
      parts.usual = both.length > 0 ? both : [...(parts.usual ?? []), ...rule.values]
    }
    if (rule.text) parts.texts.push(rule.text)
    if (rule.number) parts.numbers.push(rule.number)
    if (rule.list) parts.lists.push(rule.list)
    if (rule.record) parts.records.push(rule.record)
    if (rule.reference !== undefined && !parts.names.includes(rule.reference)) {
      parts.names.push(rule.reference)
      const target = ruleOf(rule.reference)
      if (target) add(target)
    }
    rule.all?.forEach(add)
    if (rule.choices) open.push(...rule.choices)
    const { condition, met, unmet } = rule.when ?? {}
    if (condition && (met || unmet)) {
      // One branch at a time; the caller validates the value.
      if (attempt % 2 === 0 ? met !== undefined : unmet === undefined) {
        add(condition)
        if (met) add(met)
      } else if (unmet) add(unmet)
    }
  }

  rules.forEach(add)
  for (let index = 0; index < open.length && index < 100; index++) {
    const choice = open[index]
    if (choice) choose(choice, parts, place, choosing, index, add)
  }
  return parts
}

/** Adds a member that fits what is known of the value, and its tag. */
function choose(
  choice: SampleChoice,
  parts: Parts,
  place: Place,
  choosing: Choosing,
  index: number,
  add: (rule: SampleRule) => void,
): void {
  const { holds, members, tagging } = choice
  const { typesOf, attempt, ends, levels } = choosing
  const numbered = members.map((member, number) => ({ member, number, types: typesOf(member) }))
  const possible = numbered.filter(({ member, types }) => {
    if (member.never || types?.every((type) => type === 'null')) return false
    return !types || !parts.types || commonTypes(parts.types, types).length > 0
  })
  const ending = possible.filter(({ member }) => ends(member, levels))
  const isOne = holds === 'one' && !tagging
  const distinct = isOne ? choosing.distinct(choice) : undefined
  const certain = ending.filter(({ member }) => distinct?.has(member))
  const candidates = [certain, ending, possible, numbered].find((each) => each.length > 0)
  const share = chance(place.seed, place.path, 'choice', index, attempt)
  const chosen = candidates && pick(candidates, share)
  if (!chosen) return
  const tags = tagging?.tags.filter(({ member }) => member === chosen.number) ?? []
  const tag = pick(tags, chance(place.seed, place.path, 'tag', index))
  if (tag && tagging) add(tagRule(tagging, tag))
  // A kind that is a plain text has no member that says more.
  if (!tag?.unit || tagging?.style !== 'key') add(chosen.member)
}

function tagRule(
  { style, property }: NonNullable<SampleChoice['tagging']>,
  { tag, tagValue, unit }: { tag: string; tagValue?: number | boolean; unit?: true },
): SampleRule {
  if (style === 'key') return unit ? { values: [tag] } : { record: { required: [tag] } }
  if (property === undefined) return {}
  const rule: SampleRule = { values: [tagValue ?? tag] }
  return { record: { fields: [{ name: property, rule, required: true }] } }
}

function commonValues(
  left: readonly unknown[] | undefined,
  right: readonly unknown[],
): readonly unknown[] {
  if (!left) return right
  const texts = new Set(right.map((each) => JSON.stringify(each)))
  return left.filter((each) => texts.has(JSON.stringify(each)))
}
