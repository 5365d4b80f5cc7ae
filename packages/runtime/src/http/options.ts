import type { RetryOptions } from '../core/calls/backoff.js'
import type { FetchInit } from '../core/calls/call-options.js'
import type { Hooks } from '../core/calls/hooks.js'
import type { Middleware, OperationInfo } from '../core/calls/middleware.js'
import type { HeadersOption, OptionForms } from '../core/check-options.js'
import type { Validate } from '../core/validation.js'

/** The part of `fetch` that is used. */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>

/**
 * Which redirects are followed: those to the same origin, all of them (headers of the caller and credentials are not
 * sent to another origin, nor to anything after it; the body is), or none.
 */
export type RedirectOption = 'same-origin' | 'follow' | 'error'

/** For requests to another origin than the client's. */
export function withoutCredentials({ credentials: _, ...others }: FetchInit = {}): FetchInit {
  return others
}

export interface CallOptions {
  /** Cancels everything: connecting, the body, a pause between two attempts. */
  readonly signal?: AbortSignal | undefined
  /** For the whole call, including retries and the body; `Infinity` for none. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** Only operations that the document marks as idempotent are retried, and calls with an `idempotencyKey`. */
  readonly retry?: false | RetryOptions | undefined
  readonly headers?: HeadersOption | undefined
  /** Validates responses, and items of streams, against the document. */
  readonly validate?: Validate | undefined
  /**
   * The URL of the service. If a call goes to another origin than its client, it gets the headers of the call, and
   * neither the credentials nor the headers of the client.
   */
  readonly baseUrl?: string | undefined
  /**
   * Sends an `Idempotency-Key` with methods that are not safe, the same for all attempts of a call: a random one, or
   * what the function returns. The service has to support that; the call may then be retried.
   */
  readonly idempotencyKey?: boolean | (() => string | Promise<string>) | undefined
  /** Browsers hide the target of a redirect, so none is followed there. @default 'same-origin' */
  readonly redirect?: RedirectOption | undefined
  /** The largest body that is read, after decompression; of a stream, the largest item. @default 67108864 */
  readonly maxBodyBytes?: number | undefined
  /**
   * What else `fetch` takes on this platform: `credentials`, `cache`, `mode`, `priority`, `keepalive`, `next` of
   * Next.js, …
   */
  readonly init?: FetchInit | undefined
}

export interface HttpClientOptions<Operation extends OperationInfo = OperationInfo>
  extends Omit<CallOptions, 'signal'>,
    Hooks {
  /** Sent to the origin of `baseUrl` and nowhere else. */
  readonly apiKey?: string | undefined
  readonly fetch?: Fetch | undefined
  /** Sees and may change calls and their attempts; the first is the outermost. */
  readonly middleware?: readonly Middleware<Operation>[] | undefined
}

/** Options of a client whose document has several security schemes. */
export interface HttpConnection extends HttpClientOptions {
  /** A `fetch` that only sends the credentials of these schemes. */
  readonly fetchFor?: ((schemes: readonly string[]) => Fetch) | undefined
  /** Credentials that have been sent. */
  readonly secrets?: (() => Iterable<string>) | undefined
}

/** The options of clients and of their calls. */
export const httpOptionForms: OptionForms = {
  'number > 0': 'timeoutMs',
  'number >= 0': 'maxBodyBytes retry.attempts retry.baseMs retry.maxMs',
  string: 'baseUrl apiKey',
  function: 'fetch onRequest onResponse onRetry onWaitStart onWaitEnd',
  object: 'headers decode init validate.validators validate.requests',
  array: 'middleware',
  AbortSignal: 'signal',
  'object | false': 'retry validate',
  'boolean | function': 'idempotencyKey',
  "'throw' | 'warn' | function": 'validate.onMismatch',
  "'same-origin' | 'follow' | 'error'": 'redirect',
  nothing: 'init.method init.headers init.body init.signal init.redirect',
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
  if (!/^(?:(?:https?:)?\/\/[^/?#@]+(?:[/?#]|$)|\/(?!\/)|$)/i.test(baseUrl)) {
    throw new TypeError('baseUrl has to begin with https://, http:// or /, without credentials')
  }
  return baseUrl.replace(/\/$/, '')
}
