import { isTimeoutError, isTransportError, TransportError } from '../../core/index.js'
import { isRpcError, type RpcError } from '../errors.js'
import { carries, type RpcMethod } from '../method.js'
import type { CallOutcome, TogetherOptions, Transport } from '../transport.js'
import type { Endpoint, Health } from './health.js'

/** Whether an error says that another endpoint may have the answer. */
export type Lacks = (error: RpcError) => boolean

/** The longest wait for the first check of the endpoints. */
const firstCheckMs = 500

/**
 * Tries the endpoints in order until one responds, with a result or an error. If all of them respond and none with
 * all of it, the first response counts; `lackIn` returns why one is not all.
 */
export async function tryEndpoints<T>(
  health: Health,
  method: RpcMethod,
  usable: (transport: Transport) => boolean,
  signal: AbortSignal,
  send: (endpoint: Endpoint) => Promise<T>,
  lackIn: (result: T) => unknown = () => undefined,
): Promise<T> {
  const fresh = health.fresh()
  if (fresh) await health.known(fresh, firstCheckMs, signal)
  const failures: unknown[] = []
  let partial: { readonly result: T; readonly lack: unknown } | undefined
  for (const endpoint of health.inOrder()) {
    const { transport } = endpoint
    if (transport.closed || !carries(transport.kind, method) || !usable(transport)) continue
    try {
      const result = await send(endpoint)
      const lack = lackIn(result)
      health.worked(endpoint)
      if (lack === undefined) return result
      partial ??= { result, lack }
    } catch (error) {
      if (signal.aborted || !(isTransportError(error) || isTimeoutError(error))) throw error
      health.failed(endpoint)
      failures.push(error)
      const neverLeft = isTransportError(error) && error.sent === false
      if (!method.safe && !neverLeft) break
    }
  }
  if (partial && failures.length === 0) return partial.result
  if (partial) failures.unshift(partial.lack)
  throw combinedFailure([...failures, ...health.refusals()], method)
}

/** Why another endpoint may have more; `undefined` if these are all of the outcomes. */
export function lackOf(
  outcomes: readonly CallOutcome[],
  { safe, name }: RpcMethod,
  hasAll: TogetherOptions['hasAll'],
  lacks: Lacks | undefined,
): unknown {
  const lacking = outcomes.find(({ error }) => safe && isRpcError(error) && lacks?.(error))
  if (lacking || hasAll?.(outcomes) !== false) return lacking?.error
  return new TransportError('The endpoint does not have all of it', { operation: name })
}

/** One error for the failures of all endpoints. */
function combinedFailure(failures: readonly unknown[], { name }: RpcMethod): unknown {
  const [first] = failures
  if (failures.length === 1) return first
  if (failures.length === 0) return new TransportError(`No endpoint takes ${name}`, { sent: false })
  const message = `${name}: none of ${failures.length} endpoints answered`
  const sent = failures.every((each) => isTransportError(each) && each.sent === false)
    ? false
    : undefined
  const cause = new AggregateError(failures, message)
  return new TransportError(message, { operation: name, cause, ...(sent === false && { sent }) })
}
