import { Faults, oneOf, pointer } from './faults.js'
import {
  type CaseLayout,
  KIND,
  type Layout,
  type MemberLayout,
  type RecordLayout,
  type UnionLayout,
} from './layout.js'
import { isRecord, ownValue } from './records.js'
import { enumValue, scalarFromWire } from './scalars.js'
import { casesOf, commonOf, isUnknownCase, payloadKey, payloadOf, tagKey } from './unions.js'

/** Values are not nested deeper in practice, and the stack is limited. */
const DEEPEST = 200

/**
 * Converts a JSON value to arguments: the inverse of `toWire`. Mismatches are reported to `faults`;
 * kinds and properties that this version does not know are not mismatches.
 */
export function fromWire(
  layout: Layout,
  wire: unknown,
  path: string,
  faults: Faults,
  depth = 0,
): unknown {
  if (depth > DEEPEST) return faults.add(path, `nothing that is nested more than ${DEEPEST} times`)
  const inside = (each: Layout, value: unknown, name: string | number): unknown =>
    fromWire(each, value, pointer(path, name), faults, depth + 1)
  if (wire === null && layout.nullable) return null
  switch (layout.kind) {
    case 'scalar':
      return scalarFromWire(layout, wire, path, faults)
    case 'enum':
      return enumValue(layout, wire, path, faults)
    case 'text':
      if (layout.below) fromWire(layout.below(), wire, path, faults, depth + 1)
      // Text of an invalid value is of no use, and might be endless.
      return faults.list.length > 0 ? undefined : JSON.stringify(wire)
    case 'object':
      return isRecord(wire) ? wire : faults.add(path, 'an object', wire)
    case 'choice':
      return (
        firstThatFits(layout.cases, wire, path, depth) ?? faults.add(path, 'another type', wire)
      )
    case 'list':
      if (!Array.isArray(wire)) return faults.add(path, 'a list', wire)
      return wire.map((item, index) => inside(layout.items, item, index))
    case 'tuple':
      if (!Array.isArray(wire) || wire.length < layout.required) {
        return faults.add(path, `a list of ${layout.required} or more`, wire)
      }
      return wire.map((item, index) => {
        const each = layout.items[index] ?? layout.rest
        return each ? inside(each, item, index) : item
      })
    case 'map':
      if (!isRecord(wire)) return faults.add(path, 'an object', wire)
      return Object.fromEntries(
        Object.entries(wire).map(([name, each]) => [name, inside(layout.values, each, name)]),
      )
    case 'record':
      return recordFromWire(layout, wire, path, faults, depth)
    case 'union':
      return unionFromWire(layout, wire, path, faults, depth)
  }
}

function firstThatFits(
  cases: readonly Layout[],
  wire: unknown,
  path: string,
  depth: number,
): unknown {
  for (const each of cases) {
    const faults = new Faults()
    const flat = fromWire(each, wire, path, faults, depth + 1)
    if (faults.list.length === 0) return flat
  }
  return undefined
}

export function recordFromWire(
  layout: RecordLayout,
  wire: unknown,
  path: string,
  faults: Faults,
  depth = 0,
): unknown {
  if (!isRecord(wire)) return faults.add(path, 'an object', wire)
  const entries = membersFromWire(layout.members, wire, path, faults, depth)
  const known = new Set(layout.members.map((each) => each.wire))
  const { rest } = layout
  if (!rest) faults.unknown += Object.keys(wire).filter((name) => !known.has(name)).length
  const others = rest
    ? Object.entries(wire).flatMap(([name, each]): [string, unknown][] =>
        known.has(name)
          ? []
          : [[name, fromWire(rest, each, pointer(path, name), faults, depth + 1)]],
      )
    : []
  return Object.fromEntries([...entries, ...others])
}

function membersFromWire(
  members: readonly MemberLayout[],
  wire: object,
  path: string,
  faults: Faults,
  depth: number,
): [string, unknown][] {
  return members.flatMap((member): [string, unknown][] => {
    const value = ownValue(wire, member.wire)
    const at = pointer(path, member.wire)
    if (value === undefined) {
      if (member.required) faults.add(at, 'has to be given')
      return []
    }
    return [[member.flat, fromWire(member.layout, value, at, faults, depth + 1)]]
  })
}

export function unionFromWire(
  union: UnionLayout,
  wire: unknown,
  path: string,
  faults: Faults,
  depth: number,
): unknown {
  const found = casesOf(union, wire)
  if (union.tagging.style === 'none') {
    const fits = found.flatMap((member) => {
      const own = new Faults()
      const flat = caseFromWire(union, member, wire, path, own, depth)
      return own.list.length === 0 ? [{ flat, unknown: own.unknown }] : []
    })
    // Of those that fit, the one that knows most of the value's members.
    const [best] = fits.sort((a, b) => a.unknown - b.unknown)
    if (!best) return faults.add(path, asDescribed(found), wire)
    faults.unknown += best.unknown
    return best.flat
  }
  const [only, ...more] = found
  if (only && more.length === 0) return caseFromWire(union, only, wire, path, faults, depth)
  if (!only && isUnknownCase(union, wire)) return wire
  const tags = oneOf(union.cases.map(({ tag }) => tag))
  if (!only) return faults.add(pointer(path, KIND), tags, wire)
  return faults.add(path, `exactly ${tags}`, wire)
}

function asDescribed(cases: readonly CaseLayout[]): string {
  return `${oneOf(cases.map(({ tag }) => tag))}, as the document describes them`
}

function caseFromWire(
  union: UnionLayout,
  member: CaseLayout,
  wire: unknown,
  path: string,
  faults: Faults,
  depth: number,
): unknown {
  const common = isRecord(wire)
    ? membersFromWire(commonOf(union, member), wire, path, faults, depth)
    : []
  const key = payloadKey(union.tagging, member)
  const at = key === undefined ? path : pointer(path, key)
  const own = payloadOf(union, member, wire)
  const payload = member.payload
    ? [
        [
          member.member,
          fromWire(member.payload, withoutOthers(union, member, own), at, faults, depth + 1),
        ] as const,
      ]
    : []
  return Object.fromEntries([[KIND, member.tag], ...payload, ...common])
}

/** A payload next to its tag, without the tag and without the common properties. */
function withoutOthers(union: UnionLayout, member: CaseLayout, payload: unknown): unknown {
  const { kind } = member.payload ?? {}
  const tag = tagKey(union.tagging)
  const isBesideTag = tag !== undefined && payloadKey(union.tagging, member) === undefined
  if (!isBesideTag || kind === 'union' || !isRecord(payload)) return payload
  const beside = new Set(commonOf(union, member).map(({ wire }) => wire))
  return Object.fromEntries(
    Object.entries(payload).filter(([name]) => name !== tag && !beside.has(name)),
  )
}
