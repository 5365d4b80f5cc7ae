import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import { envelopeFindings } from '../envelope.js'
import type { Undescribed } from '../infer/describe-operations.js'
import { missingHeaders } from '../live/response-headers.js'
import type { Collector } from '../mismatch.js'
import { parsedJson } from '../parsed-json.js'
import type { Payload } from '../payload.js'
import { contentOf, notJson } from '../response-content.js'
import type { CheckPayload, Subject } from '../subject.js'
import { createAddresses, hostOf } from './addresses.js'
import { compare, withFindings } from './compare-payload.js'
import { bySpecificity } from './path-pattern.js'
import type { Recorded, SocketMessage, Traffic } from './recorded-exchange.js'
import { inputsOf } from './recorded-inputs.js'

export interface TrafficOptions {
  /** Further servers of the document. */
  readonly servers?: readonly string[]
  /** Called for traffic of its servers that belongs to no operation. */
  readonly onUndescribed?: (seen: Undescribed) => void
}

/** Checks recorded traffic against the document: requests, responses, and WebSocket messages. */
export function compareTraffic(
  { exchanges, messages }: Traffic,
  model: Model,
  checkPayload: CheckPayload,
  collector: Collector,
  { servers = [], onUndescribed = () => {} }: TrafficOptions = {},
): Payload[] {
  const calls = createCalls(model, checkPayload, collector)
  const addresses = createAddresses(model, servers)
  const operations = model.operations.toSorted((left, right) =>
    bySpecificity(pathIn(left), pathIn(right)),
  )
  const operationOf = (recorded: Recorded): Operation | undefined =>
    operations.find((each) => isMethodOf(each, recorded) && addresses.isOf(each, recorded.url))
  const mixed = mixedHosts(exchanges.filter(operationOf))
  const leftOut = ({ name, url }: { readonly name: string; readonly url: string }): Payload[] => {
    const host = hostOf(url)
    const isOneOfMany = mixed !== undefined && servers.length === 0 && addresses.isAnyHost
    const reason = addresses.elsewhere(url) ?? (isOneOfMany && host ? mixed : undefined)
    return reason === undefined ? [] : [{ name, outcome: 'left-out', reason }]
  }
  return [
    ...exchanges.flatMap((each) => {
      const outside = leftOut(each)
      if (outside.length > 0) return outside
      const operation = operationOf(each)
      if (operation) return compareHttp(each, operation, checkPayload, collector)
      const called = calls.exchange(each)
      if (called) return called
      const path = addresses.pathBelow(each.url)
      if (path !== undefined) {
        const { searchParams } = new URL(each.url)
        const method = each.method.toUpperCase()
        onUndescribed({ ...each, path, method, query: searchParams })
      }
      return [unknown(each.name, `${each.method} ${pathOf(each)} is not an operation`)]
    }),
    ...messages.flatMap((each) => {
      const outside = leftOut(each)
      return outside.length > 0 ? outside : calls.message(each)
    }),
  ]
}

/** The traffic of several hosts is told apart by nothing if the document does not name its own. */
function mixedHosts(exchanges: readonly Recorded[]): string | undefined {
  const hosts = [...new Set(exchanges.flatMap(({ url }) => hostOf(url) ?? []))]
  if (hosts.length < 2) return undefined
  return `the document names no host, and operations of it are recorded at ${hosts.slice(0, 3).join(', ')}${hosts.length > 3 ? ', …' : ''}`
}

function pathIn({ binding }: Operation): string {
  return binding.kind === 'http' ? binding.path : ''
}

function unknown(name: string, reason: string): Payload {
  return { name, outcome: 'unknown', reason }
}

/** Without query, credentials or anything else that may be private. */
function pathOf({ url }: Recorded): string {
  return URL.canParse(url) ? new URL(url).pathname : 'an invalid URL'
}

function isMethodOf({ binding }: Operation, { method }: Recorded): boolean {
  return binding.kind === 'http' && binding.method === method.toUpperCase()
}

function compareHttp(
  recorded: Recorded,
  operation: Operation,
  checkPayload: CheckPayload,
  collector: Collector,
): Payload[] {
  const { name, status, text } = recorded
  // The browser had the body already.
  if (status === 304) return [{ name, outcome: 'skipped', reason: 'responded with 304' }]
  const { outputs, json, findings, lesson } = contentOf(operation, recorded)
  // A request that the server rejected may be invalid.
  const payloads =
    status < 400 && lesson !== 'outages'
      ? inputsOf(operation, recorded).map(({ kind, value }) => {
          const subject: Subject = { kind, operation }
          return compare(`${name} ${kind}`, subject, value, checkPayload, collector)
        })
      : []
  const apart = [...findings, ...missingHeaders(operation, status, recorded.headers)]
  const value = parsedJson(text)
  // Another content type is reported already.
  const isOther = outputs.length > 0 && json && !value && text !== '' && findings.length === 0
  const faults = isOther ? [...apart, notJson(operation, recorded)] : apart
  collector.add(name, [], faults, lesson)
  const subject: Subject = { kind: 'status', operation, status }
  const bodyPayload = (): Payload => {
    if (outputs.length > 0 && !json) return { name, outcome: 'pass' }
    if (value || (outputs.length === 0 && text !== '')) {
      return compare(name, subject, value?.value, checkPayload, collector, lesson)
    }
    if (text !== '') return { name, outcome: 'mismatch' }
    return { name, outcome: 'skipped', reason: 'it has no body, or its body was not recorded' }
  }
  return [...payloads, withFindings(bodyPayload(), faults)]
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
      compare(`${name} request`, subject, { ...value, jsonrpc: '2.0' }, checkPayload, collector),
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
    return [answered(name, operation, value, event ? 'event' : 'response')]
  }

  const answered = (
    name: string,
    operation: Operation,
    value: Dictionary,
    kind: 'event' | 'response',
    id?: unknown,
  ): Payload => {
    const faults = envelopeFindings(operation, value, id)
    collector.add(name, [], faults)
    if (!('result' in value || 'error' in value)) return { name, outcome: 'mismatch' }
    const enveloped = { ...value, jsonrpc: '2.0' }
    return withFindings(
      compare(name, { kind, operation }, enveloped, checkPayload, collector),
      faults,
    )
  }

  const all = (text: string): Dictionary[] => {
    const value = parsedJson(text)?.value
    return (Array.isArray(value) ? value : [value]).filter(isDictionary)
  }

  return {
    exchange: ({ name, sent, text }) => {
      const calls =
        sent === undefined ? [] : all(sent).filter((each) => typeof each.method === 'string')
      if (byMethod.size === 0 || calls.length === 0) return undefined
      const own = new Map<string, Operation>()
      const requests = calls.flatMap((each) => request(name, each, own))
      const answers = all(text)
      const [call, ...others] = calls
      const [answer] = answers
      const operation = call && others.length === 0 ? byMethod.get(String(call.method)) : undefined
      // A single call has a single response, whatever its id is.
      if (operation && answer && !own.has(JSON.stringify(answer.id))) {
        return [...requests, answered(name, operation, answer, 'response', call?.id)]
      }
      return [...requests, ...answers.flatMap((each) => compareResponse(name, each, own))]
    },
    message: ({ name, from, text }) =>
      all(text).flatMap((each) =>
        from === 'client' ? request(name, each, asked) : compareResponse(name, each, asked),
      ),
  }
}
