import { type RetryOptions, resolveRetry, TransportError } from '../core/index.js'
import { type BatchOptions, createBatcher, type Message } from './batch.js'
import { createCallScope } from './calls.js'
import { encodeParams } from './codec.js'
import { exchange, type Fetch, retrying } from './exchange.js'
import type { Transport } from './transport.js'

export interface HttpOptions {
  /** For one call, from queueing to decoding. @default 15000 */
  readonly timeoutMs?: number | undefined
  readonly headers?: HeadersInit | undefined
  readonly fetch?: Fetch | undefined
  /** Only safe methods are sent again. @default two times */
  readonly retry?: false | RetryOptions | undefined
}

export interface HttpBatchOptions extends HttpOptions {
  /** Collects calls of one tick (or of `waitMs`) into one request. @default false */
  readonly batch?: boolean | BatchOptions | undefined
}

/** JSON-RPC by POST. */
export function http(url: string, options: HttpBatchOptions = {}): Transport {
  const { timeoutMs = 15_000, batch = false, fetch = globalFetch } = options
  const calls = createCallScope('http', timeoutMs)
  const retry = resolveRetry(options.retry)
  const headers = new Headers(options.headers)
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  const submit = createBatcher(batch, (body, signal, pause) => {
    return exchange(
      fetch,
      url,
      { method: 'POST', headers, body: JSON.stringify(body) },
      signal,
      pause,
    )
  })
  let lastId = 0
  return {
    kind: 'http',
    get closed() {
      return calls.closed
    },
    call({ method, params }, options) {
      return calls.run(method, options, (signal, note) => {
        const message = (): Message => ({
          jsonrpc: '2.0',
          id: ++lastId,
          method: method.name,
          params: encoded,
        })
        const encoded = encodeParams(method, params)
        const plan = { safe: method.safe, retry, signal, note }
        return retrying((pause) => submit(message(), method.safe, signal, pause), plan)
      })
    },
    close: calls.close,
  }
}

/** Looked up at the call, so that importing costs nothing and tests can replace it. */
export const globalFetch: Fetch = (url, init) => {
  if (typeof fetch === 'function') return fetch(url, init)
  throw new TransportError('There is no fetch here; pass one as `fetch`', { sent: false })
}
