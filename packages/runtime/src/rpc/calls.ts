import { longestTimerMs, onAbort, TimeoutError, TransportError } from '../core/index.js'
import { carries, type RpcMethod } from './method.js'
import type { CallOptions } from './transport.js'

/** The last failure inside of a call: what the timeout error names as its cause. */
export interface CallNote {
  failure?: unknown
}

/** The calls of one transport: each has one deadline, and closing rejects them all. */
export interface CallScope {
  readonly closed: boolean
  /** Why everything ended, once it has. */
  readonly reason: unknown
  run<T>(
    method: RpcMethod,
    options: CallOptions | undefined,
    work: (signal: AbortSignal, note: CallNote) => Promise<T>,
  ): Promise<T>
  close(): void
}

export function createCallScope(kind: string, defaultMs: number): CallScope {
  const running = new Set<Stop>()
  let reason: TransportError | undefined
  return {
    get closed() {
      return reason !== undefined
    },
    get reason() {
      return reason
    },
    async run(method, { signal, timeoutMs = defaultMs } = {}, work) {
      if (!carries(kind, method)) {
        throw new TypeError(`${method.name} needs ${method.transports?.join(' or ')}, not ${kind}`)
      }
      if (reason) throw reason
      return inTime(method.name, { signal, timeoutMs }, work, running)
    },
    close() {
      reason ??= new TransportError('The transport is closed')
      for (const stop of running) stop(reason)
    },
  }
}

/** Ends one call at once. */
type Stop = (reason: unknown) => void

/**
 * Runs `work` until it settles, its time is over, the caller's signal aborts, or it is stopped by
 * means of `running`. This is on the way of every call, so it is one promise and no more.
 */
export function inTime<T>(
  operation: string,
  { signal, timeoutMs }: CallOptions & { readonly timeoutMs: number },
  work: (signal: AbortSignal, note: CallNote) => Promise<T>,
  running?: Set<Stop>,
): Promise<T> {
  if (!(timeoutMs > 0)) throw new RangeError('timeoutMs must be more than 0')
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const note: CallNote = {}
    const controller = new AbortController()
    const expire = (): void =>
      stop(
        new TimeoutError(`${operation}: no answer within ${timeoutMs} ms`, {
          operation,
          timeoutMs,
          cause: note.failure,
        }),
      )
    const timer =
      timeoutMs === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(expire, Math.min(timeoutMs, longestTimerMs))
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
    // Work that throws at once is work that rejects.
    const begin = async (): Promise<T> => work(controller.signal, note)
    begin().then(resolve, reject).then(end)
  })
}
