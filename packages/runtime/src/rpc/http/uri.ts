import {
  callerKey,
  checkOptions,
  headerPairs,
  isTransportError,
  serverUrl,
} from '../../core/index.js'
import { addressOf, redactorOf } from '../address.js'
import { createCallScope } from '../calls.js'
import { encodeQuery } from '../codec.js'
import { readEnvelope } from '../envelope.js'
import { RpcError } from '../errors.js'
import type { RpcMethod } from '../method.js'
import { resultOf } from '../together.js'
import type { Outcome, SendAll, Transport } from '../transport.js'
import { direct, exchange, type HttpAnswer, unreadable } from './exchange.js'
import { type HttpOptions, httpForms } from './http.js'
import { repeating } from './retry.js'

/**
 * One GET per call, which needs no CORS preflight. The node marks some responses as cacheable for a day
 * although they change with every block, so the browser's cache is bypassed.
 */
export function uri(url: string, options: HttpOptions = {}): Transport {
  checkOptions(options, httpForms)
  const { timeoutMs = 15_000, fetch, maxBodyBytes, retry } = options
  const headers = options.headers && Object.fromEntries(new Headers(headerPairs(options.headers)))
  const redact = redactorOf(url, headers)
  const address = addressOf(url, ['http:', 'https:'])
  const calls = createCallScope('uri', timeoutMs, address, redact)
  const [, base = '', own] = /^([^?#]*)\??([^#]*)/.exec(url) ?? []
  const common = { ...direct(), ...fresh(), ...(headers && { headers }) }
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
        return repeating([request], send, plan).then(resultOf)
      })
    },
    close: calls.close,
  }
}

/** The outcome in a response. Its id is ignored, because a GET has none. */
function outcomeOf(answer: HttpAnswer, method: string): Outcome {
  const envelope = readEnvelope(answer.json)
  if (!envelope) throw unreadable(answer)
  const error = envelope.error && new RpcError(envelope.error, method)
  return {
    result: envelope.result,
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
