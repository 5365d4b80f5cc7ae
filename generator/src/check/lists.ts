import type { ListRule, Rule } from '../model/rules/rule.js'
import { evaluatedKeys } from './evaluated.js'
import { type Checking, type Finding, isInexact, type Path } from './finding.js'
import { bounds } from './scalars.js'
import { isSame } from './values.js'

export function listFindings(
  checking: Checking,
  rule: Rule,
  value: readonly unknown[],
  path: Path,
): Finding[] {
  const { list } = rule
  if (!list) return []
  const { first = [], items, unevaluated } = list
  const at = (index: number): Path => [...path, index]
  const seen = unevaluated && evaluatedKeys(checking, withoutUnevaluated(rule), value, path)
  return [
    ...value.flatMap((each, index) => {
      const item = first[index] ?? items
      return item ? checking.whole(item, each, at(index)) : []
    }),
    ...value.flatMap((each, index) =>
      unevaluated && !seen?.has(index) ? checking.whole(unevaluated, each, at(index)) : [],
    ),
    ...faultsOf(checking, list, value, path).map((fault) => ({ ...fault, path, rule })),
  ]
}

function withoutUnevaluated({ list, ...rule }: Rule): Rule {
  const { unevaluated: _, ...others } = list ?? {}
  return { ...rule, list: others }
}

function faultsOf(
  checking: Checking,
  { least, most, unique, contains }: ListRule,
  value: readonly unknown[],
  path: Path,
): Omit<Finding, 'path' | 'rule'>[] {
  const twice = unique ? value.find((each, index) => indexOf(value, each) < index) : undefined
  return [
    ...bounds('minItems', 'maxItems', 'items', { least, most }, value.length),
    ...(twice === undefined ? [] : [dropped('uniqueItems', 'no item twice', 'one that is')]),
    ...(contains ? containedFaults(checking, contains, value, path) : []),
  ]
}

function indexOf(values: readonly unknown[], wanted: unknown): number {
  return values.findIndex((each) => isSame(each, wanted))
}

function containedFaults(
  checking: Checking,
  { rule, least = 1, most = Number.POSITIVE_INFINITY }: NonNullable<ListRule['contains']>,
  value: readonly unknown[],
  path: Path,
): Omit<Finding, 'path' | 'rule'>[] {
  const fits = (each: unknown, index: number): boolean =>
    !checking.part(rule, each, [...path, index]).some(isInexact)
  const count = value.filter(fits).length
  if (count >= least && count <= most) return []
  const expected = count < least ? `at least ${least}` : `at most ${most}`
  return [dropped('contains', `${expected} items that fit \`contains\``, String(count))]
}

function dropped(keyword: string, expected: string, received: string) {
  const change = { kind: 'drop', keyword } as const
  return { kind: 'out-of-bounds', degree: 'problem', expected, received, change } as const
}
