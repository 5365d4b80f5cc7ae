import type { ListRule, NumberRule, RecordRule, Rule, TextRule } from '../model/rule.js'
import { type Comparison, inside, report, type Spot } from './comparison.js'
import { flowOfField } from './flow.js'

/**
 * Lengths, ranges, patterns, counts: what a schema demands beyond the type that people write.
 * Only places that both documents have are compared; what a reference leads to is compared there.
 */
export function compareBounds(on: Comparison, before: Rule, after: Rule, spot: Spot): void {
  const at = { ...spot, after: after.source ?? spot.after, before: before.source ?? spot.before }
  const changes = [
    ...lower('least length', before.text?.least, after.text?.least),
    ...upper('greatest length', before.text?.most, after.text?.most),
    ...changed('pattern', patternOf(before.text), patternOf(after.text)),
    ...numberChanges(before.number, after.number),
    ...lower('least number of items', before.list?.least, after.list?.least),
    ...upper('greatest number of items', before.list?.most, after.list?.most),
    ...changed('uniqueness', before.list?.unique, after.list?.unique),
    ...lower('least number of keys', before.record?.least, after.record?.least),
    ...upper('greatest number of keys', before.record?.most, after.record?.most),
  ]
  for (const { kind, message } of changes) report(on, kind, at, message)
  compareInside(on, before, after, spot)
}

interface BoundChange {
  readonly kind: 'bound-tightened' | 'bound-loosened' | 'bound-changed'
  readonly message: string
}

type Bound = number | undefined

function lower(name: string, before: Bound, after: Bound): BoundChange[] {
  return bound(name, before, after, (after ?? -Infinity) > (before ?? -Infinity))
}

function upper(name: string, before: Bound, after: Bound): BoundChange[] {
  return bound(name, before, after, (after ?? Infinity) < (before ?? Infinity))
}

function bound(name: string, before: Bound, after: Bound, tighter: boolean): BoundChange[] {
  if (before === after) return []
  const message = `${name} is ${after ?? 'free'} now, was ${before ?? 'free'}`
  return [{ kind: tighter ? 'bound-tightened' : 'bound-loosened', message }]
}

/** A demand that is there or not; one that only differs is neither tighter nor looser. */
function changed(name: string, before: unknown, after: unknown): BoundChange[] {
  if (before === after) return []
  if (before === undefined) return [{ kind: 'bound-tightened', message: `${name} is demanded now` }]
  if (after === undefined) {
    return [{ kind: 'bound-loosened', message: `${name} is not demanded any more` }]
  }
  return [{ kind: 'bound-changed', message: `${name} is ${after} now, was ${before}` }]
}

function patternOf(text: TextRule | undefined): string | undefined {
  return text?.pattern?.source
}

function numberChanges(before: NumberRule = {}, after: NumberRule = {}): BoundChange[] {
  return [
    ...lower('minimum', before.least, after.least),
    ...upper('maximum', before.most, after.most),
    ...lower('exclusive minimum', before.above, after.above),
    ...upper('exclusive maximum', before.below, after.below),
    ...changed('step', before.step, after.step),
  ]
}

function compareInside(on: Comparison, before: Rule, after: Rule, spot: Spot): void {
  compareLists(on, before.list, after.list, spot)
  if (before.record && after.record) compareRecords(on, before.record, after.record, spot)
  before.all?.forEach((rule, index) => {
    const other = after.all?.[index]
    if (other && before.all?.length === after.all?.length) compareBounds(on, rule, other, spot)
  })
  compareChoices(on, before, after, spot)
}

function compareLists(
  on: Comparison,
  before: ListRule | undefined,
  after: ListRule | undefined,
  spot: Spot,
): void {
  if (before?.items && after?.items) {
    compareBounds(on, before.items, after.items, { ...spot, subject: `${spot.subject}[]` })
  }
  before?.first?.forEach((rule, index) => {
    const other = after?.first?.[index]
    if (other) compareBounds(on, rule, other, { ...spot, subject: `${spot.subject}[${index}]` })
  })
}

function compareRecords(on: Comparison, before: RecordRule, after: RecordRule, spot: Spot): void {
  for (const field of before.fields) {
    const other = after.fields.find((each) => each.name === field.name)
    if (!other) continue
    const flow = flowOfField(spot.flow, other.flow)
    const subject = inside(spot.subject, field.name)
    compareBounds(on, field.rule, other.rule, { ...spot, subject, flow })
  }
  if (before.rest && after.rest) {
    compareBounds(on, before.rest, after.rest, { ...spot, subject: `${spot.subject}{}` })
  }
}

/** Members of tagged unions are found by their tags, others by their place in a list as long. */
function compareChoices(on: Comparison, before: Rule, after: Rule, spot: Spot): void {
  before.choices?.forEach((choice, index) => {
    const other = after.choices?.[index]
    if (!other) return
    const [old, now] = [choice.tagging, other.tagging]
    if (!old || !now) {
      if (choice.members.length !== other.members.length) return
      choice.members.forEach((rule, at) => {
        const same = other.members[at]
        if (same) compareBounds(on, rule, same, spot)
      })
      return
    }
    for (const { tag, member } of old.tags) {
      const rule = choice.members[member]
      const index = now.tags.find((each) => each.tag === tag)?.member
      const same = index === undefined ? undefined : other.members[index]
      // A member with one key for its tag is a record whose field says the name.
      const subject = old.style === 'key' ? spot.subject : inside(spot.subject, tag)
      if (rule && same) compareBounds(on, rule, same, { ...spot, subject })
    }
  })
}
