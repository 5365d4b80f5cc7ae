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
      signal?.throwIfAborted()
      if (reason) throw reason
      return inTime(method.name, { signal, timeoutMs }, work, running)
    },
    close() {
      reason ??= new TransportError('The transport is closed')
      for (const deadline of running) deadline.cancel(reason)
    },
  }
}

/** Runs `work` under one deadline, which is in `running` meanwhile. */
export async function inTime<T>(
  operation: string,
  { signal, timeoutMs }: CallOptions & { readonly timeoutMs: number },
  work: (signal: AbortSignal, note: CallNote) => Promise<T>,
  running?: Set<Deadline>,
): Promise<T> {
  const note: CallNote = {}
  const expired = (): Error =>
    new TimeoutError(`${operation}: no answer within ${timeoutMs} ms`, {
      operation,
      timeoutMs,
      cause: note.failure,
    })
  const deadline = startDeadline({ timeoutMs, signal, expired })
  running?.add(deadline)
  try {
    return await race(work(deadline.signal, note), deadline.signal)
  } finally {
    deadline.end()
    running?.delete(deadline)
  }
}
