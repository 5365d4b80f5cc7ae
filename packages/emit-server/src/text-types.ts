import type { Declaration, Shape, Value } from 'tagwire/emitter'

type Declarations = ReadonlyMap<string, Declaration>

/** What a text of this shape stands for: the runtime's `TextType`, as data. */
export function textType(
  shape: Shape,
  declarations: Declarations,
  within: readonly string[] = [],
): Value {
  const inner = (each: Shape): Value => textType(each, declarations, within)
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
    case 'record': {
      const members = shape.fields.map(({ name, shape: own }) => [name, inner(own)] as const)
      return {
        members: Object.fromEntries(members),
        ...(shape.rest ? { rest: inner(shape.rest) } : {}),
      }
    }
    case 'reference': {
      const target = declarations.get(shape.name)
      // What contains itself is read by its form alone.
      if (!target || within.includes(shape.name)) return 'any'
      return textType(target.shape, declarations, [...within, shape.name])
    }
    case 'intersection':
      return mergedType(shape.parts.map(inner))
    case 'union':
      return eitherType(shape.cases.map(({ payload }) => (payload ? inner(payload) : 'text')))
    default:
      return 'any'
  }
}

function valuesType(values: readonly unknown[]): Value {
  const kinds = new Set(values.map((each) => typeof each))
  if (kinds.size !== 1) return { values: values.map(plain) }
  if (kinds.has('number')) return 'number'
  return kinds.has('boolean') ? 'boolean' : 'text'
}

function plain(value: unknown): Value {
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

/** Text comes last, because every text is one. */
function eitherType(types: readonly Value[]): Value {
  const byText = new Map(types.map((each) => [JSON.stringify(each), each]))
  const [only, ...more] = [...byText.values()]
  if (only === undefined) return 'any'
  if (more.length === 0) return only
  const all = [only, ...more]
  return {
    either: [...all.filter((each) => each !== 'text'), ...all.filter((each) => each === 'text')],
  }
}

/** All parts apply: their members together. */
function mergedType(parts: readonly Value[]): Value {
  const records = parts.filter(isRecordType)
  if (records.length !== parts.length) return parts[0] ?? 'any'
  return { members: Object.assign({}, ...records.map(({ members }) => members)) }
}

function isRecordType(
  type: Value,
): type is { readonly members: { readonly [name: string]: Value } } {
  return typeof type === 'object' && type !== null && 'members' in type
}
