import { type ErrorInit, isErrorNamed, TagwireError } from '../../core/errors.js'
import { memberAt } from '../../core/member.js'
import type { ErrorOf, HttpOperation } from '../operation.js'

/** One of `details`: the reason and its other members. */
export interface ErrorDetail<Reason extends string = string> {
  readonly reason?: Reason
  readonly [member: string]: unknown
}

export interface ApiErrorInit<Body, Reason extends string> extends ErrorInit {
  readonly status: number
  readonly code: number | string | undefined
  readonly reason: Reason | undefined
  readonly details: readonly ErrorDetail<Reason>[]
  readonly body: Body
  readonly isText?: boolean
  readonly headers: Headers
}

/** The server responded with a status other than 2xx. */
export interface ApiError<Body = unknown, Reason extends string = string> {
  readonly status: number
  /** `code` of the body: a gRPC status code if the service uses gRPC internally. */
  readonly code: number | string | undefined
  /** The reason of the first detail that has one. */
  readonly reason: Reason | undefined
  readonly details: readonly ErrorDetail<Reason>[]
  /** The body as received: JSON, else its text (see `isText`), or `undefined` if there is none. */
  readonly body: Body
  /** Whether the body is text and not JSON, such as the page of a proxy. */
  readonly isText: boolean | undefined
  readonly headers: Headers
}

export class ApiError<Body = unknown, Reason extends string = string> extends TagwireError<
  ApiErrorInit<Body, Reason>
> {
  override get name(): 'ApiError' {
    return 'ApiError'
  }
}

/** Whether `error` is an `ApiError`, with that reason if one is given. */
export interface ApiErrorGuard<Body, Known extends string> {
  <Reason extends Known>(
    error: unknown,
    reason: Reason,
  ): error is ApiError<Body, Reason> & { readonly reason: Reason }
  <Reason extends Known = Known>(error: unknown, reason?: Reason): error is ApiError<Body, Reason>
}

export function isApiError<Body = unknown, Reason extends string = string>(
  error: unknown,
  reason: Reason,
): error is ApiError<Body, Reason> & { readonly reason: Reason }
export function isApiError<Body = unknown, Reason extends string = string>(
  error: unknown,
  reason?: Reason,
): error is ApiError<Body, Reason>
export function isApiError(error: unknown, reason?: string): boolean {
  return (
    isErrorNamed(error, 'ApiError') &&
    (reason === undefined || memberAt(error, 'reason') === reason)
  )
}

/**
 * Whether `error` is an error response to `operation`, with JSON or with a text that the document describes; its
 * `status` then narrows its `body`. Pages of a proxy are not, because no document describes them.
 */
export function isErrorOf<Input, Output, Failures>(
  error: unknown,
  operation: HttpOperation<Input, Output, Failures>,
): error is ErrorOf<HttpOperation<Input, Output, Failures>> {
  return (
    isApiError(error) &&
    memberAt(error, 'operation') === operation.name &&
    error.body !== undefined &&
    (isDescribed(error, operation) ?? !error.isText)
  )
}

/** Whether the body is one that the document describes for the status; `undefined` if it describes none. */
export function isDescribed(
  { status, body, headers, isText }: ApiError,
  { failures = [] }: { readonly failures?: readonly (number | string)[] | undefined },
): boolean | undefined {
  const type = headers.get('content-type')?.toLowerCase() ?? ''
  return [status, `${status}`.replace(/..$/, 'XX'), 'default']
    .map((key) => failures.map((each) => `${each}`.split(' ')).filter(([own]) => own === `${key}`))
    .find(({ length }) => length > 0)
    ?.some(([, text]) =>
      text ? typeof body === 'string' && (!type || type.startsWith(text)) : !isText,
    )
}
