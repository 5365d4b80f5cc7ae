import { backoffMs, type Retry } from '../core/backoff.js'
import { race, sleep, startDeadline } from '../core/deadline.js'
import { TimeoutError } from '../core/errors.js'
import { memberAt } from '../core/member.js'
import type { Fail } from './exchange.js'

const passingStatuses: readonly unknown[] = [408, 429, 502, 503, 504]

export interface Plan {
  readonly fail: Fail
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly retry: Retry
  /** Called before each pause. */
  readonly onRetry: (error: unknown, waitMs: number) => void
}

/** Retries until there is a result or a permanent failure, within one deadline. */
export async function withRetries<Output>(
  work: (signal: AbortSignal) => Promise<Output>,
  { fail, timeoutMs, signal: caller, retry, onRetry }: Plan,
): Promise<Output> {
  let cause: unknown
  const expired = (): Error =>
    fail(TimeoutError, `no answer within ${timeoutMs} ms`, { timeoutMs, cause })
  const { signal, remainingMs, end } = startDeadline({ timeoutMs, signal: caller, expired })

  async function tries(): Promise<Output> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work(signal)
      } catch (error) {
        cause = error
        const asked = Number(memberAt(error, 'retryAfterMs') ?? 0)
        if (attempt >= retry.attempts || (asked > 0 && asked >= remainingMs()) || !passes(error))
          throw error
        const waitMs = Math.max(asked, backoffMs(attempt, retry))
        onRetry(error, waitMs)
        await sleep(waitMs, signal)
      }
    }
  }

  try {
    signal.throwIfAborted()
    // The race is for a `fetch` that ignores the signal.
    return await race(tries(), signal)
  } finally {
    end()
  }
}

function passes(error: unknown): boolean {
  const fault = memberAt(error, 'fault')
  // A body that is too large will be too large next time.
  return (
    fault === 'network' || (fault !== 'size' && passingStatuses.includes(memberAt(error, 'status')))
  )
}
