import { isRpcError } from './errors.js'
import type { Outcome, PassedOptions, Requests, RpcRequest, Transport } from './transport.js'

/** The part of a transport that makes calls. */
export type Caller = Pick<Transport, 'call' | 'callAll'>

/** Makes calls of safe methods in one request if the transport supports that, otherwise concurrently. */
export function callTogether(
  transport: Caller,
  requests: Requests,
  options: PassedOptions,
): Promise<readonly Outcome[]> {
  if (requests.length > 1 && transport.callAll) return transport.callAll(requests, options)
  const alone = async (request: RpcRequest): Promise<Outcome> => {
    try {
      return { result: await transport.call(request, options) }
    } catch (error) {
      if (isRpcError(error)) return { error }
      throw error
    }
  }
  return Promise.all(requests.map(alone))
}
