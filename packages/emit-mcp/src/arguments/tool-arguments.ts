import type { Fault, Faults } from './faults.js'
import { recordFromWire, unionFromWire } from './from-wire.js'
import type { InputType, InputTypes, UnionInput } from './input.js'
import {
  KIND,
  type Layout,
  MAX_LEVELS,
  type MemberLayout,
  type RecordLayout,
  type UnionLayout,
} from './layout.js'
import { LayoutTooLarge, layoutOf } from './layout-of.js'
import { memberNames } from './names.js'
import { faultsOf, type Problem } from './problems.js'
import { isRecord } from './records.js'
import { resolved } from './resolve.js'
import { type ToolSchema, toolSchema } from './schema.js'
import { recordToWire, unionToWire } from './to-wire.js'
import { assemble, commonOf, payloadKey, payloadOf } from './unions.js'

/** The input of a tool. */
export interface ToolInput {
  /** Absent if the operation has no input. */
  readonly input?: InputType
  /** A call without arguments sends nothing. */
  readonly optional?: true
  /** The case of a union that is the whole input. */
  readonly kind?: string
}

/** Converts arguments of a tool to JSON for the wire, and back. */
export interface ToolArguments {
  readonly schema: ToolSchema
  readonly toWire: (given: Readonly<Record<string, unknown>>, faults: Faults) => unknown
  readonly fromWire: (wire: unknown, faults: Faults) => unknown
  /** Maps problems of a request to the arguments that it was made from. */
  readonly locate: (wire: unknown, problems: readonly Problem[]) => readonly Fault[]
}

/** The maximum length of a tool's schema in characters, because it takes up the agent's context. */
const MAX_SCHEMA = 24_000
const MAX_NODES = 3000

/** The arguments of a tool, with as many levels of objects as the limits allow. */
export function toolArguments(tool: ToolInput, types: InputTypes): ToolArguments {
  for (let levels = MAX_LEVELS; levels > 1; levels--) {
    try {
      const made = argumentsAt(tool, types, levels, MAX_NODES)
      if (JSON.stringify(made.schema).length <= MAX_SCHEMA) return made
    } catch (error) {
      if (!(error instanceof LayoutTooLarge)) throw error
    }
  }
  return argumentsAt(tool, types, 1, Number.POSITIVE_INFINITY)
}

function argumentsAt(
  tool: ToolInput,
  types: InputTypes,
  levels: number,
  most: number,
): ToolArguments {
  const { input, kind } = tool
  if (!input) return plainArguments({ kind: 'record', members: [] }, tool)
  const type = withoutNull(input, types)
  if (kind !== undefined && type?.kind === 'union') {
    return caseArguments(type, kind, types, levels, most)
  }
  const layout = layoutOf(input, types, levels, most)
  return layout.kind === 'record' ? plainArguments(layout, tool) : bodyArguments(layout, tool)
}

function withoutNull(type: InputType, types: InputTypes): InputType | undefined {
  const found = resolved(type, types)
  return found?.kind === 'nullable' ? withoutNull(found.type, types) : found
}

/** The members of the input are the arguments. */
function plainArguments(layout: RecordLayout, { optional }: ToolInput): ToolArguments {
  const isNothing = (given: object): boolean => Object.keys(given).length === 0
  const shown: RecordLayout = optional
    ? { ...layout, members: layout.members.map(({ required: _, ...member }) => member) }
    : layout
  return {
    schema: toolSchema(shown),
    toWire: (given, faults) =>
      optional && isNothing(given) ? undefined : recordToWire(layout, given, '', faults),
    fromWire: (wire, faults) =>
      wire === undefined ? {} : recordFromWire(layout, wire, '', faults),
    locate: (wire, problems) => faultsOf(layout, wire, problems),
  }
}

const BODY = 'body'

/** An input that is not an object is the only argument. */
function bodyArguments(layout: Layout, { optional }: ToolInput): ToolArguments {
  const member: MemberLayout = {
    flat: BODY,
    wire: BODY,
    layout,
    ...(optional ? {} : { required: true }),
  }
  const record: RecordLayout = { kind: 'record', members: [member] }
  return {
    schema: toolSchema(record),
    toWire: (given, faults) => {
      const wire = recordToWire(record, given, '', faults)
      return isRecord(wire) ? wire[BODY] : undefined
    },
    fromWire: (wire, faults) =>
      recordFromWire(record, wire === undefined ? {} : { [BODY]: wire }, '', faults),
    locate: (wire, problems) => {
      const below = problems.map(({ path, message }) => ({
        path: path.startsWith('[') || path === '' ? BODY + path : `${BODY}.${path}`,
        message,
      }))
      return faultsOf(record, { [BODY]: wire }, below)
    },
  }
}

/** One case of a union: its payload and the common properties, side by side. */
function caseArguments(
  type: UnionInput,
  tag: string,
  types: InputTypes,
  levels: number,
  most: number,
): ToolArguments {
  const cases = type.cases.filter((each) => each.tag === tag)
  const union = layoutOf({ ...type, cases }, types, levels + 1, most)
  if (union.kind !== 'union') return bodyArguments(union, {})
  const [chosen] = union.cases
  if (!chosen) return bodyArguments({ kind: 'text' }, {})
  const common = commonOf(union, chosen)
  const { payload } = chosen
  const own =
    payload?.kind === 'record' && !payload.rest && !payload.nullable ? payload.members : []
  const wires = [...own, ...common].map(({ wire }) => wire)
  const isFlat = (!payload || own.length > 0) && new Set(wires).size === wires.length
  if (!isFlat) return wrappedCase(union, tag)
  const names = memberNames(wires)
  const members = [...own, ...common].map((member, at) => ({
    ...member,
    flat: names[at] ?? member.flat,
  }))
  const record: RecordLayout = { kind: 'record', members }
  const ownWires = new Set(own.map(({ wire }) => wire))
  return {
    schema: toolSchema(record),
    toWire: (given, faults) => {
      const wire = recordToWire(record, given, '', faults)
      const entries = isRecord(wire) ? Object.entries(wire) : []
      const inPayload = entries.filter(([name]) => ownWires.has(name))
      const beside = entries.filter(([name]) => !ownWires.has(name))
      return assemble(union, chosen, Object.fromEntries(inPayload), beside)
    },
    fromWire: (wire, faults) => {
      const inside = payload ? payloadOf(union, chosen, wire) : {}
      const parts = [inside, wire].filter(isRecord)
      const beside = new Set(common.map((each) => each.wire))
      const entries = parts.flatMap((part, at) =>
        Object.entries(part).filter(([name]) => (at === 0 ? ownWires : beside).has(name)),
      )
      return recordFromWire(record, Object.fromEntries(entries), '', faults)
    },
    locate: (wire, problems) => {
      const prefix = payloadKey(union.tagging, chosen)
      return faultsOf(
        record,
        wire,
        problems.map(({ path, message }) => ({ path: withoutFirst(path, prefix), message })),
      )
    },
  }
}

/** `transfer.port` is `port` if the tool is for `transfer`. */
function withoutFirst(path: string, prefix: string | undefined): string {
  if (prefix === undefined || !path.startsWith(prefix)) return path
  return path.slice(prefix.length).replace(/^\./, '')
}

/** A payload whose properties would collide with others keeps a property of its own. */
function wrappedCase(union: UnionLayout, tag: string): ToolArguments {
  const [chosen] = union.cases
  const payload = chosen?.payload
  const members: MemberLayout[] = [
    ...(chosen && payload
      ? [{ flat: chosen.member, wire: tag, layout: payload, required: true as const }]
      : []),
    ...(chosen ? commonOf(union, chosen) : []),
  ]
  return {
    schema: toolSchema({ kind: 'record', members }),
    toWire: (given, faults) => unionToWire(union, { ...given, [KIND]: tag }, '', faults),
    fromWire: (wire, faults) => {
      const flat = unionFromWire(union, wire, '', faults, 0)
      return isRecord(flat)
        ? Object.fromEntries(Object.entries(flat).filter(([name]) => name !== KIND))
        : {}
    },
    locate: (wire, problems) => faultsOf(union, wire, problems),
  }
}
