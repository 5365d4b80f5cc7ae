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
import type { Transport } from '../transport.js'
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
    redact,
    get closed() {
      return calls.closed
    },
    call({ method, params }, options = {}) {
      return calls.run(method, options, (signal, note) => {
        const { name, safe } = method
        const query = [own, encodeQuery(method, params)].filter(Boolean).join('&')
        const target = `${base.replace(/\/+$/, '')}/${encodeURIComponent(name)}${query && `?${query}`}`
        const send = async (): Promise<unknown> => {
          const asked = exchange(
            target,
            { ...common, signal },
            { fetch, maxBodyBytes, own: options },
          )
          const answer = await asked.catch((error) => notThere(error, method))
          note.tap?.answered(answer.response.status, answer.text.length)
          return resultOf(answer, name)
        }
        return repeating(send, { safe, retry: options.retry ?? retry, signal, note })
      })
    },
    close: calls.close,
  }
}

/** The result in a response. Its id is ignored, because a GET has none. */
function resultOf(answer: HttpAnswer, method: string): unknown {
  const envelope = readEnvelope(answer.json)
  if (envelope?.error) throw new RpcError(envelope.error, method)
  if (!envelope) throw unreadable(answer)
  return envelope.result
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
