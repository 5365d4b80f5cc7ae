import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import { isJson } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import { missingHeaders } from '../live/response-headers.js'
import type { Collector } from '../mismatch.js'
import type { Payload } from '../payload.js'
import { type CheckPayload, outputsFor, type Subject } from '../subject.js'
import { compare } from './compare-payload.js'
import type { Recorded, SocketMessage, Traffic } from './recorded-exchange.js'
import { inputsOf, pathPattern } from './recorded-inputs.js'

/** Checks recorded traffic against the document: requests, responses, and WebSocket messages. */
export function compareTraffic(
  { exchanges, messages }: Traffic,
  model: Model,
  checkPayload: CheckPayload,
  collector: Collector,
): Payload[] {
  const calls = createCalls(model, checkPayload, collector)
  return [
    ...exchanges.flatMap((each) => {
      const operation = model.operations.find((known) => isCallOf(known, each))
      if (operation) return compareHttp(each, operation, checkPayload, collector)
      return (
        calls.exchange(each) ?? [
          unknown(each.name, `${each.method} ${pathOf(each)} is not an operation`),
        ]
      )
    }),
    ...messages.flatMap(calls.message),
  ]
}

function unknown(name: string, reason: string): Payload {
  return { name, outcome: 'unknown', reason }
}

/** Without query, credentials or anything else that may be private. */
function pathOf({ url }: Recorded): string {
  return URL.canParse(url) ? new URL(url).pathname : 'an invalid URL'
}

/** A server may add a prefix to all paths, so matching starts at any segment. */
function isCallOf({ binding }: Operation, recorded: Recorded): boolean {
  if (binding.kind !== 'http' || binding.method !== recorded.method.toUpperCase()) return false
  return pathPattern(binding.path).test(pathOf(recorded))
}

function compareHttp(
  recorded: Recorded,
  operation: Operation,
  checkPayload: CheckPayload,
  collector: Collector,
): Payload[] {
  const { name, status, text } = recorded
  // A request that the server rejected may be invalid.
  const payloads =
    status < 400
      ? inputsOf(operation, recorded).map(({ kind, value }) => {
          const subject: Subject = { kind, operation }
          return compare(`${name} ${kind}`, subject, value, checkPayload, collector)
        })
      : []
  collector.add(name, [], missingHeaders(operation, status, recorded.headers))
  const outputs = outputsFor(operation, status)
  const json = outputs.flatMap((each) => each.contents).some((each) => isJson(each.mediaType))
  if (outputs.length > 0 && !json) return [...payloads, { name, outcome: 'pass' }]
  const value = parsed(text)
  if (!value)
    return [
      ...payloads,
      { name, outcome: 'skipped', reason: 'its body is not JSON, or was not recorded' },
    ]
  const subject: Subject = { kind: 'status', operation, status }
  return [...payloads, compare(name, subject, value.value, checkPayload, collector)]
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return undefined
  }
}

interface Calls {
  readonly exchange: (recorded: Recorded) => Payload[] | undefined
  readonly message: (message: SocketMessage) => Payload[]
}

/** JSON-RPC: a response has the id of its call, and only the call has the method. */
function createCalls(model: Model, checkPayload: CheckPayload, collector: Collector): Calls {
  const byMethod = new Map(
    model.operations.flatMap((each) =>
      each.binding.kind === 'call' ? [[each.binding.method, each] as const] : [],
    ),
  )
  const asked = new Map<string, Operation>()

  const request = (name: string, value: Dictionary, on: Map<string, Operation>): Payload[] => {
    const operation = byMethod.get(String(value.method))
    if (!operation) return [unknown(name, `there is no method ${JSON.stringify(value.method)}`)]
    on.set(JSON.stringify(value.id), operation)
    if (!isDictionary(value.params) && !Array.isArray(value.params)) return []
    const subject: Subject = { kind: 'request', operation }
    return [
      compare(`${name} request`, subject, { jsonrpc: '2.0', ...value }, checkPayload, collector),
    ]
  }

  const compareResponse = (
    name: string,
    value: Dictionary,
    on: ReadonlyMap<string, Operation>,
  ): Payload[] => {
    const operation = on.get(JSON.stringify(value.id))
    if (!operation) return [unknown(name, 'its call was not recorded')]
    // Events have the id of the call that subscribed to them, whose own response is empty.
    const event =
      isDictionary(value.result) &&
      Object.keys(value.result).length > 0 &&
      operation.extensions.events
    const subject: Subject = { kind: event ? 'event' : 'response', operation }
    return [compare(name, subject, { jsonrpc: '2.0', ...value }, checkPayload, collector)]
  }

  const all = (text: string): Dictionary[] => {
    const value = parsed(text)?.value
    return (Array.isArray(value) ? value : [value]).filter(isDictionary)
  }

  return {
    exchange: ({ name, sent, text }) => {
      const calls =
        sent === undefined ? [] : all(sent).filter((each) => typeof each.method === 'string')
      if (byMethod.size === 0 || calls.length === 0) return undefined
      const own = new Map<string, Operation>()
      return [
        ...calls.flatMap((each) => request(name, each, own)),
        ...all(text).flatMap((each) => compareResponse(name, each, own)),
      ]
    },
    message: ({ name, from, text }) =>
      all(text).flatMap((each) =>
        from === 'client' ? request(name, each, asked) : compareResponse(name, each, asked),
      ),
  }
}
