import { TransportError } from '../core/errors.js'
import type { Outgoing, Reading } from './exchange.js'
import type { Fetch } from './options.js'

const mostHops = 5

/**
 * Sends, and follows redirects by hand: fetch takes along headers of one's own to wherever the
 * answer points. Here nothing the caller set, the API key first of all, leaves the first origin.
 */
export async function send(
  fetch: Fetch,
  { method, body, ...first }: Outgoing,
  { fail }: Reading,
  signal: AbortSignal,
): Promise<Response> {
  let { url, headers } = first
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
      const where = isHidden ? '' : ` to ${to.origin}`
      throw fail(TransportError, `redirect${where} is not followed, set baseUrl`, {
        fault: 'redirect',
        status,
      })
    }
    if (to.origin !== from.origin) headers = withoutSecrets(headers)
    url = to.href
  }
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  const plain = ['accept', 'content-type']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => plain.includes(name)))
}
