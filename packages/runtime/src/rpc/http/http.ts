import { isTransportError, type RetryOptions, resolveRetry } from '../../core/index.js'
import { addressOf, redactorOf } from '../address.js'
import { createCallScope } from '../calls.js'
import { messageParams } from '../codec.js'
import type { Outcome, RpcRequest, Transport } from '../transport.js'
import {
  type BatchOptions,
  createBatcher,
  createSubmit,
  createSubmitAll,
  type Message,
} from './batch.js'
import { direct, exchange, type Fetch, type HttpAnswer, retrying } from './exchange.js'

export interface HttpOptions {
  /** The timeout of one call, from queueing to decoding. @default 15000 */
  readonly timeoutMs?: number | undefined
  // Not HeadersInit, which only the DOM library has.
  readonly headers?: RequestInit['headers'] | undefined
  readonly fetch?: Fetch | undefined
  /** Only safe methods are retried. @default two retries */
  readonly retry?: false | RetryOptions | undefined
}

export interface HttpBatchOptions extends HttpOptions {
  /** Collects the calls of one tick (or of `waitMs`) into one request. @default false */
  readonly batch?: boolean | BatchOptions | undefined
}

/** JSON-RPC by POST. */
export function http(url: string, options: HttpBatchOptions = {}): Transport {
  const { timeoutMs = 15_000, batch, fetch } = options
  // A plain object, because every fetch reads it again.
  const own = Object.fromEntries(new Headers(options.headers))
  const redact = redactorOf(url, own)
  const address = addressOf(url, ['http:', 'https:'])
  const calls = createCallScope('http', timeoutMs, address, redact)
  const retry = resolveRetry(options.retry)
  const headers = { 'content-type': 'application/json', ...own }
  const init = { ...direct(), method: 'POST', headers }
  const post = (body: unknown, signal: AbortSignal): Promise<HttpAnswer> =>
    exchange(fetch, url, { ...init, body: JSON.stringify(body), signal })
  const { size = 10, waitMs = 0 } = typeof batch === 'object' ? batch : {}
  const submitAll = createSubmitAll(batch ? size : Number.POSITIVE_INFINITY, post)
  const alone = createSubmit(submitAll)
  const submit = batch ? createBatcher(size, waitMs, submitAll) : alone
  let lastId = 0
  const messageOf = ({ method, params }: RpcRequest): Message => ({
    jsonrpc: '2.0',
    id: ++lastId,
    method: method.name,
    params: messageParams(method, params),
  })
  const callAll: Transport['callAll'] = (requests, options) =>
    calls.run(requests[0].method, options, (signal, note) => {
      const send = async (): Promise<readonly Outcome[]> => {
        const { tap } = note
        const parts = requests.map((request) => ({ message: messageOf(request), tap }))
        const outcomes = await submitAll(parts, signal, options?.size)
        if (outcomes.every(({ error }) => isTransportError(error))) throw outcomes[0]?.error
        return outcomes
      }
      return retrying(send, { safe: true, retry, signal, note })
    })
  return {
    kind: 'http',
    address,
    redact,
    get closed() {
      return calls.closed
    },
    call(request, options) {
      const { method } = request
      return calls.run(method, options, (signal, note) => {
        const { safe, notifies } = method
        if (notifies) return notifies(post({ ...messageOf(request), id: undefined }, signal))
        // A call that must not be repeated is never sent in a batch.
        const own = safe ? submit : alone
        const send = (): Promise<unknown> => own(messageOf(request), signal, note.tap)
        return retrying(send, { safe, retry, signal, note })
      })
    },
    // Calls of one tick are in one request anyway, whoever makes them.
    ...(!batch && { callAll }),
    close: calls.close,
  }
}
