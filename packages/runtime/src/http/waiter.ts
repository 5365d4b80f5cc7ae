import {
  type WaitOptions as AnyWaitOptions,
  type WatchOptions as AnyWatchOptions,
  createWaiter,
  type Waiter,
  type WaiterSpec,
} from '../core/waiter.js'
import type { HttpApi, Inner } from './client.js'
import type { HttpOperation } from './operation.js'
import type { CallOptions } from './options.js'

/**
 * Options of the calls that a wait makes. Without any, callers that wait for the same input share their
 * calls. Without `retry`, a failed call is not retried but made again after the usual pause.
 */
interface OwnOptions extends Omit<CallOptions, 'signal' | 'timeoutMs'> {}

export interface WatchOptions extends AnyWatchOptions, OwnOptions {}

export interface WaitOptions<Output> extends AnyWaitOptions<Output>, OwnOptions {}

/** A waiter of an HTTP operation. */
export type HttpWaiter<Input, Output> = Waiter<Input, Output, OwnOptions>

/** The waiter of an operation. The waiter itself decides what to retry, so `call` does not. */
export function waiterOf<Input, Output, Failures>(
  api: HttpApi,
  operation: HttpOperation<Input, Output, Failures>,
  spec: WaiterSpec,
  keepalive?: boolean,
): HttpWaiter<Input, Output> {
  return createWaiter<Input, Output, OwnOptions>(
    spec,
    (input, signal, own = {}, pauseBy) => {
      const { retry = false, init } = own
      const kept = keepalive ? { ...init, keepalive } : init
      // The deadline of the whole wait is not that of one call.
      const settings: CallOptions & Inner = {
        ...own,
        signal,
        retry,
        init: kept,
        timeoutMs: undefined,
        pauseBy,
      }
      return api.call(operation, input, settings)
    },
    (shown, own) => api.redact(shown, own.headers),
    api.hooks,
  )
}

/**
 * Starts something and then waits for it to end. Starting is retried like waiting, and uses `keepalive`,
 * so that it completes even if the page closes. Meanwhile the state is requested too: what has a state has
 * been started, by whomever. One deadline covers everything.
 */
export function beginAndWait<Input, Output, Begun, Failures>(
  api: HttpApi,
  operation: HttpOperation<Input, Begun, Failures>,
  spec: WaiterSpec,
  waiter: HttpWaiter<Input, Output>,
): HttpWaiter<Input, Output>['waitFor'] {
  const starter = waiterOf(api, operation, spec, true)
  return (input, options = {}) => {
    async function run(): Promise<void> {
      const { timeoutMs = spec.timeoutMs } = options
      const own = { ...options, timeoutMs, onUpdate: undefined, last: undefined }
      const starts = [starter.changes(input, own), waiter.changes(input, own, true)]
      try {
        await Promise.race(starts.map(({ next }): Promise<unknown> => next()))
      } finally {
        for (const { stop } of starts) stop()
      }
    }
    return waiter.waitFor(input, options, { name: spec.name, run })
  }
}
