import {
  type Case,
  type Declaration,
  type EmitterContext,
  type Field,
  payloadKey,
  type Shape,
  type Union,
} from 'tagwire/emitter'

/** The first value of a declaration that the document's own examples hold. */
export type ExampleValues = ReadonlyMap<string, unknown>

export function exampleValues({ model }: Pick<EmitterContext, 'model'>): ExampleValues {
  const { declarations, operations } = model
  const byName = new Map(declarations.map((each) => [each.name, each]))
  const found = new Map<string, unknown>()
  for (const { name, examples = [] } of declarations) {
    if (examples.length > 0) found.set(name, examples[0])
  }
  for (const { input, outputs, example } of operations) {
    const answer = outputs[0]?.contents[0]?.shape
    if (answer && example?.response !== undefined) collect(answer, example.response, byName, found)
    const body = input.body?.contents[0]?.shape
    if (body && example?.request !== undefined) collect(body, example.request, byName, found)
  }
  return found
}

type Declarations = ReadonlyMap<string, Declaration>

function collect(
  shape: Shape,
  value: unknown,
  byName: Declarations,
  found: Map<string, unknown>,
): void {
  if (value === null || value === undefined) return
  const inner = (each: Shape, part: unknown): void => collect(each, part, byName, found)
  switch (shape.kind) {
    case 'reference': {
      if (!found.has(shape.name)) found.set(shape.name, value)
      const declared = byName.get(shape.name)
      if (declared) inner(declared.shape, value)
      return
    }
    case 'nullable':
      inner(shape.shape, value)
      return
    case 'list':
      if (Array.isArray(value)) for (const item of value) inner(shape.items, item)
      return
    case 'map':
      for (const item of Object.values(value)) inner(shape.values, item)
      return
    case 'record':
      for (const field of shape.fields) inner(field.shape, memberOf(value, field.name))
      return
    case 'union':
      collectCase(shape, value, inner)
      return
    default:
  }
}

function collectCase(
  union: Union,
  value: unknown,
  inner: (shape: Shape, value: unknown) => void,
): void {
  const { tagging } = union
  for (const each of union.cases) {
    if (!each.payload) continue
    const key = payloadKey(tagging, each)
    if (tagging.style === 'key') inner(each.payload, memberOf(value, each.tag))
    else if (tagging.style === 'none' || memberOf(value, tagging.property) !== tagOf(each)) continue
    else inner(each.payload, key === undefined ? value : memberOf(value, key))
  }
}

/** What a value of the kind has as its tag. */
function tagOf({ tag, tagValue }: Case): string | number | boolean {
  return tagValue ?? tag
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}

/** What placeholders are made with. */
type Described = Pick<EmitterContext, 'structures'> & { readonly byName: Declarations }

/** A value that fits the shape, as short as the document allows. */
export function placeholderValue(described: Described, shape: Shape, depth = 0): unknown {
  const { byName } = described
  const next = (each: Shape): unknown => placeholderValue(described, each, depth + 1)
  switch (shape.kind) {
    case 'scalar':
      return placeholderScalar(shape.type, shape.format)
    case 'literal':
      return shape.value
    case 'enumeration':
      return shape.values[0] ?? null
    case 'nullable':
      return null
    case 'tuple':
      return shape.items.slice(0, shape.required).map(next)
    case 'list':
      return []
    case 'reference': {
      const declared = byName.get(shape.name)
      return declared && depth < 12 ? next(declared.shape) : {}
    }
    case 'record':
      return Object.fromEntries(
        requiredFields(shape.fields).map((each) => [each.name, next(each.shape)]),
      )
    case 'union': {
      const [first] = shape.cases
      return first ? placeholderCase(described, shape, first, depth) : {}
    }
    default:
      return {}
  }
}

function requiredFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => field.required && field.flow !== 'write')
}

/** A value of one kind of a union. */
export function placeholderCase(
  described: Described,
  union: Union,
  member: Case,
  depth = 0,
): unknown {
  const laid = described.structures.wireLayout(union, member)
  const next = (shape: Shape): unknown => placeholderValue(described, shape, depth + 1)
  switch (laid.kind) {
    case 'unit':
      return laid.value
    case 'plain':
      return next(laid.payload)
    case 'named':
      return Object.assign({}, next(laid.payload), { [laid.tag.name]: next(laid.tag.shape) })
    case 'record':
      return Object.fromEntries(
        requiredFields(laid.fields).map((each) => [each.name, next(each.shape)]),
      )
  }
}

function placeholderScalar(type: string, format: string | undefined): unknown {
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return 1
  if (format === 'int64' || format === 'uint64' || format === 'integer') return '1'
  return format === 'date-time' ? '2026-01-31T10:00:00Z' : '…'
}
