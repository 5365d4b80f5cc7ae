import { originOf } from '../core/addresses.js'
import type { FetchInit } from '../core/calls/call-forms.js'
import {
  type AttemptRequest,
  type CallContext,
  type Middleware,
  sendThrough,
} from '../core/calls/middleware.js'
import { headerPairs } from '../core/check-options.js'
import { type ErrorInit, TransportError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { codeOf, neverLeft } from '../core/unsent.js'
import { textOf } from './bodies/body-text.js'
import { parseExact } from './bodies/exact-json.js'
import { failureOf, messageOf } from './errors/failure.js'
import type { Readable, RequestBody } from './operation.js'
import type { Fetch, HttpService, RedirectOption } from './options.js'
import { send } from './send.js'

/** The part of a server's text that an error shows. */
export function excerpt(text: string): string {
  return text.slice(0, 500)
}

/** One request, ready to be sent any number of times. */
export interface Sendable {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: RequestBody | null
}

/** How requests are sent. */
export interface Outgoing {
  readonly fetch: Fetch
  readonly fail: Fail
  readonly init?: FetchInit | undefined
  readonly redirect?: RedirectOption | undefined
  /** Whether an earlier attempt, or the request before a redirect, may have reached a server. */
  hasLeft?: boolean
}

/** Creates an error with the name of the operation and the status of the response. */
export type Fail = <Init extends ErrorInit>(
  Kind: new (message: string, init?: Init) => Error,
  what: string,
  init: Init,
  response?: Response,
) => Error

/** What is known of a response, and how to report one that cannot be read. */
export interface ReadContext {
  readonly operation: Readable<unknown>
  readonly service: HttpService
  /** Whether no validator checks the response afterwards; what has none of its names is refused anyway. */
  readonly looks: boolean
  readonly fail: Fail
  /** Removes credentials from a text that came from the server. */
  readonly clean: (text: string) => string
  /** The largest body that is read. */
  readonly maxBodyBytes: number
}

/**
 * What our wrappers of `fetch` throw if no request can be made: it contains the caller's own error, which no
 * retry would fix.
 */
export class NotSent {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** What to send, and how to read the response. */
export interface Exchange<Output = unknown> extends Outgoing, ReadContext {
  readonly request: Sendable
  readonly operation: Readable<Output>
  readonly middleware: readonly Middleware[]
  /** The headers that are only for the origin of `url`, wherever middleware sends the request. */
  readonly ofClient: Readonly<Record<string, string>>
  /** Of the call. */
  readonly context: CallContext
  /** Gets each response that is about to be read. */
  readonly seen?: ((response: Response) => void) | undefined
}

/** Sends the request once and reads the response: returns the body of a success, or throws. */
export async function exchange<Output>(
  reading: Exchange<Output>,
  signal: AbortSignal,
  attempt: number,
): Promise<Output> {
  const { request, middleware, ofClient, context } = reading
  const { read, noContent } = reading.operation
  const deliver = async (sent: AttemptRequest): Promise<Response> => {
    try {
      const headers = headerPairs(sent.headers)
      if (originOf(sent.url) !== originOf(request.url))
        for (const name in ofClient) if (headers[name] === ofClient[name]) delete headers[name]
      return await send(reading, { ...sent, headers }, signal)
    } catch (cause) {
      throw lost(cause, reading)
    }
  }
  const given = { ...request, headers: new Headers(request.headers) }
  const about = { ...context, attempt }
  const response = await sendThrough(middleware, 'attempt', given, deliver, about)
  let text: string
  try {
    reading.seen?.(response)
    if (read && response.ok) return await read(response, reading)
    text = await textOf(response, reading)
  } catch (cause) {
    throw lost(cause, reading, response)
  }
  if (!response.ok) throw failureOf(response, text, reading)
  // The response to HEAD never has a body.
  if (request.method === 'HEAD' || noContent) return undefined as Output
  return parsed<Output>(response, text, reading)
}

/** The error for a request without a complete response. */
function lost(cause: unknown, reading: Exchange, response?: Response): unknown {
  if (cause instanceof TransportError) return cause
  if (cause instanceof NotSent) return cause.error
  // The messages of runtimes differ and may quote the URL, so only a code is repeated.
  const code = codeOf(cause) ?? 'connection failed'
  const status = response?.status
  reading.hasLeft ||= !neverLeft(cause)
  const init = { status, cause, sent: reading.hasLeft ? undefined : false }
  return reading.fail(TransportError, `${status ?? 'no answer'}, ${code}`, init, response)
}

/** The parsed JSON of a success. Trusted as described, except that it must have something of that at its top. */
export function parsed<Output>(response: Response, text: string, context: ReadContext): Output {
  let body: unknown
  try {
    body = parseExact(text)
  } catch {
    throw unreadable(response, text, context, text ? 'a body that is not JSON' : 'no body')
  }
  const { looks, service } = context
  const { names, kinds, nullable, record } = context.operation
  const has = (name: string): boolean => memberAt(body, name) !== undefined
  const isRecord = Object(body) === body && !Array.isArray(body)
  const said = (): string | undefined => messageOf(body, service)
  if (
    names
      ? !(isRecord ? names.some(has) : nullable && body === null) && !kinds?.(body, said())
      : looks && record && (!isRecord || (has('code') && has('message')))
  ) {
    const words = said() ?? text
    throw unreadable(response, text, context, `a body that is not the object described: ${words}`)
  }
  // The one place where the document is trusted; the option `validate` checks it.
  return body as Output
}

function unreadable(response: Response, text: string, context: ReadContext, what: string): Error {
  const shown = context.clean(text)
  let cause: unknown
  try {
    JSON.parse(shown)
  } catch (error) {
    // Engines quote the text in their errors, so it is parsed again without credentials.
    cause = error
  }
  const init = { fault: 'body', body: excerpt(shown), cause } as const
  return context.fail(TransportError, `${response.status} with ${what}`, init, response)
}
