import type {
  Choice,
  ListRule,
  NumberRule,
  RecordRule,
  Rule,
  RuleOf,
  TextRule,
} from '../../model/rules/rule.js'

/** Everything that applies to one value, before a member of its union is chosen. */
export interface Together {
  readonly isNever: boolean
  /** Something that a value can only be tried against. */
  readonly isHard: boolean
  readonly types: readonly string[] | undefined
  readonly values: readonly unknown[] | undefined
  /** The values of an enum that allows others. */
  readonly usual: readonly unknown[] | undefined
  readonly texts: readonly TextRule[]
  readonly numbers: readonly NumberRule[]
  readonly lists: readonly ListRule[]
  readonly records: readonly RecordRule[]
  readonly choices: readonly Choice[]
  readonly names: readonly string[]
}

type Draft = { -readonly [Name in keyof Together]: Together[Name] }

const NOTHING: Together = {
  isNever: false,
  isHard: false,
  types: undefined,
  values: undefined,
  usual: undefined,
  texts: [],
  numbers: [],
  lists: [],
  records: [],
  choices: [],
  names: [],
}

export type Gathering = (rules: readonly Rule[], before?: Together) => Together

/** Everything that several rules say of one value, each of them read once. */
export function createGathering(ruleOf: RuleOf): Gathering {
  const known = new WeakMap<Rule, Together>()

  const single = (rule: Rule): Together => {
    const found = known.get(rule) ?? gather(NOTHING, rule)
    known.set(rule, found)
    return found
  }

  const gather = (before: Together, rule: Rule): Together => {
    const parts: Draft = { ...before }
    add(parts, rule)
    return parts
  }

  const add = (parts: Draft, rule: Rule): void => {
    const { reference, text, number, list, record, choices, values, open } = rule
    if (rule.never) parts.isNever = true
    if (rule.not || rule.when) parts.isHard = true
    if (rule.types) parts.types = commonTypes(parts.types, rule.types)
    if (values && open) {
      if (parts.usual) parts.isHard = true
      parts.usual = values
    } else if (values) parts.values = commonValues(parts.values, values)
    if (text) parts.texts = [...parts.texts, text]
    if (number) parts.numbers = [...parts.numbers, number]
    if (list) parts.lists = [...parts.lists, list]
    if (record) parts.records = [...parts.records, record]
    if (choices) parts.choices = [...parts.choices, ...choices]
    if (reference !== undefined && !parts.names.includes(reference)) {
      parts.names = [...parts.names, reference]
      const target = ruleOf(reference)
      if (target) add(parts, target)
    }
    for (const each of rule.all ?? []) add(parts, each)
  }

  return (rules, before = NOTHING) => {
    const [only] = rules
    if (rules.length === 1 && only && before === NOTHING) return single(only)
    return rules.reduce(gather, before)
  }
}

/** Whether nothing is said of a value. */
export function isEmpty({ types, values, usual, texts, numbers, lists, records, names }: Together) {
  const lengths = [texts, numbers, lists, records, names].map((each) => each.length)
  return types === undefined && !values && !usual && lengths.every((length) => length === 0)
}

/** An integer is a number, too. */
export function commonTypes(
  left: readonly string[] | undefined,
  right: readonly string[],
): readonly string[] {
  if (!left) return right
  const allows = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  const all = [...new Set([...left, ...right])]
  return all.filter((type) => allows(left, type) && allows(right, type))
}

function commonValues(
  left: readonly unknown[] | undefined,
  right: readonly unknown[],
): readonly unknown[] {
  if (!left) return right
  const texts = new Set(right.map((each) => JSON.stringify(each)))
  return left.filter((each) => texts.has(JSON.stringify(each)))
}
