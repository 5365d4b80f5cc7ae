import { canonical, isOfType, type JsonType } from '../../model/json.js'
import { isTrivial } from '../../model/rules/facts.js'
import type { Choice, FieldRule, Rule } from '../../model/rules/rule.js'
import type { Limits } from './limits.js'

/** The part of one of the two documents that rules refer to. */
export interface Side {
  readonly ruleOf: (name: string) => Rule | undefined
  /** The name by which the new document has a type. */
  readonly nameOf: (name: string) => string
}

/** The combined constraints on one value. */
export interface Constraints {
  /** The rules themselves, those of `allOf` and of references included. */
  readonly rules: readonly Rule[]
  /** Names of the references that were followed. */
  readonly expanded: readonly string[]
  readonly mayBeList: boolean
  readonly fields: ReadonlyMap<string, readonly FieldRule[]>
  readonly required: ReadonlySet<string>
  readonly items: readonly Rule[]
  readonly first: readonly (readonly Rule[])[]
  readonly rest: readonly Rule[]
  /** Whether unlisted keys have a rule of their own or are forbidden. */
  readonly ruledRest: boolean
  /** Rules for the values of keys that match a pattern. */
  readonly patterns: ReadonlyMap<string, readonly Rule[]>
  readonly choices: readonly Choice[]
  /** Constraints that only a server enforces: a text by keyword. */
  readonly assertions: ReadonlyMap<string, string>
}

/** The constraints of both sides; references that both have are compared at their own type. */
export function constraintsOf(
  old: Side,
  before: readonly Rule[],
  now: Side,
  after: readonly Rule[],
): [Constraints, Constraints] {
  const [left, right] = [namesOf(old, before), namesOf(now, after)]
  return [gathered(old, before, right), gathered(now, after, left)]
}

/** The named types of the same value, by their new names. */
function namesOf(on: Side, rules: readonly Rule[]): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (rule: Rule): void => {
    rule.all?.forEach(visit)
    if (rule.reference === undefined || names.has(on.nameOf(rule.reference))) return
    names.add(on.nameOf(rule.reference))
    visit(on.ruleOf(rule.reference) ?? {})
  }
  rules.forEach(visit)
  return names
}

function gathered(on: Side, given: readonly Rule[], shared: ReadonlySet<string>): Constraints {
  const rules: Rule[] = []
  const expanded: string[] = []
  const visit = (rule: Rule): void => {
    rules.push(rule)
    rule.all?.forEach(visit)
    const { reference } = rule
    if (reference === undefined || shared.has(on.nameOf(reference))) return
    if (expanded.includes(reference)) return
    expanded.push(reference)
    visit(on.ruleOf(reference) ?? {})
  }
  given.forEach(visit)
  const records = rules.flatMap((each) => each.record ?? [])
  const lists = rules.flatMap((each) => each.list ?? [])
  const fields = new Map<string, FieldRule[]>()
  for (const field of records.flatMap((each) => each.fields)) {
    fields.set(field.name, [...(fields.get(field.name) ?? []), field])
  }
  const patterns = new Map<string, Rule[]>()
  for (const { name, rule } of records.flatMap((each) => each.patterns)) {
    patterns.set(name.source, [...(patterns.get(name.source) ?? []), rule])
  }
  const longest = Math.max(0, ...lists.map((each) => each.first?.length ?? 0))
  return {
    rules,
    expanded,
    mayBeList: mayBe(rules, 'array'),
    fields,
    required: new Set([
      ...records.flatMap((each) => each.required),
      ...[...fields.values()].flat().flatMap((each) => (each.required ? each.name : [])),
    ]),
    items: lists.flatMap((each) => each.items ?? []),
    first: [...Array(longest).keys()].map((index) =>
      lists.flatMap((each) => each.first?.[index] ?? []),
    ),
    rest: records.flatMap((each) => (each.rest && !each.rest.never ? each.rest : [])),
    ruledRest: records.some((each) => each.rest ?? each.unevaluated),
    patterns,
    choices: rules.flatMap((each) => each.choices ?? []),
    assertions: assertionsOf(on, rules),
  }
}

function mayBe(rules: readonly Rule[], type: JsonType): boolean {
  return rules.every(({ types }) => types?.includes(type) ?? true)
}

/** The tightest of all limits. */
export function limitsOf({ rules }: Constraints): Limits {
  const least = (values: readonly (number | undefined)[]): number | undefined =>
    tightest(values, Math.max)
  const most = (values: readonly (number | undefined)[]): number | undefined =>
    tightest(values, Math.min)
  const texts = mayBe(rules, 'string') ? rules.flatMap((each) => each.text ?? []) : []
  const isNumber = mayBe(rules, 'number') || mayBe(rules, 'integer')
  const numbers = isNumber ? rules.flatMap((each) => each.number ?? []) : []
  const lists = mayBe(rules, 'array') ? rules.flatMap((each) => each.list ?? []) : []
  const records = mayBe(rules, 'object') ? rules.flatMap((each) => each.record ?? []) : []
  return {
    whole: !mayBe(rules, 'number'),
    counts: {
      minLength: least(texts.map((each) => each.least)),
      maxLength: most(texts.map((each) => each.most)),
      minItems: least(lists.map((each) => each.least)),
      maxItems: most(lists.map((each) => each.most)),
      minProperties: least(records.map((each) => each.least)),
      maxProperties: most(records.map((each) => each.most)),
    },
    minimum: least(numbers.map((each) => each.least)),
    maximum: most(numbers.map((each) => each.most)),
    exclusiveMinimum: least(numbers.map((each) => each.above)),
    exclusiveMaximum: most(numbers.map((each) => each.below)),
    multipleOf: [...new Set(numbers.flatMap((each) => each.step ?? []))],
    patterns: texts.flatMap((each) => each.pattern?.source ?? []),
    unique: lists.some((each) => each.unique),
  }
}

function tightest(
  values: readonly (number | undefined)[],
  choose: (...values: number[]) => number,
): number | undefined {
  const known = values.filter((each) => each !== undefined)
  return known.length === 0 ? undefined : choose(...known)
}

function assertionsOf(on: Side, rules: readonly Rule[]): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return
    // What several parts of `allOf` say in the same words is one assertion.
    found.set(name, (found.get(name) ?? new Set()).add(writtenRule(on, value)))
  }
  for (const { types, values, not, when, list, record } of rules) {
    // Values that are arrays or objects have no type of their own.
    if (values?.some((each) => typeof each === 'object' && each !== null)) {
      add('enum', values.map((each) => canonical(each)).sort())
    }
    // Enum values that the sibling type forbids do not count.
    if (types && values?.some((each) => !types.some((type) => isOfType(each, type)))) {
      add('type', types)
    }
    add('not', not)
    add('if', when)
    add('contains', list?.contains)
    if (list?.unevaluated) add('unevaluatedItems', [list.unevaluated, placesOf(rules)])
    // The rules of positions and of further items depend on it.
    if (list?.first && list.items) add('prefixItems', placesOf(rules))
    if (list?.items?.never) add('items: false', true)
    add('propertyNames', record?.names)
    // An object without fields that allows no others is empty.
    if (record?.unevaluated && !isTrivial(record.unevaluated))
      add('unevaluatedProperties', [record.unevaluated, hasFields(rules)])
    // A key that is both required and forbidden: no value is valid.
    if (record?.rest?.never) add('additionalProperties: false', record.required)
    for (const { name, others } of record?.dependents ?? []) {
      for (const other of others) add(`dependentRequired (${name} needs ${other})`, true)
    }
    for (const { name, rule } of record?.dependentRules ?? []) {
      add(`dependentSchemas (${name})`, rule)
    }
  }
  return new Map([...found].map(([name, texts]) => [name, [...texts].sort().join(' ')]))
}

/** The number of tuple items. */
function placesOf(rules: readonly Rule[]): number {
  return Math.max(0, ...rules.map((each) => each.list?.first?.length ?? 0))
}

function hasFields(rules: readonly Rule[]): boolean {
  return rules.some((each) => each.record && each.record.fields.length > 0)
}

/** A rule as comparable text. */
function writtenRule({ nameOf }: Side, rule: unknown): string {
  const named: unknown = JSON.parse(
    JSON.stringify(rule, (key, value: unknown) =>
      key === 'reference' && typeof value === 'string' ? nameOf(value) : value,
    ),
  )
  return canonical(named, (key) => key === 'source')
}
