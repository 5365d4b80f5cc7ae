/** Marks the errors of this package. Symbol.for, so that two copies in one program recognise each other's errors. */
export const brand: unique symbol = Symbol.for('tagwire.error')

export interface ErrorInit {
  readonly operation?: string | undefined
  readonly address?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

// Members that the constructor takes from `init` are declared in an interface of the same name. As fields they would
// be reset after it, and Babel as React Native configures it refuses fields with `declare`.

/** The base of every error of a generated client. The members of `init` become its members. */
// biome-ignore lint/correctness/noUnusedVariables: both declarations have the same parameters.
export interface TagwireError<Init extends ErrorInit = ErrorInit> {
  /** The operation that failed, by its generated name; a JSON-RPC method, by its name on the wire. */
  readonly operation: string | undefined
  /** The server that was called, without path and query. Only set by JSON-RPC clients. */
  readonly address: string | undefined
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs: number | undefined
}

export abstract class TagwireError<Init extends ErrorInit = ErrorInit> extends Error {
  constructor(message: string, init?: Init)
  constructor(message: string, { cause, ...members }: ErrorInit = {}) {
    super(message, cause === undefined ? {} : { cause })
    Object.assign(this, members)
    // Bun prints an own `name`, and no getter. Classes that extend this one may define it again.
    Object.defineProperties(this, {
      [brand]: { value: true },
      name: { value: this.name, configurable: true },
    })
  }
}

/**
 * How a transport failed: `network` (no complete response), `body` (a response that cannot be read),
 * `size` (one larger than `maxBodyBytes`), `redirect` (a redirect that is not followed), `endpoint`
 * (not the expected server, such as a node of another chain, or the platform refuses to connect to it).
 */
export type TransportFault = 'network' | 'body' | 'size' | 'redirect' | 'endpoint'

export interface TransportErrorInit extends ErrorInit {
  /** @default 'network' */
  readonly fault?: TransportFault | undefined
  readonly status?: number | undefined
  readonly body?: string | undefined
  readonly sent?: boolean | undefined
}

/** No usable response: the network failed, or the response cannot be read. */
export interface TransportError {
  readonly fault: TransportFault
  /** The HTTP status, if there was a response. */
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

/** The deadline of a call passed. `cause` is the last failure before it, if there was one. */
export interface TimeoutError<Last = unknown> {
  readonly timeoutMs: number
  /** When waiting: the last response before the deadline, if there was one. */
  readonly last: Last | undefined
}

// biome-ignore lint/correctness/noUnusedVariables: both declarations have the same parameters.
export class TimeoutError<Last = unknown> extends TagwireError<TimeoutErrorInit> {
  override get name(): 'TimeoutError' {
    return 'TimeoutError'
  }
}

export interface WaitFailedErrorInit<Last> extends ErrorInit {
  readonly outcome: 'failure' | 'given-up'
  readonly state: string
  readonly last: Last
}

/** What was waited for has ended without success. */
export interface WaitFailedError<Last = unknown> {
  /** `failure`, or `given-up` if the service stopped tracking it, which proves nothing. */
  readonly outcome: 'failure' | 'given-up'
  /** The state that it ended in. */
  readonly state: string
  /** The response with that state. */
  readonly last: Last
}

export class WaitFailedError<Last = unknown> extends TagwireError<WaitFailedErrorInit<Last>> {
  override get name(): 'WaitFailedError' {
    return 'WaitFailedError'
  }
}

/** One problem that a validator found. */
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

/** A response does not match the document. Only thrown with the `validate` option. */
export interface ValidationError {
  readonly problems: readonly Problem[]
  /** The value as received. */
  readonly value: unknown
}

export class ValidationError extends TagwireError<ValidationErrorInit> {
  override get name(): 'ValidationError' {
    return 'ValidationError'
  }
}

/** Whether `error` is of the class with that name, from this or another copy of the package. */
export function isErrorNamed(error: unknown, name: string): error is TagwireError {
  const known: Partial<TagwireError> = Object(error)
  return brand in known && known.name === name
}

export function isTransportError(error: unknown): error is TransportError {
  return isErrorNamed(error, 'TransportError')
}

export function isTimeoutError<Last = unknown>(error: unknown): error is TimeoutError<Last> {
  return isErrorNamed(error, 'TimeoutError')
}

export function isWaitFailedError<Last = unknown>(error: unknown): error is WaitFailedError<Last> {
  return isErrorNamed(error, 'WaitFailedError')
}

export function isValidationError(error: unknown): error is ValidationError {
  return isErrorNamed(error, 'ValidationError')
}
