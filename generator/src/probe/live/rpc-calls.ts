import { isDictionary } from '../../model/json.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Document } from '../../source/document.js'
import { type Call, callName, MAX_EXAMPLES, type NoCall } from './call.js'
import { nodeAt, pairings } from './examples.js'

/** The requests for the examples of a safe method, as JSON-RPC 2.0 over HTTP. */
export function rpcCalls(document: Document, operation: Operation): (Call | NoCall)[] {
  const { id, input, extensions } = operation
  if (extensions.transports?.includes('http') === false) {
    return [{ name: id, reason: 'it is not available over HTTP' }]
  }
  const node = nodeAt(document, operation.source)
  const examples = node ? pairings(document, node).slice(0, MAX_EXAMPLES) : []
  const missing = input.parameters.find((each) => each.required)
  if (examples.length === 0 && missing) {
    return [{ name: id, reason: `the parameter ${missing.name} has no example` }]
  }
  const given = examples.length > 0 ? distinct(examples) : [{ name: '', value: {} }]
  const bare = missing ? undefined : callOf(operation, callName(operation, 'bare', true), {})
  return given.map(({ name, value }) => ({
    ...callOf(operation, callName(operation, name, given.length > 1), value),
    ...(bare && isDictionary(value) && Object.keys(value).length > 0 ? { bare } : {}),
  }))
}

/** Every call is a message of its own, so that one id is enough. */
export const CALL_ID = 1

function callOf(operation: Operation, name: string, value: unknown): Call {
  const params = paramsOf(operation, value)
  return {
    name,
    operation,
    method: 'POST',
    path: '',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: CALL_ID, method: operation.id, params }),
  }
}

/** Examples often differ only in their results. */
function distinct<Each extends { readonly value: unknown }>(examples: readonly Each[]): Each[] {
  const texts = examples.map((each) => JSON.stringify(each.value))
  return examples.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
}

function paramsOf({ binding, input }: Operation, value: unknown): unknown {
  if (binding.kind !== 'call' || !binding.byPosition || !isDictionary(value)) return value
  const list = input.parameters.map((each) => value[each.name])
  while (list.length > 0 && list.at(-1) === undefined) list.pop()
  return list
}
