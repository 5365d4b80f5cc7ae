import type { Redact } from '../core/index.js'
import type { RpcMethod } from './method.js'
import type { Follow } from './subscribe/follow-types.js'

/** One call, before anything is encoded: how a value is written depends on the transport. */
export interface RpcRequest {
  readonly method: RpcMethod
  readonly params: object
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Covers everything from queueing to decoding. `Infinity` for none. */
  readonly timeoutMs?: number | undefined
}

/** Hears of the tries of one call, for hooks. */
export interface CallTap {
  /** A try is made; without an address, where the one before was made. */
  began(address?: string): void
  /** The HTTP status of an answer, where it has one, and its length. */
  answered(status: number | undefined, characters: number): void
  /** A try failed; with a pause, the same transport makes another one. */
  failed(error: unknown, waitMs?: number): void
}

/** What a transport around this one says beside it. */
export interface PassedOptions extends CallOptions {
  /** There are other endpoints: this one is not waited for when it is not there. */
  readonly elsewhere?: boolean | undefined
  readonly tap?: CallTap | undefined
}

/** At least one. */
export type Requests = readonly [RpcRequest, ...RpcRequest[]]

/** What a call came to: it has an `error` or a `result`. */
export interface Outcome {
  readonly result?: unknown
  readonly error?: unknown
}

/**
 * How calls reach a node. Anybody can write one.
 *
 * `call` resolves to the `result` of the answer and rejects with `RpcError` (the node answered
 * with an error), `TransportError`, `TimeoutError`, or the reason of the caller's signal. It always
 * settles. A method that is not `safe` is sent at most once.
 */
export interface Transport {
  /** `http`, `uri`, `websocket`, or a name of your own; methods can be tied to the first three. */
  readonly kind: string
  /** No call will be taken any more. */
  readonly closed?: boolean
  call(request: RpcRequest, options?: PassedOptions): Promise<unknown>
  /**
   * Makes calls of `safe` methods in one request, where a transport can do that, and gives what each
   * came to; their errors do not say where. Rejects when all of them failed on the way.
   */
  callAll?(requests: Requests, options?: PassedOptions): Promise<readonly Outcome[]>
  /**
   * Takes the credentials of this transport out of a text, or out of an error, that is about to be shown;
   * gives everything else back as it is.
   */
  readonly redact?: Redact | undefined
  /** Where a transport can choose who to ask: only those of this chain. */
  pinChain?(chainId: string): void
  /** For good: rejects what is in flight. */
  close(): void | Promise<void>
}

/** What to subscribe to, and the method that ends it (same parameters). */
export interface SubscribeRequest extends RpcRequest {
  readonly unsubscribe: RpcMethod
  readonly query: string
}

/** Receives what one subscription delivers. */
export interface Observer {
  /** `size` is the length of the message it came in, where that is known. */
  next(notification: unknown, size?: number): void
  /** Nothing comes any more. Called once, unless the subscriber closed it. */
  end(error: unknown): void
}

/** One acknowledged subscription. It ends with its connection; following on is not its business. */
export interface LiveSubscription {
  /** Calls the very node that delivers the events, so that its answers fit to them. */
  call: Transport['call']
  /** Ends the subscription; the observer hears nothing more. */
  close(): void
  /** The node does not deliver on it any more: ends it for all that share it, with this error. */
  abandon(error: unknown): void
}

/** A transport that also delivers events. */
export interface StreamingTransport extends Transport {
  /**
   * Resolves when the node has acknowledged. Events may reach the observer before that. The
   * signal and the timeout end the wait, not the subscription.
   */
  subscribe(
    request: SubscribeRequest,
    observer: Observer,
    options?: PassedOptions,
  ): Promise<LiveSubscription>
  /**
   * The runtime's `follow`, which makes an endless iterable out of subscriptions. It is a member
   * so that programs without a streaming transport do not carry the code.
   */
  readonly follow: Follow
}

/** What may be shown of a text or an error that has to do with this transport. */
export function redacted<Shown>({ redact }: Pick<Transport, 'redact'>, shown: Shown): Shown {
  return redact ? redact(shown) : shown
}

export function isStreaming(transport: Transport): transport is StreamingTransport {
  return 'subscribe' in transport && 'follow' in transport
}
