import type { RetryOptions } from '../core/backoff.js'
import type { Validate } from '../core/validation.js'
import type { Hooks } from './hooks.js'

/** The part of `fetch` that is used. */
export type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>

/**
 * Which redirects are followed: those to the same origin, all of them (credentials stay where they
 * are, and from the first other origin on nothing of them is sent), or none.
 */
export type RedirectOption = 'same-origin' | 'follow' | 'error'

/** Anything with header pairs. Members that are `undefined` are left out. */
export type HeadersOption =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | undefined>>

export interface CallOptions {
  /** Cancels everything: connecting, the body, a pause between two tries. */
  readonly signal?: AbortSignal | undefined
  /** For the whole call, retries and the body included; `Infinity` for none. @default 30000 */
  readonly timeoutMs?: number | undefined
  readonly headers?: HeadersOption | undefined
  /** The request goes on when the page that made it closes, where the platform can do that. */
  readonly keepalive?: boolean | undefined
  /** Browsers hide where a redirect leads, so there none is followed. @default 'same-origin' */
  readonly redirect?: RedirectOption | undefined
  /** The largest body that is read, counted after decompression. @default 67108864 */
  readonly maxBodyBytes?: number | undefined
  /** Only operations whose document says that repeating is harmless are ever sent again. */
  readonly retry?: false | RetryOptions | undefined
  /** Validates responses, and items of streams, against the document. */
  readonly validate?: Validate | undefined
}

export interface HttpClientOptions extends Omit<CallOptions, 'signal' | 'keepalive'>, Hooks {
  /** Where the service is. */
  readonly baseUrl?: string | undefined
  /** Sent to the origin of `baseUrl` and nowhere else. */
  readonly apiKey?: string | undefined
  readonly fetch?: Fetch | undefined
}

/** Options of a client whose document has several ways to say who calls. */
export interface HttpConnection extends HttpClientOptions {
  /** `fetch` with the credentials of these schemes alone. */
  readonly fetchFor?: ((schemes: readonly string[]) => Fetch) | undefined
  /** Credentials that have travelled. */
  readonly secrets?: (() => Iterable<string>) | undefined
}

/** What a generated client knows about its service. */
export interface HttpService {
  /** The default of `baseUrl`. */
  readonly server: string
  /** The header that carries the API key. */
  readonly keyHeader?: string | undefined
  /** What an error body says for people, where that is not in one of the usual places. */
  readonly messageIn?: ((body: unknown) => string | undefined) | undefined
}

/** Pairs with names in lower case, so that a later source replaces an earlier one. */
export function headerPairs(...sources: (HeadersOption | undefined)[]): Record<string, string> {
  const pairs: Record<string, string> = {}
  for (const source of sources) {
    for (const [name, value] of isIterable(source) ? source : Object.entries(source ?? {})) {
      if (value === undefined) continue
      // fetch would refuse it too, but with the value in its message.
      if (/[^\t -~\u0080-\u00ff]/.test(value)) throw new TypeError(`header ${name} is not sendable`)
      pairs[name.toLowerCase()] = value
    }
  }
  return pairs
}

function isIterable(
  source: HeadersOption | undefined,
): source is Iterable<readonly [name: string, value: string]> {
  return source !== undefined && Symbol.iterator in source
}

/** The base without its last slash. Never shown in a message: it may be private. */
export function cleanBaseUrl(baseUrl: string): string {
  if (!/^(?:https?:\/\/[^/?#]|\/|$)/i.test(baseUrl) || /\/\/[^/?#]*@/.test(baseUrl)) {
    throw new TypeError('baseUrl has to begin with https://, http:// or /, without credentials')
  }
  return baseUrl.replace(/\/$/, '')
}
