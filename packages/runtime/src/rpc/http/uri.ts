import {
  callerKey,
  checkOptions,
  headerPairs,
  isTransportError,
  serverUrl,
} from '../../core/index.js'
import { addressOf, redactorOf } from '../address.js'
import { firstResult } from '../calls/call-and-call-all.js'
import { createTransportCalls } from '../calls/transport-calls.js'
import { encodeQuery } from '../encode-params.js'
import { RpcError } from '../errors.js'
import { readResponse } from '../message.js'
import type { RpcMethod } from '../method.js'
import type { CallOutcome, SendAll, Transport } from '../transport.js'
import { exchange, type HttpAnswer, unreadableAnswer, withoutRedirects } from './exchange.js'
import { type HttpOptions, httpOptionForms } from './http.js'
import { retryCalls } from './retry-calls.js'

/**
 * One GET per call, which needs no CORS preflight. The node marks some responses as cacheable for a day
 * although they change with every block, so the browser's cache is bypassed.
 */
export function uri(url: string, options: HttpOptions = {}): Transport {
  checkOptions(options, httpOptionForms)
  const { timeoutMs = 15_000, fetch, maxBodyBytes, retry } = options
  const headers = options.headers && Object.fromEntries(new Headers(headerPairs(options.headers)))
  const redact = redactorOf(url, headers)
  const address = addressOf(url, ['http:', 'https:'])
  const calls = createTransportCalls('uri', timeoutMs, address, redact)
  const [, base = '', own] = /^([^?#]*)\??([^#]*)/.exec(url) ?? []
  const common = { ...withoutRedirects(), ...fresh(), ...(headers && { headers }) }
  return {
    kind: 'uri',
    address,
    [serverUrl]: () => url,
    [callerKey]: () => headers,
    timeoutMs,
    attempts: true,
    redact,
    get closed() {
      return calls.closed
    },
    call(request, options = {}) {
      const { method } = request
      return calls.run(method, options, (signal, note) => {
        const { name, safe } = method
        const send: SendAll = async ([{ params }]) => {
          const query = [own, encodeQuery(method, params)].filter(Boolean).join('&')
          const target = `${base.replace(/\/+$/, '')}/${encodeURIComponent(name)}${query && `?${query}`}`
          const asked = exchange(
            target,
            { ...common, signal },
            { fetch, maxBodyBytes, own: options },
          )
          const answer = await asked.catch((error) => notThere(error, method))
          return [outcomeOf(answer, name)]
        }
        const plan = { safe, retry: options.retry ?? retry, signal, note }
        return retryCalls([request], send, plan).then(firstResult)
      })
    },
    close: calls.close,
  }
}

/** The outcome in a response. Its id is ignored, because a GET has none. */
function outcomeOf(answer: HttpAnswer, method: string): CallOutcome {
  const response = readResponse(answer.json)
  if (!response) throw unreadableAnswer(answer)
  const error = response.error && new RpcError(response.error, method)
  return {
    result: response.result,
    error,
    status: answer.response.status,
    size: answer.text.length,
  }
}

/** Not every platform has a cache, and some throw on the option. */
function fresh(): { readonly cache?: 'no-store' } {
  return typeof Request === 'function' && 'cache' in Request.prototype ? { cache: 'no-store' } : {}
}

/** A method that depends on a server setting has no path while the setting is off. */
function notThere(error: unknown, { name, requires }: RpcMethod): never {
  if (!requires || !isTransportError(error) || error.status !== 404) throw error
  const message = `Method not found; it needs the setting ${requires}`
  throw new RpcError({ code: -32601, message }, name, 'method-not-found')
}
