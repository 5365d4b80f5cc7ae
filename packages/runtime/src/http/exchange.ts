import { retryAfterMs } from '../core/backoff.js'
import { type ErrorInit, TransportError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { textOf } from './body-text.js'
import { parseExact } from './exact-json.js'
import { failureOf } from './failure.js'
import type { Readable } from './operation.js'
import type { Fetch, RedirectOption } from './options.js'
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

/** Makes an error that says which operation failed. */
export type Fail = <Init extends ErrorInit>(
  Kind: new (message: string, init?: Init) => Error,
  what: string,
  init: Init,
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
  readonly codeNames: readonly string[] | undefined
  /** Whether no validator looks at it afterwards, which would know more. */
  readonly looks: boolean
  readonly messageAt: readonly string[] | undefined
}

/** Sends once and reads the answer: the body of a success, or an error. */
export async function exchange<Output>(
  fetch: Fetch,
  outgoing: Outgoing,
  reading: Reading<Output>,
  signal: AbortSignal,
): Promise<Output> {
  const { fail, operation, clean } = reading
  const { read, noContent } = operation
  let response: Response | undefined
  let text: string | undefined
  let body: Output
  try {
    response = await send(fetch, outgoing, fail, signal)
    if (read && response.ok) return await read(response, reading)
    text = await textOf(response, reading)
    // What answers a HEAD never has a body; what a failure has is read later.
    const isBare = outgoing.method === 'HEAD' || noContent || !response.ok
    // The one place where the document is believed. `validate` is for those who do not.
    body = isBare ? (undefined as Output) : parseExact(text)
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    const status = response?.status
    // What runtimes say differs, and may quote the URL: only a code is repeated.
    const code = memberAt(memberAt(cause, 'cause') ?? cause, 'code') ?? 'connection failed'
    const isRead = text !== undefined
    const shown = text && clean(text)
    const what = isRead
      ? `${status} with ${text ? 'a body that is not JSON' : 'no body'}`
      : `${status ?? 'no answer'}, ${code}`
    throw fail(TransportError, what, {
      fault: isRead ? 'body' : 'network',
      status,
      retryAfterMs: askedMs(response),
      body: shown && excerpt(shown),
      cause: shown ? syntaxErrorOf(shown) : cause,
    })
  }
  const { ok, status } = response
  if (!ok) throw failureOf(response, text, reading)
  if (!operation.record || !reading.looks || !text || !isStrange(body)) return body
  const what = `${status} with a body that is not the object described`
  throw fail(TransportError, what, { fault: 'body', status, body: excerpt(clean(text)) })
}

/** Whether an answer is no object, or the body of an error. Nothing below its top is looked at. */
function isStrange(body: unknown): boolean {
  return (
    Object(body) !== body ||
    Array.isArray(body) ||
    (memberAt(body, 'code') !== undefined && memberAt(body, 'message') !== undefined)
  )
}

/** Why a text is no JSON. Engines quote it, so they get it without credentials. */
export function syntaxErrorOf(text: string): unknown {
  try {
    parseExact(text)
  } catch (error) {
    return error
  }
  return undefined
}

function askedMs(response: Response | undefined): number | undefined {
  return retryAfterMs(response?.headers.get('retry-after'))
}
