import { type ErrorInit, isErrorNamed, memberAt, TagwireError } from '../core/index.js'

/** The error object of a JSON-RPC response. */
export interface RpcFailure {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

interface RpcErrorInit extends ErrorInit, Omit<RpcFailure, 'message'> {
  readonly method: string
  readonly reason: string
}

/** The node responded with an error. */
export interface RpcError {
  readonly code: number
  /** Details from the node; often the only specific text. */
  readonly data: unknown
  /** The wire name of the method. */
  readonly method: string
  /** The kind of failure; `other` if its text is not known. */
  readonly reason: string
}

/**
 * The reason of an error that a transport creates, because only the client knows the rules of the document; and after it
 * has looked, of one that no rule matches.
 */
export const UNCLASSIFIED = 'other'

export class RpcError extends TagwireError<RpcErrorInit> {
  override get name(): 'RpcError' {
    return 'RpcError'
  }

  constructor({ code, message, data }: RpcFailure, method: string, reason: string = UNCLASSIFIED) {
    const detail = typeof data === 'string' && data ? `: ${data.slice(0, 300)}` : ''
    super(message + detail, { operation: method, code, data, method, reason })
  }
}

/** A range of heights with missing events, both ends inclusive. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** Heights that were missed and that the node no longer has. */
export interface GapError {
  /** The first height missed. */
  readonly from: number
  /** The last height missed. */
  readonly to: number
}

export class GapError extends TagwireError<ErrorInit & Gap> {
  override get name(): 'GapError' {
    return 'GapError'
  }

  constructor({ from, to }: Gap, cause?: unknown) {
    super(`The node no longer has heights ${from} to ${to}`, { from, to, cause })
  }
}

/** A chain or one of its blocks, as far as it is known. */
export interface ChainIdentity {
  readonly chainId?: string | undefined
  readonly height?: number | undefined
  readonly hash?: string | undefined
}

interface ChainMismatch extends ErrorInit {
  readonly expected: ChainIdentity
  readonly received: ChainIdentity
}

/** The chain is not the one that was followed: it has another id, or it was restarted from scratch. */
export interface ChainMismatchError {
  /** The chain, and the newest of its blocks that is known. */
  readonly expected: ChainIdentity
  /** What the node has: another chain, another block at that height, or its latest block. */
  readonly received: ChainIdentity
}

export class ChainMismatchError extends TagwireError<ChainMismatch> {
  override get name(): 'ChainMismatchError' {
    return 'ChainMismatchError'
  }
}

/** Events arrived faster than they were consumed, and the buffer of the subscription is full. */
export interface OverflowError {
  /** How many events the buffer holds. */
  readonly size: number
}

export class OverflowError extends TagwireError<ErrorInit & { readonly size: number }> {
  override get name(): 'OverflowError' {
    return 'OverflowError'
  }

  constructor(size: number) {
    super(`More than ${size} events are waiting to be taken`, { size })
  }
}

/** Whether `error` is an error response of the node, with that reason if one is given. */
export function isRpcError(error: unknown, reason?: string): error is RpcError {
  return isErrorNamed(error, 'RpcError') && (!reason || memberAt(error, 'reason') === reason)
}

export function isGapError(error: unknown): error is GapError {
  return isErrorNamed(error, 'GapError')
}

export function isChainMismatchError(error: unknown): error is ChainMismatchError {
  return isErrorNamed(error, 'ChainMismatchError')
}

export function isOverflowError(error: unknown): error is OverflowError {
  return isErrorNamed(error, 'OverflowError')
}

/** The message for a node of another chain, which is not used or no longer used. */
export function otherChain(found: unknown, wanted: unknown): string {
  return `The node is of the chain ${found}, not of ${wanted}`
}
