import { retryAfterMs } from '../core/backoff.js'
import { type ErrorInit, TransportError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import { ApiError, type ErrorDetail } from './api-error.js'
import { parseExact } from './exact-json.js'
import type { Readable } from './operation.js'
import type { Fetch } from './options.js'
import { send } from './redirect.js'

const excerptLength = 500

/** One request, ready to be sent any number of times. */
export interface Outgoing {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: BodyInit | null
}

/** Makes an error that says which operation failed. */
export type Fail = <Init extends ErrorInit>(
  Kind: new (message: string, init?: Init) => Error,
  what: string,
  init: Init,
) => Error

/** What reading the answer takes. */
export interface Reading<Output = unknown> {
  readonly fail: Fail
  readonly operation: Readable<Output>
  readonly codeNames: readonly string[] | undefined
  /** Takes credentials out of a text that came from the server. */
  redact(text: string): string
}

/** Sends once and reads the answer: the body of a success, or an error. */
export async function exchange<Output>(
  fetch: Fetch,
  outgoing: Outgoing,
  { fail, operation, codeNames, redact }: Reading<Output>,
  signal: AbortSignal,
): Promise<Output> {
  const { read, noContent } = operation
  let response: Response | undefined
  let text: string | undefined
  let body: Output
  try {
    response = await send(fetch, outgoing, fail, signal)
    if (read && response.ok) return await read(response, fail)
    text = await response.text()
    if (noContent && response.ok) return undefined as Output
    // The one place where the document is believed. `validate` is for those who do not.
    body = parseExact(text)
  } catch (cause) {
    if (cause instanceof TransportError) throw cause
    const status = response?.status
    // What runtimes say differs, and may quote the URL: only a code is repeated.
    const code = memberAt(memberAt(cause, 'cause') ?? cause, 'code') ?? 'connection failed'
    const isRead = text !== undefined
    const what = isRead
      ? `${status} with ${text ? 'a body that is not JSON' : 'no body'}`
      : `${status ?? 'no answer'}, ${code}`
    throw fail(TransportError, what, {
      fault: isRead ? 'body' : 'network',
      status,
      retryAfterMs: askedMs(response),
      body: text && redact(text.slice(0, excerptLength)),
      cause,
    })
  }
  const { ok, status, headers } = response
  if (ok) return body
  const message = memberAt(body, 'message')
  const code = memberAt(body, 'code')
  const details = [memberAt(body, 'details')].flat().filter(isDetail)
  const reason = details.find((detail) => detail.reason)?.reason
  const names = [status, codeNames?.[Number(code)], reason].filter(Boolean).join(' ')
  const words = typeof message === 'string' ? `: ${message.slice(0, excerptLength)}` : ''
  throw fail(ApiError, redact(names + words), {
    status,
    retryAfterMs: askedMs(response),
    code: typeof code === 'number' || typeof code === 'string' ? code : undefined,
    reason,
    details,
    body,
    headers,
  })
}

function askedMs(response: Response | undefined): number | undefined {
  return retryAfterMs(response?.headers.get('retry-after'))
}

function isDetail(value: unknown): value is ErrorDetail {
  const reason = memberAt(value, 'reason')
  return Object(value) === value && (!reason || typeof reason === 'string')
}
