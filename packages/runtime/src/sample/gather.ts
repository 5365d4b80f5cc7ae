import type { SampleRule } from './rule.js'
import { commonTypes } from './types.js'

/** Rules that contain rules like themselves. */
type RuleOf<One> = Omit<SampleRule, 'all' | 'choices'> & {
  readonly all?: readonly One[]
  readonly choices?: NonNullable<SampleRule['choices']>
}

/** Everything that several rules say of one value, before a member of its union is chosen. */
export interface Gathered<One extends RuleOf<One> = SampleRule> {
  never: boolean
  /** Something that a value can only be tried against. */
  isHard: boolean
  /** The types that all rules allow; `undefined` for any. */
  types: readonly string[] | undefined
  /** The values that all rules list; `undefined` where none does. */
  values: readonly unknown[] | undefined
  /** Values of enums that allow others. */
  usual: readonly unknown[] | undefined
  readonly texts: NonNullable<One['text']>[]
  readonly numbers: NonNullable<One['number']>[]
  readonly lists: NonNullable<One['list']>[]
  readonly records: NonNullable<One['record']>[]
  readonly choices: NonNullable<One['choices']>[number][]
  /** The types by name that the value has. */
  readonly names: string[]
}

export interface Gathering<One extends RuleOf<One>> {
  readonly parts: Gathered<One>
  /** Adds what a rule says. */
  readonly add: (rule: One) => void
}

/**
 * Gathers what rules say of one value, in addition to what is known `before`. `branch` chooses the rules of a condition
 * that apply; without it, no condition is read.
 */
export function gathering<One extends RuleOf<One>>(
  ruleOf: (name: string) => One | undefined,
  branch?: (rule: One) => readonly One[],
  before?: Readonly<Gathered<One>>,
): Gathering<One> {
  const parts: Gathered<One> = {
    never: before?.never ?? false,
    isHard: before?.isHard ?? false,
    types: before?.types,
    values: before?.values,
    usual: before?.usual,
    texts: [...(before?.texts ?? [])],
    numbers: [...(before?.numbers ?? [])],
    lists: [...(before?.lists ?? [])],
    records: [...(before?.records ?? [])],
    choices: [...(before?.choices ?? [])],
    names: [...(before?.names ?? [])],
  }

  const add = (rule: One): void => {
    const { reference, values, text, number, list, record, choices } = rule
    if (rule.never) parts.never = true
    if (rule.not || rule.when) parts.isHard = true
    if (rule.types) parts.types = commonTypes(parts.types, rule.types)
    if (values && rule.open) {
      if (parts.usual) parts.isHard = true
      const both = commonValues(parts.usual, values)
      parts.usual = both.length > 0 ? both : [...(parts.usual ?? []), ...values]
    } else if (values) parts.values = commonValues(parts.values, values)
    if (text) parts.texts.push(text)
    if (number) parts.numbers.push(number)
    if (list) parts.lists.push(list)
    if (record) parts.records.push(record)
    if (reference !== undefined && !parts.names.includes(reference)) {
      parts.names.push(reference)
      const target = ruleOf(reference)
      if (target) add(target)
    }
    for (const each of rule.all ?? []) add(each)
    if (choices) parts.choices.push(...choices)
    for (const each of branch?.(rule) ?? []) add(each)
  }
  return { parts, add }
}

function commonValues(
  left: readonly unknown[] | undefined,
  right: readonly unknown[],
): readonly unknown[] {
  if (!left) return right
  const texts = new Set(right.map((each) => JSON.stringify(each)))
  return left.filter((each) => texts.has(JSON.stringify(each)))
}

/** The type that the parts of a rule without `type` are about. */
export function impliedType({
  records,
  lists,
  texts,
  numbers,
}: Readonly<Record<'records' | 'lists' | 'texts' | 'numbers', readonly unknown[]>>):
  | string
  | undefined {
  if (records.length > 0) return 'object'
  if (lists.length > 0) return 'array'
  if (texts.length > 0) return 'string'
  return numbers.length > 0 ? 'number' : undefined
}
