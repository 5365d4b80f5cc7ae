import {
  callerKey,
  checkOptions,
  headerPairs,
  type OptionForms,
  type RetryOptions,
  serverUrl,
} from '../../core/index.js'
import { addressOf, redactorOf } from '../address.js'
import { callAndCallAll } from '../calls/call-and-call-all.js'
import { createTransportCalls } from '../calls/transport-calls.js'
import { messageParams } from '../encode-params.js'
import type { Message } from '../message.js'
import {
  type PassedOptions,
  type RpcRequest,
  type SendAll,
  sendAttempt,
  type Transport,
} from '../transport.js'
import { type BatchOptions, createBatcher } from './batch.js'
import { exchange, type Fetch, type HttpAnswer, withoutRedirects } from './exchange.js'
import { retryCalls } from './retry-calls.js'
import { createMessageSender } from './send-messages.js'

export interface HttpOptions {
  /** The timeout of one call, from queueing to decoding. @default 15000 */
  readonly timeoutMs?: number | undefined
  // Not HeadersInit, which only the DOM library has.
  readonly headers?: RequestInit['headers'] | undefined
  readonly fetch?: Fetch | undefined
  /** The largest body that is read, after decompression. @default 67108864 */
  readonly maxBodyBytes?: number | undefined
  /** Only safe methods are retried. @default two retries */
  readonly retry?: false | RetryOptions | undefined
}

export interface HttpBatchOptions extends HttpOptions {
  /** Collects the calls of one tick (or of `waitMs`) into one request. @default false */
  readonly batch?: boolean | BatchOptions | undefined
}

/** The options of `http` and `uri`. */
export const httpOptionForms: OptionForms = {
  'number > 0': 'timeoutMs',
  'number >= 0': 'maxBodyBytes retry.attempts retry.baseMs retry.maxMs',
  function: 'fetch',
  object: 'headers',
  'object | false': 'retry',
}

/** JSON-RPC by POST. */
export function http(url: string, options: HttpBatchOptions = {}): Transport {
  checkOptions(options, httpOptionForms)
  checkOptions(options, {
    'object | boolean': 'batch',
    'number >= 0': 'batch.waitMs',
    'number >= 1': 'batch.size',
  })
  const { timeoutMs = 15_000, batch, fetch, maxBodyBytes, retry } = options
  // A plain object, because every fetch reads it again.
  const given = Object.fromEntries(new Headers(headerPairs(options.headers)))
  const redact = redactorOf(url, given)
  const address = addressOf(url, ['http:', 'https:'])
  const calls = createTransportCalls('http', timeoutMs, address, redact)
  const headers = { 'content-type': 'application/json', ...given }
  const init = { ...withoutRedirects(), method: 'POST', headers }
  const post = (
    body: unknown,
    signal: AbortSignal,
    own: PassedOptions | undefined,
  ): Promise<HttpAnswer> =>
    exchange(url, { ...init, body: JSON.stringify(body), signal }, { fetch, maxBodyBytes, own })
  const { size = 10, waitMs = 0 } = typeof batch === 'object' ? batch : {}
  const sendMessages = createMessageSender(batch ? size : Number.POSITIVE_INFINITY, post)
  const sendBatched = batch ? createBatcher(size, waitMs, sendMessages) : sendMessages
  let lastId = 0
  const messageOf = ({ method, params }: RpcRequest): Message => ({
    jsonrpc: '2.0',
    id: method.notifies ? undefined : ++lastId,
    method: method.name,
    params: messageParams(method, params),
  })
  const { call, callAll } = callAndCallAll((requests, options, read) => {
    const [request] = requests
    const { safe, notifies } = request.method
    return calls.run(request.method, options, async (signal, note) => {
      if (notifies) {
        const sendOne: SendAll = ([one]) => notifies(post(messageOf(one), signal, options))
        return read(await sendAttempt(note, requests, sendOne))
      }
      // Never in a batch: what must not be repeated, and what has headers or an init of its own.
      const send = safe && !options?.headers && !options?.init ? sendBatched : sendMessages
      const sendAll: SendAll = (all) => {
        const parts = all.map((each) => ({ message: messageOf(each), own: options }))
        return send(parts, signal, options?.size)
      }
      const plan = { safe, retry: options?.retry ?? retry, signal, note }
      return read(await retryCalls(requests, sendAll, plan))
    })
  })
  return {
    kind: 'http',
    address,
    [serverUrl]: () => url,
    [callerKey]: () => given,
    timeoutMs,
    attempts: true,
    redact,
    get closed() {
      return calls.closed
    },
    call,
    // Calls of one tick share a request anyway, whichever caller makes them.
    ...(!batch && { callAll }),
    close: calls.close,
  }
}
