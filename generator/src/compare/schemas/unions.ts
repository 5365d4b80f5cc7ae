import { canonical } from '../../model/json.js'
import { behindNames } from '../../model/shapes/behind-names.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { Tagging } from '../../model/shapes/tagging.js'
import type { Case, Union } from '../../model/shapes/union.js'
import { payloadKey, taggingText, tagKey, wireTag } from '../../model/shapes/union.js'
import { type Comparison, inside, report, type Spot } from '../comparison.js'
import { matched } from '../match.js'
import { shapeText } from '../text.js'
import { compareDocs, compareFields } from './fields.js'
import { readsAs, writesAs } from './fits-type.js'
import { formOf } from './form.js'
import { keyRules } from './proof/inside-values.js'
import { isSame } from './relation.js'
import { type Pick, type SchemaPair, schemasInside } from './schema-pair.js'

export function compareUnions(on: Comparison, before: Union, after: Union, spot: Spot): void {
  if (canonical(before.tagging) !== canonical(after.tagging)) {
    const message = `is distinguished by ${taggingText(after.tagging)} now, was ${taggingText(before.tagging)}`
    report(on, 'tagging-changed', spot, message, {
      removed: before.cases.flatMap((each) => each.payload ?? []),
      added: after.cases.flatMap((each) => each.payload ?? []),
    })
  } else if (after.tagging.style === 'none') {
    compareMembers(on, before.cases, after.cases, spot)
  } else {
    compareVariants(on, before, after, spot)
  }
  compareFields(on, before.common, after.common, spot)
}

function compareVariants(
  on: Comparison,
  { cases: before, tagging }: Union,
  { cases: after }: Union,
  spot: Spot,
): void {
  const { removed, current } = matched(before, after, (each) => canonical(wireTag(each)))
  for (const each of removed) {
    const detail = { side: 'old', removed: each.payload ? [each.payload] : [] } as const
    report(on, 'variant-removed', caseSpot(spot, each, each), 'variant removed', detail)
  }
  for (const [each, same] of current) {
    const at = caseSpot(spot, same ?? each, each)
    const schemas = schemasInside(on, spot.schemas, payloadRules(tagging, same ?? each))
    if (same) compareVariant(on, tagging, [same, each], at, schemas)
    else
      report(on, 'variant-added', at, 'variant added', {
        added: each.payload ? [each.payload] : [],
      })
  }
}

/** What rules say of the payload of a case. */
function payloadRules(tagging: Tagging, member: Case): Pick {
  return (form, ruleOf) => {
    for (const { tagging: told, members } of form.choices) {
      const tag = told?.tags.find((each) => wireTag(each) === wireTag(member))
      const rule = tag && members[tag.member]
      const key = payloadKey(tagging, member)
      if (rule) return key === undefined ? [rule] : keyRules(formOf([rule], ruleOf), key)
    }
    return undefined
  }
}

/** What rules say of a member of a union without tags, which is recognised by where it is written. */
function memberRules(before: Case, after: Case): Pick {
  return (form, _, side) => {
    const { source } = side === 'before' ? before : after
    const members = form.choices.flatMap((each) => each.members)
    const found = members.find(
      (each) => each.source?.pointer === source.pointer && each.source.file === source.file,
    )
    return found && [found]
  }
}

function caseSpot(spot: Spot, before: Case, after: Case): Spot {
  const subject = inside(spot.subject, after.tag)
  return { ...spot, subject, before: before.source, after: after.source }
}

function compareVariant(
  on: Comparison,
  tagging: Tagging,
  [before, after]: readonly [Case, Case],
  spot: Spot,
  schemas: SchemaPair | undefined,
): void {
  if (before.name !== after.name) {
    report(on, 'variant-renamed', spot, `is named ${after.name} now, was ${before.name}`)
  }
  if (before.otherwise !== after.otherwise) {
    const what = after.otherwise ? 'is' : 'is no longer'
    report(on, 'tagging-changed', spot, `${what} the kind of values with any other tag`)
  }
  const [old, now] = payloadsOf(on, tagging, before, after)
  if (old && now) {
    on.compareShapes(on, old, now, { ...spot, schemas })
  } else if (now) {
    const message = `has ${shapeText(now)} as payload now, had none`
    report(on, 'type-changed', spot, message, { added: [now] })
  } else if (old) {
    const message = `has no payload now, had ${shapeText(old)}`
    report(on, 'type-changed', spot, message, { removed: [old] })
  }
  compareDocs(on, ownDocs(on.before, before), ownDocs(on.after, after), spot)
}

/**
 * The payloads of a variant. Beside its tag, a variant that is only its tag is an object without fields; one that is a
 * type of its own has the tag among its fields, and one that is written in place does not.
 */
function payloadsOf(
  on: Comparison,
  tagging: Tagging,
  { tag: name, payload: before }: Case,
  { payload: after }: Case,
): readonly [Shape | undefined, Shape | undefined] {
  const areNamed = before?.kind === 'reference' && after?.kind === 'reference'
  const tag = payloadKey(tagging, { tag: name }) === undefined ? tagKey(tagging) : undefined
  if (tag === undefined || areNamed) return [before, after]
  return [withoutTag(on.before, before, tag), withoutTag(on.after, after, tag)]
}

function withoutTag(
  declarations: Comparison['before'],
  payload: Shape = { kind: 'record', fields: [] },
  tag: string,
): Shape {
  const shape = behindNames(payload, (name) => declarations.get(name))
  if (shape.kind !== 'record') return payload
  return { ...shape, fields: shape.fields.filter(({ name }) => name !== tag) }
}

/** A variant without a description has that of its payload's type, which is compared there. */
function ownDocs(
  declarations: Comparison['before'],
  { payload, ...own }: Case,
): Omit<Case, 'payload'> {
  const named = payload?.kind === 'reference' ? declarations.get(payload.name) : undefined
  if (!named) return own
  const { doc, provenance, deprecated, ...rest } = own
  return {
    ...rest,
    ...(doc !== undefined && doc !== named.doc ? { doc } : {}),
    ...(provenance && provenance !== named.provenance ? { provenance } : {}),
    ...(deprecated && !named.deprecated ? { deprecated } : {}),
  }
}

/** Untagged members are matched if they are equal or have the same name. */
function compareMembers(
  on: Comparison,
  before: readonly Case[],
  after: readonly Case[],
  spot: Spot,
): void {
  const pairs = pairUp(on, before, after)
  const paired = new Set(pairs.flat())
  for (const [old, now] of pairs) {
    if (!old.payload || !now.payload) continue
    const schemas = schemasInside(on, spot.schemas, memberRules(old, now))
    const at = { ...caseSpotOf(spot, old, now), schemas }
    on.compareShapes(on, old.payload, now.payload, at)
  }
  for (const each of before) {
    if (paired.has(each) || !each.payload) continue
    const message = `${shapeText(each.payload)} is no longer one of its members`
    const { payload } = each
    const isWritten = after.some((now) => now.payload && writesAs(on, payload, now.payload))
    const otherCode = isWritten ? [] : (['sent'] as const)
    const detail = { side: 'old', removed: [payload], otherCode } as const
    report(on, 'member-removed', caseSpotOf(spot, each, each), message, detail)
  }
  for (const each of after) {
    if (paired.has(each) || !each.payload) continue
    const message = `${shapeText(each.payload)} is among its members now`
    const { payload } = each
    const isRead = before.some((old) => old.payload && readsAs(on, payload, old.payload))
    const detail = { added: [payload], otherCode: isRead ? [] : (['received'] as const) }
    report(on, 'member-added', caseSpotOf(spot, each, each), message, detail)
  }
}

function caseSpotOf(spot: Spot, before: Case, after: Case): Spot {
  return { ...spot, before: before.source, after: after.source }
}

function pairUp(
  on: Comparison,
  before: readonly Case[],
  after: readonly Case[],
): [old: Case, now: Case][] {
  const same = (old: Case, now: Case): boolean =>
    old.payload !== undefined && now.payload !== undefined && isSame(on, old.payload, now.payload)
  const named = (old: Case, now: Case): boolean => !old.tag.startsWith('#') && old.tag === now.tag
  const pairs: [Case, Case][] = []
  for (const fits of [same, named]) {
    const taken = new Set(pairs.flat())
    const free = after.filter((each) => !taken.has(each))
    for (const old of before.filter((each) => !taken.has(each))) {
      const index = free.findIndex((now) => fits(old, now))
      const [now] = index < 0 ? [] : free.splice(index, 1)
      if (now) pairs.push([old, now])
    }
  }
  const paired = new Set(pairs.flat())
  const left = (all: readonly Case[]): Case[] => all.filter((each) => !paired.has(each))
  const [[old, ...more], [now, ...others]] = [left(before), left(after)]
  if (old && now && more.length + others.length === 0) pairs.push([old, now])
  return pairs
}
