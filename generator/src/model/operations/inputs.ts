import { pascalCase } from '../names.js'
import type { Field, Shape } from '../shapes/shape.js'
import { argumentNames } from './arguments.js'
import { contentKind, sentContent, sentItems } from './contents.js'
import type { Body, Content, Operation, Parameter } from './operation.js'

export { isJson } from './contents.js'

/** The input of an operation as one value. */
export type InputForm =
  | { readonly form: 'none' }
  /** The body itself. */
  | {
      readonly form: 'body'
      readonly shape: Shape
      readonly required: boolean
      /** Of a body that is sent item by item; bytes otherwise. */
      readonly item?: Shape
    }
  /** A named record: the query, the parameters of a call, or all arguments together. */
  | {
      readonly form: 'query' | 'params' | 'parts'
      readonly name: string
      readonly fields: readonly Field[]
      readonly required: boolean
    }

export function inputForm(operation: Operation): InputForm {
  const { parameters, body } = operation.input
  const name = inputName(operation)
  if (name === undefined) return body ? bodyForm(body) : { form: 'none' }
  if (operation.binding.kind === 'call') return record('params', name, parameters)
  return isQuery(operation)
    ? record('query', name, parameters)
    : record('parts', name, parameters, body)
}

/** The name of an operation's input type, if it needs one of its own. */
export function inputName(operation: Operation): string | undefined {
  const { input } = operation
  if (input.parameters.length === 0) return undefined
  if (input.name !== undefined) return input.name
  const ending = isQuery(operation) ? 'Query' : 'Arguments'
  return pascalCase(operation.name) + ending
}

function isQuery({ binding, input }: Operation): boolean {
  return (
    binding.kind === 'http' &&
    !input.body &&
    input.parameters.every((each) => each.place === 'query')
  )
}

function bodyForm(body: Body): InputForm {
  const { item } = sentItems(sentContent(body)) ?? {}
  return {
    form: 'body',
    shape: bodyShape(body),
    required: body.required,
    ...(item ? { item } : {}),
  }
}

function bodyShape(body: Pick<Body, 'contents'>): Shape {
  const content = sentContent(body)
  return content ? contentShape(content) : { kind: 'json' }
}

/** The shape that callers pass for a content; bytes and text, whatever its schema says. */
export function contentShape(content: Content): Shape {
  const kind = contentKind(content)
  if (kind === 'text') return { kind: 'scalar', type: 'string' }
  return kind === 'binary' || kind === 'stream' ? { kind: 'scalar', type: 'binary' } : content.shape
}

function record(
  form: 'query' | 'params' | 'parts',
  name: string,
  parameters: readonly Parameter[],
  body?: Body,
): InputForm {
  const names = argumentNames({ parameters, ...(body ? { body } : {}) })
  const named = parameters.map((each) => fieldOf(each, names.get(each) ?? each.name))
  const fields = [...named, ...(body ? [bodyField(body)] : [])]
  return { form, name, fields, required: fields.some((field) => field.required) }
}

function fieldOf(parameter: Parameter, name: string): Field {
  const { shape, required, source, doc, deprecated, replacedBy, provenance, examples } = parameter
  return {
    name,
    shape,
    required,
    source,
    ...(doc ? { doc } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(replacedBy ? { replacedBy } : {}),
    ...(provenance ? { provenance } : {}),
    ...(parameter.default !== undefined ? { default: parameter.default } : {}),
    ...(examples ? { examples } : {}),
  }
}

function bodyField(body: Body): Field {
  const { source, doc, required } = body
  return { name: 'body', shape: bodyShape(body), required, source, ...(doc ? { doc } : {}) }
}

/** The declaration that a body refers to. */
export function bodyName(operation: Operation): string | undefined {
  const input = inputForm(operation)
  return input.form === 'body' && input.shape.kind === 'reference' ? input.shape.name : undefined
}
