import { pageAddress } from '../core/page-address.js'
import type { MaySendAs } from './bodies/content-types.js'
import type { HttpApi } from './client.js'
import type { CredentialOptions } from './credentials.js'
import type { HttpOperation } from './operation.js'
import type { HttpClientOptions } from './options.js'

/** Options of a client some of whose operations have servers of their own, on other origins. */
export interface OwnServerOptions extends HttpClientOptions, CredentialOptions {
  readonly trustedOrigins?: readonly string[] | undefined
}

/**
 * Connects such a client: an operation with a `server` is called there, as long as nobody says
 * where with `baseUrl`. What callers configure for the one server, the API key first of all, goes
 * to another origin only if that is trusted; how long to wait and what to hold answers to does.
 */
export function withOwnServers(
  options: OwnServerOptions,
  home: string,
  connect: (options: OwnServerOptions) => HttpApi,
): HttpApi {
  const main = connect(options)
  if (options.baseUrl !== undefined) return main
  const { trustedOrigins = [] } = options
  const trusted = [home, ...trustedOrigins].map(originOf)
  const apis = new Map<string, HttpApi>()

  function apiAt(baseUrl: string): HttpApi {
    const known = apis.get(baseUrl)
    if (known) return known
    const isTrusted = trusted.includes(originOf(baseUrl))
    const made = connect({
      ...(isTrusted ? options : withoutSecrets(options)),
      baseUrl,
    })
    apis.set(baseUrl, made)
    return made
  }

  return {
    ...main,
    call<Input, Output, Failures>(
      operation: HttpOperation<Input, Output, Failures>,
      input: Input | undefined,
      own?: MaySendAs<string>,
    ) {
      const { server } = operation
      return (server === undefined ? main : apiAt(server)).call(operation, input, own)
    },
  }
}

/** By what may go along, not by what may not: the next option may be a secret too. */
function withoutSecrets(options: OwnServerOptions): OwnServerOptions {
  const { fetch, timeoutMs, retry, validate, redirect, maxBodyBytes } = options
  const { onRequest, onResponse, onRetry } = options
  return {
    fetch,
    timeoutMs,
    retry,
    validate,
    redirect,
    maxBodyBytes,
    onRequest,
    onResponse,
    onRetry,
  }
}

/** Outside of a page relative addresses have one origin too, if a nameless one. */
function originOf(url: string): string {
  try {
    return new URL(url, pageAddress() ?? 'http://relative.invalid').origin
  } catch {
    return url
  }
}
