import { isRpcError } from './errors.js'
import type { Outcome, PassedOptions, Requests, RpcRequest, Transport } from './transport.js'

/** Makes calls concurrently. Rejects with whatever is not the node's own answer. */
export function callEach(
  call: Transport['call'],
  requests: readonly RpcRequest[],
  options: PassedOptions,
): Promise<readonly Outcome[]> {
  return Promise.all(
    requests.map(async (request): Promise<Outcome> => {
      try {
        return { result: await call(request, options) }
      } catch (error) {
        if (isRpcError(error)) return { error }
        throw error
      }
    }),
  )
}

/** Makes calls of safe methods in one request if the transport supports that, otherwise concurrently. */
export function callTogether(
  transport: Transport,
  requests: Requests,
  options: PassedOptions,
): Promise<readonly Outcome[]> {
  if (requests.length > 1 && transport.callAll) return transport.callAll(requests, options)
  return callEach((...call) => transport.call(...call), requests, options)
}
