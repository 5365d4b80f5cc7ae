import { type Faults, oneOf, pointer } from './faults.js'
import { fromWire } from './from-wire.js'
import {
  type CaseLayout,
  KIND,
  type Layout,
  type MemberLayout,
  type RecordLayout,
  type TextLayout,
  type TupleLayout,
  type UnionLayout,
} from './layout.js'
import { givenEntries, isRecord, ownValue } from './records.js'
import { parseUnrounded, unrounded } from './rounded-integers.js'
import { enumValue, scalarToWire } from './scalars.js'
import { assemble, casesOf, commonOf, isUnknownCase, tagKey, takesNull } from './unions.js'

/**
 * Converts arguments to JSON for the wire. Mismatches are reported to `faults`, with how to fix them.
 */
function toWire(layout: Layout, value: unknown, path: string, faults: Faults): unknown {
  if (value === null && layout.nullable) return null
  switch (layout.kind) {
    case 'scalar':
      return scalarToWire(layout, value, path, faults)
    case 'enum':
      return enumValue(layout, value, path, faults)
    case 'choice':
      return choiceToWire(layout.cases, value, path, faults)
    case 'text':
      return textToWire(layout, value, path, faults)
    case 'object':
      return isRecord(value) ? unrounded(value, path, faults) : faults.add(path, 'an object', value)
    case 'list':
      if (!Array.isArray(value)) return faults.add(path, 'a list', value)
      return value.map((item, index) => toWire(layout.items, item, pointer(path, index), faults))
    case 'tuple':
      return tupleToWire(layout, value, path, faults)
    case 'map':
      if (!isRecord(value)) return faults.add(path, 'an object', value)
      return Object.fromEntries(
        givenEntries(value).map(([name, each]) => [
          name,
          toWire(layout.values, each, pointer(path, name), faults),
        ]),
      )
    case 'record':
      return recordToWire(layout, value, path, faults)
    case 'union':
      return unionToWire(layout, value, path, faults)
  }
}

function choiceToWire(
  cases: readonly Layout[],
  value: unknown,
  path: string,
  faults: Faults,
): unknown {
  const type = Array.isArray(value) ? 'array' : typeof value
  const chosen = cases.find((each) => jsonType(each) === type)
  if (chosen) return toWire(chosen, value, path, faults)
  const types = cases.map((each) => (jsonType(each) === 'array' ? 'a list' : `a ${jsonType(each)}`))
  return faults.add(path, types.join(' or '), value)
}

function jsonType(layout: Layout): string {
  if (layout.kind === 'scalar') return layout.type === 'integer' ? 'number' : layout.type
  return layout.kind === 'enum' ? typeof layout.values[0] : 'array'
}

/** An object instead of its JSON text means that object. */
function textToWire(layout: TextLayout, value: unknown, path: string, faults: Faults): unknown {
  const read =
    typeof value === 'string'
      ? parseUnrounded(value, path, faults)
      : { value: unrounded(value, path, faults) }
  if (!read)
    return faults.add(path, `JSON text${holding(layout)}; quotes around a text belong to it`, value)
  if (layout.below) fromWire(layout.below(), read.value, path, faults)
  return read.value
}

function holding({ name }: TextLayout): string {
  return name === undefined ? '' : ` of ${name}`
}

function tupleToWire(layout: TupleLayout, value: unknown, path: string, faults: Faults): unknown {
  const { items, required, rest } = layout
  const most = rest ? Number.POSITIVE_INFINITY : items.length
  if (!Array.isArray(value) || value.length < required || value.length > most) {
    const count = required === most ? `${required}` : `${required} or more`
    return faults.add(path, `a list of ${count}`, value)
  }
  return value.map((item, index) => {
    const each = items[index] ?? rest
    return each ? toWire(each, item, pointer(path, index), faults) : item
  })
}

export function recordToWire(
  layout: RecordLayout,
  value: unknown,
  path: string,
  faults: Faults,
): unknown {
  if (!isRecord(value)) return faults.add(path, 'an object', value)
  const known = layout.members.map(({ flat }) => flat)
  const entries = membersToWire(layout.members, value, path, faults)
  const others = givenEntries(value).filter(([name]) => !known.includes(name))
  for (const [name, each] of others) {
    const at = pointer(path, name)
    if (layout.rest) entries.push([name, toWire(layout.rest, each, at, faults)])
    else if (layout.open) entries.push([name, unrounded(each, at, faults)])
    else faults.add(at, noSuchMember(known))
  }
  return Object.fromEntries(entries)
}

function noSuchMember(known: readonly string[]): string {
  if (known.length === 0) return 'leave it out: nothing is taken here'
  return `there is no such member; a member is ${oneOf(known)}`
}

function membersToWire(
  members: readonly MemberLayout[],
  value: object,
  path: string,
  faults: Faults,
): [string, unknown][] {
  return members.flatMap(({ flat, wire, layout, required }): [string, unknown][] => {
    const given = ownValue(value, flat)
    const at = pointer(path, flat)
    // Some providers make agents pass all members, with null for those that are left out.
    const isLeftOut = given === undefined || (given === null && !required && !takesNull(layout))
    if (!isLeftOut) return [[wire, toWire(layout, given, at, faults)]]
    if (required) faults.add(at, 'has to be given')
    return []
  })
}

export function unionToWire(
  union: UnionLayout,
  value: unknown,
  path: string,
  faults: Faults,
): unknown {
  const kinds = union.cases.map(({ tag }) => tag)
  const kind = isRecord(value) ? ownValue(value, KIND) : undefined
  const chosen = union.cases.find(({ tag }) => tag === kind)
  if (isRecord(value) && chosen && isFlat(union, chosen, value)) {
    return caseToWire(union, chosen, value, path, faults)
  }
  // A value from a response is already in wire format, and is sent back unchanged.
  const mayBeWire = kind === undefined || tagKey(union.tagging) === KIND
  const isKnown = casesOf(union, value).length > 0
  const isWire = mayBeWire && (isKnown || (union.open && isUnknownCase(union, value)))
  if (!isWire) return faults.add(pointer(path, KIND), oneOf(kinds), kind ?? value)
  fromWire(union, value, path, faults)
  return unrounded(value, path, faults)
}

/** A union can have its own tag in a member that is called `kind`. */
function isFlat({ tagging }: UnionLayout, chosen: CaseLayout, value: object): boolean {
  if (tagKey(tagging) !== KIND) return true
  return chosen.payload === undefined || Object.hasOwn(value, chosen.member)
}

function caseToWire(
  union: UnionLayout,
  chosen: CaseLayout,
  value: Readonly<Record<string, unknown>>,
  path: string,
  faults: Faults,
): unknown {
  const common = commonOf(union, chosen)
  const known = [
    KIND,
    ...(chosen.payload ? [chosen.member] : []),
    ...common.map(({ flat }) => flat),
  ]
  const kinds = new Map(union.cases.map(({ member, tag }) => [member, tag]))
  const others: [string, unknown][] = []
  for (const [name, each] of givenEntries(value)) {
    if (known.includes(name)) continue
    const tag = kinds.get(name)
    const at = pointer(path, name)
    if (tag !== undefined && each === null) continue
    if (tag !== undefined) faults.add(at, `leave it out: kind is not ${JSON.stringify(tag)}`)
    else if (union.open) others.push([name, unrounded(each, at, faults)])
    else faults.add(at, noSuchMember(known))
  }
  const entries = [...membersToWire(common, value, path, faults), ...others]
  const payload = ownValue(value, chosen.member)
  const at = pointer(path, chosen.member)
  if (!chosen.payload) return assemble(union, chosen, undefined, entries)
  if (payload === undefined) {
    return faults.add(at, `has to be given where kind is ${JSON.stringify(chosen.tag)}`)
  }
  return assemble(union, chosen, toWire(chosen.payload, payload, at, faults), entries)
}
