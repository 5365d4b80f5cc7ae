import type { FieldRule, Rule, RuleOf, UnionRule } from '../../model/rules/rule.js'
import type { Source } from '../../model/shapes/shape.js'
import { tagsAreKeys } from '../../model/shapes/tagging.js'
import { type Comparison, inside, report, type Spot } from '../comparison.js'
import { newNameOf, ruleOfSide } from '../documents.js'
import { type Constraints, constraintsOf, limitsOf, type Side } from './constraints.js'
import { partsOf } from './flattened-rules.js'
import { flowOfField } from './flow.js'
import { boundChanges, setChanges } from './limits.js'
import { schemasWithRules } from './schema-pair.js'

/**
 * Compares the constraints of a schema beyond its TypeScript type: lengths, ranges, patterns, counts, and
 * assertions that only a server enforces. What one document lacks is compared by its shape. A named
 * type that both documents use here is compared on its own.
 */
export function compareBounds(on: Comparison, before: Rule, after: Rule, spot: Spot): void {
  compareRules(on, [before], [after], spot, new Set())
}

function compareRules(
  on: Comparison,
  before: readonly Rule[],
  after: readonly Rule[],
  spot: Spot,
  expanded: ReadonlySet<string>,
): void {
  const [old, now] = constraintsOf(side(on, 'before'), before, side(on, 'after'), after)
  const pair = `${old.expanded.join()} > ${now.expanded.join()}`
  // Ends the recursion through types that have different names in the two documents.
  if (pair !== ' > ' && expanded.has(pair)) return
  const seen = new Set([...expanded, pair])
  const within = { ...spot, schemas: schemasWithRules(spot.schemas, [before, after]) }
  const at = {
    ...within,
    before: sourceOf(before, spot.before),
    after: sourceOf(after, spot.after),
  }
  for (const { kind, message } of boundChanges(limitsOf(old), limitsOf(now))) {
    report(on, kind, at, message)
  }
  for (const { kind, message } of setChanges(old.assertions, now.assertions)) {
    report(on, kind, at, message, kind === 'assertion-removed' ? { side: 'old' } : {})
  }
  compareRequired(on, old, now, at)
  compareInside(on, old, now, within, seen)
  compareChoices(on, old.choices, now.choices, within, seen)
}

function side(on: Comparison, which: 'before' | 'after'): Side {
  return { ruleOf: ruleOfSide(on, which), nameOf: newNameOf(on, which) }
}

function sourceOf(rules: readonly Rule[], otherwise: Source): Source {
  return rules.find((each) => each.source)?.source ?? otherwise
}

/** Required keys that no schema describes, which no shape contains. */
function compareRequired(
  on: Comparison,
  before: Constraints,
  after: Constraints,
  spot: Spot,
): void {
  const described = (name: string): boolean =>
    isDescribed(before, ruleOfSide(on, 'before'), name) &&
    isDescribed(after, ruleOfSide(on, 'after'), name)
  for (const name of after.required) {
    if (before.required.has(name) || after.fields.has(name) || described(name)) continue
    const at = { ...spot, subject: inside(spot.subject, name), holder: spot.schemas }
    report(on, 'field-required', at, 'is required now')
  }
  for (const name of before.required) {
    if (after.required.has(name) || before.fields.has(name) || described(name)) continue
    const at = { ...spot, subject: inside(spot.subject, name), holder: spot.schemas }
    report(on, 'field-optional', at, 'is optional now', { side: 'old' })
  }
}

/** Whether a name is that of a field, also of a type that both documents refer to here. */
function isDescribed({ rules }: Constraints, ruleOf: RuleOf, name: string): boolean {
  return partsOf(rules, ruleOf).some(
    ({ record }) => record?.fields.some((each) => each.name === name) ?? false,
  )
}

/** Compares the inside: items of arrays, and values of keys. */
function compareInside(
  on: Comparison,
  before: Constraints,
  after: Constraints,
  spot: Spot,
  seen: ReadonlySet<string>,
): void {
  const compare = (old: readonly Rule[], now: readonly Rule[], subject: string): void => {
    if (old.length + now.length === 0) return
    compareRules(on, old, now, { ...spot, subject: spot.subject + subject }, seen)
  }
  if (before.mayBeList && after.mayBeList) compare(before.items, after.items, '[]')
  before.first.forEach((rules, index) => {
    const others = after.first[index]
    if (others) compare(rules, others, `[${index}]`)
  })
  if (before.rest.length > 0 && after.rest.length > 0) compare(before.rest, after.rest, '{}')
  for (const [pattern, rules] of before.patterns) {
    const others = after.patterns.get(pattern)
    if (others) compare(rules.map(ruleOf), others.map(ruleOf), `{${pattern}}`)
    else {
      // `additionalProperties` now describes its keys.
      const kind = after.ruledRest ? 'assertion-changed' : 'assertion-removed'
      report(on, kind, spot, `no longer have to meet patternProperties ${pattern}`, { side: 'old' })
    }
  }
  for (const pattern of after.patterns.keys()) {
    if (before.patterns.has(pattern)) continue
    const kind = before.ruledRest ? 'assertion-changed' : 'assertion-added'
    report(on, kind, spot, `has to meet patternProperties ${pattern} now`)
  }
  for (const [name, fields] of before.fields) {
    const others = after.fields.get(name)
    if (!others) continue
    const flow = flowOfField(spot.flow, flowOf(others))
    const subject = inside(spot.subject, name)
    compareRules(on, fields.map(ruleOf), others.map(ruleOf), { ...spot, subject, flow }, seen)
  }
}

function ruleOf({ rule }: { readonly rule: Rule }): Rule {
  return rule
}

function flowOf(fields: readonly FieldRule[]): FieldRule['flow'] {
  return fields.find((each) => each.flow)?.flow
}

/** Members of tagged unions are matched by their tags, others by their position in lists of equal length. */
function compareChoices(
  on: Comparison,
  before: readonly UnionRule[],
  after: readonly UnionRule[],
  spot: Spot,
  seen: ReadonlySet<string>,
): void {
  before.forEach((choice, index) => {
    const other = after[index]
    if (!other) return
    const [old, now] = [choice.tagging, other.tagging]
    if (!old || !now) {
      compareMembers(on, choice, other, spot, seen)
      return
    }
    for (const { tag, member } of old.tags) {
      const rule = choice.members[member]
      const index = now.tags.find((each) => each.tag === tag)?.member
      const same = index === undefined ? undefined : other.members[index]
      // A one-key member is a record whose only field has the name of the tag.
      const subject = tagsAreKeys(old) ? spot.subject : inside(spot.subject, tag)
      if (rule && same) compareRules(on, [rule], [same], { ...spot, subject }, seen)
    }
  })
}

function compareMembers(
  on: Comparison,
  before: UnionRule,
  after: UnionRule,
  spot: Spot,
  seen: ReadonlySet<string>,
): void {
  if (before.members.length !== after.members.length) return
  const [one, any] = ['exactly one member has to hold now', 'several members may hold now']
  if (before.holds === 'any' && after.holds === 'one') report(on, 'assertion-added', spot, one)
  if (before.holds === 'one' && after.holds === 'any') report(on, 'assertion-removed', spot, any)
  before.members.forEach((rule, at) => {
    const same = after.members[at]
    if (same) compareRules(on, [rule], [same], spot, seen)
  })
}
