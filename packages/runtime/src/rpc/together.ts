import { isRpcError } from './errors.js'
import type {
  LiveSubscription,
  Outcome,
  Requests,
  RpcRequest,
  TogetherOptions,
  Transport,
} from './transport.js'

/** An object that can make calls: a transport or a subscription. */
export type Caller = Pick<LiveSubscription, 'call' | 'callAll'>

/**
 * Makes calls of safe methods together if the transport supports that, otherwise concurrently. Rejects with
 * any error that is not the node's own response.
 */
export async function callTogether(
  node: Caller,
  requests: readonly RpcRequest[],
  options: TogetherOptions,
): Promise<readonly Outcome[]> {
  const [first, second, ...rest] = requests
  if (first && second && node.callAll) {
    const outcomes = await node.callAll([first, second, ...rest], options)
    const failed = outcomes.find(({ error }) => error && !isRpcError(error))
    if (failed) throw failed.error
    return outcomes
  }
  return Promise.all(
    requests.map(async (request): Promise<Outcome> => {
      try {
        return { result: await node.call(request, options) }
      } catch (error) {
        if (isRpcError(error)) return { error }
        throw error
      }
    }),
  )
}

/** Makes calls, and returns the result of `read` for their outcomes. */
type Send = <T>(
  requests: Requests,
  options: TogetherOptions | undefined,
  read: (outcomes: readonly Outcome[]) => T,
) => Promise<T>

/** `call` and `callAll`, based on one function. */
export function callsBy(send: Send): Required<Pick<Transport, 'call' | 'callAll'>> {
  return {
    call: (request, options) => send([request], options, resultOf),
    callAll: (requests, options) => send(requests, options, (outcomes) => outcomes),
  }
}

/** The result of the first call. */
export function resultOf([outcome]: readonly Outcome[]): unknown {
  if (outcome?.error) throw outcome.error
  return outcome?.result
}
