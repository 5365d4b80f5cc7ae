import { isRpcError } from '../errors.js'
import type { CallOutcome, LiveSubscription, RpcRequest, TogetherOptions } from '../transport.js'

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
): Promise<readonly CallOutcome[]> {
  const [first, second, ...rest] = requests
  if (first && second && node.callAll) {
    const outcomes = await node.callAll([first, second, ...rest], options)
    const failed = outcomes.find(({ error }) => error && !isRpcError(error))
    if (failed) throw failed.error
    return outcomes
  }
  return Promise.all(
    requests.map(async (request): Promise<CallOutcome> => {
      try {
        return { result: await node.call(request, options) }
      } catch (error) {
        if (isRpcError(error)) return { error }
        throw error
      }
    }),
  )
}
