import { callHook, type WaitHooks } from '../core/call-hook.js'
import type { Fetch } from './options.js'

/** One request that is about to leave. */
export interface RequestEvent {
  readonly operation: string
  readonly method: string
  /** Without the credentials that the client knows. */
  readonly url: string
  /** 1 for the first try. */
  readonly attempt: number
}

/** The outcome of a request: `request` is the same object that `onRequest` received. */
export interface ResponseEvent extends RequestEvent {
  readonly request: RequestEvent
  /** `undefined` if there was no response. */
  readonly status: number | undefined
  /** Why there was no response. */
  readonly error: unknown
  /** From sending to the headers of the response. */
  readonly ms: number
}

/** A failed attempt that is retried. */
export interface RetryEvent {
  readonly operation: string
  /** The attempt that failed; 1 for the first. */
  readonly attempt: number
  readonly error: unknown
  /** The pause before the next attempt. */
  readonly waitMs: number
}

/** Hooks for logs, metrics and traces. Errors thrown by a hook do not affect the call. */
export interface Hooks extends WaitHooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
}

/** A `fetch` that calls the hooks for each request; the same `fetch` if there are none. */
export function fetchWithHooks(
  fetch: Fetch,
  { onRequest, onResponse }: Hooks,
  about: (url: string) => Omit<RequestEvent, 'method'>,
  shown: (cause: unknown) => unknown,
): Fetch {
  if (!onRequest && !onResponse) return fetch
  return async (url, init) => {
    const request = { ...about(String(url)), method: init?.method ?? 'GET' }
    const sentAt = performance.now()
    let status: number | undefined
    let error: unknown
    callHook(onRequest, request)
    try {
      const response = await fetch(url, init)
      status = response.status
      return response
    } catch (cause) {
      error = init?.signal?.aborted ? init.signal.reason : shown(cause)
      throw cause
    } finally {
      callHook(onResponse, { ...request, request, status, error, ms: performance.now() - sentAt })
    }
  }
}
