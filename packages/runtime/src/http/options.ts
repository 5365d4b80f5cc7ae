import type { RetryOptions } from '../core/backoff.js'
import type { HeadersOption, OptionForms } from '../core/check-options.js'
import type { Validate } from '../core/validation.js'
import type { Hooks } from './hooks.js'

/** The part of `fetch` that is used. */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>

/**
 * Which redirects are followed: those to the same origin, all of them (headers of the caller and credentials are not
 * sent to another origin, nor to anything after it; the body is), or none.
 */
export type RedirectOption = 'same-origin' | 'follow' | 'error'

export interface CallOptions {
  /** Cancels everything: connecting, the body, a pause between two attempts. */
  readonly signal?: AbortSignal | undefined
  /** For the whole call, including retries and the body; `Infinity` for none. @default 30000 */
  readonly timeoutMs?: number | undefined
  readonly headers?: HeadersOption | undefined
  readonly baseUrl?: string | undefined
  /** Lets the request finish after its page closes, on platforms that support it. */
  readonly keepalive?: boolean | undefined
  /** Browsers hide the target of a redirect, so none is followed there. @default 'same-origin' */
  readonly redirect?: RedirectOption | undefined
  /** The largest body that is read, after decompression; of a stream, the largest item. @default 67108864 */
  readonly maxBodyBytes?: number | undefined
  /** Only operations that the document marks as idempotent are ever retried. */
  readonly retry?: false | RetryOptions | undefined
  /** Validates responses, and items of streams, against the document. */
  readonly validate?: Validate | undefined
}

export interface HttpClientOptions extends Omit<CallOptions, 'signal' | 'keepalive'>, Hooks {
  /** The URL of the service. */
  readonly baseUrl?: string | undefined
  /** Sent to the origin of `baseUrl` and nowhere else. */
  readonly apiKey?: string | undefined
  readonly fetch?: Fetch | undefined
}

/** Options of a client whose document has several security schemes. */
export interface HttpConnection extends HttpClientOptions {
  /** A `fetch` that only sends the credentials of these schemes. */
  readonly fetchFor?: ((schemes: readonly string[]) => Fetch) | undefined
  /** Credentials that have been sent. */
  readonly secrets?: (() => Iterable<string>) | undefined
}

/** The options of clients and of their calls. */
export const httpForms: OptionForms = {
  'number > 0': 'timeoutMs',
  'number >= 0': 'maxBodyBytes retry.attempts retry.baseMs retry.maxMs',
  string: 'baseUrl apiKey',
  function: 'fetch onRequest onResponse onRetry onWaitStart onWaitEnd',
  boolean: 'keepalive',
  object: 'headers decode',
  AbortSignal: 'signal',
  'object | false': 'retry validate',
  "'same-origin' | 'follow' | 'error'": 'redirect',
}

/** What a generated client knows about its service. */
export interface HttpService {
  /** The default of `baseUrl`. */
  readonly server: string
  /** The header that carries the API key. */
  readonly keyHeader?: string | undefined
  /** Finds the message in an error body, if it is not in one of the usual members. */
  readonly messageIn?: ((body: unknown) => string | undefined) | undefined
}

/** The base URL without its last slash. Never shown in a message, because it may be private. */
export function cleanBaseUrl(baseUrl: string): string {
  if (!/^(?:https?:\/\/[^/?#]|\/|$)/i.test(baseUrl) || /\/\/[^/?#]*@/.test(baseUrl)) {
    throw new TypeError('baseUrl has to begin with https://, http:// or /, without credentials')
  }
  return baseUrl.replace(/\/$/, '')
}
