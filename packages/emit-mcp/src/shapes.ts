import type { Field, Model, Rule, Shape, Union, Value } from 'tagwire/emitter'
import { rulesAt } from './schema-keywords.js'

/** Converts shapes of the model to the input types of the server. */
export interface Inputs {
  /** `rules` are the constraints of the value beyond its shape. */
  readonly of: (shape: Shape, rules?: readonly Rule[]) => Value
  readonly members: (fields: readonly Field[], rulesOf: RulesOfField) => Value[]
  /** The declarations that the inputs have referred to so far. */
  readonly types: () => { readonly [name: string]: Value }
}

type DataOf = (value: unknown) => Value

type RulesOfField = (field: Field) => readonly Rule[]

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

const MAX_EXAMPLES = 2
const LONGEST_EXAMPLE = 120

export function createInputs({ declarations, operations }: Model, dataOf: DataOf): Inputs {
  const declared = new Map(declarations.map((each) => [each.name, each]))
  const at = rulesAt((name) => declared.get(name)?.rule)
  const responseTypes = new Set<string>()
  noteResponseTypes(operations.map(({ outputs }) => outputs))
  const named = new Map<string, Value>()

  function inputOf(shape: Shape, rules: readonly Rule[] = []): InputValue {
    switch (shape.kind) {
      case 'scalar':
        return scalar(shape.type, shape.format, at.words(rules))
      case 'literal':
        return { kind: 'enum', values: [shape.value] }
      case 'enumeration':
        return { kind: 'enum', values: shape.values, ...(shape.open ? { open: true } : {}) }
      case 'list':
        return {
          kind: 'list',
          items: inputOf(shape.items, at.items(rules)),
          ...withWords(at.words(rules)),
        }
      case 'tuple': {
        const { items, required, rest } = shape
        const more = rest ? { rest: inputOf(rest) } : {}
        return { kind: 'tuple', items: items.map((item) => inputOf(item)), required, ...more }
      }
      case 'map':
        return { kind: 'map', values: inputOf(shape.values, at.values(rules)) }
      case 'record': {
        const rest = shape.rest ? { rest: inputOf(shape.rest, at.values(rules)) } : {}
        const members = membersOf(shape.fields, ({ name }) => at.member(rules, name))
        return { kind: 'record', members, ...rest }
      }
      case 'nullable':
        return { kind: 'nullable', type: inputOf(shape.shape, rules) }
      case 'reference':
        return reference(shape.name)
      case 'intersection':
        return { kind: 'all', parts: shape.parts.map((part) => inputOf(part, rules)) }
      case 'union':
        return unionOf(shape, rules)
      case 'json':
      case 'never':
        return { kind: 'json' }
    }
  }

  function reference(name: string): InputValue {
    const declaration = declared.get(name)
    if (!declaration) return { kind: 'json' }
    const { shape, rule } = declaration
    if (!named.has(name)) {
      // The name first: a type may name itself.
      named.set(name, null)
      // Values from responses may contain unknown properties, which are sent back.
      const input = inputOf(shape, [rule])
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
    noteResponseTypes(declared.get(name)?.shape)
  }

  /** The members that can be sent. */
  function membersOf(fields: readonly Field[], rulesOf: RulesOfField): Value[] {
    const sent = fields.filter(({ flow, shape }) => flow !== 'read' && shape.kind !== 'never')
    return sent.map((field) => ({
      name: field.name,
      type: inputOf(field.shape, rulesOf(field)),
      ...about(field, dataOf),
    }))
  }

  function unionOf(union: Union, rules: readonly Rule[]): InputValue {
    const { tagging, cases, common } = union
    return {
      kind: 'union',
      tagging: { ...tagging },
      cases: cases.map((each) => ({
        tag: each.tag,
        ...(each.tagValue === undefined ? {} : { value: each.tagValue }),
        ...(each.payload
          ? { payload: inputOf(each.payload, at.payload(rules, tagging, each)) }
          : {}),
        ...(each.otherwise ? { otherwise: each.otherwise } : {}),
        ...docOf(each.doc),
      })),
      common: membersOf(common, ({ name }) => at.member(rules, name)),
    }
  }

  return {
    of: inputOf,
    members: membersOf,
    types: () => Object.fromEntries(named),
  }
}

function scalar(type: string, format: string | undefined, words: InputValue): InputValue {
  if (type === 'binary' || type === 'bytes') return { kind: 'scalar', type: 'bytes' }
  const known = type === 'bigint' ? 'integer' : type
  return {
    ...{ kind: 'scalar', type: known, ...withWords(words) },
    ...(format === undefined ? {} : { format }),
  }
}

function withWords(words: InputValue): InputValue {
  return Object.keys(words).length === 0 ? {} : { words }
}

function isShort(example: unknown): boolean {
  return JSON.stringify(example).length <= LONGEST_EXAMPLE
}

function about(field: Field, dataOf: DataOf): { readonly [name: string]: Value } {
  const { required, deprecated, doc } = field
  const text = [deprecated ? 'Deprecated.' : '', doc ?? ''].filter(Boolean).join(' ')
  const value = field.default
  const examples = (field.examples ?? []).filter(isShort).slice(0, MAX_EXAMPLES)
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return {
    ...(required ? { required: true } : {}),
    ...docOf(text),
    ...(isPlain ? { default: value } : {}),
    ...(examples.length > 0 ? { examples: examples.map(dataOf) } : {}),
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
