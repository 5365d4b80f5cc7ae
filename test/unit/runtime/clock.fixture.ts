import { onTestFinished, vi } from 'vitest'

export interface HeldClock {
  /** Lets so much time pass, with all that is due in it. */
  pass(ms: number): Promise<void>
  /** Waits until something holds, as long as that takes; the clock goes on by so much in each turn of the event loop. */
  until(holds: () => boolean, stepMs?: number): Promise<void>
}

/**
 * A clock that stands still unless the test moves it, beside connections that are real: what a test says of time is
 * then true on a machine that stops for seconds, too. It is not for `fetch`, which has timers of its own.
 */
export function heldClock(): HeldClock {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms))
  return {
    pass,
    async until(holds, stepMs = 0) {
      while (!holds()) {
        if (stepMs > 0) await pass(stepMs)
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
