import {
  backoffMs,
  isTransportError,
  type Retry,
  retryAfterMs,
  sleep,
  TransportError,
} from '../core/index.js'
import type { CallNote } from './calls.js'

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Set when the server asks for a pause before the next try. */
export interface Pause {
  afterMs?: number | undefined
}

/**
 * One HTTP exchange. The status does not matter when the body is JSON: the node's errors are. With a
 * `fetch` that does not heed the signal it may never settle; whoever calls does not wait for that.
 */
export async function exchange(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  signal: AbortSignal,
  pause: Pause,
): Promise<{ status: number; json: unknown }> {
  let status: number | undefined
  let text: string
  try {
    const response = await fetch(url, { ...init, signal })
    status = response.status
    pause.afterMs = retryAfterMs(response.headers.get('retry-after'))
    text = await response.text()
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (isTransportError(cause)) throw cause
    throw new TransportError('The request failed', { status, cause })
  }
  try {
    return { status, json: JSON.parse(text) }
  } catch (cause) {
    throw unreadable(status, text, cause)
  }
}

/** For an answer that is not JSON-RPC: a proxy's page, an empty body. */
export function unreadable(status: number, body: string, cause?: unknown): TransportError {
  const message = `The answer (HTTP ${status}) is not JSON-RPC`
  return new TransportError(message, { fault: 'body', status, body: body.slice(0, 200), cause })
}

/** Runs `send` again after failures that pass, if the call may be repeated. */
export async function retrying<T>(
  send: (pause: Pause) => Promise<T>,
  { safe, retry, signal, note }: RetryPlan,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const pause: Pause = {}
    try {
      return await send(pause)
    } catch (error) {
      if (!safe || attempt >= retry.attempts || signal.aborted || !passes(error)) throw error
      note.failure = error
    }
    await sleep(Math.max(pause.afterMs ?? 0, backoffMs(attempt, retry)), signal)
  }
}

export interface RetryPlan {
  readonly safe: boolean
  readonly retry: Retry
  readonly signal: AbortSignal
  readonly note: CallNote
}

function passes(error: unknown): boolean {
  if (!isTransportError(error)) return false
  const { fault, status = 0 } = error
  return fault === 'network' || [408, 429, 502, 503, 504].includes(status)
}
