import { longestTimerMs } from '../core/deadline.js'

/**
 * Settles with the work. When the time is over or the caller is gone, it rejects at once and aborts the signal of
 * the handler.
 */
export function inTime<T>(
  work: Promise<T>,
  control: AbortController,
  caller: AbortSignal,
  timeoutMs: number,
  late: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (error: unknown): void => {
      reject(error)
      control.abort(error)
    }
    const isTimed = timeoutMs !== Number.POSITIVE_INFINITY
    const timer = isTimed
      ? setTimeout(() => stop(late()), Math.min(timeoutMs, longestTimerMs))
      : undefined
    const onAbort = (): void => stop(caller.reason)
    if (caller.aborted) onAbort()
    // Stays until the caller is gone: a stream ends then, too.
    caller.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
