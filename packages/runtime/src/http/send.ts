import { originOf, urlOf } from '../core/addresses.js'
import type { AttemptRequest } from '../core/calls/middleware.js'
import { headerPairs } from '../core/check-options.js'
import { TransportError } from '../core/errors.js'
import type { Outgoing } from './exchange.js'

const mostHops = 5
const redirects = /^30[12378]$/

/**
 * Sends a request and follows redirects by hand, because fetch sends custom headers to wherever a
 * redirect points. Here no header the caller set, above all the API key, leaves the first origin. A body does if
 * `redirect` is `follow`: 307 and 308 ask for the same request.
 */
export async function sendRequest(
  { method, body, url: first, headers: given }: AttemptRequest,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Response> {
  const { baseUrl, fetch, fail, init, redirect: mode, headers: ofClient } = outgoing
  let url = first
  let headers = headerPairs(given)
  if (originOf(url) !== originOf(baseUrl))
    for (const name in ofClient) if (headers[name] === ofClient[name]) delete headers[name]
  for (let hops = 0; ; hops++) {
    const response = await fetch(url, {
      ...init,
      method,
      headers,
      body,
      signal,
      redirect: 'manual',
    })
    outgoing.sent = true
    // Browsers hide everything about a redirect; some platforms follow it regardless of the option.
    const isHidden =
      response.type === 'opaqueredirect' || (response.redirected && mode !== 'follow')
    const location = response.headers.get('location')
    if (!isHidden && (location === null || !redirects.test(`${response.status}`))) return response

    await response.body?.cancel()
    const from = response.url || url
    const to = urlOf(location ?? '', from)
    const isHome = to?.origin === originOf(from)
    if (
      isHidden ||
      !to ||
      hops === mostHops ||
      (isHome ? mode === 'error' : mode !== 'follow') ||
      // Up to 303 the standard turns a POST into a GET, which is a different call.
      (response.status < 304 && !/^(?:GET|HEAD)$/.test(method)) ||
      // fetch would reject a URL with credentials, and show them in its message.
      !/^https?:\/\/[^/@]+\//.test(to.href)
    ) {
      const where = isHidden
        ? ', hidden by this platform,'
        : to
          ? ` to ${to.protocol}//${to.host}`
          : ''
      const what = `redirect${where} is not followed, set baseUrl`
      throw fail(TransportError, what, { fault: 'redirect' }, response)
    }
    if (!isHome) {
      const { accept, 'content-type': type } = headers
      headers = headerPairs({ accept, 'content-type': type })
    }
    url = to.href
  }
}
