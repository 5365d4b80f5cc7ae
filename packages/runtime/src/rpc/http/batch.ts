/*
 * The option `batch`: calls that are made at about the same time are sent in one request.
 */
import { longestTimerMs } from '../../core/index.js'
import type { CallOutcome } from '../transport.js'
import type { SendMessages, SentMessage } from './send-messages.js'

export interface BatchOptions {
  /** The maximum number of calls per request; the node's default limit is 10. @default 10 */
  readonly size?: number | undefined
  /** How long the first call waits for others; 0 means until the current tick ends. @default 0 */
  readonly waitMs?: number | undefined
}

interface Waiting {
  readonly parts: readonly SentMessage[]
  readonly signal: AbortSignal
  settle(outcomes: CallOutcome[]): void
}

/** Collects what is submitted at about the same time, and submits it together. */
export function createBatcher(
  size: number,
  waitMs: number,
  sendMessages: SendMessages,
): SendMessages {
  let queue: Waiting[] = []

  async function flush(): Promise<void> {
    const live = queue.filter(({ signal }) => !signal.aborted)
    queue = []
    // Callers may have given up.
    if (live.length === 0) return
    const outcomes = await sendMessages(
      live.flatMap(({ parts }) => parts),
      lastAbort(live),
    )
    for (const { parts, settle } of live) settle(outcomes.splice(0, parts.length))
  }

  function flushLater(own: Waiting[]): void {
    // A full queue leaves before its time, and the next one has its own.
    const flushOwn = (): unknown => (queue === own ? flush() : undefined)
    waitMs > 0 ? setTimeout(flushOwn, Math.min(waitMs, longestTimerMs)) : queueMicrotask(flushOwn)
  }

  return (parts, signal) =>
    new Promise((settle) => {
      queue.push({ parts, signal, settle })
      if (queue.length >= size) flush()
      else if (queue.length < 2) flushLater(queue)
    })
}

/** One request serves many callers, so it is aborted when the last of them has aborted. */
function lastAbort(waiting: readonly Waiting[]): AbortSignal {
  const controller = new AbortController()
  const check = (): void => {
    if (waiting.every(({ signal }) => signal.aborted)) controller.abort()
  }
  // Each signal belongs to one call and is collected with it, so no listener needs to be removed.
  for (const { signal } of waiting) signal.addEventListener('abort', check)
  return controller.signal
}
