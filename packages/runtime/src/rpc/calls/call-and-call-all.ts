import type { CallOutcome, Requests, TogetherOptions, Transport } from '../transport.js'

/** Makes calls, and returns the result of `read` for their outcomes. */
type Send = <T>(
  requests: Requests,
  options: TogetherOptions | undefined,
  read: (outcomes: readonly CallOutcome[]) => T,
) => Promise<T>

/** `call` and `callAll`, based on one function. */
export function callAndCallAll(send: Send): Required<Pick<Transport, 'call' | 'callAll'>> {
  return {
    call: (request, options) => send([request], options, firstResult),
    callAll: (requests, options) => send(requests, options, (outcomes) => outcomes),
  }
}

/** The result of the first call. */
export function firstResult([outcome]: readonly CallOutcome[]): unknown {
  if (outcome?.error) throw outcome.error
  return outcome?.result
}
