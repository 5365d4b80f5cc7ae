import {
  bodyText,
  busy,
  headerPairs,
  isTransportError,
  memberAt,
  neverLeft,
  pageAddress,
  parseJson,
  retryAfterMs,
  TransportError,
} from '../../core/index.js'
import { explainStatus } from '../explain-status.js'
import { mostBytes, tooDeep, tooLarge } from '../limits.js'
import type { PassedOptions } from '../transport.js'

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Redirects are not followed, so that no response can make a program call another server. With `error`,
 * Node does not keep a copy of the body to resend, which saves a tenth of the time of a call. Browsers
 * would not report that it was a redirect then, and Workers only support `manual`.
 */
export function withoutRedirects(): Pick<RequestInit, 'redirect' | 'window'> {
  try {
    if (pageAddress() === undefined && new Request('http://a', { redirect: 'error' })) {
      return { redirect: 'error', window: null }
    }
  } catch {}
  return { redirect: 'manual' }
}

/** An HTTP response. The status does not matter if the body is JSON, which the node's errors are. */
export interface HttpAnswer {
  readonly response: Response
  readonly text: string
  readonly json?: unknown
}

/** The options of a client or transport for one exchange, and of the call. */
export interface ExchangeOptions {
  readonly fetch: Fetch | undefined
  readonly maxBodyBytes: number | undefined
  readonly own?: Pick<PassedOptions, 'around' | 'headers' | 'init'> | undefined
}

/**
 * One HTTP exchange. With a `fetch` that ignores the signal it may never settle, so callers do not rely
 * on that. The global `fetch` is looked up here, so that importing has no side effects and tests can
 * replace it.
 */
export async function exchange(
  url: string,
  init: RequestInit & { readonly headers?: Record<string, string> },
  { fetch = globalThis.fetch, maxBodyBytes = mostBytes, own = {} }: ExchangeOptions,
): Promise<HttpAnswer> {
  const { around, headers: more } = own
  const deliver = async (to: string, changed: RequestInit): Promise<Response> => {
    try {
      return await fetch(to, { ...init, ...own.init, ...changed })
    } catch (cause) {
      throw requestLost(cause)
    }
  }
  const { method = 'GET', body = null } = init
  const headers = more ? headerPairs(init.headers, more) : (init.headers ?? {})
  const response = await (around?.request
    ? around.request(
        { url, method, body, headers: new Headers(headers) },
        ({ url: to, ...changed }) => deliver(to, changed),
      )
    : deliver(url, { headers }))
  let text: string
  try {
    text = await textOf(response, maxBodyBytes)
  } catch (cause) {
    throw requestLost(cause, response.status)
  }
  const { type, status, headers: given } = response
  if (type === 'opaqueredirect') throw redirected({})
  if (status > 300 && status < 309 && given.has('location')) throw redirected({ status })
  const answer: HttpAnswer = { response, text }
  // Whatever the body contains, it does not come from the node.
  if (busy.includes(status)) throw unreadableAnswer(answer, undefined, 'asks to come back later')
  try {
    return { ...answer, json: parseJson(text) }
  } catch (cause) {
    throw unreadableAnswer(answer, cause, cause instanceof RangeError ? tooDeep : undefined)
  }
}

/** The error for a request without a complete response. */
function requestLost(cause: unknown, status?: number): TransportError {
  if (isTransportError(cause)) return cause
  if (refusesRedirect(cause)) return redirected({ cause })
  const sent = neverLeft(cause) ? false : undefined
  return new TransportError('The request failed', { status, cause, sent })
}

function textOf(response: Response, maxBodyBytes: number): Promise<string> {
  return bodyText(response, maxBodyBytes, () => {
    const { status } = response
    const what = `The answer (HTTP ${status}) ${tooLarge(maxBodyBytes)}`
    return new TransportError(what, { fault: 'size', status })
  })
}

/** Recognises the error with which Node, Bun and Deno report a redirect that must not be followed. */
function refusesRedirect(cause: unknown): boolean {
  const messages = `${cause} ${memberAt(cause, 'cause')}`
  return /unexpected ?redirect|encountered redirect/i.test(messages)
}

function redirected(init: { readonly status?: number; readonly cause?: unknown }): TransportError {
  const message = 'A redirect is not followed; give the address that answers'
  return new TransportError(message, { fault: 'redirect', ...init })
}

/** The error for a response that is not JSON-RPC, such as a proxy's page or an empty body. */
export function unreadableAnswer(
  { response, text }: HttpAnswer,
  cause?: unknown,
  problem = 'is not JSON-RPC',
): TransportError {
  const { status, headers } = response
  return new TransportError(`The answer (HTTP ${status}) ${explainStatus(status) ?? problem}`, {
    fault: 'body',
    status,
    body: text.slice(0, 200),
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
    cause,
  })
}
