import { isTransportError, type RetryOptions, retrying } from '../../core/index.js'
import type { CallNote } from '../calls/call-in-time.js'
import { type CallOutcome, type Requests, type SendAll, sendAttempt } from '../transport.js'

export interface RetryPlan {
  readonly safe: boolean
  readonly retry: false | RetryOptions | undefined
  readonly signal: AbortSignal
  readonly note: CallNote
}

/** Sends calls again after transient failures, if they may be repeated; each attempt through the middleware. */
export function retryCalls(
  requests: Requests,
  send: SendAll,
  { safe, retry, signal, note }: RetryPlan,
): Promise<readonly CallOutcome[]> {
  let mayHaveLeft = false
  const attempt = async (): Promise<readonly CallOutcome[]> => {
    try {
      const outcomes = await sendAttempt(note, requests, send)
      if (outcomes.every(({ error }) => isTransportError(error))) throw outcomes[0]?.error
      return outcomes
    } catch (error) {
      const isUnsent = isTransportError(error) && error.sent === false
      mayHaveLeft ||= !isUnsent
      throw isUnsent && mayHaveLeft ? Object.assign(error, { sent: undefined }) : error
    }
  }
  return retrying(attempt, {
    retry: safe ? retry : false,
    signal,
    pauseBy: note.pauseBy,
    onFailure(error, waitMs) {
      note.failure = error
      note.around?.retry?.(error, waitMs)
    },
  })
}
