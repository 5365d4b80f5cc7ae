import { type ErrorInit, TransportError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { textOf } from './bodies/body-text.js'
import { parseExact } from './bodies/exact-json.js'
import { failureOf } from './errors/failure.js'
import type { Readable } from './operation.js'
import type { Fetch, HttpService, RedirectOption } from './options.js'
import { send } from './redirect.js'

/** As much of what a server says as an error shows. */
export function excerpt(text: string): string {
  return text.slice(0, 500)
}

/** One request, ready to be sent any number of times. */
export interface Outgoing {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: BodyInit | null
  readonly keepalive?: boolean | undefined
  readonly redirect?: RedirectOption | undefined
}

/** Makes an error that says which operation failed, and with what answer. */
export type Fail = <Init extends ErrorInit>(
  Kind: new (message: string, init?: Init) => Error,
  what: string,
  init: Init,
  response?: Response,
) => Error

/** How to say what is wrong with an answer. */
export interface Saying {
  readonly fail: Fail
  /** Takes credentials out of a text that came from the server. */
  readonly clean: (text: string) => string
  /** The largest body that is read. */
  readonly mostBytes: number
}

/** What reading the answer takes. */
export interface Reading<Output = unknown> extends Saying {
  readonly operation: Readable<Output>
  readonly service: HttpService
  /** Whether no validator looks at it afterwards, which would know more. */
  readonly looks: boolean
}

/** Sends once and reads the answer: the body of a success, or an error. */
export async function exchange<Output>(
  fetch: Fetch,
  outgoing: Outgoing,
  reading: Reading<Output>,
  signal: AbortSignal,
): Promise<Output> {
  const { fail, looks } = reading
  const { read, noContent, record } = reading.operation
  let response: Response | undefined
  let text: string
  try {
    response = await send(fetch, outgoing, fail, signal)
    if (read && response.ok) return await read(response, reading)
    text = await textOf(response, reading)
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    // What runtimes say differs, and may quote the URL: only a code is repeated.
    const code = memberAt(memberAt(cause, 'cause') ?? cause, 'code') ?? 'connection failed'
    const status = response?.status
    throw fail(TransportError, `${status ?? 'no answer'}, ${code}`, { status, cause }, response)
  }
  if (!response.ok) throw failureOf(response, text, reading)
  // What answers a HEAD never has a body.
  if (outgoing.method === 'HEAD' || noContent) return undefined as Output
  // The one place where the document is believed. `validate` is for those who do not.
  const body = parsed<Output>(response, text, reading)
  if (record && looks && isStrange(body)) {
    throw unreadable(response, text, reading, 'a body that is not the object described')
  }
  return body
}

/** Whether an answer is no object, or the body of an error. Nothing below its top is looked at. */
function isStrange(body: unknown): boolean {
  return (
    Object(body) !== body ||
    Array.isArray(body) ||
    (memberAt(body, 'code') !== undefined && memberAt(body, 'message') !== undefined)
  )
}

/** The JSON of a success. */
export function parsed<Output>(response: Response, text: string, saying: Saying): Output {
  try {
    return parseExact(text)
  } catch {
    throw unreadable(response, text, saying, text ? 'a body that is not JSON' : 'no body')
  }
}

function unreadable(response: Response, text: string, saying: Saying, what: string): Error {
  const shown = saying.clean(text)
  let cause: unknown
  try {
    JSON.parse(shown)
  } catch (error) {
    // Engines quote the text, so they get it without credentials.
    cause = error
  }
  const init = { fault: 'body', body: excerpt(shown), cause } as const
  return saying.fail(TransportError, `${response.status} with ${what}`, init, response)
}
