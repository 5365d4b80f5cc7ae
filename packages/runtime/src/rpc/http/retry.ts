import { isTransportError, type RetryOptions, retrying } from '../../core/index.js'
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
  let mayHaveLeft = false
  const attempt = async (number: number): Promise<T> => {
    // The first one was reported with the call.
    if (number > 1) note.tap?.began()
    try {
      return await send()
    } catch (error) {
      const isUnsent = isTransportError(error) && error.sent === false
      mayHaveLeft ||= !isUnsent
      throw isUnsent && mayHaveLeft ? Object.assign(error, { sent: undefined }) : error
    }
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
