import type {
  InputCase,
  InputMember,
  InputType,
  InputTypes,
  RecordInput,
  UnionInput,
} from './input.js'
import {
  type CaseLayout,
  KIND,
  type Layout,
  MAX_LEVELS,
  MAX_REPEATS,
  type MemberLayout,
  type NodeLayout,
  type RecordLayout,
  type TextLayout,
} from './layout.js'
import { memberNames } from './names.js'
import { follow, mergedOf, resolved } from './resolve.js'
import { payloadKey, tagKey } from './unions.js'

/** JSON text is resolved a few levels at a time, only as deep as the value. */
const LEVELS_OF_TEXT = 2

interface LayoutScope {
  readonly types: InputTypes
  /** How many more objects may be nested. */
  readonly levels: number
  /** The named types that this is inside of. */
  readonly path: readonly string[]
  /** Inside of something that responses contain too. */
  readonly open?: true
  /** Counts the nodes. */
  readonly size: { nodes: number; readonly most: number }
}

/** A layout would be larger than what its caller can use. */
export class LayoutTooLarge extends Error {}

export function layoutOf(
  type: InputType,
  types: InputTypes,
  levels: number = MAX_LEVELS,
  most: number = Number.POSITIVE_INFINITY,
): Layout {
  return layoutAt(type, { types, levels, path: [], size: { nodes: 0, most } })
}

function layoutAt(type: InputType, outside: LayoutScope): Layout {
  const at = 'open' in type && type.kind !== 'enum' ? { ...outside, open: true as const } : outside
  at.size.nodes++
  if (at.size.nodes > at.size.most) throw new LayoutTooLarge()
  switch (type.kind) {
    case 'scalar':
    case 'enum':
      return type
    case 'json':
      return { kind: 'text' }
    case 'nullable':
      return { ...layoutAt(type.type, at), nullable: true }
    case 'named':
      return namedLayout(type.name, at)
    case 'all': {
      const merged = mergedOf(type.parts, at.types)
      return merged ? layoutAt(merged, at) : { kind: 'text' }
    }
    case 'list':
      return {
        kind: 'list',
        items: layoutAt(type.items, at),
        ...(type.words ? { words: type.words } : {}),
      }
    case 'tuple': {
      const { items, required, rest } = type
      return {
        kind: 'tuple',
        items: items.map((item) => layoutAt(item, at)),
        required,
        ...(rest ? { rest: layoutAt(rest, at) } : {}),
      }
    }
    case 'map':
      if (resolved(type.values, at.types)?.kind === 'json') return { kind: 'object' }
      return nested(type, at, (inside) => ({ kind: 'map', values: layoutAt(type.values, inside) }))
    case 'record':
      return nested(type, at, (inside) => recordLayout(type, inside))
    case 'union':
      return unionLayout(type, at)
  }
}

function namedLayout(name: string, at: LayoutScope): Layout {
  const type = Object.hasOwn(at.types, name) ? at.types[name] : undefined
  if (!type) return { kind: 'text', name }
  const repeats = at.path.filter((each) => each === name).length
  if (repeats >= MAX_REPEATS) return textOf(type, { ...at, path: [...at.path, name] })
  return layoutAt(type, { ...at, path: [...at.path, name] })
}

/** One level of objects deeper; JSON text if there are too many levels. */
function nested(
  type: InputType,
  at: LayoutScope,
  make: (inside: LayoutScope) => NodeLayout,
): NodeLayout {
  return at.levels > 0 ? make({ ...at, levels: at.levels - 1 }) : textOf(type, at)
}

function textOf(type: InputType, at: LayoutScope): TextLayout {
  const name = at.path.at(-1)
  const below = { ...at, levels: LEVELS_OF_TEXT, path: [] }
  return {
    kind: 'text',
    ...(name === undefined ? {} : { name }),
    below: () => layoutAt(type, { ...below, size: { nodes: 0, most: Number.POSITIVE_INFINITY } }),
  }
}

function recordLayout({ members, rest }: RecordInput, at: LayoutScope): RecordLayout {
  const names = memberNames(members.map(({ name }) => name))
  return {
    kind: 'record',
    ...(at.open ? { open: at.open } : {}),
    members: membersAt(members, names, at),
    ...(rest ? { rest: layoutAt(rest, at) } : {}),
  }
}

function membersAt(
  members: readonly InputMember[],
  names: readonly string[],
  at: LayoutScope,
): MemberLayout[] {
  return members.map(({ name, type, ...others }, index) => ({
    ...others,
    flat: names[index] ?? name,
    wire: name,
    layout: layoutAt(type, at),
  }))
}

function unionLayout(union: UnionInput, at: LayoutScope): NodeLayout {
  if (union.tagging.style === 'none') {
    const [only, ...others] = union.cases
    if (only?.payload && others.length === 0) return layoutAt(only.payload, at)
    const choice = choiceLayout(union, at)
    if (choice) return choice
  }
  return nested(union, at, (inside) => {
    const names = memberNames(
      [...union.common.map(({ name }) => name), ...union.cases.map(({ tag }) => tag)],
      [KIND],
    )
    return {
      kind: 'union',
      ...(at.open ? { open: at.open } : {}),
      tagging: union.tagging,
      common: membersAt(union.common, names, inside),
      cases: union.cases.map((each, index) => {
        const { payload: _, ...member } = each
        return {
          ...member,
          member: names[union.common.length + index] ?? member.tag,
          ...payloadLayout(union, each, inside),
        }
      }),
    }
  })
}

/** The payload, where it is more than the tag. */
function payloadLayout(
  { tagging }: UnionInput,
  member: InputCase,
  at: LayoutScope,
): Pick<CaseLayout, 'payload' | 'own'> {
  const { payload } = member
  if (!payload) return {}
  const property = tagKey(tagging)
  const isBesideTag = property !== undefined && payloadKey(tagging, member) === undefined
  if (!isBesideTag || member.otherwise) return { payload: layoutAt(payload, at) }
  const { type, path } = follow(payload, at.types, at.path)
  if (type?.kind !== 'record') return { payload: layoutAt(payload, at) }
  // The tag is next to it, as the kind.
  const members = type.members.filter(({ name }) => name !== property)
  if (members.length === 0 && !type.rest) return {}
  const bare = { ...type, members }
  const own = members.map(({ name }) => name)
  const inside = { ...at, path }
  const repeats = path.filter((each) => each === path.at(-1)).length
  if (repeats > MAX_REPEATS) return { payload: textOf(bare, inside), own }
  return { payload: nested(bare, inside, (below) => recordLayout(bare, below)), own }
}

/** Strings, numbers, lists and so on, which are distinguished by their type. */
function choiceLayout({ cases }: UnionInput, at: LayoutScope): NodeLayout | undefined {
  const types = cases.map(({ payload }) => payload && jsonTypeOf(payload, at.types))
  if (types.some((type) => type === undefined) || new Set(types).size < types.length) {
    return undefined
  }
  return {
    kind: 'choice',
    cases: cases.flatMap(({ payload }) => (payload ? [layoutAt(payload, at)] : [])),
  }
}

function jsonTypeOf(type: InputType, types: InputTypes): string | undefined {
  const found = resolved(type, types)
  if (found?.kind === 'scalar') {
    if (found.type === 'bytes') return undefined
    return found.type === 'integer' ? 'number' : found.type
  }
  if (found?.kind === 'enum') {
    const kinds = new Set(found.values.map((value) => typeof value))
    return kinds.size === 1 && !found.values.includes(null) ? [...kinds][0] : undefined
  }
  return found?.kind === 'list' ? 'array' : undefined
}
