import { backoffMs, isTransportError, type Retry, sleep } from '../../core/index.js'
import type { CallNote } from '../calls.js'
import { isTransient } from '../statuses.js'

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
      const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(attempt, retry))
      note.tap?.failed(error, waitMs)
      await sleep(waitMs, signal)
      note.tap?.began()
    }
  }
}
