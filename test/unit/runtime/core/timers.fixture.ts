import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'

const real = { setTimeout, setInterval, setImmediate }

/** The test that something is done for. */
const tests = new AsyncLocalStorage<object>()

/**
 * Fake timers for the runtime and its tests. Files that ran earlier in this process may have connections that end at
 * any time, of the engine's `fetch`, of a server's library, or of clients of the runtime: these keep real timers, and
 * are not counted as left behind by what is tested.
 */
export function useFakeTimers(): void {
  // A test that failed may have left its clock.
  useRealTimers()
  const own = {}
  tests.enterWith(own)
  vi.useFakeTimers({ now: 0 })
  const fake = { setTimeout, setInterval, setImmediate }
  const timers = (): typeof real => (tests.getStore() === own && isCalledByRuntime() ? fake : real)
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms?: number, ...values: []) =>
      timers().setTimeout(run, ms, ...values),
    setInterval: (run: () => void, ms?: number, ...values: []) =>
      timers().setInterval(run, ms, ...values),
    setImmediate: (run: () => void, ...values: []) => timers().setImmediate(run, ...values),
  })
}

export function useRealTimers(): void {
  vi.useRealTimers()
  Object.assign(globalThis, real)
}

/** Whether the call of a timer, four frames up, stands in the runtime or in a test of it. */
function isCalledByRuntime(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 4
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  const caller = stack.slice(stack.lastIndexOf('\n'))
  return /[\\/](?:packages[\\/]runtime|test[\\/]unit[\\/]runtime)[\\/]/.test(caller)
}
