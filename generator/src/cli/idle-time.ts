import { setImmediate } from 'node:timers/promises'

/** Awaited often by work in idle time; rejects when the idle time is over. */
export type Pause = () => Promise<void>

export interface IdleTime {
  /** Begins work as soon as the process has nothing else to do. */
  readonly begin: (work: (pause: Pause) => Promise<void>) => void
  /** Has the work end at its next pause, and waits for that. */
  readonly end: () => Promise<void>
}

/** Work that nobody waits for. What goes wrong in it is not told: it will when somebody asks for the same. */
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
