import { canonical } from '../../model/json.js'
import type { Described, Field, Shape } from '../../model/shapes/shape.js'
import { type Comparison, inside, report, type Spot } from '../comparison.js'
import { matched } from '../match.js'
import { valueText } from '../text.js'
import { flowOfField } from './flow.js'
import type { Note } from './notes.js'
import { keyRules } from './proof/inside-values.js'
import type { ChangeKind } from './rules.js'
import { schemasInside } from './schema-pair.js'

/** The common properties of fields, parameters and bodies. */
export type Member = Pick<
  Field,
  | 'name'
  | 'required'
  | 'flow'
  | 'missing'
  | 'default'
  | 'source'
  | 'doc'
  | 'deprecated'
  | 'replacedBy'
  | 'provenance'
>

export function compareFields(
  on: Comparison,
  before: readonly Field[],
  after: readonly Field[],
  spot: Spot,
): void {
  const { removed, current } = matched(before, after, ({ name }) => name)
  for (const field of removed) reportRemoved(on, field, [field.shape], spotIn(on, spot, field))
  for (const [field, same] of current) {
    const at = spotIn(on, spot, same ?? field, field)
    if (!same) {
      reportAdded(on, field, [field.shape], at)
      continue
    }
    compareMembers(on, same, field, at)
    on.compareShapes(on, same.shape, field.shape, at)
  }
}

/** The spot of a field. */
function spotIn(on: Comparison, spot: Spot, before: Field, after = before): Spot {
  const at = spotOf(spot, inside(spot.subject, after.name), before, after)
  const schemas = schemasInside(on, spot.schemas, (form) => keyRules(form, after.name))
  return { ...at, schemas, holder: spot.schemas }
}

/** The spot of a member, on the sides that it applies to. */
export function spotOf(spot: Spot, subject: string, before: Member, after = before): Spot {
  const flow = before.flow === after.flow ? flowOfField(spot.flow, after.flow) : spot.flow
  return { ...spot, subject, flow, before: before.source, after: after.source }
}

export function reportRemoved(
  on: Comparison,
  field: Member,
  removed: readonly Shape[],
  spot: Spot,
): void {
  const what = field.required ? 'removed' : 'removed (was optional)'
  report(on, 'field-removed', spot, what, { side: 'old', removed })
}

export function reportAdded(
  on: Comparison,
  field: Member,
  added: readonly Shape[],
  spot: Spot,
): void {
  const kind = field.required ? 'required-field-added' : 'field-added'
  const message = field.required ? 'added, required' : 'added, optional'
  report(on, kind, spot, message, { added, ...promised(field) })
}

/** Compares everything about two members except their type. */
export function compareMembers(on: Comparison, before: Member, after: Member, spot: Spot): void {
  if (before.required !== after.required) {
    const kind = after.required ? 'field-required' : 'field-optional'
    const message = after.required ? 'is required now' : 'is optional now'
    report(on, kind, spot, message, promised(after))
  } else if (before.missing && !after.missing && after.required && spot.flow.received) {
    const received = { ...spot, flow: { sent: false, received: true } }
    report(on, 'field-required', received, 'is no longer known to be missing')
  }
  if (before.flow !== after.flow) reportFlow(on, before, after, spot)
  reportDefault(on, before, after, spot)
  compareDocs(on, before, after, spot)
}

/** Validators accept responses without fields that are known to be missing. */
function promised({ missing }: Member): { readonly notes?: readonly Note[] } {
  return missing ? { notes: [] } : {}
}

function reportFlow(on: Comparison, before: Member, after: Member, spot: Spot): void {
  const { sent, received } = spot.flow
  const was = flowOfField(spot.flow, before.flow)
  const is = flowOfField(spot.flow, after.flow)
  // The type of responses is exported, and callers may name it, even if there is no response of this type.
  const leavesType = after.flow === 'write'
  const lost = leavesType || (was.sent && !is.sent) || (was.received && !is.received)
  const needed = sent && !was.sent && is.sent && after.required
  const kind: ChangeKind = needed
    ? 'required-field-added'
    : lost
      ? 'direction-lost'
      : 'direction-gained'
  const flow = needed ? { sent, received: false } : { sent, received }
  const arrives = !was.received && is.received && after.required && !after.missing
  const detail = arrives ? { notes: ['old-servers' as const] } : {}
  const at = { ...spot, flow }
  report(on, kind, at, `is ${flowText(after)} now, was ${flowText(before)}`, detail)
}

function flowText({ flow }: Member): string {
  if (flow === undefined) return 'sent and received'
  return flow === 'read' ? 'only received' : 'only sent'
}

function reportDefault(on: Comparison, before: Member, after: Member, spot: Spot): void {
  const [old, now] = [before.default, after.default]
  if (canonical(old) === canonical(now)) return
  if (old === undefined) {
    report(on, 'default-added', spot, `has the default ${valueText(now)} now`)
    return
  }
  const is = now === undefined ? 'has no default' : `has the default ${valueText(now)}`
  // No caller relied on the default of a required value.
  const isLess = before.required ? { class: 'docs' as const } : {}
  // Decoded values have all properties that have a default.
  const isFilled = now === undefined && !before.required && spot.flow.received
  const detail = { ...isLess, ...(isFilled ? { notes: ['decoded' as const] } : {}) }
  report(on, 'default-changed', spot, `${is} now, was ${valueText(old)}`, detail)
}

/** Documentation besides the description: summary, examples, tags, … */
export type Texts = Readonly<Record<string, unknown>>

/** One change for all documentation of one part, and one more for a deprecation. */
export function compareDocs(
  on: Comparison,
  before: Omit<Described, 'source'>,
  after: Omit<Described, 'source'>,
  spot: Spot,
  texts: readonly [before: Texts, after: Texts] = [{}, {}],
): void {
  if (before.deprecated !== after.deprecated) {
    const instead = after.replacedBy ? `; use ${after.replacedBy}` : ''
    if (after.deprecated) report(on, 'deprecated', spot, `is deprecated now${instead}`)
    else report(on, 'undeprecated', spot, 'is no longer deprecated')
  }
  const [old, now] = [textsOf(before, texts[0]), textsOf(after, texts[1])]
  const changed = Object.keys(now).filter((key) => canonical(old[key]) !== canonical(now[key]))
  if (changed.length > 0) report(on, 'docs-changed', spot, `${changed.join(', ')} changed`)
}

function textsOf(described: Omit<Described, 'source'>, more: Texts): Texts {
  const { doc, deprecated, replacedBy, provenance } = described
  // Reported together with a new deprecation.
  const replacement = deprecated ? { replacement: replacedBy } : {}
  return { description: doc, ...replacement, provenance, ...more }
}
