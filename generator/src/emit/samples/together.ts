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

export function together(rules: readonly Rule[], ruleOf: RuleOf): Together {
  return rules.reduce((parts, rule) => gather(parts, rule, ruleOf), NOTHING)
}

/** With the parts of one more rule, and of those that it refers to. */
export function gather(before: Together, rule: Rule, ruleOf: RuleOf): Together {
  const { reference, open, text, number, list, record } = rule
  if (reference !== undefined && before.names.includes(reference)) {
    const { reference: _, ...others } = rule
    return gather(before, others, ruleOf)
  }
  const listed = open ? undefined : rule.values
  const usual = open ? rule.values : undefined
  const own: Together = {
    isNever: before.isNever || rule.never === true,
    isHard:
      before.isHard ||
      rule.not !== undefined ||
      rule.when !== undefined ||
      (usual !== undefined && before.usual !== undefined),
    types: rule.types ? commonTypes(before.types, rule.types) : before.types,
    values: listed ? commonValues(before.values, listed) : before.values,
    usual: usual ?? before.usual,
    texts: text ? [...before.texts, text] : before.texts,
    numbers: number ? [...before.numbers, number] : before.numbers,
    lists: list ? [...before.lists, list] : before.lists,
    records: record ? [...before.records, record] : before.records,
    choices: rule.choices ? [...before.choices, ...rule.choices] : before.choices,
    names: reference === undefined ? before.names : [...before.names, reference],
  }
  const target = reference === undefined ? undefined : ruleOf(reference)
  const inner = [...(target ? [target] : []), ...(rule.all ?? [])]
  return inner.reduce((parts, each) => gather(parts, each, ruleOf), own)
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
