import { deliveredNames } from '../../model/extensions.js'
import type { Model } from '../../model/model.js'
import { shapesIn } from '../../model/operations/contents.js'
import type { Content, Incoming, Operation } from '../../model/operations/operation.js'
import { isNull } from '../../model/rules/null.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import { loneReference } from './flattened-rules.js'
import type { Flow } from './rules.js'

export const BOTH: Flow = { sent: true, received: true }
export const SENT: Flow = { sent: true, received: false }
export const RECEIVED: Flow = { sent: false, received: true }

/** How the operations of a document use its declarations. */
export interface Uses {
  /** Whether callers send or receive values of it, as its own type or as part of another. */
  readonly flowOf: (name: string) => Flow
  /** The same for values of its own type: a base of `allOf` may have none. */
  readonly ownFlowOf: (name: string) => Flow
  /** Whether null is valid wherever its values are, whatever it says itself: it is only used as `it or null`. */
  readonly isBesideNull: (name: string) => boolean
  /** The types that have its rules among their own. */
  readonly derivedFrom: (name: string) => readonly string[]
}

/** A type that no operation uses is exported too, so callers may do both with it. */
export function usesOf(model: Model): Uses {
  const ruleOf = new Map(model.declarations.map((each) => [each.name, each.rule]))
  const sent = reached(ruleOf, model.operations.flatMap(sentRules), 'read')
  const arriving = [
    ...model.operations.flatMap(receivedRules),
    ...(model.webhooks ?? []).flatMap(rulesOfIncoming),
  ]
  const received = reached(ruleOf, arriving, 'write')
  const flowIn =
    (found: 'all' | 'own') =>
    (name: string): Flow => ({ sent: sent[found].has(name), received: received[found].has(name) })
  const used = (name: string): boolean => sent.all.has(name) || received.all.has(name)
  return {
    flowOf: (name) => (used(name) ? flowIn('all')(name) : BOTH),
    ownFlowOf: (name) => (used(name) ? flowIn('own')(name) : BOTH),
    isBesideNull: (name) => used(name) && !sent.bare.has(name) && !received.bare.has(name),
    derivedFrom: (name) => [
      ...new Set([...(sent.derived.get(name) ?? []), ...(received.derived.get(name) ?? [])]),
    ],
  }
}

/** The flow of a field is that of its record, except for the direction in which it is omitted. */
export function flowOfField(flow: Flow, side: 'read' | 'write' | undefined): Flow {
  if (side === undefined) return flow
  return side === 'read' ? { ...flow, sent: false } : { ...flow, received: false }
}

export function sentShapes({ input }: Operation): Shape[] {
  const body = input.body?.contents.flatMap(shapesIn) ?? []
  return [...input.parameters.map((each) => each.shape), ...body]
}

export function receivedShapes({
  outputs,
  failures,
  callbacks = [],
  extensions,
}: Operation): Shape[] {
  const contents = [...outputs, ...failures, ...callbacks].flatMap((each) => each.contents)
  const named = deliveredNames(extensions).map((name): Shape => ({ kind: 'reference', name }))
  return [...contents.flatMap(shapesIn), ...named]
}

function sentRules({ input }: Operation): Rule[] {
  const body = input.body?.contents.flatMap(rulesIn) ?? []
  return [...input.parameters.map((each) => each.rule), ...body]
}

function receivedRules({ outputs, failures, callbacks = [], extensions }: Operation): Rule[] {
  return [
    ...[...outputs, ...failures].flatMap((each) => each.contents.flatMap(rulesIn)),
    ...callbacks.flatMap(rulesOfIncoming),
    ...deliveredNames(extensions).map((reference): Rule => ({ reference })),
  ]
}

function rulesOfIncoming({ contents }: Incoming): Rule[] {
  return contents.flatMap(rulesIn)
}

function rulesIn({ rule, stream }: Content): Rule[] {
  if (!stream || stream.form === 'text-events') return [rule]
  if (stream.form === 'json-events') return [rule, ...stream.events.map((each) => each.rule)]
  return [rule, stream.rule]
}

function hasNull({ nullable, choices = [] }: Rule): boolean {
  return nullable === true || choices.some(({ members }) => members.some(isNull))
}

interface Reached {
  readonly all: Set<string>
  readonly own: Set<string>
  /** Types with values where only they say whether null is valid. */
  readonly bare: Set<string>
  readonly derived: Map<string, Set<string>>
}

function reached(
  rules: ReadonlyMap<string, Rule>,
  roots: readonly Rule[],
  leavesOut: 'read' | 'write',
): Reached {
  const found: Reached = { all: new Set(), own: new Set(), bare: new Set(), derived: new Map() }
  const open: [rule: Rule, owner: string][] = []
  const ownersOf = new Map<Rule, Set<string>>()

  /** A value of its own: its type, or a schema without a name. */
  const value = (rule: Rule, owner: string): void => {
    const lone = loneReference([rule])
    if (lone === undefined) {
      // A type may contain itself by a reference that is not alone.
      const owners = ownersOf.get(rule) ?? new Set()
      ownersOf.set(rule, owners)
      if (!owners.has(owner)) open.push([rule, owner])
      owners.add(owner)
      return
    }
    found.all.add(lone)
    if (!hasNull(rule)) found.bare.add(lone)
    if (found.own.has(lone)) return
    found.own.add(lone)
    const target = rules.get(lone)
    if (target) open.push([target, lone])
  }

  /** Everything that is said of one value, and the values inside it. */
  const visit = (rule: Rule, owner: string, seen: Set<string>): void => {
    const { all = [], choices = [], reference, not, when, record, list } = rule
    const same = [...all, ...(not ? [not] : []), ...(when ? Object.values(when) : [])]
    for (const each of same) visit(each, owner, seen)
    for (const each of record?.dependentRules ?? []) visit(each.rule, owner, seen)
    for (const { members } of choices) for (const each of members) value(each, owner)
    for (const each of record?.fields ?? []) if (each.flow !== leavesOut) value(each.rule, owner)
    for (const each of record?.patterns ?? []) value(each.rule, owner)
    const inside = [record?.rest, record?.unevaluated, list?.items, list?.unevaluated]
    for (const each of [...inside, ...(list?.first ?? []), list?.contains?.rule]) {
      if (each) value(each, owner)
    }
    if (reference === undefined || seen.has(reference)) return
    seen.add(reference)
    found.all.add(reference)
    found.bare.add(reference)
    found.derived.set(reference, (found.derived.get(reference) ?? new Set()).add(owner))
    visit(rules.get(reference) ?? {}, owner, seen)
  }

  for (const each of roots) value(each, '')
  for (let next = open.pop(); next; next = open.pop()) visit(next[0], next[1], new Set())
  return found
}
