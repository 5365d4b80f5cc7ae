import { setImmediate } from 'node:timers/promises'

export interface IdleTime {
  /** Starts the work after pending events have been handled. */
  readonly begin: (work: () => Promise<void>) => void
  /** Waits for the work. */
  readonly end: () => Promise<void>
}

/** Runs background work. Its errors are not shown: they occur again when the same is done in the foreground. */
export function createIdleTime(): IdleTime {
  let current = Promise.resolve()
  return {
    begin: (work) => {
      current = setImmediate()
        .then(work)
        .catch(() => undefined)
    },
    end: () => current,
  }
}
