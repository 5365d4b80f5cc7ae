import { race } from '../deadline.js'
import { memberAt } from '../member.js'
import { callHook, type WaitHooks } from './call-hook.js'
import type { AttemptContext, Middleware } from './middleware.js'

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

/** An attempt of a JSON-RPC call. */
export interface MessageEvent extends AttemptEvent {
  /** The server, without path and query; `undefined` if the transport does not report it. */
  readonly address: string | undefined
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

/** Sends an attempt, and reports it and its outcome. */
export async function reported<
  Request extends AttemptEvent,
  Answer extends { readonly status?: number | undefined; readonly error?: unknown },
>(
  hooks: AttemptHooks<Request>,
  request: Request,
  send: () => Promise<Answer>,
  { signal, redact }: AttemptContext,
): Promise<Answer> {
  const sentAt = performance.now()
  const report = (status: number | undefined, error?: unknown): void =>
    callHook(hooks.onResponse, {
      ...request,
      request,
      status,
      error: redact(error),
      ms: performance.now() - sentAt,
    })
  callHook(hooks.onRequest, request)
  try {
    // A `fetch` of the caller may ignore the signal.
    const answer = await race(send(), signal)
    report(answer.status, answer.error)
    return answer
  } catch (error) {
    const status = memberAt(error, 'status')
    report(typeof status === 'number' ? status : undefined, error)
    throw error
  }
}

/** The middleware that calls the hooks of a JSON-RPC transport. */
export function messageHooksOf(hooks: AttemptHooks<MessageEvent>): Middleware {
  return {
    name: 'hooks',
    message({ address }, next, context) {
      const { operation, attempt } = context
      return reported(hooks, { operation: operation.name, address, attempt }, next, context)
    },
  }
}
