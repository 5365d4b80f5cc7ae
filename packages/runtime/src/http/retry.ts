import { backoffMs, type RetryOptions, resolveRetry } from '../core/backoff.js'
import { inTime, sleep } from '../core/deadline.js'
import { TimeoutError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import type { Fail } from './exchange.js'

const passingStatuses: readonly unknown[] = [408, 429, 502, 503, 504]

/** The longest pause that a server gets within a call. */
const mostAskedMs = 60_000

export interface Plan {
  readonly fail: Fail
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly retry: false | RetryOptions | undefined
  /** Called before each pause. */
  readonly onRetry: (error: unknown, waitMs: number) => void
}

/** Retries until there is a result or a permanent failure, within one deadline. */
export async function withRetries<Output>(
  work: (signal: AbortSignal) => Promise<Output>,
  { fail, timeoutMs, signal: caller, retry: option, onRetry }: Plan,
): Promise<Output> {
  const retry = resolveRetry(option)
  const due = performance.now() + timeoutMs
  let cause: unknown
  const expired = (): Error =>
    fail(TimeoutError, `no answer within ${timeoutMs} ms`, { timeoutMs, cause })

  return inTime({ timeoutMs, signal: caller, expired }, async (signal) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work(signal)
      } catch (error) {
        cause = error
        const asked = Number(memberAt(error, 'retryAfterMs') ?? 0)
        // A longer pause is for the caller to decide; a wait makes the call again at its own pace.
        const isLate = asked > 0 && asked >= Math.min(due - performance.now(), mostAskedMs)
        if (attempt >= retry.attempts || isLate || !passes(error)) throw error
        const waitMs = Math.max(asked, backoffMs(attempt, retry))
        onRetry(error, waitMs)
        await sleep(waitMs, signal)
      }
    }
  })
}

function passes(error: unknown): boolean {
  const fault = memberAt(error, 'fault')
  // A body that is too large will be too large next time.
  return (
    fault === 'network' || (fault !== 'size' && passingStatuses.includes(memberAt(error, 'status')))
  )
}
