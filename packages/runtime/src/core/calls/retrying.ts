import { sleep } from '../deadline.js'
import { memberAt } from '../member.js'
import { backoffMs, type RetryOptions, resolveRetry } from './backoff.js'

/** HTTP statuses with which servers and proxies report temporary failures. */
export const busy: readonly unknown[] = [408, 429, 502, 503, 504]

/** Whether a call that failed with this error may succeed if it is repeated. By members, for errors of other copies. */
export function isTransient(error: unknown): boolean {
  const fault = memberAt(error, 'fault')
  // A body that is too large will be too large next time.
  return fault === 'network' || (fault !== 'size' && busy.includes(memberAt(error, 'status')))
}

/** The longest pause that a server gets within a call. */
const mostAskedMs = 60_000

export interface RetryPlan {
  readonly retry: false | RetryOptions | undefined
  readonly signal: AbortSignal
  /** A pause that a server asks for ends by then, on the performance clock: usually when the call does. */
  readonly pauseBy?: number
  /** Called before each pause, with the number of the attempt that failed: 1 for the first. */
  readonly onFailure: (error: unknown, waitMs: number, attempt: number) => void
}

/** Repeats `work` until there is a result or a permanent failure. */
export async function retrying<Output>(
  work: (attempt: number) => Promise<Output>,
  { retry, signal, pauseBy = Number.POSITIVE_INFINITY, onFailure }: RetryPlan,
): Promise<Output> {
  const pauses = resolveRetry(retry)
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      const askedMs = Number(memberAt(error, 'retryAfterMs') ?? 0)
      // A longer pause is for the caller to decide; a wait makes the call again at its own pace.
      const isLate = askedMs > Math.max(0, Math.min(mostAskedMs, pauseBy - performance.now()))
      if (attempt > pauses.attempts || isLate || signal.aborted || !isTransient(error)) throw error
      const waitMs = Math.max(askedMs, backoffMs(attempt - 1, pauses))
      onFailure(error, waitMs, attempt)
      await sleep(waitMs, signal)
    }
  }
}
