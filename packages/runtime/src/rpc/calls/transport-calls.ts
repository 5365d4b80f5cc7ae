import {
  type Ender,
  type Ending,
  isTransportError,
  type Redact,
  type Stop,
  TransportError,
} from '../../core/index.js'
import { isRpcError, RpcError } from '../errors.js'
import { carries, type RpcMethod } from '../method.js'
import type { PassedOptions } from '../transport.js'
import { type CallNote, callInTime } from './call-in-time.js'

/** The calls of one transport: each has a deadline, and closing rejects them all. */
export interface TransportCalls<Signal extends Ending = AbortSignal> {
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
export function createTransportCalls<Signal extends Ending = AbortSignal>(
  kind: string,
  defaultMs: number,
  address?: string,
  redact: Redact = (shown) => shown,
  createEnder?: () => Ender<Signal>,
): TransportCalls<Signal> {
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
