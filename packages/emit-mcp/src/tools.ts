import {
  type ArgumentForm,
  argumentForm,
  type EmitterContext,
  type Operation,
  type Rule,
  type Shape,
  sendableContents,
  type Value,
} from 'tagwire/emitter'
import { type Inputs, shortened } from './shapes.js'

const MAX_DESCRIPTION = 700

/** The operations that a tool can call: those with a single response. */
export function callable({ model, names }: EmitterContext): readonly Operation[] {
  return model.operations.filter((operation) => {
    const { transports } = operation.extensions
    return names.operation(operation).method !== undefined && (transports?.includes('http') ?? true)
  })
}

/**
 * The operations that can be called. The server makes one tool of each, or one per kind of a tagged union.
 */
export function toolsOf(context: EmitterContext, inputs: Inputs): Value[] {
  return callable(context).map((operation): Value => {
    const { id, name, summary, safe, idempotent, binding, tags } = operation
    return {
      name: /^[\w-]+$/.test(id) ? id : name,
      ...(summary ? { title: shortened(summary, 80).replace(/\.$/, '') } : {}),
      description: descriptionOf(operation),
      ...(binding.kind === 'http' ? { path: `${binding.method} ${binding.path}` } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      operation: name,
      ...(safe ? { safe: true } : {}),
      ...(idempotent ? { idempotent: true } : {}),
      ...inputOf(context, operation, inputs),
      ...exampleOf(context, operation),
    }
  })
}

function inputOf(
  context: EmitterContext,
  operation: Operation,
  inputs: Inputs,
): { readonly [name: string]: Value } {
  const { body, fields, required } = context.names.operation(operation)
  const given = new Map(operation.input.parameters.map((each) => [each.name, each]))
  const content = operation.input.body && sendableContents(operation.input.body)[0]
  const ofBody = content ? [content.rule] : []
  const members = fields?.map((field) => {
    const shape = FORM_SHAPES[argumentForm(given.get(field.name)?.encoding)] ?? field.shape
    return { ...field, shape }
  })
  const optional = required ? {} : { optional: true }
  if (members) {
    const rulesOf = ({ name }: { readonly name: string }): readonly Rule[] => {
      const parameter = given.get(name)
      return parameter ? [parameter.rule] : ofBody
    }
    return { input: { kind: 'record', members: inputs.members(members, rulesOf) }, ...optional }
  }
  return body ? { input: inputs.of(body, ofBody), body: true, ...optional } : {}
}

/** Integers and bytes of JSON-RPC are passed as texts that say what they are. */
const FORM_SHAPES: Readonly<Record<ArgumentForm, Shape | undefined>> = {
  json: undefined,
  integer: { kind: 'scalar', type: 'string', format: 'integer' },
  bytes: { kind: 'scalar', type: 'string', format: '0x-hex' },
}

function descriptionOf(operation: Operation): string {
  const { summary, doc, deprecated, replacedBy, extensions, binding, id } = operation
  const instead = replacedBy === undefined ? '' : ` Use ${replacedBy} instead.`
  const sentences = [
    deprecated ? `Deprecated.${instead}` : '',
    summary && summary !== doc ? `${summary.replace(/\.$/, '')}.` : '',
    doc ?? '',
    extensions.requires === undefined
      ? ''
      : `The server has to be set up with ${extensions.requires}.`,
  ]
  const text = sentences.filter(Boolean).join(' ')
  if (text !== '') return shortened(text, MAX_DESCRIPTION)
  return binding.kind === 'http' ? `${binding.method} ${binding.path}` : `Calls ${id}.`
}

/** Examples are in wire format, so they can be shown if integers and bytes need no conversion. */
function exampleOf(
  { structures }: EmitterContext,
  { example, input }: Operation,
): { example?: Value } {
  const isPlain = !input.parameters.some(({ encoding }) => encoding)
  const { request } = example ?? {}
  return isPlain && request !== undefined ? { example: structures.dataOf(request) } : {}
}
