import { retryAfterMs } from '../core/calls/backoff.js'
import type { FetchInit } from '../core/calls/call-options.js'
import { type Hooks, reported } from '../core/calls/hooks.js'
import {
  type AttemptContext,
  type AttemptRequest,
  type Middleware,
  sendThrough,
} from '../core/calls/middleware.js'
import { type ErrorInit, TransportError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import type { Redact } from '../core/redact.js'
import { codeOf, unsent } from '../core/unsent.js'
import type { Reporting } from '../core/validation.js'
import { responseText } from './bodies/body-text.js'
import { parseExact } from './bodies/exact-json.js'
import { failureOf, messageOf } from './errors/failure.js'
import type { HttpOperation, Readable } from './operation.js'
import type { Fetch, HttpService, RedirectOption } from './options.js'
import { sendRequest } from './send.js'

/** How many characters of a server's text an error shows. */
const shownLength = 500

/** How requests are sent. */
export interface Outgoing {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly fail: Fail
  readonly init?: FetchInit | undefined
  readonly redirect?: RedirectOption | undefined
  /** Those of the client, which are only for the origin of `baseUrl`, wherever middleware sends the request. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether an earlier attempt, or the request before a redirect, may have reached a server. */
  sent?: boolean | undefined
}

/** What errors say of an operation. */
type Named = Pick<HttpOperation<unknown, unknown>, 'name' | 'method' | 'path'>

/** Creates an error with the name of the operation and the status of the response. */
export type Fail = <Init extends ErrorInit>(
  Kind: new (message: string, init?: Init) => Error,
  what: string,
  init: Init,
  response?: Response,
) => Error

/** Creates the errors of a call. */
export function failOf({ name, method, path }: Named, redact: Redact): Fail {
  return (Kind, what, init, response) => {
    const message = `${name}: ${method} ${path}: ${redact(what).slice(0, shownLength)}`
    // Browsers hide the status of a redirect.
    const about = response && {
      status: response.status || undefined,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    }
    return redact(new Kind(message, { operation: name, ...about, ...init }))
  }
}

/** What is known of a response, and how to report one that cannot be read. */
export interface ReadContext {
  readonly operation: Readable<unknown>
  readonly service: HttpService
  /** What checks the response afterwards. One that has none of its names is refused anyway. */
  readonly validator: Reporting | undefined
  readonly fail: Fail
  /** Removes credentials from what came from the server. */
  readonly redact: Redact
  /** The largest body that is read. */
  readonly maxBodyBytes: number
}

/** How to send a request, and how to read its response. */
export interface Exchange<Output = unknown> extends Outgoing, ReadContext {
  /** Those of the client, around each request that is sent. */
  readonly hooks: Hooks
  readonly operation: Readable<Output>
  /** Gets each response that is about to be read. */
  readonly seen?: ((response: Response) => void) | undefined
}

/** Sends a request once and reads the response: resolves to the body of a success, or rejects. */
export async function exchange<Output>(
  request: AttemptRequest,
  reading: Exchange<Output>,
  middleware: readonly Middleware[],
  context: AttemptContext,
): Promise<Output> {
  const { read, noContent } = reading.operation
  const { hooks } = reading
  const deliver = (sent: AttemptRequest): Promise<Response> => {
    const send = (): Promise<Response> =>
      sendRequest(sent, reading, context.signal).catch((cause) => requestLost(cause, reading))
    if (!hooks.onRequest && !hooks.onResponse) return send()
    const { operation, attempt, redact } = context
    const event = {
      operation: operation.name,
      method: sent.method,
      url: redact(sent.url),
      attempt,
    }
    return reported(hooks, event, send, context)
  }
  const response = await sendThrough(middleware, 'attempt', request, deliver, context)
  let text: string
  try {
    reading.seen?.(response)
    if (read && response.ok) return await read(response, reading)
    text = await responseText(response, reading)
  } catch (cause) {
    return requestLost(cause, reading, response)
  }
  if (!response.ok) throw failureOf(response, text, reading)
  return noContent ? (undefined as Output) : parsed<Output>(response, text, reading)
}

/** Throws the error for a request without a complete response. */
function requestLost(cause: unknown, reading: Exchange, response?: Response): never {
  if (cause instanceof TransportError) throw cause
  // `NotSent`, by its members, because most programs have nothing that throws one.
  if (memberAt(cause, 'notSent')) throw memberAt(cause, 'error')
  // The messages of runtimes differ and may quote the URL, so only a code is repeated.
  const code = String(codeOf(cause) ?? 'connection failed')
  reading.sent ||= !unsent.test(code)
  const status = response?.status
  const init = { status, cause, sent: reading.sent ? undefined : false }
  const what = `${status ?? 'no answer'}, ${code}`
  throw reading.fail(TransportError, what, init, response)
}

/** The parsed JSON of a success. Trusted as described, except that it must have something of that at its top. */
export function parsed<Output>(response: Response, text: string, context: ReadContext): Output {
  const { operation, service, redact, fail } = context
  let what = text ? 'a body that is not JSON' : 'no body'
  try {
    const body = parseExact<Output>(text)
    // The one place where the document is trusted; the option `validate` checks it.
    if (operation.expects?.(body, context) ?? true) return body
    what = `a body that is not the object described: ${messageOf(body, service) ?? text}`
  } catch {}
  const shown = redact(text)
  let cause: unknown
  try {
    JSON.parse(shown)
  } catch (error) {
    // Engines quote the text in their errors, so it is parsed again without credentials.
    cause = error
  }
  const init = { fault: 'body', body: shown.slice(0, shownLength), cause } as const
  throw fail(TransportError, `${response.status} with ${what}`, init, response)
}
