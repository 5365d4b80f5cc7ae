import type {
  AttemptRequest,
  callerKey,
  FetchInit,
  HeadersOption,
  Redact,
  RetryOptions,
  serverUrl,
  Validate,
} from '../core/index.js'
import type { RpcMethod } from './method.js'
import type { StreamEvents } from './subscribe/subscription-types.js'

/** One call before encoding, which depends on the transport. */
export interface RpcRequest {
  readonly method: RpcMethod
  readonly params: object
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The timeout of everything from queueing to decoding; `Infinity` for none. */
  readonly timeoutMs?: number | undefined
  /** Only methods that are safe are retried, over HTTP; a socket reconnects instead. */
  readonly retry?: false | RetryOptions | undefined
  /** Only over HTTP. A call with headers of its own is not sent in a batch. */
  readonly headers?: HeadersOption | undefined
  /** Validates the result against the document. */
  readonly validate?: Validate | undefined
  /** What else `fetch` takes on this platform; only over HTTP. */
  readonly init?: FetchInit | undefined
}

/** Sends calls, and resolves to an outcome for each. */
export type SendAll = (requests: Requests) => Promise<readonly CallOutcome[]>

/** What is around the calls of a transport: middleware, and hooks as a use of it. */
export interface Around {
  /** Sends the calls of one attempt, each through the middleware: `send` gets what that made of them. */
  messages(
    requests: Requests,
    address: string | undefined,
    send: SendAll,
  ): Promise<readonly CallOutcome[]>
  /** Sends an HTTP request, with one call or several, through the middleware. */
  request?(
    request: AttemptRequest,
    send: (request: AttemptRequest) => Promise<Response>,
  ): Promise<Response>
  /** Subscribes at one server. */
  subscribe?(
    request: SubscribeRequest,
    address: string | undefined,
    send: () => Promise<LiveSubscription>,
  ): Promise<LiveSubscription>
  /** An attempt failed, and the same transport makes another one after a pause. */
  retry?(error: unknown, waitMs: number): void
}

/** Additional options from an outer transport. */
export interface PassedOptions extends CallOptions {
  /** There are other endpoints, so do not wait for this one if it is unreachable. */
  readonly elsewhere?: boolean | undefined
  /** A pause that a server asks for ends by then, on the performance clock, or the call fails; usually when it ends. */
  readonly pauseBy?: number | undefined
  /** Only for transports that make attempts. */
  readonly around?: Around | undefined
}

/** Options of several calls that are made together. */
export interface TogetherOptions extends PassedOptions {
  /** The maximum number of calls in one request, for transports that combine several calls. */
  readonly size?: number | undefined
  /**
   * Whether the outcomes are all that was asked for; throws if they cannot be. A transport with several nodes then asks
   * the next one.
   */
  readonly hasAll?: ((outcomes: readonly CallOutcome[]) => boolean) | undefined
}

/** At least one. */
export type Requests = readonly [RpcRequest, ...RpcRequest[]]

/** The outcome of a call, with a `result` or an `error`. */
export interface CallOutcome {
  readonly result?: unknown
  readonly error?: unknown
  /** The HTTP status, if there is one. */
  readonly status?: number | undefined
  /** The length of the answer, if it is known. */
  readonly size?: number | undefined
}

/**
 * Carries calls to a node. You can write your own.
 *
 * `call` resolves to the `result` of the response and rejects with `RpcError` (the node responded
 * with an error), `TransportError`, `TimeoutError`, or the reason of the caller's signal. It always
 * settles. A method that is not `safe` is sent at most once.
 */
export interface Transport {
  /** `http`, `uri`, `websocket`, or a custom name; methods can be restricted to the first three. */
  readonly kind: string
  /** The server, as errors name it. */
  readonly address?: string | undefined
  /** The whole URL of the server. A function, so that printing the transport does not show credentials in it. */
  readonly [serverUrl]?: (() => string) | undefined
  /** Its own headers. A function, for the same reason. */
  readonly [callerKey]?: (() => unknown) | undefined
  /** The timeout of calls that have none of their own. */
  readonly timeoutMs?: number
  /**
   * Whether the transport sends each attempt of a call through the option `around`. If not, that is done once for each
   * call, around the transport.
   */
  readonly attempts?: boolean
  /** Whether the transport was closed and accepts no more calls. */
  readonly closed?: boolean
  /**
   * Identifies the current connection, if the transport has one: a different value for each, `undefined`
   * while there is none.
   */
  readonly connection?: unknown
  call(request: RpcRequest, options?: PassedOptions): Promise<unknown>
  /**
   * Makes several calls of `safe` methods with one deadline, in as few requests as possible. Rejects only
   * if all of them failed without a response; other errors are in the outcomes, without the address.
   */
  callAll?(requests: Requests, options?: TogetherOptions): Promise<readonly CallOutcome[]>
  /**
   * Whether `callAll` sends each call as a message of its own, as `websocket` does, so that large groups cost
   * no more.
   */
  readonly ownMessages?: boolean
  /**
   * Removes the credentials of this transport from a text or an error that is about to be shown;
   * returns everything else as it is.
   */
  readonly redact?: Redact | undefined
  /** Restricts a transport that chooses between nodes to those of this chain. */
  pinChain?(chainId: string): void
  /**
   * Passes each response to the transport's own checks of its nodes to `see`; a node for which `see` throws
   * is not used. Replaces a function given earlier under the same key.
   */
  checkNodes?(key: string, see: (state: unknown) => void): void
  /** Closes the transport for good and rejects calls in flight. */
  close(): void | Promise<void>
}

/** What to subscribe to, and the method that unsubscribes; with the same parameters, unless `delivery` has others. */
export interface SubscribeRequest extends RpcRequest {
  readonly unsubscribe: RpcMethod
  readonly query: string
  /** Set if the server gives each subscription an id of its own. Such a subscription is never shared. */
  readonly delivery?: Delivery | undefined
}

/** How messages of the server find the subscription that they are for. */
export interface Delivery {
  /** Starts to look for messages of the subscription that is requested with this id. */
  receive(id: unknown, observer: Observer): Receiver
  /** The parameters of the method that unsubscribes, by what the server responded to the one that subscribes. */
  ending(acknowledged: unknown): object
}

export interface Receiver {
  /** Whether the message, which is that long, is only for this subscription. */
  accepts(message: unknown, size: number): boolean
  /** The server has accepted the subscription; this is its response. */
  acknowledged(result: unknown): void
}

/** Receives the notifications of one subscription. */
export interface Observer {
  /** `size` is the length of its message, if known. */
  next(notification: unknown, size?: number): void
  /** There are no further notifications. Called once, unless the subscriber closed it. */
  end(error: unknown): void
}

/** One acknowledged subscription. It ends with its connection and does not resume. */
export interface LiveSubscription {
  /** Calls the node that delivers the events, so that results are consistent with them. */
  call: Transport['call']
  /** Makes several calls of `safe` methods to that node, where its transport can make them together. */
  readonly callAll?: Transport['callAll'] | undefined
  /** Ends the subscription; the observer receives nothing more. */
  close(): void
  /** Ends the subscription for all observers that share it with this error, because the node stalled. */
  abandon(error: unknown): void
}

/** A transport that also delivers events. */
export interface StreamingTransport extends Transport {
  /**
   * Resolves when the node has acknowledged the subscription. Events reach the observer after the
   * acknowledgement, but possibly before the promise resolves. The signal and the timeout end the wait, not
   * the subscription.
   */
  subscribe(
    request: SubscribeRequest,
    observer: Observer,
    options?: PassedOptions,
  ): Promise<LiveSubscription>
  /**
   * Turns subscriptions into an endless iterable. It is a member
   * so that programs without a streaming transport do not bundle the code.
   */
  readonly streamEvents: StreamEvents
}

/** Sends the calls of one attempt, through the middleware if there is any. */
export function sendAttempt(
  {
    around,
    address,
  }: { readonly around?: Around | undefined; readonly address?: string | undefined },
  requests: Requests,
  send: SendAll,
): Promise<readonly CallOutcome[]> {
  return around ? around.messages(requests, address, send) : send(requests)
}

/** A text or an error without the transport's credentials. */
export function redacted<Shown>({ redact }: Pick<Transport, 'redact'>, shown: Shown): Shown {
  return redact ? redact(shown) : shown
}

export function isStreaming(transport: Transport): transport is StreamingTransport {
  return 'subscribe' in transport && 'streamEvents' in transport
}
