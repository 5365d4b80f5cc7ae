import { callHook, type WaitHooks } from './call-hook.js'
import type { Middleware } from './middleware.js'

/** One attempt of a call that is about to be sent. */
export interface AttemptEvent {
  /** The generated name of the operation; for JSON-RPC, the method as on the wire. */
  readonly operation: string
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** An attempt over HTTP. */
export interface RequestEvent extends AttemptEvent {
  readonly method: string
  /** Without the credentials that the client knows. */
  readonly url: string
}

/** The outcome of an attempt: `request` is the same object that `onRequest` received. */
export type OutcomeOf<Request extends AttemptEvent> = Request & {
  readonly request: Request
  /** The HTTP status; `undefined` if there was no response, or none over HTTP. */
  readonly status: number | undefined
  /** Why there is no response or, for JSON-RPC, no result. */
  readonly error: unknown
  /** From sending to the headers of the response; for JSON-RPC, from the call to its result. */
  readonly ms: number
}

/** The outcome of an attempt over HTTP. */
export interface ResponseEvent extends OutcomeOf<RequestEvent> {}

/** A failed attempt that is retried. */
export interface RetryEvent extends AttemptEvent {
  readonly error: unknown
  /** The pause before the next attempt. */
  readonly waitMs: number
}

/** Hooks for logs, metrics and traces. Errors thrown by a hook do not affect the call. */
export interface AttemptHooks<Request extends AttemptEvent> {
  readonly onRequest?: ((event: Request) => void) | undefined
  readonly onResponse?: ((event: OutcomeOf<Request>) => void) | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
}

/** The hooks of a client of an HTTP service. */
export interface Hooks extends AttemptHooks<RequestEvent>, WaitHooks {}

/** Reports an attempt; the function that it returns reports the outcome. */
export function reportAttempt<Request extends AttemptEvent>(
  { onRequest, onResponse }: AttemptHooks<Request>,
  request: Request,
): (status: number | undefined, error?: unknown) => void {
  const sentAt = performance.now()
  callHook(onRequest, request)
  return (status, error) =>
    callHook(onResponse, { ...request, request, status, error, ms: performance.now() - sentAt })
}

/** The middleware that calls the hooks; none if there are none. */
export function hooksOf(hooks: AttemptHooks<RequestEvent>): Middleware[] {
  if (!hooks.onRequest && !hooks.onResponse) return []
  return [
    {
      name: 'hooks',
      async attempt({ method, url }, next, { operation, attempt, signal, redact }) {
        const request = { operation: operation.name, method, url: redact(url), attempt }
        const report = reportAttempt(hooks, request)
        try {
          const response = await next()
          report(response.status)
          return response
        } catch (error) {
          report(undefined, signal.aborted ? signal.reason : error)
          throw error
        }
      },
    },
  ]
}
