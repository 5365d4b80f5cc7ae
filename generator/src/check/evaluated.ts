import { isDictionary } from '../model/json.js'
import type { ListRule, RecordRule, Rule } from '../model/rules/rule.js'
import { type Checking, isInexact, type Path } from './finding.js'
import { matches } from './texts.js'

type Keys = readonly (string | number)[]

/** The names or indexes of a value that a rule has evaluated, for the `unevaluated…` keywords. */
export function evaluatedKeys(
  checking: Checking,
  rule: Rule,
  value: unknown,
  path: Path,
): ReadonlySet<string | number> {
  return new Set(keysOf(checking, rule, value, path))
}

function keysOf(checking: Checking, rule: Rule, value: unknown, path: Path): Keys {
  const { record, list, reference, all = [], choices = [], when } = rule
  const inside = (each: Rule): Keys => keysOf(checking, each, value, path)
  const holds = (each: Rule): boolean => !checking.part(each, value, path).some(isInexact)
  const ifHolds = (each: Rule): Keys => (holds(each) ? inside(each) : [])
  const target = reference === undefined ? undefined : checking.ruleOf(reference)
  const met = when !== undefined && holds(when.condition)
  const branch = met ? when.met : when?.unmet
  return [
    ...(record && isDictionary(value) ? fieldKeys(record, value, ifHolds) : []),
    ...(list && Array.isArray(value) ? itemKeys(checking, list, value, path) : []),
    ...(target ? inside(target) : []),
    ...all.flatMap(inside),
    ...choices.flatMap(({ members }) => members.flatMap(ifHolds)),
    ...(met ? inside(when.condition) : []),
    ...(branch ? inside(branch) : []),
  ]
}

function fieldKeys(
  { fields, patterns, rest, unevaluated, dependentRules }: RecordRule,
  value: object,
  ifHolds: (rule: Rule) => Keys,
): Keys {
  const names = Object.keys(value)
  if (rest || unevaluated) return names
  return [
    ...fields.map((field) => field.name),
    ...patterns.flatMap((each) => names.filter((name) => matches(each.name, name))),
    ...dependentRules.flatMap(({ name, rule }) => (names.includes(name) ? ifHolds(rule) : [])),
  ]
}

function itemKeys(checking: Checking, list: ListRule, value: readonly unknown[], path: Path): Keys {
  const { first = [], items, unevaluated, contains } = list
  if (items || unevaluated) return [...value.keys()]
  const contained = [...value.keys()].filter(
    (index) =>
      contains && !checking.part(contains.rule, value[index], [...path, index]).some(isInexact),
  )
  return [...first.keys(), ...contained]
}
