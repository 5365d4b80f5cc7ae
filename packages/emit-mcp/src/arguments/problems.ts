import { type Fault, pointer } from './faults.js'
import { KIND, type Layout, type MemberLayout } from './layout.js'
import { isRecord, ownValue } from './records.js'
import { casesOf, commonOf, payloadKey, payloadOf, tagKey } from './unions.js'

/** A problem that a validator of the package finds in a request. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** Converts problems of a request to faults of the arguments that it was made from. */
export function faultsOf(
  layout: Layout,
  wire: unknown,
  problems: readonly Problem[],
): readonly Fault[] {
  return problems.map(({ path, message }) => ({
    path: argumentPath(layout, wire, segmentsOf(path)),
    text: message,
  }))
}

/** `operations[2].swap` and `["a b"]` as names. */
function segmentsOf(path: string): string[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => index ?? (quoted === undefined ? (name ?? '') : unquoted(quoted)),
  )
}

function unquoted(text: string): string {
  const read: unknown = JSON.parse(`"${text}"`)
  return String(read)
}

/** Maps a place on the wire to a place in the arguments. */
function argumentPath(
  layout: Layout,
  wire: unknown,
  [first, ...others]: readonly string[],
  path = '',
): string {
  if (first === undefined) return path
  const inside = isRecord(wire) || Array.isArray(wire) ? ownValue(wire, first) : undefined
  const plain = (): string => [first, ...others].reduce<string>(pointer, path)
  const on = (each: Layout, name: string): string =>
    argumentPath(each, inside, others, pointer(path, name))
  const among = (members: readonly MemberLayout[]): string | undefined => {
    const found = members.find((each) => each.wire === first)
    return found && on(found.layout, found.flat)
  }
  switch (layout.kind) {
    case 'list':
      return on(layout.items, first)
    case 'map':
      return on(layout.values, first)
    case 'record':
      return among(layout.members) ?? plain()
    case 'union': {
      const [chosen] = casesOf(layout, wire)
      if (!chosen) return pointer(path, KIND)
      const shared = among(commonOf(layout, chosen))
      if (shared !== undefined) return shared
      if (first === tagKey(layout.tagging)) return pointer(path, KIND)
      if (!chosen.payload) return path
      const isInside = payloadKey(layout.tagging, chosen) !== undefined
      const rest = isInside ? others : [first, ...others]
      const payload = payloadOf(layout, chosen, wire)
      return argumentPath(chosen.payload, payload, rest, pointer(path, chosen.member))
    }
    default:
      return plain()
  }
}
