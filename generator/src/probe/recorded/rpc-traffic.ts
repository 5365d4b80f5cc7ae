import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import { envelopeFindings, isComparable, unansweredCall } from '../envelope.js'
import type { UndescribedCall } from '../infer/describe-methods.js'
import type { Collector } from '../mismatch.js'
import { parsedJson } from '../parsed-json.js'
import { type Payload, UNRECORDED, unknown } from '../payload.js'
import { messageContent, notJson } from '../response-content.js'
import type { CheckPayload, Subject } from '../subject.js'
import { compare, withFindings } from './compare-payload.js'
import type { Recorded, SocketMessage } from './recorded-exchange.js'

export interface Calls {
  /** The payloads of a JSON-RPC call over HTTP; `undefined` if it is none. */
  readonly exchange: (recorded: Recorded) => Payload[] | undefined
  readonly message: (message: SocketMessage) => Payload[]
}

/** JSON-RPC: a response has the id of its call, and only the call has the method. */
export function createCalls(
  model: Model,
  checkPayload: CheckPayload,
  collector: Collector,
  onUndescribed: (seen: UndescribedCall) => void,
): Calls {
  const byMethod = new Map(
    model.operations.flatMap((each) =>
      each.binding.kind === 'call' ? [[each.binding.method, each] as const] : [],
    ),
  )
  const asked = new Map<string, Operation>()
  /** Calls on sockets of methods that the document does not have, by their ids. */
  const foreign = new Map<string, Dictionary>()

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
    if (!isComparable(value)) return { name, outcome: 'mismatch' }
    const enveloped = { ...value, jsonrpc: '2.0' }
    return withFindings(
      compare(name, { kind, operation }, enveloped, checkPayload, collector),
      faults,
    )
  }

  const compareAnswers = (
    name: string,
    calls: readonly Dictionary[],
    answers: readonly Dictionary[],
  ): Payload[] => {
    for (const call of calls.filter((each) => !byMethod.has(String(each.method)))) {
      const answer = answers.find((each) => isSameId(each, call))
      const only = calls.length === 1 ? answers[0] : undefined
      tell(call, answer ?? only)
    }
    const own = new Map<string, Operation>()
    const requests = calls.flatMap((each) => request(name, each, own))
    const known = calls.filter((each) => byMethod.has(String(each.method)))
    const open = known.filter((call) => !answers.some((each) => isSameId(each, call)))
    // One error may be in place of all responses.
    const hasError = answers.some((each) => each.id === null && isDictionary(each.error))
    const responses = answers.flatMap((each) => {
      if (own.has(JSON.stringify(each.id))) return compareResponse(name, each, own)
      if (calls.length > 1 && each.id === null && isDictionary(each.error)) {
        const reason = 'an error in place of the responses to several calls'
        return [{ name, outcome: 'skipped', reason } as const]
      }
      // A single call has a single response, whatever its id is; of several, one that has none is meant.
      const call = calls.length === 1 ? (open.shift() ?? known[0]) : open.shift()
      const operation = byMethod.get(String(call?.method))
      return operation
        ? [answered(name, operation, each, 'response', call?.id)]
        : compareResponse(name, each, own)
    })
    // Nothing at all may not have been recorded; a notification has no id, and gets no answer.
    const unanswered =
      answers.length === 0 || hasError ? [] : open.filter((call) => call.id !== undefined)
    const missing = unanswered.flatMap((call): Payload[] => {
      const operation = byMethod.get(String(call.method))
      if (!operation) return []
      collector.add(name, [], [unansweredCall(operation)])
      return [{ name, outcome: 'mismatch' }]
    })
    return [...requests, ...responses, ...missing]
  }

  const tell = ({ method, params }: Dictionary, answer: Dictionary | undefined): void =>
    onUndescribed({ method: String(method), params, ...(answer ? { answer } : {}) })

  const onSocket = (name: string, value: Dictionary, from: SocketMessage['from']): Payload[] => {
    if (from === 'server') {
      const id = JSON.stringify(value.id)
      const call = foreign.get(id)
      if (call) tell(call, value)
      foreign.delete(id)
      return compareResponse(name, value, asked)
    }
    if (!byMethod.has(String(value.method))) foreign.set(JSON.stringify(value.id), value)
    return request(name, value, asked)
  }

  return {
    exchange: (recorded) => {
      const { name, sent, text, status, empty } = recorded
      const calls =
        sent === undefined ? [] : all(sent).filter((each) => typeof each.method === 'string')
      if (model.document.language !== 'openrpc' || calls.length === 0) return undefined
      const payloads = compareAnswers(name, calls, all(text))
      const [operation] = calls.flatMap((each) => byMethod.get(String(each.method)) ?? [])
      // Notifications get no answer.
      const isAwaited = calls.some((each) => each.id !== undefined)
      if (!operation || (text === '' && !isAwaited)) return payloads
      if (text === '' && !empty)
        return [...payloads, { name, outcome: 'skipped', reason: UNRECORDED }]
      const { findings, lesson } = messageContent(operation, recorded)
      if (all(text).length > 0) {
        collector.add(name, [], findings, lesson)
        return payloads.map((each, at) =>
          at === payloads.length - 1 ? withFindings(each, findings) : each,
        )
      }
      if (lesson === 'outages') {
        const reason = `responded with ${status} and no JSON-RPC message`
        return [...payloads, { name, outcome: 'skipped', reason }]
      }
      collector.add(name, [], [...findings, notJson(operation, recorded)])
      return [...payloads, { name, outcome: 'mismatch' }]
    },
    message: ({ name, from, text }) => {
      if (!parsedJson(text)) return [unknown(name, 'it is not JSON')]
      return all(text).flatMap((each) => onSocket(name, each, from))
    },
  }
}

function isSameId(left: Dictionary, right: Dictionary): boolean {
  return JSON.stringify(left.id) === JSON.stringify(right.id)
}

/** The messages of a text: one, or those of a batch. */
function all(text: string): Dictionary[] {
  const value = parsedJson(text)?.value
  return (Array.isArray(value) ? value : [value]).filter(isDictionary)
}
