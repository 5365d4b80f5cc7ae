import { callHook } from '../core/call-hook.js'
import { checkOptions, headerPairs } from '../core/check-options.js'
import { createRedactor, type Redact, secretsInHeaders } from '../core/redact.js'
import { type Validate, validatorIn } from '../core/validation.js'
import type { MaySendAs, SendAs } from './bodies/content-types.js'
import { stringifyExact } from './bodies/exact-json.js'
import { statusOf } from './errors/failure.js'
import { type Exchange, excerpt, exchange, type Fail, lost } from './exchange.js'
import { fetchWithHooks, type Hooks } from './hooks.js'
import type { HttpOperation, Placed } from './operation.js'
import {
  type CallOptions,
  cleanBaseUrl,
  type Fetch,
  type HttpConnection,
  type HttpService,
  httpForms,
} from './options.js'
import { withRetries } from './retry.js'

/** Settings for another client of the same server; openapi-fetch accepts them as they are. */
export interface HttpSettings {
  readonly baseUrl: string
  readonly headers: Record<string, string>
  readonly fetch: Fetch
  /** Redirects are not followed: that would send the headers along. */
  readonly redirect: 'manual'
}

/** The connection that the methods of a generated client use. */
export interface HttpApi {
  readonly settings: HttpSettings
  /** Unless a call says otherwise. */
  readonly maxBodyBytes: number
  call<Input, Output, Failures>(
    operation: HttpOperation<Input, Output, Failures>,
    input: Input | undefined,
    options?: CallOptions,
  ): Promise<Output>
  call<Output, Failures, Bodies, Type extends keyof Bodies & string>(
    operation: HttpOperation<unknown, Output, Failures, Bodies>,
    input: Bodies[Type],
    options: SendAs<Type>,
  ): Promise<Output>
  /** Unless a call says otherwise. */
  readonly validate: Validate | undefined
  /** Removes the credentials of the client, and those in the headers of one call, from what is shown. */
  readonly redact: <Shown>(shown: Shown, headers?: CallOptions['headers']) => Shown
  readonly hooks?: Hooks
}

/** Resolves the options of a client, once. */
export function connectHttp(options: HttpConnection, service: HttpService): HttpApi {
  checkOptions(options, httpForms)
  const { server, keyHeader } = service
  const { apiKey, fetchFor, secrets = () => [apiKey ?? ''] } = options
  const { baseUrl = server, maxBodyBytes = 2 ** 26 } = options
  const ownHeaders = headerPairs(options.headers)
  const settings: HttpSettings = {
    baseUrl: cleanBaseUrl(baseUrl),
    headers: headerPairs(keyHeader ? { [keyHeader]: apiKey || undefined } : {}, ownHeaders),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    redirect: 'manual',
  }

  // Computed on demand, because most calls succeed.
  const redact: HttpApi['redact'] = (shown, own) =>
    createRedactor([...secrets(), ...secretsInHeaders(headerPairs(settings.headers, own))])(shown)

  async function call<Input, Output, Failures>(
    operation: HttpOperation<Input, Output, Failures>,
    input: Input | undefined,
    own: MaySendAs<string> = {},
  ): Promise<Output> {
    checkOptions(own, httpForms)
    const { name, method, path, idempotent, security, place = inBody } = operation
    const {
      validate = options.validate,
      redirect = options.redirect,
      maxBodyBytes: mostBytes = maxBodyBytes,
      timeoutMs = options.timeoutMs ?? 30_000,
      retry = options.retry,
      signal,
      keepalive,
    } = own
    validatorIn(validate, name, 'requests')?.['~asValidator'](input, name, validate)
    let placed: Placed
    let headers: Record<string, string>
    try {
      placed = place(operation, input, own.contentType)
      headers = headerPairs(
        { accept: json, 'content-type': placed.body && json },
        security?.length === 0 ? ownHeaders : settings.headers,
        placed.headers,
        own.headers,
      )
    } catch (cause) {
      throw new TypeError(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause })
    }
    const { target, body = null } = placed
    const clean: Redact = (shown) => redact(shown, headers)
    const fail: Fail = (Kind, what, init, response) => {
      const message = `${name}: ${method} ${path}: ${excerpt(clean(what))}`
      const about = { operation: name, ...(response && statusOf(response)), ...init }
      return clean(new Kind(message, about))
    }
    let attempt = 0
    const fetch = fetchWithHooks(
      security && fetchFor ? fetchFor(security) : settings.fetch,
      options,
      (url) => ({ operation: name, url: clean(url), attempt }),
      (cause) => lost(cause, reading),
    )
    const validator = validatorIn(validate, name)
    const reading: Exchange<Output> = {
      fetch,
      fail,
      clean,
      url: (own.baseUrl ?? settings.baseUrl) + target,
      method,
      headers,
      body,
      keepalive,
      redirect,
      mostBytes,
      operation,
      service,
      looks: !validator,
    }
    const work = (signal: AbortSignal): Promise<Output> => {
      attempt++
      return exchange(reading, signal)
    }
    const value = await withRetries(work, {
      fail,
      onRetry: (error, waitMs) =>
        callHook(options.onRetry, { operation: name, attempt, error, waitMs }),
      timeoutMs,
      signal,
      retry: idempotent && !(body instanceof ReadableStream) ? retry : false,
    })
    validator?.['~asValidator'](value, name, validate, clean)
    return value
  }

  return { settings, maxBodyBytes, validate: options.validate, call, redact, hooks: options }
}

const json = 'application/json'

function inBody({ path }: { readonly path: string }, input: unknown): Placed {
  return { target: path, body: stringifyExact(input) }
}
