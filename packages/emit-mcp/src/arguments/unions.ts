import type { Tagging } from './input.js'
import type { CaseLayout, Layout, UnionLayout } from './layout.js'
import { isRecord, ownValue } from './records.js'

/** The tag on the wire. */
function wireTag({ tag, value }: CaseLayout): string | number | boolean {
  return value ?? tag
}

/** The member that holds the tag; `undefined` if the tag is a key, or if there is none. */
export function tagKey(tagging: Tagging): string | undefined {
  switch (tagging.style) {
    case 'property':
    case 'pair':
      return tagging.property
    case 'key':
    case 'none':
      return undefined
    default:
      return tagging satisfies never
  }
}

/** The member that holds the payload; `undefined` where the payload is the value itself. */
export function payloadKey(tagging: Tagging, { tag }: Pick<CaseLayout, 'tag'>): string | undefined {
  switch (tagging.style) {
    case 'key':
      return tag
    case 'pair':
      return tagging.content
    case 'property':
    case 'none':
      return undefined
    default:
      return tagging satisfies never
  }
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
        ...(member.otherwise ? [] : [[tagging.property, wireTag(member)] as const]),
        ...(isRecord(payload) ? Object.entries(payload) : []),
        ...common,
      ])
    default:
      return tagging satisfies never
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
    case 'property':
    case 'pair': {
      const tag = isRecord(wire) ? ownValue(wire, tagging.property) : undefined
      const known = cases.filter((member) => wireTag(member) === tag)
      if (known.length > 0 || !isRecord(wire)) return known
      return cases.filter((member) => member.otherwise)
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
export function payloadOf({ tagging }: UnionLayout, member: CaseLayout, wire: unknown): unknown {
  const key = payloadKey(tagging, member)
  if (key === undefined) return wire
  return isRecord(wire) ? ownValue(wire, key) : undefined
}

/** Whether a value has the form of a case that this version does not know, and of nothing else. */
export function isUnknownCase({ tagging, cases, common }: UnionLayout, wire: unknown): boolean {
  if (!isRecord(wire)) return false
  switch (tagging.style) {
    case 'key': {
      const shared = new Set(common.map((each) => each.wire))
      const others = Object.entries(wire).filter(([name]) => !shared.has(name))
      const [only] = others
      const isKnown = cases.some(({ tag }) => tag === only?.[0])
      return others.length === 1 && !isKnown && isRecord(only?.[1])
    }
    case 'property':
    case 'pair': {
      const tag = ownValue(wire, tagging.property)
      return typeof tag === 'string' && !cases.some((member) => wireTag(member) === tag)
    }
    case 'none':
      return false
  }
}
