import type { Declaration, Field, Shape } from '../shapes/shape.js'
import { type CaseLayout, wireLayout } from '../shapes/union.js'

type Declarations = ReadonlyMap<string, Declaration>

/** What a text of a URL, a header or a form stands for: `TextType` of the runtime, as data. */
export type TextType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'bytes'
  | 'any'
  | readonly [TextType]
  | TextRecord
  | { readonly either: readonly TextType[] }
  | { readonly values: readonly (string | number | boolean)[] }

export type TextRecord = {
  readonly members: { readonly [name: string]: TextType }
  readonly rest?: TextType
}

/** What a text of this shape stands for. */
export function textType(
  shape: Shape,
  declarations: Declarations,
  within: readonly string[] = [],
): TextType {
  const inner = (each: Shape): TextType => textType(each, declarations, within)
  switch (shape.kind) {
    case 'scalar':
      if (shape.type === 'integer' || shape.type === 'number') return 'number'
      if (shape.type === 'boolean') return 'boolean'
      return shape.type === 'binary' ? 'bytes' : 'text'
    case 'literal':
      return valuesType([shape.value])
    case 'enumeration':
      return valuesType(shape.values)
    case 'nullable':
      return inner(shape.shape)
    case 'list':
      return [inner(shape.items)]
    case 'tuple':
      return [eitherType([...shape.items, ...(shape.rest ? [shape.rest] : [])].map(inner))]
    case 'map':
      return { members: {}, rest: inner(shape.values) }
    case 'record':
      return recordType(shape, inner)
    case 'reference': {
      const target = declarations.get(shape.name)
      // What contains itself is read by its form alone.
      if (!target || within.includes(shape.name)) return 'any'
      return textType(target.shape, declarations, [...within, shape.name])
    }
    case 'intersection':
      return mergedType(shape.parts.map(inner))
    case 'union':
      return eitherType(shape.cases.map((each) => layoutType(wireLayout(shape, each), inner)))
    default:
      return 'any'
  }
}

/** What a form with members of this shape has: those of all its kinds. */
export function formType(shape: Shape, declarations: Declarations): TextRecord | undefined {
  const type = textType(shape, declarations)
  const found = typeof type === 'object' && 'either' in type ? type.either : [type]
  return found.find(isRecordType)
}

type Inner = (shape: Shape) => TextType

function recordType(
  { fields, rest }: { readonly fields: readonly Field[]; readonly rest?: Shape },
  inner: Inner,
): TextRecord {
  const members = fields.map(({ name, shape }) => [name, inner(shape)] as const)
  return { members: Object.fromEntries(members), ...(rest ? { rest: inner(rest) } : {}) }
}

function layoutType(layout: CaseLayout, inner: Inner): TextType {
  if (layout.kind === 'unit') return 'text'
  return layout.kind === 'record' ? recordType(layout, inner) : inner(layout.payload)
}

function valuesType(values: readonly unknown[]): TextType {
  const kinds = new Set(values.map((each) => typeof each))
  if (kinds.size !== 1) return { values: values.map(plain) }
  if (kinds.has('number')) return 'number'
  return kinds.has('boolean') ? 'boolean' : 'text'
}

function plain(value: unknown): string | number | boolean {
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** Text comes last, because every text is one; of several records, what is received has the members of any. */
function eitherType(types: readonly TextType[]): TextType {
  const records = types.filter(isRecordType)
  const others = types.filter((each) => !isRecordType(each))
  const apart = [...(records.length > 0 ? [joinedType(records)] : []), ...others]
  const byText = new Map(apart.map((each) => [JSON.stringify(each), each]))
  const [only, ...more] = [...byText.values()]
  if (only === undefined) return 'any'
  if (more.length === 0) return only
  const all = [only, ...more]
  return {
    either: [...all.filter((each) => each !== 'text'), ...all.filter((each) => each === 'text')],
  }
}

function joinedType(records: readonly TextRecord[]): TextRecord {
  const names = new Set(records.flatMap(({ members }) => Object.keys(members)))
  const rests = records.flatMap(({ rest }) => rest ?? [])
  const typeOf = (name: string): TextType =>
    eitherType(
      records.flatMap(({ members }) => (Object.hasOwn(members, name) ? (members[name] ?? []) : [])),
    )
  return {
    members: Object.fromEntries([...names].map((name) => [name, typeOf(name)])),
    ...(rests.length === records.length ? { rest: eitherType(rests) } : {}),
  }
}

/** All parts apply: their members together. */
function mergedType(parts: readonly TextType[]): TextType {
  const records = parts.filter(isRecordType)
  if (records.length !== parts.length) return parts[0] ?? 'any'
  return { members: Object.assign({}, ...records.map(({ members }) => members)) }
}

function isRecordType(type: TextType): type is TextRecord {
  return typeof type === 'object' && 'members' in type
}
