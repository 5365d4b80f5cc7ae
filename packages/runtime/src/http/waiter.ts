import { createWaiter, type Waiter, type WaiterSpec } from '../core/waiter.js'
import type { HttpApi } from './client.js'
import type { HttpOperation } from './operation.js'

/** The waiter of an operation. The waiter itself decides what to try again, so `call` does not. */
export function waiterOf<Input, Output, Failures>(
  api: HttpApi,
  operation: HttpOperation<Input, Output, Failures>,
  spec: WaiterSpec,
): Waiter<Input, Output> {
  return createWaiter(spec, (input, signal) => api.call(operation, input, { signal, retry: false }))
}
