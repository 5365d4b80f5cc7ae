import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import type { CheckPayload, Subject } from '../check-payload.js'
import { envelopeFindings, isComparable, unansweredCall } from '../envelope.js'
import type { Collector } from '../mismatch.js'
import { type Payload, unknown } from '../payload.js'
import { payloadOutcome, withFindings } from './payload-outcome.js'

/** Compares single messages with the methods of a document. */
export interface RpcMessages {
  readonly byMethod: ReadonlyMap<string, Operation>
  readonly collector: Collector
  /** A call, whose method `on` keeps by its id. */
  readonly request: (name: string, value: Dictionary, on: Map<string, Operation>) => Payload[]
  /** A response, or an event, to one of the calls `on`. */
  readonly response: (
    name: string,
    value: Dictionary,
    on: ReadonlyMap<string, Operation>,
  ) => Payload[]
  /** One whose call is known, and perhaps its id. */
  readonly answered: (
    name: string,
    operation: Operation,
    value: Dictionary,
    kind: 'event' | 'response',
    id?: unknown,
  ) => Payload
}

export function createRpcMessages(
  model: Model,
  checkPayload: CheckPayload,
  collector: Collector,
): RpcMessages {
  const byMethod = new Map(
    model.operations.flatMap((each) =>
      each.binding.kind === 'call' ? [[each.binding.method, each] as const] : [],
    ),
  )

  const request: RpcMessages['request'] = (name, value, on) => {
    const operation = byMethod.get(String(value.method))
    if (!operation) return [unknown(name, `there is no method ${JSON.stringify(value.method)}`)]
    on.set(JSON.stringify(value.id), operation)
    if (!isDictionary(value.params) && !Array.isArray(value.params)) return []
    const subject: Subject = { kind: 'request', operation }
    return [
      payloadOutcome(
        `${name} request`,
        subject,
        { ...value, jsonrpc: '2.0' },
        checkPayload,
        collector,
      ),
    ]
  }

  const response: RpcMessages['response'] = (name, value, on) => {
    const operation = on.get(JSON.stringify(value.id))
    if (!operation) return [unknown(name, 'its call was not recorded')]
    // Events have the id of the call that subscribed to them, whose own response is empty.
    const event =
      isDictionary(value.result) &&
      Object.keys(value.result).length > 0 &&
      operation.extensions.events
    return [answered(name, operation, value, event ? 'event' : 'response')]
  }

  const answered: RpcMessages['answered'] = (name, operation, value, kind, id) => {
    const faults = envelopeFindings(operation, value, id)
    collector.add(name, [], faults)
    if (!isComparable(value)) return { name, outcome: 'mismatch' }
    const enveloped = { ...value, jsonrpc: '2.0' }
    return withFindings(
      payloadOutcome(name, { kind, operation }, enveloped, checkPayload, collector),
      faults,
    )
  }

  return { byMethod, collector, request, response, answered }
}

/** The calls of one exchange over HTTP, and the responses to them; `tell` gets calls of undescribed methods. */
export function compareAnswers(
  { byMethod, request, response, answered, collector }: RpcMessages,
  name: string,
  calls: readonly Dictionary[],
  answers: readonly Dictionary[],
  tell: (call: Dictionary, answer: Dictionary | undefined) => void,
): Payload[] {
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
    if (own.has(JSON.stringify(each.id))) return response(name, each, own)
    if (calls.length > 1 && each.id === null && isDictionary(each.error)) {
      const reason = 'an error in place of the responses to several calls'
      return [{ name, outcome: 'skipped', reason } as const]
    }
    // A single call has a single response, whatever its id is; of several, one that has none is meant.
    const call = calls.length === 1 ? (open.shift() ?? known[0]) : open.shift()
    const operation = byMethod.get(String(call?.method))
    return operation
      ? [answered(name, operation, each, 'response', call?.id)]
      : response(name, each, own)
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

function isSameId(left: Dictionary, right: Dictionary): boolean {
  return JSON.stringify(left.id) === JSON.stringify(right.id)
}
