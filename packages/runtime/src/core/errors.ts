// Symbol.for, so that two copies of this package in one program know each other's errors.
export const brand: unique symbol = Symbol.for('tagwire.error')

export interface ErrorInit {
  readonly operation?: string | undefined
  readonly address?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

// Members that the constructor takes from `init` stand in an interface of the same name. As fields they would be
// reset after it, and `declare` before them is refused by Babel as React Native sets it up.

/** What every error of a generated client has. The members of `init` become its members. */
// biome-ignore lint/correctness/noUnusedVariables: both declarations have the same parameters.
export interface TagwireError<Init extends ErrorInit = ErrorInit> {
  /** The operation that failed, by its generated name. */
  readonly operation: string | undefined
  /** The server that was asked, without path and query. Only of JSON-RPC clients. */
  readonly address: string | undefined
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs: number | undefined
}

export abstract class TagwireError<Init extends ErrorInit = ErrorInit> extends Error {
  constructor(message: string, init?: Init) {
    const { cause, ...members } = init ?? {}
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, members)
    Object.defineProperty(this, brand, { value: true })
  }
}

/**
 * Where a transport failed: `network` (no complete answer), `body` (an answer that cannot be
 * read), `size` (one that is larger than `maxBodyBytes`), `redirect` (an answer that points elsewhere
 * and is not followed), `endpoint` (somebody else than expected: a node of another chain).
 */
export type TransportFault = 'network' | 'body' | 'size' | 'redirect' | 'endpoint'

export interface TransportErrorInit extends ErrorInit {
  /** @default 'network' */
  readonly fault?: TransportFault | undefined
  readonly status?: number | undefined
  readonly body?: string | undefined
  readonly sent?: boolean | undefined
}

/** No usable answer: the network failed, or what came cannot be read. */
export interface TransportError {
  readonly fault: TransportFault
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined
  /** The beginning of the body that could not be read. */
  readonly body: string | undefined
  /** `false` when it is certain that the request never left. */
  readonly sent: boolean | undefined
}

export class TransportError extends TagwireError<TransportErrorInit> {
  // A getter on the prototype, not a field: the stack then starts with the right name.
  override get name(): 'TransportError' {
    return 'TransportError'
  }

  constructor(message: string, init?: TransportErrorInit) {
    super(message, { fault: 'network', ...init })
  }
}

export interface TimeoutErrorInit extends ErrorInit {
  readonly timeoutMs: number
  readonly last?: unknown
}

/** The deadline of a call passed. `cause` is the last failure before it, when there was one. */
export interface TimeoutError {
  readonly timeoutMs: number
  /** Of waiting: the last answer before the deadline, when there was one. */
  readonly last: unknown
}

export class TimeoutError extends TagwireError<TimeoutErrorInit> {
  override get name(): 'TimeoutError' {
    return 'TimeoutError'
  }
}

export interface WaitFailedErrorInit<Last> extends ErrorInit {
  readonly outcome: 'failure' | 'given-up'
  readonly state: string
  readonly last: Last
}

/** What was waited for has ended, and not well. */
export interface WaitFailedError<Last = unknown> {
  /** `failure`, or `given-up` where nobody watches it any more, which proves nothing. */
  readonly outcome: 'failure' | 'given-up'
  /** The state that says so. */
  readonly state: string
  /** The answer that says so. */
  readonly last: Last
}

export class WaitFailedError<Last = unknown> extends TagwireError<WaitFailedErrorInit<Last>> {
  override get name(): 'WaitFailedError' {
    return 'WaitFailedError'
  }
}

/** One thing that a validator found. */
export interface Problem {
  readonly path: string
  readonly message: string
  readonly expected: string
  readonly received: string
}

export interface ValidationErrorInit extends ErrorInit {
  readonly problems: readonly Problem[]
  readonly value: unknown
}

/** A response is not what the document says. Only with the `validate` option. */
export interface ValidationError {
  readonly problems: readonly Problem[]
  /** The value as it came. */
  readonly value: unknown
}

export class ValidationError extends TagwireError<ValidationErrorInit> {
  override get name(): 'ValidationError' {
    return 'ValidationError'
  }
}

/** Whether this or another copy of the package made the error. */
export function isOurs(error: unknown): error is Error {
  return error instanceof Error && brand in error
}

/** Whether `error` is the class of that name, from this or another copy of the package. */
export function isErrorNamed(error: unknown, name: string): error is TagwireError {
  const branded = typeof error === 'object' && error !== null && brand in error
  return branded && 'name' in error && error.name === name
}

export function isTransportError(error: unknown): error is TransportError {
  return isErrorNamed(error, 'TransportError')
}

export function isTimeoutError(error: unknown): error is TimeoutError {
  return isErrorNamed(error, 'TimeoutError')
}

export function isWaitFailedError<Last = unknown>(error: unknown): error is WaitFailedError<Last> {
  return isErrorNamed(error, 'WaitFailedError')
}

export function isValidationError(error: unknown): error is ValidationError {
  return isErrorNamed(error, 'ValidationError')
}
