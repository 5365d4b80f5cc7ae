import { longestTimerMs } from '../core/deadline.js'

/** Settles with the work, or rejects when the time is over. */
export function settleInTime<T>(
  work: Promise<T>,
  timeoutMs: number,
  late: () => Error,
): Promise<T> {
  if (timeoutMs === Number.POSITIVE_INFINITY) return work
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.min(timeoutMs, longestTimerMs))
    work.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
