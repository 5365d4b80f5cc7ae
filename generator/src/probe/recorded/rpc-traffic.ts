import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Model } from '../../model/model.js'
import type { Operation } from '../../model/operations/operation.js'
import type { CheckPayload } from '../check-payload.js'
import type { UndescribedCall } from '../infer/describe-methods.js'
import type { Collector } from '../mismatch.js'
import { parsedJson } from '../parsed-json.js'
import { type Payload, UNRECORDED, unknown } from '../payload.js'
import { messageContent, notJson } from '../response-content.js'
import { withFindings } from './payload-outcome.js'
import type { Recorded, SocketMessage } from './recorded-exchange.js'
import { compareAnswers, createRpcMessages } from './rpc-messages.js'

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
  const messages = createRpcMessages(model, checkPayload, collector)
  const { byMethod, request, response } = messages
  const asked = new Map<string, Operation>()
  /** Calls on sockets of methods that the document does not have, by their ids. */
  const foreign = new Map<string, Dictionary>()

  const tell = ({ method, params }: Dictionary, answer: Dictionary | undefined): void =>
    onUndescribed({ method: String(method), params, ...(answer ? { answer } : {}) })

  const onSocket = (name: string, value: Dictionary, from: SocketMessage['from']): Payload[] => {
    if (from === 'server') {
      const id = JSON.stringify(value.id)
      const call = foreign.get(id)
      if (call) tell(call, value)
      foreign.delete(id)
      return response(name, value, asked)
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
      const payloads = compareAnswers(messages, name, calls, all(text), tell)
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

/** The messages of a text: one, or those of a batch. */
function all(text: string): Dictionary[] {
  const value = parsedJson(text)?.value
  return (Array.isArray(value) ? value : [value]).filter(isDictionary)
}
