import { isApiError } from '../http/errors/api-error.js'

export interface MockFailureInit {
  /** The HTTP status. */
  readonly status: number
  /** `code` of the body. @default 3 below 500, else 2 */
  readonly code?: number | undefined
  /** The reason of the only detail. If absent, there are no details. */
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly headers?: Record<string, string> | undefined
}

/** The response of a service that fails, from which a client creates an `ApiError`. */
export function mockFailure({
  status,
  code = status < 500 ? 3 : 2,
  reason,
  message = reason ?? `mocked ${status}`,
  headers = {},
}: MockFailureInit): Response {
  const details = reason === undefined ? [] : [{ '@type': errorInfo, reason }]
  return Response.json({ code, message, details }, { status, headers })
}

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo'

/** Turns a handler's result into a response: a body, an error, or the response itself. */
export function responseOf(given: unknown, noContent = false): Response {
  // A response can be read only once, and a handler may return the same one every time.
  if (given instanceof Response) return given.clone()
  if (isApiError(given)) return Response.json(given.body, given)
  if (noContent || given === undefined) return new Response(null, { status: 204 })
  return Response.json(given)
}

/** Whether what a handler threw is a response. Everything else counts as a network failure. */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || isApiError(thrown)
}
