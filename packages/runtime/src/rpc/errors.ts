import { isErrorNamed, TagwireError } from '../core/index.js'

/** The error object of a JSON-RPC answer. */
export interface RpcFailure {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The node answered with an error. */
export class RpcError extends TagwireError {
  readonly code: number
  /** What the node says about it; mostly the only specific text. */
  readonly data: unknown
  /** The wire name of the method. */
  readonly method: string
  /** What kind of failure it is; `other` when the text is not a known one. */
  readonly reason: string

  override get name(): 'RpcError' {
    return 'RpcError'
  }

  constructor(
    failure: RpcFailure,
    method: string,
    reason = 'other',
    text: string = sentence(failure),
  ) {
    const { code, data } = failure
    super(text, { operation: method })
    this.code = code
    this.data = data
    this.method = method
    this.reason = reason
  }
}

function sentence({ message, data }: RpcFailure): string {
  return typeof data === 'string' && data ? `${message}: ${data.slice(0, 300)}` : message
}

/** Heights that were missed and that the node no longer has. */
export class GapError extends TagwireError {
  /** The first height missed. */
  readonly from: number
  /** The last height missed. */
  readonly to: number

  override get name(): 'GapError' {
    return 'GapError'
  }

  constructor(gap: Gap, cause?: unknown) {
    super(`The node no longer has heights ${gap.from} to ${gap.to}`, { cause })
    this.from = gap.from
    this.to = gap.to
  }
}

/** Heights of which events may be missing, both ends included. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** Events came faster than they were taken, and the buffer of the subscription is full. */
export class OverflowError extends TagwireError {
  /** How many events the buffer holds. */
  readonly size: number

  override get name(): 'OverflowError' {
    return 'OverflowError'
  }

  constructor(size: number) {
    super(`More than ${size} events are waiting to be taken`)
    this.size = size
  }
}

/** Whether `error` is the node's answer; with `reason`, of that kind. */
export function isRpcError(error: unknown, reason?: string): error is RpcError {
  if (!isErrorNamed(error, 'RpcError')) return false
  return reason === undefined || ('reason' in error && error.reason === reason)
}

export function isGapError(error: unknown): error is GapError {
  return isErrorNamed(error, 'GapError')
}

export function isOverflowError(error: unknown): error is OverflowError {
  return isErrorNamed(error, 'OverflowError')
}
