import { isTransportError } from '../../core/index.js'
import { callInTime } from '../calls.js'
import type { RpcErrorRule } from '../classify.js'
import { createRpcClient, type RpcClient, type RpcClientOptions } from '../client.js'
import type { RpcMethod } from '../method.js'
import { type CallOptions, redacted, type Transport } from '../transport.js'
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

/** The question which node it is; `passed` once it is the wanted one, over this connection. */
interface NodeCheck {
  readonly ended: Promise<void>
  passed: boolean
  connection?: unknown
}

/**
 * Binds a transport to a document, as `createRpcClient` of JSON-RPC does, and makes sure that the node which
 * answers is the wanted one. Generated clients import it as `createRpcClient` of `rpc/comet`.
 */
export function createCometClient<T extends Transport = Transport>(
  options: CometClientOptions<T>,
  errors?: readonly RpcErrorRule[],
): RpcClient<T> {
  const client = createRpcClient(options, errors)
  const { chainId, checkRelease, release, transport } = options
  const assertRelease = createReleaseWatch(release, checkRelease, transport.address)
  // Otherwise answers are only checked if they happen to say what node they come from.
  const mustAsk = chainId !== undefined || checkRelease === true
  if (chainId !== undefined) transport.pinChain?.(chainId)
  transport.checkNodes?.(`${release} ${checkRelease}`, assertRelease)
  let check: NodeCheck | undefined

  /** Throws if an answer is of another node than the wanted one. */
  const assertNode = (answer: unknown, chainIfAbsent?: string): void => {
    assertChain(answer, chainId, transport.address, chainIfAbsent)
    assertRelease(answer)
  }

  const askNode = async (): Promise<void> =>
    assertNode(await transport.call({ method: status, params: {} }))

  function beginCheck(): NodeCheck {
    const own: NodeCheck = { ended: askNode(), passed: false }
    const pass = (): void => {
      own.passed = true
      own.connection = transport.connection
    }
    const forget = (): void => {
      check = undefined
    }
    own.ended.then(pass, forget)
    return own
  }

  /**
   * Asks once, and again after the connection was lost, because the node may be another one then. All callers
   * share the check, and each waits for it within its own deadline. Returns the options with the time that is left.
   */
  async function checkNode({ name }: RpcMethod, options: CallOptions = {}): Promise<CallOptions> {
    // An unused socket is closed, and the next one may lead to another node.
    if (check?.passed && check.connection !== transport.connection) check = undefined
    check ??= beginCheck()
    const { ended, passed } = check
    if (passed) return options
    const { signal, timeoutMs = Number.POSITIVE_INFINITY } = options
    const begun = performance.now()
    await callInTime(name, { signal, timeoutMs, address: transport.address }, () => ended)
    if (options.timeoutMs === undefined) return options
    return {
      ...options,
      timeoutMs: Math.max(1, Math.ceil(timeoutMs - (performance.now() - begun))),
    }
  }

  return {
    ...client,
    async call(method, params, options) {
      // A call that changes something waits until the node is known, and so does every call of a pinned chain.
      const mustWait = chainId !== undefined || !method.safe
      // The answer of `status` is checked anyway.
      const isEnough = method.name === status.name && !mustWait
      const checking = mustAsk && !isEnough ? checkNode(method, options) : undefined
      try {
        const left = mustWait ? await checking : undefined
        const [result] = await Promise.all([client.call(method, params, left ?? options), checking])
        // Several nodes may be behind one address, so every answer that names its chain is compared.
        assertNode(result, chainId)
        return result
      } catch (error) {
        if (isTransportError(error)) check = undefined
        throw redacted(transport, error)
      }
    },
    subscribe: (source, ...rest) =>
      client.subscribe(
        { ...source, node: { chainId, release, asks: mustAsk, see: assertNode } },
        ...rest,
      ),
  }
}
