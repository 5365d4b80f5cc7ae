import { vi } from 'vitest'

const real = { setTimeout, setImmediate }

/**
 * Fake timers for everything but the engine's `fetch`, which sets timers for the idle connections of earlier files at
 * any time: they would be counted as left behind by what is tested.
 */
export function useFakeTimers(): void {
  // A test that failed may have left its clock.
  useRealTimers()
  vi.useFakeTimers({ now: 0 })
  const fake = { setTimeout, setImmediate }
  const timers = (): typeof real => (isCalledByFetch() ? real : fake)
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number, ...values: []) =>
      timers().setTimeout(run, ms, ...values),
    setImmediate: (run: () => void, ...values: []) => timers().setImmediate(run, ...values),
  })
}

export function useRealTimers(): void {
  vi.useRealTimers()
  Object.assign(globalThis, real)
}

function isCalledByFetch(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 4
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack.includes('node:internal/deps/undici')
}
