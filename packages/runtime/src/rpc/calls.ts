import { type Deadline, race, startDeadline, TimeoutError, TransportError } from '../core/index.js'
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
  const running = new Set<Deadline>()
  let closing: { readonly reason: unknown } | undefined
  return {
    get closed() {
      return closing !== undefined
    },
    get reason() {
      return closing?.reason
    },
    async run(method, { signal, timeoutMs = defaultMs } = {}, work) {
      if (!carries(kind, method)) {
        throw new TypeError(`${method.name} needs ${method.transports?.join(' or ')}, not ${kind}`)
      }
      signal?.throwIfAborted()
      if (closing) throw closing.reason
      const operation = method.name
      const note: CallNote = {}
      const expired = (): Error =>
        new TimeoutError(`${operation}: no answer within ${timeoutMs} ms`, {
          operation,
          timeoutMs,
          cause: note.failure,
        })
      const deadline = startDeadline({ timeoutMs, signal, expired })
      running.add(deadline)
      try {
        return await race(work(deadline.signal, note), deadline.signal)
      } finally {
        deadline.end()
        running.delete(deadline)
      }
    },
    close() {
      closing ??= { reason: new TransportError('The transport is closed') }
      for (const deadline of running) deadline.cancel(closing.reason)
    },
  }
}
