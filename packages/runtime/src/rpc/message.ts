import { memberAt, type TransportError } from '../core/index.js'
import type { RpcFailure } from './errors.js'

/** A JSON-RPC request. */
export interface Message {
  readonly jsonrpc: '2.0'
  /** None for a notification. */
  readonly id: number | undefined
  readonly method: string
  readonly params: object
}

/** A response: it has a `result` or an `error`, and an id unless the node could not read one. */
export interface ResponseMessage {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: RpcFailure
  /** Why the message cannot be read. */
  readonly unreadable?: TransportError
}

/** A response, or `undefined` for any other JSON. */
export function readResponse(value: unknown): ResponseMessage | undefined {
  const id = memberAt(value, 'id')
  const error = memberAt(value, 'error')
  if (error) return { id, error: readFailure(error) }
  const result = memberAt(value, 'result')
  return result === undefined ? undefined : { id, result }
}

// Gateways send errors of other shapes, which are kept as data.
function readFailure(error: unknown): RpcFailure {
  const code = memberAt(error, 'code')
  const message = memberAt(error, 'message')
  return typeof code === 'number' && typeof message === 'string'
    ? { code, message, data: memberAt(error, 'data') }
    : { code: 0, message: 'Error', data: error }
}

/**
 * Whether a message with the id of a subscription is an event. An event may arrive before the
 * acknowledgement: it has `data`. After it, every object is an event except the empty object, with which a
 * node may acknowledge a second time.
 */
export function isNotification(result: unknown, isAwaited: boolean): boolean {
  if (typeof result !== 'object' || result === null) return false
  return isAwaited ? 'data' in result : Object.keys(result).length > 0
}
