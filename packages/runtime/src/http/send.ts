import { headerPairs } from '../core/check-options.js'
import { TransportError } from '../core/errors.js'
import type { Outgoing, Sendable } from './exchange.js'

const mostHops = 5
const redirects = /^30[12378]$/

/**
 * Sends a request and follows redirects by hand, because fetch sends custom headers to wherever a
 * redirect points. Here no header the caller set, above all the API key, leaves the first origin. A body does if
 * `redirect` is `follow`: 307 and 308 ask for the same request.
 */
export async function send(
  outgoing: Outgoing,
  { url, ...request }: Sendable,
  signal: AbortSignal,
): Promise<Response> {
  const { fetch, fail, init, redirect: mode } = outgoing
  const { method } = request
  let { headers } = request
  for (let hops = 0; ; hops++) {
    const response = await fetch(url, { ...init, ...request, headers, signal, redirect: 'manual' })
    outgoing.hasLeft = true
    const { status, type, redirected } = response
    // Browsers hide everything about a redirect; some platforms follow it regardless of the option.
    const isHidden = type === 'opaqueredirect' || (redirected && mode !== 'follow')
    const location =
      !isHidden && redirects.test(`${status}`) ? response.headers.get('location') : null
    if (!isHidden && location === null) return response

    await response.body?.cancel()
    const from = response.url || url
    const to =
      location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined
    const isHome = to?.origin === new URL(from).origin
    if (
      !to ||
      hops === mostHops ||
      !(isHome ? mode !== 'error' : mode === 'follow') ||
      // Up to 303 the standard turns a POST into a GET, which is a different call.
      !(status > 303 || method === 'GET' || method === 'HEAD') ||
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
