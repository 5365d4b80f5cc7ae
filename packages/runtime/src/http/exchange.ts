import { type ErrorInit, TransportError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { textOf } from './bodies/body-text.js'
import { parseExact } from './bodies/exact-json.js'
import { failureOf } from './errors/failure.js'
import type { Readable, RequestBody } from './operation.js'
import type { Fetch, HttpService, RedirectOption } from './options.js'
import { send } from './send.js'

/** The part of a server's text that an error shows. */
export function excerpt(text: string): string {
  return text.slice(0, 500)
}

/** One request, ready to be sent any number of times. */
export interface Outgoing {
  readonly fetch: Fetch
  readonly fail: Fail
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: RequestBody | null
  readonly keepalive?: boolean | undefined
  readonly redirect?: RedirectOption | undefined
}

/** Creates an error with the name of the operation and the status of the response. */
export type Fail = <Init extends ErrorInit>(
  Kind: new (message: string, init?: Init) => Error,
  what: string,
  init: Init,
  response?: Response,
) => Error

/** How to report a response that cannot be read. */
export interface ReadContext {
  readonly fail: Fail
  /** Removes credentials from a text that came from the server. */
  readonly clean: (text: string) => string
  /** The largest body that is read. */
  readonly mostBytes: number
}

/**
 * What our wrappers of `fetch` throw if no request can be made: it contains the caller's own error, which no
 * retry would fix.
 */
export class NotSent {
  constructor(readonly error: unknown) {}
}

/** What to send, and how to read the response. */
export interface Exchange<Output = unknown> extends Outgoing, ReadContext {
  readonly operation: Readable<Output>
  readonly service: HttpService
  /** Whether to make the basic check of a JSON object: no validator checks the response afterwards. */
  readonly looks: boolean
}

/** Sends the request once and reads the response: returns the body of a success, or throws. */
export async function exchange<Output>(
  reading: Exchange<Output>,
  signal: AbortSignal,
): Promise<Output> {
  const { fail, method, looks } = reading
  const { read, noContent } = reading.operation
  let response: Response | undefined
  let text: string
  try {
    response = await send(reading, signal)
    if (read && response.ok) return await read(response, reading)
    text = await textOf(response, reading)
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    if (cause instanceof NotSent) throw cause.error
    // The messages of runtimes differ and may quote the URL, so only a code is repeated.
    const code = memberAt(memberAt(cause, 'cause') ?? cause, 'code') ?? 'connection failed'
    const status = response?.status
    throw fail(TransportError, `${status ?? 'no answer'}, ${code}`, { status, cause }, response)
  }
  if (!response.ok) throw failureOf(response, text, reading)
  // The response to HEAD never has a body.
  if (method === 'HEAD' || noContent) return undefined as Output
  // The one place where the document is trusted; the option `validate` checks it.
  const body = parsed<Output>(response, text, reading)
  if (looks && isStrange(body)) {
    throw unreadable(response, text, reading, 'a body that is not the object described')
  }
  return body
}

/** Whether a body is not an object, or looks like an error. Only its top level is checked. */
function isStrange(body: unknown): boolean {
  return (
    Object(body) !== body ||
    Array.isArray(body) ||
    (memberAt(body, 'code') !== undefined && memberAt(body, 'message') !== undefined)
  )
}

/** The parsed JSON of a success. */
export function parsed<Output>(response: Response, text: string, context: ReadContext): Output {
  try {
    return parseExact(text)
  } catch {
    throw unreadable(response, text, context, text ? 'a body that is not JSON' : 'no body')
  }
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
