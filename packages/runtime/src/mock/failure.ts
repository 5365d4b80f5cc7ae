import { isApiError } from '../http/errors/api-error.js'

export interface MockFailureInit {
  /** The HTTP status. */
  readonly status: number
  /** `code` of the body. @default 3 below 500, else 2 */
  readonly code?: number | undefined
  /** The reason of the only detail. Left out, there are no details. */
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly headers?: Record<string, string> | undefined
}

/** The answer of a service that refuses: a client makes an `ApiError` of it. */
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

/** What a handler gave as a response: a body, an error, or the response itself. */
export function responseOf(given: unknown, noContent = false): Response {
  // A response is read once, and a handler may give the same one every time.
  if (given instanceof Response) return given.clone()
  if (isApiError(given)) return Response.json(given.body, given)
  if (noContent || given === undefined) return new Response(null, { status: 204 })
  return Response.json(given)
}

/** What a handler threw, if it stands for an answer. Everything else is a failing network. */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || isApiError(thrown)
}
