import type { Ending, TransportError } from '../../core/index.js'
import type { CallNote } from '../calls/call-in-time.js'
import type {
  CallOutcome,
  Observer,
  PassedOptions,
  RpcRequest,
  SubscribeRequest,
} from '../transport.js'
import type { OpenSocketInit } from './open-socket.js'

export interface ConnectionInit
  extends Pick<
    OpenSocketInit,
    | 'url'
    | 'WebSocket'
    | 'headers'
    | 'keepAliveMs'
    | 'maxBodyBytes'
    | 'openMs'
    | 'answerMs'
    | 'opened'
  > {
  /** The method of the cheap call. */
  readonly ping: string
  /** Called when the connection has ended. */
  ended(error: TransportError): void
}

/** One socket: calls and subscriptions, matched by their ids. */
export interface Connection {
  /** Whether it is opened and has not ended. */
  readonly open: boolean
  /** Whether any message was ever received. */
  readonly received: boolean
  /** The number of subscriptions on it. */
  readonly load: number
  /**
   * Sends the calls that have no outcome yet. Rejects if the connection or the wait ends before all of them have
   * one. The signal only ends the wait: a sent message cannot be taken back.
   */
  callAll(
    requests: readonly RpcRequest[],
    signal: Ending,
    outcomes?: CallOutcome[],
  ): Promise<readonly CallOutcome[]>
  /**
   * Sends a call, and later messages with the same id to the observer; with a `delivery`, those that it finds. Those
   * that come before the acknowledgement are delivered after it, and only then.
   */
  subscribe(request: SubscribeMessage, observer: Observer, signal: Ending): SentSubscription
  /** Ends everything on it; `clean` sends a close frame. */
  end(error: TransportError, clean?: boolean): void
}

export type SubscribeMessage = Pick<SubscribeRequest, 'method' | 'params' | 'delivery'>

export interface SentSubscription {
  /** Resolves to the server's response. */
  readonly acknowledged: Promise<unknown>
  /** Stops delivering to the observer, without unsubscribing at the node. */
  stop(): void
}

export interface WorkOptions extends Pick<PassedOptions, 'elsewhere'> {
  /** The work can be repeated safely, even if it may already have been done. */
  readonly harmless: boolean
  readonly signal: Ending
  readonly note: CallNote
}
