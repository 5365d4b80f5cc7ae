import {
  checkOptions,
  type Ender,
  type Ending,
  inTime,
  isTransportError,
  type Redact,
  type Stop,
  TimeoutError,
  TransportError,
} from '../../core/index.js'
import { isRpcError, RpcError } from '../errors.js'
import { carries, type RpcMethod } from '../method.js'
import type { Around, PassedOptions } from '../transport.js'

/** What is known of a call while it runs. */
export interface CallNote {
  /** The last failure within it, which becomes the `cause` of its timeout error. */
  failure?: unknown
  /** A pause that a server asks for ends by then, on the performance clock, or the call fails. */
  readonly pauseBy: number
  readonly around?: Around | undefined
  readonly address?: string | undefined
}

/** The calls of one transport: each has a deadline, and closing rejects them all. */
export interface CallScope<Signal extends Ending = AbortSignal> {
  readonly closed: boolean
  /** Why the transport was closed, once it is. */
  readonly reason: unknown
  run<T>(
    method: RpcMethod,
    options: PassedOptions | undefined,
    work: (signal: Signal, note: CallNote) => Promise<T>,
  ): Promise<T>
  close(): void
}

/** `address` is what errors show of the URL; `redact` removes what they must not show. */
export function createCallScope<Signal extends Ending = AbortSignal>(
  kind: string,
  defaultMs: number,
  address?: string,
  redact: Redact = (shown) => shown,
  createEnder?: () => Ender<Signal>,
): CallScope<Signal> {
  const running = new Set<Stop>()
  let reason: TransportError | undefined
  return {
    get closed() {
      return reason !== undefined
    },
    get reason() {
      return reason
    },
    async run(method, options = {}, work) {
      if (!carries(kind, method)) {
        throw new TypeError(`${method.name} needs ${method.transports?.join(' or ')}, not ${kind}`)
      }
      try {
        if (reason) throw reason
        const { timeoutMs = defaultMs } = options
        const limits = { ...options, timeoutMs, address, running, ender: createEnder?.() }
        return await callInTime(method.name, limits, work)
      } catch (error) {
        throw redact(located(error, method.name, address, reason))
      }
    },
    close() {
      reason ??= new TransportError('The transport is closed')
      for (const stop of running) stop(reason)
    },
  }
}

/** The error with the method and the address. One error may end many calls, so each gets a copy. */
function located(
  error: unknown,
  operation: string,
  address: string | undefined,
  closed: unknown,
): unknown {
  const transport = isTransportError(error)
  if (!(transport || isRpcError(error)) || !address || error.address) return error
  // The caller that closed the transport knows which one it was.
  const message = error === closed ? error.message : `${error.message} (${operation}, ${address})`
  // A new error, because engines compute the first line of a stack, with the message, when an error is
  // created. The other members, such as the code, are copied.
  const copy = transport
    ? new TransportError(message, { cause: error.cause })
    : new RpcError({ code: 0, message }, operation)
  return Object.assign(copy, error, { operation, address })
}

interface InTimeOptions<Signal extends Ending> extends PassedOptions {
  readonly timeoutMs: number
  readonly address?: string | undefined
  readonly running?: Set<Stop> | undefined
  readonly ender?: Ender<Signal> | undefined
}

/** Runs a call within its deadline; the last failure inside it becomes the cause of the timeout. */
export function callInTime<T, Signal extends Ending = AbortSignal>(
  operation: string,
  options: InTimeOptions<Signal>,
  work: (signal: Signal, note: CallNote) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs, address } = options
  checkOptions({ timeoutMs, signal }, { 'number > 0': 'timeoutMs', AbortSignal: 'signal' })
  const { pauseBy = performance.now() + timeoutMs } = options
  const note: CallNote = { ...options, pauseBy }
  const expired = (): Error => {
    const from = address ? ` (${address})` : ''
    const what = `${operation}: no answer within ${timeoutMs} ms${from}`
    return new TimeoutError(what, { operation, address, timeoutMs, cause: note.failure })
  }
  return inTime({ ...options, expired }, (own: Signal) => work(own, note))
}
