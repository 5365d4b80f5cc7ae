import { originOf } from '../core/addresses.js'
import type { MaySendAs } from './bodies/content-types.js'
import type { HttpApi } from './client.js'
import type { CredentialOptions } from './credentials.js'
import type { HttpOperation } from './operation.js'
import { type HttpClientOptions, withoutCredentials } from './options.js'

/** Options of a client some of whose operations have servers of their own, on other origins. */
export interface OwnServerOptions extends HttpClientOptions, CredentialOptions {
  readonly trustedOrigins?: readonly string[] | undefined
}

/**
 * Connects such a client: an operation with a `server` of its own is called there, unless `baseUrl` is
 * given. What callers configure for the main server, above all the API key, is sent to another origin
 * only if that origin is trusted; timeouts and validators apply everywhere.
 */
export function withOwnServers(
  options: OwnServerOptions,
  home: string,
  connect: (options: OwnServerOptions) => HttpApi,
): HttpApi {
  const main = connect(options)
  if (options.baseUrl !== undefined) return main
  const { trustedOrigins = [] } = options
  if (!Array.isArray(trustedOrigins)) throw new TypeError('trustedOrigins takes string[]')
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
      input?: Input,
      own?: MaySendAs<string>,
    ) {
      const { server } = operation
      const isOwn = server !== undefined && own?.baseUrl === undefined
      return (isOwn ? apiAt(server) : main).call(operation, input, own)
    },
  }
}

/** An allowlist, because a future option may be a secret too. */
function withoutSecrets(options: OwnServerOptions): OwnServerOptions {
  const { fetch, timeoutMs, retry, validate, redirect, maxBodyBytes, idempotencyKey } = options
  const { init, middleware, onRequest, onResponse, onRetry } = options
  return {
    fetch,
    timeoutMs,
    retry,
    validate,
    redirect,
    maxBodyBytes,
    idempotencyKey,
    init: withoutCredentials(init),
    middleware,
    onRequest,
    onResponse,
    onRetry,
  }
}
