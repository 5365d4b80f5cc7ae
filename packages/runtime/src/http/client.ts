import { originOf } from '../core/addresses.js'
import { callHook } from '../core/calls/call-hook.js'
import { checkMiddleware } from '../core/calls/call-options.js'
import type { Hooks } from '../core/calls/hooks.js'
import { type CallContext, through } from '../core/calls/middleware.js'
import { retrying } from '../core/calls/retrying.js'
import { checkOptions, headerPairs, merged } from '../core/check-options.js'
import { inTime } from '../core/deadline.js'
import { TimeoutError } from '../core/errors.js'
import { createRedactor, type Redact, secretsInHeaders } from '../core/redact.js'
import { validatorIn } from '../core/validation.js'
import type { MaySendAs, SendAs } from './bodies/content-types.js'
import { stringifyExact } from './bodies/exact-json.js'
import { type Exchange, exchange, failOf } from './exchange.js'
import type { HttpOperation, RequestParts } from './operation.js'
import {
  type CallOptions,
  cleanBaseUrl,
  type Fetch,
  type HttpConnection,
  type HttpService,
  httpOptionForms,
  withoutCredentials,
} from './options.js'

/** Settings for another client of the same server; openapi-fetch accepts them as they are. */
export interface HttpSettings {
  readonly baseUrl: string
  readonly headers: Record<string, string>
  readonly fetch: Fetch
  /** Redirects are not followed: that would send the headers along. */
  readonly redirect: 'manual'
}

/** The options of a call that have a default. */
export interface Defaults extends CallOptions, Inner {
  readonly timeoutMs: number
  readonly maxBodyBytes: number
  readonly baseUrl: string
}

/** Options of a call for functions that are built on it. */
export interface Inner {
  /** Gets each response that is about to be read. */
  readonly seen?: ((response: Response) => void) | undefined
  /** A pause that a server asks for ends by then, on the performance clock, or the call fails. */
  readonly pauseBy?: number | undefined
}

/** The connection that the methods of a generated client use. */
export interface HttpApi {
  readonly settings: HttpSettings
  /** Unless a call says otherwise. */
  readonly defaults: Defaults
  call<Input, Output, Failures>(
    operation: HttpOperation<Input, Output, Failures>,
    input?: Input,
    options?: CallOptions,
  ): Promise<Output>
  call<Output, Failures, Bodies, Type extends keyof Bodies & string>(
    operation: HttpOperation<unknown, Output, Failures, Bodies>,
    input: Bodies[Type],
    options: SendAs<Type>,
  ): Promise<Output>
  /** Removes the credentials of the client, and those in the headers of one call, from what is shown. */
  readonly redact: <Shown>(shown: Shown, headers?: CallOptions['headers']) => Shown
  readonly hooks?: Hooks
  readonly fetchFor?: HttpConnection['fetchFor']
}

/** Resolves the options of a client, once. */
export function connectHttp(options: HttpConnection, service: HttpService): HttpApi {
  checkOptions(options, httpOptionForms)
  const { server, keyHeader } = service
  const { apiKey, fetchFor, middleware = [], secrets = () => [apiKey ?? ''] } = options
  if (apiKey && !keyHeader) throw new TypeError('this service takes no apiKey')
  checkMiddleware(middleware)
  const usual = { timeoutMs: 30_000, maxBodyBytes: 2 ** 26, baseUrl: server }
  const defaults = merged<Defaults>(usual, options)
  const ownHeaders = headerPairs(options.headers)
  const settings: HttpSettings = {
    baseUrl: cleanBaseUrl(defaults.baseUrl),
    headers: headerPairs(keyHeader ? { [keyHeader]: apiKey || undefined } : {}, ownHeaders),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    redirect: 'manual',
  }

  // Computed on demand, because most calls succeed.
  const redactWith: HttpApi['redact'] = (shown, own) =>
    createRedactor([...secrets(), ...secretsInHeaders(headerPairs(settings.headers, own))])(shown)

  async function call<Input, Output, Failures>(
    operation: HttpOperation<Input, Output, Failures>,
    input?: Input,
    own: MaySendAs<string> & Inner = {},
  ): Promise<Output> {
    checkOptions(own, httpOptionForms)
    const { name, id = name, method, path, tags = [], idempotent, security } = operation
    const given = merged(defaults, own)
    const { idempotencyKey, timeoutMs, validate, pauseBy = performance.now() + timeoutMs } = given
    const validator = validatorIn(validate, name)
    const home = cleanBaseUrl(given.baseUrl)
    const isHome = own.baseUrl === undefined || originOf(home) === originOf(settings.baseUrl)
    let { headers } = settings
    let cause: unknown
    let key: unknown
    const redact: Redact = (shown) => redactWith(shown, headers)
    const fail = failOf(operation, redact)
    const ofClient = isHome ? (security?.length === 0 ? ownHeaders : settings.headers) : {}
    const reading: Exchange<Output> = {
      ...given,
      init: { ...(isHome ? options.init : withoutCredentials(options.init)), ...own.init },
      fetch: security && fetchFor ? fetchFor(security) : settings.fetch,
      fail,
      redact,
      headers: ofClient,
      operation,
      service,
      validator,
      hooks: options,
    }

    async function perform(context: CallContext): Promise<Output> {
      const { input, signal } = context
      // Validators know the body of the default content type.
      if (/json|^$/.test(own.contentType ?? ''))
        validatorIn(validate, name, 'requests')?.['~asValidator'](input, name, validate)
      if (idempotencyKey && !safe.test(method)) key ??= await keyFrom(idempotencyKey, name)
      let placed: RequestParts
      try {
        placed = (operation.place ?? inBody)(operation, input, own.contentType)
        headers = headerPairs(
          { accept: json, 'content-type': placed.body && json, 'idempotency-key': key },
          ofClient,
          placed.headers,
          own.headers,
        )
      } catch (cause) {
        throw new TypeError(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause })
      }
      const { target, body = null } = placed
      const url = home + target
      const mayRepeat = (idempotent || key) && !(body instanceof ReadableStream)
      const once = (attempt: number): Promise<Output> => {
        const request = { url, method, headers: new Headers(headers), body }
        return exchange(request, reading, middleware, { ...context, attempt })
      }
      const value = await retrying(once, {
        retry: mayRepeat ? given.retry : false,
        signal,
        pauseBy,
        onFailure(error, waitMs, attempt) {
          cause = error
          callHook(options.onRetry, { operation: name, attempt, error, waitMs })
        },
      })
      validator?.['~asValidator'](value, name, validate, redact)
      return value
    }

    const expired = (): Error =>
      fail(TimeoutError, `no answer within ${timeoutMs} ms`, { timeoutMs, cause })
    const info = { id, name, method, path, tags }
    return inTime({ timeoutMs, signal: given.signal, expired }, (signal) =>
      through(middleware, 'call', perform)({ operation: info, input, signal, redact }),
    )
  }

  return { settings, defaults, call, redact: redactWith, hooks: options, fetchFor }
}

const json = 'application/json'
/** Methods that change nothing. */
const safe = /^(?:GET|HEAD|OPTIONS|TRACE|QUERY)$/

/**
 * The key of a call, one also if middleware makes it again. Not a UUID, because pages that were not loaded over HTTPS
 * have no `randomUUID`.
 */
async function keyFrom(option: true | (() => unknown), name: string): Promise<unknown> {
  const made = option === true ? crypto.getRandomValues(new Uint32Array(4)).join('-') : option()
  const key = await made
  if (!key) throw new TypeError(`${name}: idempotencyKey returned nothing`)
  return key
}

function inBody({ path }: { readonly path: string }, input: unknown): RequestParts {
  return { target: path, body: stringifyExact(input) }
}
