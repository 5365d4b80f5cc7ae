import {
  type Case,
  type Declaration,
  type EmitterContext,
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
    if (!isOfCase(tagging, each, value)) continue
    inner(each.payload, key === undefined ? value : memberOf(value, key))
  }
}

/** Whether a value that has the form of the union is of this kind. */
function isOfCase(tagging: Union['tagging'], member: Case, value: unknown): boolean {
  switch (tagging.style) {
    case 'key':
      return true
    case 'property':
    case 'pair':
      return memberOf(value, tagging.property) === tagOf(member)
    case 'none':
      return false
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
