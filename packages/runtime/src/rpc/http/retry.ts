import { backoffMs, isTransportError, type Retry, sleep } from '../../core/index.js'
import type { CallNote } from '../calls.js'
import { isTransient } from '../statuses.js'

/** The longest pause that a server gets within a call. */
const mostAskedMs = 60_000

export interface RetryPlan {
  readonly safe: boolean
  readonly retry: Retry
  readonly signal: AbortSignal
  readonly note: CallNote
}

/** Runs `send` again after transient failures, if the call may be repeated. */
export async function retrying<T>(
  send: () => Promise<T>,
  { safe, retry, signal, note }: RetryPlan,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (!safe || attempt >= retry.attempts || signal.aborted) throw error
      if (!isTransportError(error) || !isTransient(error)) throw error
      note.failure = error
      const { retryAfterMs: asked = 0 } = error
      // A longer pause is for the caller to decide; a wait makes the call again at its own pace.
      if (asked > mostAskedMs) throw error
      const waitMs = Math.max(asked, backoffMs(attempt, retry))
      note.tap?.failed(error, waitMs)
      await sleep(waitMs, signal)
      note.tap?.began()
    }
  }
}
