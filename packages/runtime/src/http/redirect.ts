import { TransportError } from '../core/errors.js'
import type { Fail, Outgoing } from './exchange.js'
import { type Fetch, headerPairs } from './options.js'

const mostHops = 5

/**
 * Sends, and follows redirects by hand: fetch takes along headers of one's own to wherever the
 * answer points. Here nothing the caller set, the API key first of all, leaves the first origin.
 */
export async function send(
  fetch: Fetch,
  { url, method, headers, body }: Outgoing,
  fail: Fail,
  signal: AbortSignal,
): Promise<Response> {
  for (let hops = 0; ; hops++) {
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' })
    const { status } = response
    // Browsers hide everything about a redirect but the fact.
    const isHidden = response.type === 'opaqueredirect'
    const location = isHidden ? '' : status > 300 && response.headers.get('location')
    if (typeof location !== 'string' || status > 308) return response

    await response.body?.cancel()
    const from = new URL(response.url || url)
    const to = new URL(location, from)
    // Up to 303 the standard turns a POST into a GET, which is not the same call any more.
    const isKept = status > 303 || method === 'GET' || method === 'HEAD'
    if (isHidden || !isKept || hops === mostHops || !/^http/.test(to.protocol)) {
      const where = isHidden ? '' : ` to ${to.protocol}//${to.host}`
      const what = `redirect${where} is not followed, set baseUrl`
      throw fail(TransportError, what, { fault: 'redirect', status: status || undefined })
    }
    if (to.origin !== from.origin) {
      const { accept, 'content-type': type } = headers
      headers = headerPairs({ accept, 'content-type': type })
    }
    url = to.href
  }
}
