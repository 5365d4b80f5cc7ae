import { resolveRetry } from '../core/index.js'
import { createCallScope } from './calls.js'
import { encodeQuery } from './codec.js'
import { direct, exchange, resultOf, retrying } from './exchange.js'
import type { HttpOptions } from './http.js'
import type { Transport } from './transport.js'

/**
 * One GET per call: needs no CORS preflight. The node marks some answers as good for a day although
 * they change with every block, so the cache of a browser is passed by.
 */
export function uri(url: string, options: HttpOptions = {}): Transport {
  const { timeoutMs = 15_000, fetch, headers } = options
  const calls = createCallScope('uri', timeoutMs)
  const retry = resolveRetry(options.retry)
  const [base = '', own] = url.split('?')
  const common: RequestInit = { ...direct(), ...fresh(), ...(headers && { headers }) }
  return {
    kind: 'uri',
    get closed() {
      return calls.closed
    },
    call({ method, params }, options) {
      return calls.run(method, options, (signal, note) => {
        const { name, safe } = method
        const query = [own, encodeQuery(method, params)].filter(Boolean).join('&')
        const target = `${base.replace(/\/+$/, '')}/${name}${query && `?${query}`}`
        const send = async (): Promise<unknown> =>
          resultOf(await exchange(fetch, target, { ...common, signal }), name)
        return retrying(send, { safe, retry, signal, note })
      })
    },
    close: calls.close,
  }
}

/** Not every platform has caches, and some refuse to hear of them. */
function fresh(): RequestInit {
  return typeof Request === 'function' && 'cache' in Request.prototype ? { cache: 'no-store' } : {}
}
