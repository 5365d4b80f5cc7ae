import { isTransportError, memberAt, race, TransportError } from '../../core/index.js'
import type { RpcErrorRule } from '../classify.js'
import {
  createRpcClient as createClient,
  type RpcClient,
  type RpcClientOptions,
} from '../client.js'
import type { Transport } from '../transport.js'
import { status } from './node-calls.js'

/** `chainId` pins the chain: a node of any other one is not used. */
export interface CometClientOptions<T extends Transport = Transport> extends RpcClientOptions<T> {
  readonly chainId?: string | undefined
}

/** Binds a transport to a document, as `createRpcClient` of JSON-RPC does. */
export function createRpcClient<T extends Transport>(
  options: CometClientOptions<T>,
  errors?: readonly RpcErrorRule[],
): RpcClient<T> {
  const client = createClient(options, errors)
  const { chainId, transport } = options
  if (chainId === undefined) return client
  transport.pinChain?.(chainId)
  let checked: Promise<void> | undefined

  /** Once, and again after the way to the node was lost: it may lead to another one then. */
  function check(): Promise<void> {
    checked ??= checkChain(transport.call, chainId).catch((error: unknown) => {
      checked = undefined
      throw error
    })
    return checked
  }

  return {
    ...client,
    async call(method, params, options) {
      const { signal } = options ?? {}
      await (signal ? race(check(), signal) : check())
      try {
        return await client.call(method, params, options)
      } catch (error) {
        if (isTransportError(error)) checked = undefined
        throw error
      }
    },
    subscribe: (source, ...rest) => client.subscribe({ ...source, chainId }, ...rest),
  }
}

/** Throws when a node is of another chain. */
export async function checkChain(
  call: Transport['call'],
  chainId: string | undefined,
): Promise<void> {
  if (chainId === undefined) return
  const answer = await call({ method: status, params: {} })
  const chain = memberAt(memberAt(answer, 'node_info'), 'network')
  if (chain === chainId) return
  const message = `The node is of the chain ${String(chain)}, not of ${chainId}`
  throw new TransportError(message, { fault: 'endpoint', operation: 'status', sent: false })
}
