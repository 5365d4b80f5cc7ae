import { isJson } from '../../model/operations/contents.js'
import { type Operation, pathOf } from '../../model/operations/operation.js'
import type { Document } from '../../source/document.js'
import { type Argument, placedArguments } from '../arguments/write-arguments.js'
import { type Call, callName, MAX_EXAMPLES, type NoCall } from './call.js'
import { bodyExamples, type NamedExample, nodeAt, parameterExample } from './examples.js'

/** The requests for the examples of a safe HTTP operation. */
export function httpCalls(document: Document, operation: Operation): (Call | NoCall)[] {
  const { binding, id, outputs } = operation
  if (binding.kind !== 'http') return []
  const contents = outputs.flatMap((output) => output.contents)
  if (contents.length > 0 && contents.every((each) => each.stream)) {
    return [{ name: id, reason: 'its response is a stream' }]
  }
  const given = argumentsOf(document, operation)
  if ('missing' in given) return [{ name: id, reason: noExample(given.missing) }]
  const path = pathOf(binding)
  const placed = placedArguments(operation, path, given.arguments)
  if ('fault' in placed) {
    return [{ name: id, reason: `its arguments cannot be sent: ${placed.fault}` }]
  }
  const bodies = bodiesOf(document, operation)
  if (!bodies) return [{ name: id, reason: 'its body has no JSON example' }]
  const accept = contents.some((each) => isJson(each.mediaType))
    ? { accept: 'application/json' }
    : { accept: '*/*' }
  const plain = { operation, method: binding.method }
  const bare: Call = {
    ...plain,
    name: callName(operation, 'bare', true),
    path,
    headers: accept,
  }
  const { parameters, body } = operation.input
  const needed = body?.required || parameters.some((each) => each.required)
  return bodies.map(({ name, mediaType, text }) => ({
    ...plain,
    name: callName(operation, name, bodies.length > 1),
    path: placed.path,
    headers: {
      ...accept,
      ...placed.headers,
      ...(mediaType === undefined ? {} : { 'content-type': mediaType }),
    },
    ...(text === undefined ? {} : { body: text }),
    ...(needed || (text === undefined && given.arguments.length === 0) ? {} : { bare }),
  }))
}

function noExample(name: string): string {
  return `the parameter ${name} has no example`
}

function argumentsOf(
  document: Document,
  { input }: Operation,
): { readonly arguments: readonly Argument[] } | { readonly missing: string } {
  const given: Argument[] = []
  for (const parameter of input.parameters) {
    const node = nodeAt(document, parameter.source)
    const example = node && parameterExample(document, node, parameter.required)
    if (example) given.push({ parameter, value: example.value })
    else if (parameter.required) return { missing: parameter.name }
  }
  return { arguments: given }
}

interface RequestBody {
  readonly name: string
  readonly mediaType?: string
  readonly text?: string
}

/** The bodies to send, including no body if it is optional. */
function bodiesOf(document: Document, operation: Operation): readonly RequestBody[] | undefined {
  const { input, binding } = operation
  const { body } = input
  // `fetch` does not allow a GET request with a body.
  const bodiless = binding.kind === 'http' && /^(?:GET|HEAD)$/.test(binding.method)
  if (!body || (bodiless && !body.required)) return [{ name: '' }]
  if (bodiless) return undefined
  const node = nodeAt(document, operation.source)
  const shown = node && bodyExamples(document, node)
  const examples: readonly NamedExample[] = shown?.examples ?? []
  if (!shown || examples.length === 0) return body.required ? undefined : [{ name: '' }]
  return examples.slice(0, MAX_EXAMPLES).map(({ name, value }) => ({
    name,
    mediaType: shown.mediaType.includes('*') ? 'application/json' : shown.mediaType,
    text: JSON.stringify(value),
  }))
}
