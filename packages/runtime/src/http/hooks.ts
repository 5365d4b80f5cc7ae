import { tell } from '../core/tell.js'
import type { Fetch } from './options.js'

/** One request that is about to leave. */
export interface RequestEvent {
  readonly operation: string
  readonly method: string
  /** Without the credentials that the client knows of. */
  readonly url: string
  /** 1 for the first try. */
  readonly attempt: number
}

/** What became of a request: `request` is the very object that `onRequest` was given. */
export interface ResponseEvent extends RequestEvent {
  readonly request: RequestEvent
  /** `undefined` when no answer came. */
  readonly status: number | undefined
  /** From sending to the headers of the answer. */
  readonly ms: number
}

/** A try that failed and is made again. */
export interface RetryEvent {
  readonly operation: string
  /** The try that failed; 1 for the first. */
  readonly attempt: number
  readonly error: unknown
  /** The pause before the next try. */
  readonly waitMs: number
}

/** What is told of each request, for logs, metrics and traces. What a hook throws changes no call. */
export interface Hooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
}

/** `fetch` that tells of each request it makes; the same `fetch` where nobody listens. */
export function told(
  fetch: Fetch,
  { onRequest, onResponse }: Hooks,
  about: (url: string) => Omit<RequestEvent, 'method'>,
): Fetch {
  if (!onRequest && !onResponse) return fetch
  return async (url, init) => {
    const request = { ...about(String(url)), method: init?.method ?? 'GET' }
    const sentAt = performance.now()
    let status: number | undefined
    tell(onRequest, request)
    try {
      const response = await fetch(url, init)
      status = response.status
      return response
    } finally {
      tell(onResponse, { ...request, request, status, ms: performance.now() - sentAt })
    }
  }
}
