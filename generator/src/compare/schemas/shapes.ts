import type { Rule } from '../../model/rules/rule.js'
import type { Enumeration, Scalar, Shape, Tuple } from '../../model/shapes/shape.js'
import { isUntagged } from '../../model/shapes/union.js'
import { type Comparison, type Finding, report, type Spot } from '../comparison.js'
import { oldNamesOf } from '../documents.js'
import { shapeText } from '../text.js'
import type { Direction } from './classify.js'
import { evidenceOf } from './evidence.js'
import { compareFields } from './fields.js'
import { readsAs, writesAs } from './fits-type.js'
import type { Form } from './form.js'
import { decodingNotes } from './notes.js'
import { itemRules, restRules } from './proof/inside-values.js'
import { isWider, resolve, sameName } from './relation.js'
import { worstOf } from './rules.js'
import { type Pick, schemasInside } from './schema-pair.js'
import { compareUnions } from './unions.js'

/** Compares two shapes of one value; differences inside named types are reported there. */
export function compareShapes(on: Comparison, before: Shape, after: Shape, spot: Spot): void {
  if (sameName(on, before, after)) return
  const old = withoutNull(before, on.before)
  const now = withoutNull(after, on.after)
  if (old.nullable !== now.nullable && old.shape.kind !== 'json' && now.shape.kind !== 'json') {
    if (now.nullable) report(on, 'null-allowed', spot, 'may be null now')
    else report(on, 'null-refused', spot, 'is no longer null')
  }
  compareValues(on, old.shape, now.shape, spot)
}

interface Peeled {
  readonly nullable: boolean
  readonly shape: Shape
}

/** Removes `or null`, also from a named type and from members of a union without tags. */
function withoutNull(shape: Shape, declarations: Comparison['before']): Peeled {
  const resolved = shape.kind === 'nullable' ? shape : resolve(shape, declarations)
  if (resolved.kind === 'nullable') {
    return { nullable: true, shape: withoutNullMembers(resolved.shape) ?? resolved.shape }
  }
  const union = withoutNullMembers(resolved)
  return union ? { nullable: true, shape: union } : { nullable: false, shape }
}

/** The union without null in its members; `undefined` if none of them may be null. */
function withoutNullMembers(shape: Shape): Shape | undefined {
  if (!isUntagged(shape)) return undefined
  const cases = shape.cases.map((each) =>
    each.payload?.kind === 'nullable' ? { ...each, payload: each.payload.shape } : each,
  )
  return cases.some((each, index) => each !== shape.cases[index]) ? { ...shape, cases } : undefined
}

function compareValues(on: Comparison, before: Shape, after: Shape, spot: Spot): void {
  if (sameName(on, before, after)) return
  const old = resolve(before, on.before)
  const now = resolve(after, on.after)
  const named = before.kind === 'reference' && after.kind === 'reference'
  if (old.kind === now.kind && !isOneOf(old, now)) {
    if (named) compareReplaced(on, [before, after], [old, now], spot)
    else compareSameKind(on, old, now, spot)
    return
  }
  const message = `is ${shapeText(after)} now, was ${shapeText(before)}`
  const detail = { removed: [before], added: [after] }
  const kind = relationOf(on, before, after)
  report(on, kind, spot, message, { ...detail, otherCode: otherCode(on, kind, before, after) })
}

type Relation = 'type-widened' | 'type-narrowed' | 'type-changed'

/** How the new type relates to the old one, by its values or by what code reads: the opposite of the way back. */
function relationOf(on: Comparison, before: Shape, after: Shape): Relation {
  const back = { ...on, before: on.after, after: on.before, renamed: oldNamesOf(on) }
  const wider = [isWider(on, before, after), readsAs(back, before, after)]
  const narrower = [isWider(back, after, before), readsAs(on, after, before)]
  const decides = wider.findIndex((each, index) => each !== narrower[index])
  if (decides < 0) return 'type-changed'
  return wider[decides] ? 'type-widened' : 'type-narrowed'
}

/** Directions in which code does not compile with the new type, although its values may be valid. */
function otherCode(on: Comparison, relation: Relation, before: Shape, after: Shape): Direction[] {
  if (relation === 'type-changed') return []
  const isWritten = isWider(on, before, after) || writesAs(on, before, after)
  const isRead = relation === 'type-narrowed' || readsAs(on, after, before)
  return [...(isWritten ? [] : ['sent' as const]), ...(isRead ? [] : ['received' as const])]
}

/**
 * Whether two scalars or literals are of different types; all others are compared by their content.
 */
function isOneOf(old: Shape, now: Shape): boolean {
  if (old.kind === 'scalar' && now.kind === 'scalar') return old.type !== now.type
  return old.kind === 'literal' && now.kind === 'literal' && old.value !== now.value
}

/** How deep nested replaced types are compared; beyond that they count as different. */
const DEEPEST = 5

/** A reference to another named type is one change, as breaking as the difference between the two. */
function compareReplaced(
  on: Comparison,
  [before, after]: readonly [Shape, Shape],
  [old, now]: readonly [Shape, Shape],
  spot: Spot,
): void {
  const pair = `${shapeText(before)} > ${shapeText(after)}`
  if (on.open.has(pair)) return
  if (on.open.size >= DEEPEST) {
    report(on, 'type-replaced', spot, pair)
    return
  }
  const found: Finding[] = []
  const inner: Comparison = {
    ...on,
    open: new Set([...on.open, pair]),
    report: (finding) => found.push(finding),
  }
  compareSameKind(inner, old, now, { ...spot, subject: shapeText(after) })
  const counted = found.filter((each) => each.class !== 'docs')
  if (counted.length === 0) return
  const [first, ...others] = counted.map((each) => `${each.subject} ${each.message}`)
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  const message = `is ${shapeText(after)} now, was ${shapeText(before)}: ${first}${more}`
  const worst = worstOf(counted.map((each) => each.class))
  const { evidence, ...shown } = evidenceOf(counted.filter((each) => each.class === worst))
  report(on, 'type-replaced', spot, message, {
    class: worst,
    evidence,
    ...shown,
    notes: [...new Set(counted.flatMap((each) => each.notes))],
    removed: [before],
    added: [after],
  })
}

function compareSameKind(on: Comparison, before: Shape, after: Shape, spot: Spot): void {
  const parts = (subject: string, pick: Pick): Spot => ({
    ...spot,
    subject: spot.subject + subject,
    schemas: schemasInside(on, spot.schemas, pick),
  })
  const items = (form: Form): readonly Rule[] => itemRules(form, 0)
  if (before.kind === 'scalar' && after.kind === 'scalar') {
    compareFormats(on, before, after, spot)
  } else if (before.kind === 'enumeration' && after.kind === 'enumeration') {
    compareEnumerations(on, before, after, spot)
  } else if (before.kind === 'list' && after.kind === 'list') {
    compareShapes(on, before.items, after.items, parts('[]', items))
  } else if (before.kind === 'map' && after.kind === 'map') {
    compareShapes(on, before.values, after.values, parts('{}', restRules))
  } else if (before.kind === 'tuple' && after.kind === 'tuple') {
    compareTuples(on, before, after, spot)
  } else if (before.kind === 'record' && after.kind === 'record') {
    compareFields(on, before.fields, after.fields, spot)
    compareRest(on, before.rest, after.rest, parts('{}', restRules))
  } else if (before.kind === 'intersection' && after.kind === 'intersection') {
    compareParts(on, before.parts, after.parts, spot)
  } else if (before.kind === 'union' && after.kind === 'union') {
    compareUnions(on, before, after, spot)
  }
}

/** Formats whose values are all values of the other one too. */
const WIDER_FORMATS: ReadonlySet<string> = new Set(['int32 int64', 'uint32 uint64', 'float double'])

function compareFormats(on: Comparison, before: Scalar, after: Scalar, spot: Spot): void {
  const [old, now] = [before.format, after.format]
  if (old === now) return
  const notes = decodingNotes(before, after)
  if (old === undefined) {
    report(on, 'format-added', spot, `has the format ${now} now`, { notes })
  } else if (now === undefined) {
    report(on, 'format-removed', spot, `has no format now, was ${old}`, { notes })
  } else {
    const message = `has the format ${now} now, was ${old}`
    const byRule = true
    if (WIDER_FORMATS.has(`${old} ${now}`)) {
      report(on, 'type-widened', spot, message, { notes, byRule })
    } else if (WIDER_FORMATS.has(`${now} ${old}`)) {
      report(on, 'type-narrowed', spot, message, { byRule })
    } else report(on, 'format-changed', spot, message)
  }
}

function compareEnumerations(
  on: Comparison,
  before: Enumeration,
  after: Enumeration,
  spot: Spot,
): void {
  if (before.open && !after.open) {
    report(on, 'type-narrowed', spot, 'no longer allows other values', { byRule: true })
  }
  if (!before.open && after.open) {
    report(on, 'type-widened', spot, 'admits other values now', { byRule: true })
  }
  const open = before.open && after.open
  for (const value of before.values) {
    if (after.values.includes(value)) continue
    const kind = open ? 'value-removed' : 'closed-value-removed'
    report(on, kind, spot, `value ${JSON.stringify(value)} removed`, { side: 'old' })
  }
  for (const value of after.values) {
    if (before.values.includes(value)) continue
    const kind = open ? 'value-added' : 'closed-value-added'
    report(on, kind, spot, `value ${JSON.stringify(value)} added`)
  }
}

function compareTuples(on: Comparison, before: Tuple, after: Tuple, spot: Spot): void {
  const length = Math.max(before.items.length, after.items.length)
  for (let index = 0; index < length; index++) {
    const schemas = schemasInside(on, spot.schemas, (form) => itemRules(form, index))
    const at = { ...spot, schemas, subject: `${spot.subject}[${index}]` }
    const old = before.items[index] ?? before.rest
    const now = after.items[index] ?? after.rest
    if (old && now) compareShapes(on, old, now, at)
    else if (now) report(on, 'type-widened', at, 'item added', { added: [now] })
    else if (old) report(on, 'type-narrowed', at, 'item removed', { side: 'old', removed: [old] })
  }
  const counts = `needs ${after.required} items now, was ${before.required}`
  if (after.required > before.required) report(on, 'type-narrowed', spot, counts)
  if (after.required < before.required) report(on, 'type-widened', spot, counts)
  if (before.items.length === after.items.length) {
    const schemas = schemasInside(on, spot.schemas, (form) => itemRules(form, length))
    compareRest(on, before.rest, after.rest, { ...spot, schemas, subject: `${spot.subject}[]` })
  }
}

function compareRest(
  on: Comparison,
  before: Shape | undefined,
  after: Shape | undefined,
  spot: Spot,
): void {
  if (before && after) compareShapes(on, before, after, spot)
  else if (after) report(on, 'extra-keys-allowed', spot, 'is allowed now', { added: [after] })
  else if (before) {
    report(on, 'extra-keys-refused', spot, 'is no longer allowed', {
      side: 'old',
      removed: [before],
    })
  }
}

function compareParts(
  on: Comparison,
  before: readonly Shape[],
  after: readonly Shape[],
  spot: Spot,
): void {
  if (before.length !== after.length) {
    const message = `is made of ${after.length} parts now, was ${before.length}`
    report(on, 'type-changed', spot, message, { removed: before, added: after })
    return
  }
  before.forEach((part, index) => {
    const other = after[index]
    if (other) compareShapes(on, part, other, spot)
  })
}
