import type { DrawContext } from './draw-context.js'
import { type Gathered, gathering } from './gather.js'
import { chance, pick } from './random.js'
import type { SampleChoice, SampleRule } from './rule.js'
import { commonTypes, type TypesOf } from './types.js'

/** Everything that applies to one value, with a member chosen of each union. */
export type Parts = Gathered

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

export function flatten(
  rules: readonly SampleRule[],
  context: DrawContext,
  choosing: Choosing,
): Parts {
  const { ruleOf, attempt } = choosing
  // One branch at a time; the caller validates the value.
  const branch = ({ when }: SampleRule): readonly SampleRule[] => {
    const { condition, met, unmet } = when ?? {}
    if (!condition || !(met || unmet)) return []
    if (attempt % 2 === 0 ? met : !unmet) return met ? [condition, met] : [condition]
    return unmet ? [unmet] : []
  }
  const { parts, add } = gathering(ruleOf, branch)
  rules.forEach(add)
  for (let index = 0; index < parts.choices.length && index < 100; index++) {
    const choice = parts.choices[index]
    if (choice) choose(choice, parts, context, choosing, index, add)
  }
  return parts
}

/** Adds a member that fits what is known of the value, and its tag. */
function choose(
  choice: SampleChoice,
  parts: Parts,
  context: DrawContext,
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
  const share = chance(context.seed, context.path, 'choice', index, attempt)
  const chosen = candidates && pick(candidates, share)
  if (!chosen) return
  const tags = tagging?.tags.filter(({ member }) => member === chosen.number) ?? []
  const tag = pick(tags, chance(context.seed, context.path, 'tag', index))
  if (tag && tagging) add(tagRule(tagging, tag))
  // A kind that is a plain text has no member that says more.
  if (!(tag?.unit && tagging && hasPlainKinds(tagging))) add(chosen.member)
}

/** Whether a kind without payload is its bare tag. */
function hasPlainKinds({ style }: NonNullable<SampleChoice['tagging']>): boolean {
  switch (style) {
    case 'key':
      return true
    case 'property':
    case 'pair':
      return false
  }
}

function tagRule(
  { style, property }: NonNullable<SampleChoice['tagging']>,
  { tag, tagValue, unit }: { tag: string; tagValue?: number | boolean; unit?: true },
): SampleRule {
  switch (style) {
    case 'key':
      return unit ? { values: [tag] } : { record: { required: [tag] } }
    case 'property':
    case 'pair': {
      if (property === undefined) return {}
      const rule: SampleRule = { values: [tagValue ?? tag] }
      return { record: { fields: [{ name: property, rule, required: true }] } }
    }
  }
}
