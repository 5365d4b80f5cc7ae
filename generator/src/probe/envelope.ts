import type { Finding } from '../check/finding.js'
import { type Dictionary, isDictionary } from '../model/json.js'
import type { Operation } from '../model/operations/operation.js'

/** Codes that JSON-RPC itself defines; a document does not have to list them. */
export const OF_PROTOCOL: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32603])

/** Faults of a JSON-RPC response as such, whatever its result is: every client relies on its envelope. */
export function envelopeFindings(
  { source }: Pick<Operation, 'source'>,
  message: Dictionary,
  id?: unknown,
): Finding[] {
  const { jsonrpc } = message
  const has = (name: string): boolean => Object.hasOwn(message, name) && message[name] !== undefined
  const fault = (
    at: string,
    expected: string,
    received: string,
    degree: Finding['degree'] = 'problem',
  ): Finding => ({
    kind: 'wrong-envelope',
    degree,
    path: [at],
    rule: { source },
    expected,
    received,
  })
  const both = (at: string, beside: string): Finding =>
    fault(at, `nothing beside ${beside}`, 'null', 'exact')
  const { error } = message
  const isError = has('error') && error !== null
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
    // Version 1.0 has both, one of them null; most clients read it, and those that follow 2.0 to the letter do not.
    ...(has('result') && error === null ? [both('error', 'a result')] : []),
    ...(isError && message.result === null ? [both('result', 'an error')] : []),
    ...(isError && !isErrorObject(error)
      ? [fault('error', 'an object with an integer `code` and a text `message`', 'another value')]
      : []),
    ...(has('result') || isError ? [] : [fault('result', 'a result or an error', 'neither')]),
  ]
}

/** A call of a batch that has no response, while others have one. */
export function unansweredCall({ source }: Pick<Operation, 'source'>): Finding {
  return {
    kind: 'wrong-envelope',
    degree: 'problem',
    path: ['id'],
    rule: { source },
    expected: 'a response with the id of each request',
    received: 'none for one of them',
  }
}

function isErrorObject(error: unknown): boolean {
  return isDictionary(error) && Number.isInteger(error.code) && typeof error.message === 'string'
}

/** Whether a response has a result or an error whose value can be compared. */
export function isComparable(message: Dictionary): boolean {
  return Object.hasOwn(message, 'result') || isDictionary(message.error)
}
