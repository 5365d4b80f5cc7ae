import { checkOptions, memberAt, TransportError } from '../../core/index.js'
import { callAndCallAll } from '../calls/call-and-call-all.js'
import { createTransportCalls } from '../calls/transport-calls.js'
import { messageParams } from '../encode-params.js'
import { ChainMismatchError, RpcError } from '../errors.js'
import type {
  CallOutcome,
  Observer,
  Receiver,
  RpcRequest,
  StreamingTransport,
  SubscribeRequest,
} from '../transport.js'
import { streamPlainEvents } from './stream-plain-events.js'

/** A wallet or another object that makes the calls of a page, as EIP-1193 describes it. */
export interface Eip1193Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: ProviderEvent, listener: (message: unknown) => void): unknown
  removeListener?(event: ProviderEvent, listener: (message: unknown) => void): unknown
}

type ProviderEvent = 'message' | 'disconnect' | 'chainChanged'

export interface Eip1193Options {
  /** The timeout of one call. A wallet may ask its user, which takes a while. @default Infinity */
  readonly timeoutMs?: number | undefined
}

/** Calls and subscriptions through a provider of EIP-1193, such as `window.ethereum`. */
export function eip1193(
  provider: Eip1193Provider,
  options: Eip1193Options = {},
): StreamingTransport {
  if (typeof provider?.request !== 'function') {
    throw new TypeError('provider: expected an object with the method request (EIP-1193)')
  }
  checkOptions(options, { 'number > 0': 'timeoutMs' })
  const { timeoutMs = Number.POSITIVE_INFINITY } = options
  const calls = createTransportCalls('the provider', timeoutMs)
  const observers = new Set<Observer>()
  /** The chain that each subscription began on, also of those that subscribe again. */
  const chains = new WeakMap<SubscribeRequest, string>()

  const ask = (request: RpcRequest): Promise<unknown> => askProvider(provider, request)

  /** Listens for messages that a subscription may be waiting for. */
  function listen(request: SubscribeRequest, receiver: Receiver, observer: Observer): () => void {
    const compareChain = (id: unknown): void => {
      if (typeof id !== 'string') return
      const expected = chains.get(request) ?? id
      chains.set(request, expected)
      if (Number(id) !== Number(expected)) observer.end(otherChain(id, expected))
    }
    observers.add(observer)
    const stop = listenToProvider(provider, receiver, observer, compareChain)
    return () => {
      observers.delete(observer)
      stop()
    }
  }

  const transport: StreamingTransport = {
    kind: 'eip1193',
    timeoutMs,
    streamEvents: streamPlainEvents,
    get closed() {
      return calls.closed
    },
    ...callAndCallAll((requests, given, read) =>
      calls.run(requests[0].method, given, async () => {
        const outcomes = requests.map(
          async (request): Promise<CallOutcome> =>
            ask(request).then(
              (result) => ({ result }),
              (error: unknown) => ({ error }),
            ),
        )
        return read(await Promise.all(outcomes))
      }),
    ),
    subscribe(request, observer, given) {
      const { method, unsubscribe, delivery } = request
      if (!delivery || !provider.on) {
        throw new TypeError(`${method.name}: the provider does not deliver messages`)
      }
      return calls.run(method, given, async (signal) => {
        const receiver = delivery.receive(undefined, observer)
        const stop = listen(request, receiver, observer)
        const result = await ask(request).catch((error: unknown) => {
          stop()
          throw error
        })
        let isOver = false
        const close = (): void => {
          if (isOver) return
          isOver = true
          stop()
          const params = delivery.ending(result)
          ask({ method: unsubscribe, params }).catch(() => {})
        }
        // Nobody waits for it any more.
        if (signal.aborted) close()
        signal.throwIfAborted()
        receiver.acknowledged(result)
        return {
          call: transport.call,
          close,
          abandon(error) {
            close()
            observer.end(error)
          },
        }
      })
    },
    close() {
      calls.close()
      for (const observer of [...observers]) observer.end(calls.reason)
    },
  }
  return transport
}

async function askProvider(
  provider: Eip1193Provider,
  { method, params }: RpcRequest,
): Promise<unknown> {
  try {
    return await provider.request({ method: method.name, params: messageParams(method, params) })
  } catch (error) {
    throw errorOf(error, method.name)
  }
}

/** Passes on what the provider tells: messages, that it is disconnected, and its chain, now and when that changes. */
function listenToProvider(
  provider: Eip1193Provider,
  receiver: Receiver,
  observer: Observer,
  onChain: (id: unknown) => void,
): () => void {
  const onMessage = (message: unknown): void => {
    const notification = { method: memberAt(message, 'type'), params: memberAt(message, 'data') }
    receiver.accepts(notification, 0)
  }
  const onDisconnect = (cause: unknown): void =>
    observer.end(new TransportError('The provider is disconnected', { cause }))
  provider.on?.('message', onMessage)
  provider.on?.('disconnect', onDisconnect)
  provider.on?.('chainChanged', onChain)
  // Nothing waits for the response: without it, the chain is compared later, or by the hashes of its blocks.
  askChain(provider).then(onChain, () => {})
  return () => {
    provider.removeListener?.('message', onMessage)
    provider.removeListener?.('disconnect', onDisconnect)
    provider.removeListener?.('chainChanged', onChain)
  }
}

/** The error if the provider is of another chain than when a subscription began. */
function otherChain(id: string, expected: string): ChainMismatchError {
  return new ChainMismatchError(`The provider is of the chain ${id}, no longer of ${expected}`, {
    expected: { chainId: expected },
    received: { chainId: id },
  })
}

async function askChain(provider: Eip1193Provider): Promise<unknown> {
  return provider.request({ method: 'eth_chainId' })
}

/** A provider rejects with an object with `code` and `message`. */
function errorOf(error: unknown, method: string): unknown {
  const [code, message] = [memberAt(error, 'code'), memberAt(error, 'message')]
  const text = error instanceof Error ? error.message : message
  if (typeof code !== 'number' || typeof text !== 'string') {
    return new TransportError('The provider failed', { operation: method, cause: error })
  }
  return new RpcError({ code, message: text, data: memberAt(error, 'data') }, method)
}
