import { setImmediate } from 'node:timers/promises'

/** Awaited between the steps of background work. Rejects when there is something else to do. */
export type Pause = () => Promise<void>

export interface IdleTime {
  /** Starts the work after pending events have been handled. */
  readonly begin: (work: (pause: Pause) => Promise<void>) => void
  /** Ends the work at its next pause, and waits for that. */
  readonly end: () => Promise<void>
}

/** Runs background work. Its errors are not shown: they occur again when the same is done in the foreground. */
export function createIdleTime(): IdleTime {
  let ending = new AbortController()
  let current = Promise.resolve()
  return {
    begin: (work) => {
      ending = new AbortController()
      const { signal } = ending
      const pause: Pause = async () => {
        await setImmediate()
        signal.throwIfAborted()
      }
      current = setImmediate()
        .then(() => work(pause))
        .catch(() => undefined)
    },
    end: () => {
      ending.abort()
      return current
    },
  }
}
