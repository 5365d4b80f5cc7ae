import { type RetryOptions, resolveRetry } from '../../core/index.js'
import { addressOf, redactorOf } from '../address.js'
import { createCallScope } from '../calls.js'
import { messageParams } from '../codec.js'
import type { Transport } from '../transport.js'
import { type BatchOptions, createBatcher, type Submit } from './batch.js'
import {
  direct,
  exchange,
  type Fetch,
  type HttpAnswer,
  notify,
  resultOf,
  retrying,
} from './exchange.js'

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
  const calls = createCallScope('http', timeoutMs, addressOf(url, ['http:', 'https:']), redact)
  const retry = resolveRetry(options.retry)
  const headers = { 'content-type': 'application/json', ...own }
  const init = { ...direct(), method: 'POST', headers }
  const post = (body: unknown, signal: AbortSignal): Promise<HttpAnswer> =>
    exchange(fetch, url, { ...init, body: JSON.stringify(body), signal })
  const alone: Submit = async (message, signal, tap) => {
    const answer = await post(message, signal)
    tap?.answered(answer.response.status)
    return resultOf(answer, message.method, message.id)
  }
  const together = batch ? createBatcher(batch === true ? {} : batch, alone, post) : alone
  const batchers = new Map<number, Submit>()
  /** For callers that choose the batch size themselves. */
  function ofSize(size: number): Submit {
    const batcher = batchers.get(size) ?? createBatcher({ size }, alone, post)
    batchers.set(size, batcher)
    return batcher
  }
  let lastId = 0
  return {
    kind: 'http',
    redact,
    get closed() {
      return calls.closed
    },
    call({ method, params }, options) {
      return calls.run(method, options, (signal, note) => {
        const { name, safe } = method
        const encoded = messageParams(method, params)
        if (method.notifies) {
          const body = JSON.stringify({ jsonrpc: '2.0', method: name, params: encoded })
          return notify(fetch, url, { ...init, body, signal })
        }
        // A call that must not be repeated is never sent in a batch.
        const size = batch ? 1 : (options?.batch ?? 1)
        const submit = !safe ? alone : size > 1 ? ofSize(size) : together
        const send = (): Promise<unknown> =>
          submit({ jsonrpc: '2.0', id: ++lastId, method: name, params: encoded }, signal, note.tap)
        return retrying(send, { safe, retry, signal, note })
      })
    },
    close: calls.close,
  }
}
