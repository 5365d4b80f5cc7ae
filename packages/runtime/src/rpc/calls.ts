import {
  isTransportError,
  onAbort,
  type Redact,
  TimeoutError,
  TransportError,
  timerFor,
} from '../core/index.js'
import { isRpcError } from './errors.js'
import { carries, type RpcMethod } from './method.js'
import type { CallTap, PassedOptions } from './transport.js'

/** The last failure within a call, which becomes the `cause` of its timeout error. */
export interface CallNote {
  failure?: unknown
  readonly tap?: CallTap | undefined
}

/** The calls of one transport: each has a deadline, and closing rejects them all. */
export interface CallScope {
  readonly closed: boolean
  /** Why the transport was closed, once it is. */
  readonly reason: unknown
  run<T>(
    method: RpcMethod,
    options: PassedOptions | undefined,
    work: (signal: AbortSignal, note: CallNote) => Promise<T>,
  ): Promise<T>
  close(): void
}

/** `address` is what errors show of the URL; `redact` removes what they must not show. */
export function createCallScope(
  kind: string,
  defaultMs: number,
  address?: string,
  redact: Redact = (shown) => shown,
): CallScope {
  const running = new Set<Stop>()
  let reason: TransportError | undefined
  return {
    get closed() {
      return reason !== undefined
    },
    get reason() {
      return reason
    },
    async run(method, { signal, timeoutMs = defaultMs, tap } = {}, work) {
      if (!carries(kind, method)) {
        throw new TypeError(`${method.name} needs ${method.transports?.join(' or ')}, not ${kind}`)
      }
      if (reason) throw located(reason, method.name, address, reason)
      try {
        if (address) tap?.began(address)
        return await inTime(method.name, { signal, timeoutMs, address, tap }, work, running)
      } catch (error) {
        const shown = redact(located(error, method.name, address, reason))
        tap?.failed(shown)
        throw shown
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
  if (!transport) return Object.assign(error, { message, address })
  const { cause } = error
  return new TransportError(message, { ...error, operation, address, cause })
}

/** Ends one call at once. */
type Stop = (reason: unknown) => void

interface InTime extends PassedOptions {
  readonly timeoutMs: number
  readonly address?: string | undefined
}

/**
 * Runs `work` until it settles, its timeout passes, the caller's signal aborts, or it is stopped
 * through `running`. Every call goes through this, so it creates only one promise.
 */
export function inTime<T>(
  operation: string,
  { signal, timeoutMs, address, tap }: InTime,
  work: (signal: AbortSignal, note: CallNote) => Promise<T>,
  running?: Set<Stop>,
): Promise<T> {
  if (!(timeoutMs > 0)) throw new RangeError('timeoutMs must be more than 0')
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const note: CallNote = { tap }
    const from = address ? ` (${address})` : ''
    const controller = new AbortController()
    const expire = (): void =>
      stop(
        new TimeoutError(`${operation}: no answer within ${timeoutMs} ms${from}`, {
          operation,
          address,
          timeoutMs,
          cause: note.failure,
        }),
      )
    const timer = timerFor(timeoutMs, expire)
    const release = signal && onAbort(signal, () => stop(signal.reason))
    const end = (): void => {
      clearTimeout(timer)
      release?.()
      running?.delete(stop)
    }
    const stop: Stop = (reason) => {
      end()
      reject(reason)
      controller.abort(reason)
    }
    running?.add(stop)
    // A synchronous throw counts as a rejection.
    const begin = async (): Promise<T> => work(controller.signal, note)
    begin().then(resolve, reject).then(end)
  })
}
