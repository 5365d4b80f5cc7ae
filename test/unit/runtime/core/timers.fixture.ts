import { AsyncLocalStorage } from 'node:async_hooks'
import { aroundEach, vi } from 'vitest'

const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate }

const isOwn = new AsyncLocalStorage<true>()

/**
 * Fake timers in each test of a file, for what the test begins and nothing else. Calls and connections of files that
 * ran earlier in this process may go on at any time: they keep real timers, and are not counted as left behind.
 */
export function fakeTimersInEachTest(now = 0): void {
  aroundEach(async (runTest) => {
    useFakeTimers(now)
    try {
      await isOwn.run(true, runTest)
    } finally {
      useRealTimers()
    }
  })
}

function useRealTimers(): void {
  vi.useRealTimers()
  Object.assign(globalThis, real)
}

function useFakeTimers(now: number): void {
  vi.useFakeTimers({ now })
  const fake: typeof real = {
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout,
    clearInterval,
    clearImmediate,
  }
  const timers = (): typeof real => (isOwn.getStore() ? fake : real)
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number, ...values: []) =>
      timers().setTimeout(run, ms, ...values),
    setInterval: (run: () => void, ms?: number, ...values: []) =>
      timers().setInterval(run, ms, ...values),
    setImmediate: (run: () => void, ...values: []) => timers().setImmediate(run, ...values),
    clearTimeout: (timer?: NodeJS.Timeout) => timers().clearTimeout(timer),
    clearInterval: (timer?: NodeJS.Timeout) => timers().clearInterval(timer),
    clearImmediate: (timer?: NodeJS.Immediate) => timers().clearImmediate(timer),
  })
}
