import { createWaiter, type Waiter, type WaiterSpec } from '../core/waiter.js'
import type { HttpApi } from './client.js'
import type { HttpOperation } from './operation.js'

/** The waiter of an operation. The waiter itself decides what to retry, so `call` does not. */
export function waiterOf<Input, Output, Failures>(
  api: HttpApi,
  operation: HttpOperation<Input, Output, Failures>,
  spec: WaiterSpec,
): Waiter<Input, Output> {
  return createWaiter(
    spec,
    (input, signal) => api.call(operation, input, { signal, retry: false }),
    api.redact,
  )
}

/**
 * Starts something and then waits for it to end. Starting is retried like waiting, and uses `keepalive`,
 * so that it completes even if the page closes. One deadline covers both.
 */
export function beginAndWait<Input, Output, Begun, Failures>(
  api: HttpApi,
  operation: HttpOperation<Input, Begun, Failures>,
  spec: WaiterSpec,
  waiter: Waiter<Input, Output>,
): Waiter<Input, Output>['waitFor'] {
  const begun = createWaiter(
    spec,
    (input: Input, signal) => api.call(operation, input, { signal, retry: false, keepalive: true }),
    api.redact,
  )
  return async (input, options = {}) => {
    const { signal, intervalMs, timeoutMs } = options
    const startedAt = performance.now()
    await begun.waitFor(input, {
      signal,
      intervalMs,
      timeoutMs: Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, spec.timeoutMs ?? 600_000),
    })
    return waiter.waitFor(input, options, startedAt)
  }
}
