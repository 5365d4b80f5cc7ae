import { isTransportError, race } from '../../core/index.js'
import type { RpcErrorRule } from '../classify.js'
import {
  createRpcClient as createClient,
  type RpcClient,
  type RpcClientOptions,
} from '../client.js'
import { redacted, type Transport } from '../transport.js'
import { status } from './node-calls.js'
import { assertChain, createReleaseWatch } from './release.js'

export interface CometClientOptions<T extends Transport = Transport> extends RpcClientOptions<T> {
  /** Pins the chain: nodes of another chain are not used. */
  readonly chainId?: string | undefined
  /** The release that the document describes, such as `0.38`. */
  readonly release?: string | undefined
  /**
   * `true` asks the node for its release along with the first call and before events, and rejects one that
   * does not match. By default, only results of `status` that are requested anyway are checked, and a warning
   * is printed once; `false` prints none.
   */
  readonly checkRelease?: boolean | undefined
}

/** Binds a transport to a document, as `createRpcClient` of JSON-RPC does. */
export function createRpcClient<T extends Transport>(
  options: CometClientOptions<T>,
  errors?: readonly RpcErrorRule[],
): RpcClient<T> {
  const client = createClient(options, errors)
  const { chainId, checkRelease, release, transport } = options
  const seeRelease = createReleaseWatch(release, checkRelease, transport.address)
  const asks = chainId !== undefined || checkRelease === true
  if (chainId !== undefined) transport.pinChain?.(chainId)
  transport.checkNodes?.(`${release} ${checkRelease}`, seeRelease)
  let checked: Promise<void> | undefined

  const see = (answer: unknown, untold?: string): void => {
    assertChain(answer, chainId, transport.address, untold)
    seeRelease(answer)
  }

  const ask = async (): Promise<void> => see(await transport.call({ method: status, params: {} }))

  /** Checks once, and again after the connection was lost, because the node may be another one then. */
  function check(signal?: AbortSignal): Promise<void> {
    checked ??= ask().catch((error: unknown) => {
      checked = undefined
      throw error
    })
    return signal ? race(checked, signal) : checked
  }

  return {
    ...client,
    async call(method, params, options) {
      const tells = method.name === status.name
      // Calls that only read need not wait for the release, and `status` returns it anyway.
      const beside = chainId === undefined && method.safe
      const asked = asks && !(beside && tells) ? check(options?.signal) : undefined
      try {
        if (!beside) await asked
        const [result] = await Promise.all([client.call(method, params, options), asked])
        // Several nodes may be behind one address, so whatever tells its chain is compared.
        see(result, chainId)
        return result
      } catch (error) {
        if (isTransportError(error)) checked = undefined
        throw redacted(transport, error)
      }
    },
    subscribe: (source, ...rest) =>
      client.subscribe({ ...source, node: { chainId, release, asks, see } }, ...rest),
  }
}
