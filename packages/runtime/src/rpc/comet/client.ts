import { checkOptions, isTransportError } from '../../core/index.js'
import { callInTime } from '../calls/call-in-time.js'
import { createRpcClient, type RpcClient, type RpcClientOptions } from '../client.js'
import type { RpcErrorRule } from '../error-reason.js'
import { type CallOptions, redacted, type Transport } from '../transport.js'
import { status } from './node-calls.js'
import { assertChain, createReleaseWatch } from './node-check.js'

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

/**
 * Binds a transport to a document, like the general `createRpcClient` for JSON-RPC, and also checks that it
 * talks to the right node. Generated clients import it as `createRpcClient` of `rpc/comet`.
 */
export function createCometClient<T extends Transport = Transport>(
  options: CometClientOptions<T>,
  errors?: readonly RpcErrorRule[],
): RpcClient<T> {
  checkOptions(options, { string: 'chainId', boolean: 'checkRelease' })
  const client = createRpcClient(options, errors)
  const { chainId, checkRelease, release, transport } = options
  const assertRelease = createReleaseWatch(release, checkRelease, transport.address)
  // Otherwise only responses that happen to identify their node are checked.
  const mustAsk = chainId !== undefined || checkRelease === true
  if (chainId !== undefined) transport.pinChain?.(chainId)
  transport.checkNodes?.(`${release} ${checkRelease}`, assertRelease)
  /**
   * The request that identifies the node, shared by all callers and repeated for each connection.
   */
  let check: Promise<void> | undefined
  /** The check that the node passed, and over which connection. */
  let passed: Promise<void> | undefined
  let passedOver: unknown

  /** Throws if a response comes from the wrong node. */
  const assertNode = (answer: unknown, chainIfAbsent?: string): void => {
    assertChain(answer, chainId, transport.address, chainIfAbsent)
    assertRelease(answer)
  }

  const askNode = async (): Promise<void> =>
    assertNode(await transport.call({ method: status, params: {} }))

  function beginCheck(): Promise<void> {
    const own = askNode()
    const pass = (): void => {
      passed = own
      passedOver = transport.connection
    }
    own.then(pass, forget)
    return own
  }

  const forget = (): void => {
    check = undefined
  }

  return {
    ...client,
    async call(method, params, options = {}) {
      // A call that changes something waits until the node is known, as does every call if the chain is
      // pinned.
      const mustWait = chainId !== undefined || !method.safe
      // The response to `status` is checked anyway.
      const isEnough = method.name === status.name && !mustWait
      const send = async (own: CallOptions, known?: Promise<void>) => {
        if (mustWait) await known
        own.signal?.throwIfAborted()
        const [result] = await Promise.all([client.call(method, params, own), known])
        // One address may lead to several nodes, so every response that names its chain is checked.
        assertNode(result, chainId)
        return result
      }
      try {
        checkOptions(options, {})
        if (!mustAsk || isEnough) return await send(options)
        // An unused socket is closed, and the next one may lead to another node.
        if (check === passed && passedOver !== transport.connection) forget()
        check ??= beginCheck()
        if (check === passed) return await send(options)
        const known = check
        // One deadline for waiting and for the call.
        const { signal, timeoutMs = transport.timeoutMs ?? Number.POSITIVE_INFINITY } = options
        const init = { signal, timeoutMs, address: transport.address }
        return await callInTime(method.name, init, (signal) => send({ ...options, signal }, known))
      } catch (error) {
        if (isTransportError(error)) forget()
        throw redacted(transport, error)
      }
    },
    node: { chainId, release, asks: mustAsk, see: assertNode },
  }
}
