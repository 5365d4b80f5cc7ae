import { grouped } from '../../model/collections/grouped.js'
import { reached } from '../../model/collections/reached.js'
import { canonical, isOfType, type JsonType } from '../../model/json.js'
import { isTrivial } from '../../model/rules/facts.js'
import { type FieldRule, type Rule, targetOf, type UnionRule } from '../../model/rules/rule.js'
import { unionsOf } from './flattened-rules.js'
import { tightest } from './form.js'
import type { Limits } from './limits.js'
import { writtenRule } from './proof/rule-texts.js'

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
  readonly patterns: ReadonlyMap<string, readonly { readonly rule: Rule }[]>
  readonly choices: readonly UnionRule[]
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
  const parts = (rule: Rule): (Rule | undefined)[] => [
    ...rulesBeside(rule),
    targetOf(rule, on.ruleOf),
  ]
  const found = [...reached(rules, parts)]
  return new Set(found.flatMap(({ reference }) => nameOf(on, reference)))
}

/** What else applies to the same value, a union of one member among it. */
function rulesBeside(rule: Rule): readonly Rule[] {
  return [...(rule.all ?? []), ...unionsOf(rule).single]
}

function nameOf(on: Side, reference: string | undefined): string[] {
  return reference === undefined ? [] : [on.nameOf(reference)]
}

function gathered(on: Side, given: readonly Rule[], shared: ReadonlySet<string>): Constraints {
  const isOwn = ({ reference }: Rule): boolean =>
    nameOf(on, reference).some((name) => !shared.has(name))
  const rules = [
    ...reached(given, (rule) => [
      ...rulesBeside(rule),
      isOwn(rule) ? targetOf(rule, on.ruleOf) : undefined,
    ]),
  ]
  const expanded = rules.filter(isOwn).flatMap(({ reference }) => reference ?? [])
  const records = rules.flatMap((each) => each.record ?? [])
  const lists = rules.flatMap((each) => each.list ?? [])
  const fields = grouped(
    records.flatMap((each) => each.fields),
    (field) => field.name,
  )
  const patterns = grouped(
    records.flatMap((each) => each.patterns),
    ({ name }) => name.source,
  )
  const longest = Math.max(0, ...lists.map((each) => each.first?.length ?? 0))
  return {
    rules,
    expanded: [...new Set(expanded)],
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
    choices: rules.flatMap((each) => unionsOf(each).several),
    assertions: assertionsOf(on, rules),
  }
}

function mayBe(rules: readonly Rule[], type: JsonType): boolean {
  return rules.every(({ types }) => types?.includes(type) ?? true)
}

/** The limits that apply together, of the types that a value can have. */
export function limitsOf({ rules }: Constraints): Limits {
  const texts = mayBe(rules, 'string') ? rules.flatMap((each) => each.text ?? []) : []
  const isNumber = mayBe(rules, 'number') || mayBe(rules, 'integer')
  const numbers = isNumber ? rules.flatMap((each) => each.number ?? []) : []
  const lists = mayBe(rules, 'array') ? rules.flatMap((each) => each.list ?? []) : []
  const records = mayBe(rules, 'object') ? rules.flatMap((each) => each.record ?? []) : []
  const [length, count, size] = [tightest(texts), tightest(lists), tightest(records)]
  return {
    whole: !mayBe(rules, 'number'),
    counts: {
      minLength: length.least,
      maxLength: length.most,
      minItems: count.least,
      maxItems: count.most,
      minProperties: size.least,
      maxProperties: size.most,
    },
    range: tightest(numbers),
    multipleOf: [...new Set(numbers.flatMap((each) => each.step ?? []))],
    patterns: texts.flatMap((each) => each.pattern?.source ?? []),
    unique: lists.some((each) => each.unique),
  }
}

function assertionsOf(on: Side, rules: readonly Rule[]): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return
    // What several parts of `allOf` say in the same words is one assertion.
    found.set(name, (found.get(name) ?? new Set()).add(writtenRule(value, on.nameOf)))
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
    if (list?.unevaluated) add('unevaluatedItems', [list.unevaluated, prefixLength(rules)])
    // The rules of positions and of further items depend on it.
    if (list?.first && list.items) add('prefixItems', prefixLength(rules))
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
function prefixLength(rules: readonly Rule[]): number {
  return Math.max(0, ...rules.map((each) => each.list?.first?.length ?? 0))
}

function hasFields(rules: readonly Rule[]): boolean {
  return rules.some((each) => each.record && each.record.fields.length > 0)
}
