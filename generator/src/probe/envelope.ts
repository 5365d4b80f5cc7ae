import type { Finding } from '../check/finding.js'
import type { Dictionary } from '../model/json.js'
import type { Operation } from '../model/operations/operation.js'

/** Faults of a JSON-RPC response as such, whatever its result is: every client relies on its envelope. */
export function envelopeFindings(
  { source }: Pick<Operation, 'source'>,
  message: Dictionary,
  id?: unknown,
): Finding[] {
  const { jsonrpc } = message
  const has = (name: string): boolean => Object.hasOwn(message, name) && message[name] !== undefined
  const fault = (at: string, expected: string, received: string): Finding => ({
    kind: 'wrong-envelope',
    degree: 'problem',
    path: [at],
    rule: { source },
    expected,
    received,
  })
  const isError = has('error') && message.error !== null
  // A server that could not read the request does not know its id.
  const isWrongId = id !== undefined && message.id !== id && !(isError && message.id === null)
  return [
    ...(jsonrpc === '2.0'
      ? []
      : [fault('jsonrpc', '"2.0"', jsonrpc === undefined ? 'nothing' : 'something else')]),
    ...(isWrongId
      ? [fault('id', 'the id of the request', has('id') ? 'another id' : 'nothing')]
      : []),
    ...(has('result') && isError && message.result !== null
      ? [fault('error', 'either a result or an error', 'both')]
      : []),
    ...(has('result') || isError ? [] : [fault('result', 'a result or an error', 'neither')]),
  ]
}
