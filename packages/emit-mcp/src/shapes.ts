import type { Field, Model, Shape, Union, Value } from 'tagwire/emitter'

/** Converts shapes of the model to the input types of the server. */
export interface Inputs {
  readonly of: (shape: Shape) => Value
  readonly members: (fields: readonly Field[]) => Value[]
  /** The declarations that the inputs have referred to so far. */
  readonly types: () => { readonly [name: string]: Value }
}

/** An `InputType` of the server. */
type InputValue = { readonly [name: string]: Value }

/** Shapes without members. */
const LEAVES: ReadonlySet<Shape['kind']> = new Set([
  'scalar',
  'literal',
  'enumeration',
  'reference',
  'json',
])

const MAX_DOC = 240

export function createInputs({ declarations, operations }: Model): Inputs {
  const declared = new Map(declarations.map((each) => [each.name, each.shape]))
  const responseTypes = new Set<string>()
  noteResponseTypes(operations.map(({ outputs }) => outputs))
  const named = new Map<string, Value>()

  function inputOf(shape: Shape): InputValue {
    switch (shape.kind) {
      case 'scalar':
        return scalar(shape.type, shape.format)
      case 'literal':
        return { kind: 'enum', values: [shape.value] }
      case 'enumeration':
        return { kind: 'enum', values: shape.values, ...(shape.open ? { open: true } : {}) }
      case 'list':
        return { kind: 'list', items: inputOf(shape.items) }
      case 'tuple': {
        const { items, required, rest } = shape
        const more = rest ? { rest: inputOf(rest) } : {}
        return { kind: 'tuple', items: items.map(inputOf), required, ...more }
      }
      case 'map':
        return { kind: 'map', values: inputOf(shape.values) }
      case 'record': {
        const rest = shape.rest ? { rest: inputOf(shape.rest) } : {}
        return { kind: 'record', members: membersOf(shape.fields), ...rest }
      }
      case 'nullable':
        return { kind: 'nullable', type: inputOf(shape.shape) }
      case 'reference':
        return reference(shape.name)
      case 'intersection':
        return { kind: 'all', parts: shape.parts.map(inputOf) }
      case 'union':
        return unionOf(shape)
      case 'json':
      case 'never':
        return { kind: 'json' }
    }
  }

  function reference(name: string): InputValue {
    const shape = declared.get(name)
    if (!shape) return { kind: 'json' }
    if (!named.has(name)) {
      // The name first: a type may name itself.
      named.set(name, null)
      // Values from responses may contain unknown properties, which are sent back.
      const input = inputOf(shape)
      const open = responseTypes.has(name) && !LEAVES.has(shape.kind)
      named.set(name, open ? { ...input, open } : input)
    }
    return { kind: 'named', name }
  }

  /** Remembers the declarations that a part of the model refers to, directly or through others. */
  function noteResponseTypes(part: unknown): void {
    if (typeof part !== 'object' || part === null) return
    if (!('kind' in part && part.kind === 'reference' && 'name' in part)) {
      // Rules describe the same values again.
      for (const [name, each] of Object.entries(part)) if (name !== 'rule') noteResponseTypes(each)
      return
    }
    const name = String(part.name)
    if (responseTypes.has(name)) return
    responseTypes.add(name)
    noteResponseTypes(declared.get(name))
  }

  /** The members that can be sent. */
  function membersOf(fields: readonly Field[]): Value[] {
    const sent = fields.filter(({ flow, shape }) => flow !== 'read' && shape.kind !== 'never')
    return sent.map((field) => ({ name: field.name, type: inputOf(field.shape), ...about(field) }))
  }

  function unionOf({ tagging, cases, common }: Union): InputValue {
    return {
      kind: 'union',
      tagging: { ...tagging },
      cases: cases.map((each) => ({
        tag: each.tag,
        ...(each.tagValue === undefined ? {} : { value: each.tagValue }),
        ...(each.payload ? { payload: inputOf(each.payload) } : {}),
        ...(each.otherwise ? { otherwise: each.otherwise } : {}),
        ...docOf(each.doc),
      })),
      common: membersOf(common),
    }
  }

  return {
    of: inputOf,
    members: membersOf,
    types: () => Object.fromEntries(named),
  }
}

function scalar(type: string, format: string | undefined): InputValue {
  if (type === 'binary' || type === 'bytes') return { kind: 'scalar', type: 'bytes' }
  const known = type === 'bigint' ? 'integer' : type
  return { kind: 'scalar', type: known, ...(format === undefined ? {} : { format }) }
}

function about(field: Field): { readonly [name: string]: Value } {
  const { required, deprecated, doc } = field
  const text = [deprecated ? 'Deprecated.' : '', doc ?? ''].filter(Boolean).join(' ')
  const value = field.default
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return {
    ...(required ? { required: true } : {}),
    ...docOf(text),
    ...(isPlain ? { default: value } : {}),
  }
}

function docOf(doc: string | undefined): { readonly doc?: string } {
  return doc ? { doc: shortened(doc, MAX_DOC) } : {}
}

/** The beginning of a text, up to the end of a sentence if possible. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const part = line.slice(0, most)
  const end = part.lastIndexOf('. ')
  return end > most / 2 ? part.slice(0, end + 1) : `${part.slice(0, most - 1)}…`
}
