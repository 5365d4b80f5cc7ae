import { type RetryOptions, retrying } from '../../core/index.js'
import type { CallNote } from '../calls.js'

export interface RetryPlan {
  readonly safe: boolean
  readonly retry: false | RetryOptions | undefined
  readonly signal: AbortSignal
  readonly note: CallNote
}

/** Runs `send` again after transient failures, if the call may be repeated; each attempt is reported. */
export function repeating<T>(
  send: () => Promise<T>,
  { safe, retry, signal, note }: RetryPlan,
): Promise<T> {
  const attempt = (number: number): Promise<T> => {
    // The first one was reported with the call.
    if (number > 1) note.tap?.began()
    return send()
  }
  return retrying(attempt, {
    retry: safe ? retry : false,
    signal,
    onFailure(error, waitMs) {
      note.failure = error
      note.tap?.failed(error, waitMs)
    },
  })
}
