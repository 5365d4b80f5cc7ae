import { type Dictionary, isDictionary } from '../model/json.js'
import { isNull, isNullPayload } from '../model/rules/null.js'
import { pureReference } from '../model/rules/pure-reference.js'
import type { Rule, UnionRule } from '../model/rules/rule.js'
import { type Kind, type Kinds, kindsOf } from '../model/rules/union-kinds.js'
import {
  type Change,
  type Checking,
  type Finding,
  isInexact,
  isWrong,
  type Kind as Mismatch,
  type Path,
} from './finding.js'
import { skeletonOf } from './skeleton.js'
import { listed, receivedName, show, typeOf } from './values.js'

/** Findings of a `oneOf` or `anyOf` for a value. */
export function unionFindings(
  checking: Checking,
  rule: Rule,
  union: UnionRule,
  value: unknown,
  path: Path,
): Finding[] {
  const at = { checking, rule, union, value, path }
  const kinds = kindsOf(union)
  if (value === null && union.members.some(isNull)) return untagged(at, union.members)
  if (!kinds) {
    const others = union.members.filter((each) => !isNull(each))
    return untagged(at, others.length > 0 ? others : union.members)
  }
  switch (kinds.style) {
    case 'key':
      return byKey(at, kinds)
    case 'property':
    case 'pair':
      return byProperty(at, kinds)
  }
}

interface At {
  readonly checking: Checking
  readonly rule: Rule
  readonly union: UnionRule
  readonly value: unknown
  readonly path: Path
}

function fault(
  { rule, union, path }: At,
  kind: Mismatch,
  expected: string,
  received: string | ReturnType<typeof receivedName>,
  change?: Change,
): Finding {
  const degree = kind === 'unknown-variant' || kind === 'ambiguous' ? 'exact' : 'problem'
  const both = typeof received === 'string' ? { received } : received
  // The change applies to the list of members, not to the schema around it.
  const only: Rule = { choices: [union], ...(rule.source ? { source: rule.source } : {}) }
  return { kind, degree, path, rule: only, expected, ...both, ...(change ? { change } : {}) }
}

// untagged: the value does not say which member it is

function untagged(at: At, members: readonly Rule[]): Finding[] {
  const times = new Map<Rule | string, number>()
  const distinct = members.filter((each) => {
    const target = pureReference(each) ?? each
    times.set(target, (times.get(target) ?? 0) + 1)
    return times.get(target) === 1
  })
  const results = distinct.map((each) => at.checking.alone(each, at.value, at.path))
  const fits = (found: readonly Finding[]): boolean => !found.some(isInexact)
  const first = results.find(fits)
  const fitting = distinct
    .filter((_, index) => fits(results[index] ?? []))
    .reduce((sum, each) => sum + (times.get(pureReference(each) ?? each) ?? 0), 0)
  if (first && fitting > 1 && at.union.holds === 'one') {
    const received = `a value that fits ${fitting} of them`
    return [...first, fault(at, 'ambiguous', 'exactly one member', received, { kind: 'any-of' })]
  }
  if (first) return first
  const tolerant = results.find((found) => !found.some(isWrong))
  return tolerant ?? nearest(at, results)
}

/** The findings of the member with the fewest constraints. */
function nearest({ path }: At, results: readonly Finding[][]): Finding[] {
  const distance = (found: readonly Finding[]): number =>
    found
      .filter(isWrong)
      .reduce((sum, each) => sum + (each.path.length === path.length ? 1000 : 1), 0)
  const [first = [], ...others] = results
  return others.reduce((best, each) => (distance(each) < distance(best) ? each : best), first)
}

// the key is the tag

function byKey(at: At, { units, kinds }: Kinds): Finding[] {
  const { checking, union, value, path } = at
  if (typeof value === 'string') return unit(at, units, kinds, value)
  if (!isDictionary(value)) return [notObject(at)]
  const present = kinds.filter(
    ({ tag, rule }) =>
      Object.hasOwn(value, tag) &&
      (value[tag] !== null || isNullPayload(rule, tag, checking.ruleOf)),
  )
  const [first, second] = present
  if (!first) return noKind(at, kinds, value)
  if (second && union.holds === 'one') {
    const both = `${show(first.tag)} and ${show(second.tag)}`
    return [fault(at, 'two-variants', 'exactly one kind', both, { kind: 'any-of' })]
  }
  return present.flatMap(({ rule }) => checking.part(rule, value, path))
}

/** A bare string is a unit kind, or a new one: also where no kind is a unit yet. */
function unit(at: At, units: readonly string[], kinds: readonly Kind[], value: string): Finding[] {
  if (units.includes(value)) return []
  const change = { kind: 'variant', tag: value, skeletons: [] } as const
  const expected = units.length > 0 ? listed(units) : oneKey(kinds)
  return [fault(at, 'unknown-variant', expected, receivedName(value), change)]
}

function notObject(at: At): Finding {
  const type = typeOf(at.value)
  return fault(at, 'wrong-type', 'object', type, {
    kind: 'member',
    types: [type],
    skeletons: [skeletonOf(at.value)],
  })
}

function noKind(at: At, kinds: readonly Kind[], value: Dictionary): Finding[] {
  const { checking, path } = at
  const names = kinds.map((each) => each.tag)
  const expected = oneKey(kinds)
  const known = new Set(checking.known())
  const others = Object.keys(value).filter((name) => !names.includes(name) && !known.has(name))
  const held = others.filter((name) => value[name] !== null)
  // Only where no other key is new, the payload of a new kind can be `null`.
  const news = held.length > 0 ? held : others
  const [tag] = news
  if (tag !== undefined) {
    const skeletons = [skeletonOf(value[tag])]
    const change = { kind: 'variant', tag, types: [typeOf(value[tag])], skeletons } as const
    return [fault(at, 'unknown-variant', expected, some(news), change)]
  }
  const [only, ...more] = kinds.filter((each) => Object.hasOwn(value, each.tag))
  // A single key with `null`: the findings of its variant explain the problem best, unless they tolerate what
  // is no payload.
  if (only && more.length === 0) {
    const found = checking.part(only.rule, value, path)
    if (found.some(isWrong)) return found
  }
  return [fault(at, 'no-variant', expected, 'none of them', { kind: 'kindless', names })]
}

function oneKey(kinds: readonly Kind[]): string {
  return `one of the keys ${some(kinds.map((each) => each.tag))}`
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return names.length > MAX_NAMES ? `${shown}, … (${names.length})` : shown
}

const MAX_NAMES = 6

// a property has the tag

function byProperty(at: At, { property, kinds, other }: Kinds): Finding[] {
  const { checking, value, path } = at
  if (!isDictionary(value)) return [notObject(at)]
  const kind = Object.hasOwn(value, property) ? value[property] : undefined
  const implied = kind === undefined ? impliedKind(value, kinds) : undefined
  if (implied) {
    const found = checking.part(implied.rule, value, path)
    // Only strictly is a tag required that has a default.
    const isTag = (each: Finding): boolean =>
      each.kind === 'missing-field' && each.path.join('\n') === [...path, property].join('\n')
    return found.map((each) => (isTag(each) ? { ...each, degree: 'exact' } : each))
  }
  const known = kinds.find((each) => each.wire === kind) ?? other
  if (known) return checking.part(known.rule, value, path)
  const expected = listed(kinds.map(({ wire }) => wire))
  const below = { ...at, path: [...path, property] }
  if (kind === undefined) {
    const change = { kind: 'kindless', names: [property] } as const
    return [fault(below, 'missing-field', expected, 'nothing', change)]
  }
  const skeletons = [skeletonOf(value)]
  const change = { kind: 'variant', tag: kind, property, skeletons } as const
  const fits = kinds.some((each) => typeof each.wire === typeof kind)
  const what = fits ? 'unknown-variant' : 'wrong-type'
  return [fault(below, what, expected, receivedName(kind), change)]
}

/** The kind of a value without a tag: of those whose properties it has, the one with the most. */
function impliedKind(value: Dictionary, kinds: readonly Kind[]): Kind | undefined {
  const fitting = kinds.filter(({ impliedBy }) =>
    impliedBy?.every((name) => Object.hasOwn(value, name)),
  )
  const most = Math.max(...fitting.map(({ impliedBy = [] }) => impliedBy.length))
  return fitting.find(({ impliedBy = [] }) => impliedBy.length === most)
}
