import type { CaseLayout, Layout, UnionLayout } from './layout.js'
import { isRecord, ownValue } from './records.js'

/** The tag on the wire. */
function wireTag({ tag, value }: CaseLayout): string | number | boolean {
  return value ?? tag
}

/** Combines tag, payload and common properties for the wire. */
export function assemble(
  { tagging }: UnionLayout,
  member: CaseLayout,
  payload: unknown,
  common: readonly (readonly [string, unknown])[],
): unknown {
  switch (tagging.style) {
    case 'none':
      return payload
    case 'key':
      return member.payload ? Object.fromEntries([[member.tag, payload], ...common]) : member.tag
    case 'pair':
      return Object.fromEntries([
        [tagging.property, wireTag(member)],
        ...(member.payload ? [[tagging.content, payload] as const] : []),
        ...common,
      ])
    case 'property':
      return Object.fromEntries([
        [tagging.property, wireTag(member)],
        ...(isRecord(payload) ? Object.entries(payload) : []),
        ...common,
      ])
  }
}

/** The common members that a case does not have itself. */
export function commonOf(union: UnionLayout, member: CaseLayout): UnionLayout['common'] {
  return union.common.filter(({ wire }) => !member.own?.includes(wire))
}

/** The case of a value on the wire, by its tag; several where a value has several. */
export function casesOf({ tagging, cases }: UnionLayout, wire: unknown): readonly CaseLayout[] {
  switch (tagging.style) {
    case 'none':
      return cases
    case 'key':
      if (!isRecord(wire)) return cases.filter(({ tag, payload }) => !payload && tag === wire)
      return presentKeys(
        cases.filter(({ payload }) => payload),
        wire,
      )
    default: {
      const tag = isRecord(wire) ? ownValue(wire, tagging.property) : undefined
      return cases.filter((member) => wireTag(member) === tag)
    }
  }
}

/** A key without a value only counts if no other key has one. */
function presentKeys(cases: readonly CaseLayout[], wire: object): readonly CaseLayout[] {
  const present = cases.filter(({ tag }) => (ownValue(wire, tag) ?? null) !== null)
  if (present.length > 0) return present
  return cases.filter(
    ({ tag, payload }) => payload && takesNull(payload) && ownValue(wire, tag) === null,
  )
}

/** Whether `null` is a value, and not the lack of one. */
export function takesNull(layout: Layout): boolean {
  if (layout.nullable) return true
  if (layout.kind === 'text') return layout.below === undefined
  if (layout.kind === 'enum') return layout.values.includes(null)
  return layout.kind === 'scalar' && layout.type === 'null'
}

/** The payload of a value on the wire. */
export function payloadOf({ tagging }: UnionLayout, { tag }: CaseLayout, wire: unknown): unknown {
  if (tagging.style === 'none' || tagging.style === 'property') return wire
  return isRecord(wire)
    ? ownValue(wire, tagging.style === 'key' ? tag : tagging.content)
    : undefined
}

/** Whether a value has the form of a case that this version does not know, and of nothing else. */
export function isUnknownCase({ tagging, cases, common }: UnionLayout, wire: unknown): boolean {
  if (!isRecord(wire) || tagging.style === 'none') return false
  if (tagging.style === 'key') {
    const shared = new Set(common.map((each) => each.wire))
    const others = Object.entries(wire).filter(([name]) => !shared.has(name))
    const [only] = others
    const isKnown = cases.some(({ tag }) => tag === only?.[0])
    return others.length === 1 && !isKnown && isRecord(only?.[1])
  }
  const tag = ownValue(wire, tagging.property)
  return typeof tag === 'string' && !cases.some((member) => wireTag(member) === tag)
}
