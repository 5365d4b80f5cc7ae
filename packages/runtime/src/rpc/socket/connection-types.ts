import type { TransportError } from '../../core/index.js'
import type { CallNote } from '../calls.js'
import type { RpcMethod } from '../method.js'
import type { Observer, PassedOptions } from '../transport.js'
import type { LifecycleInit } from './lifecycle.js'

export interface ConnectionInit
  extends Pick<
    LifecycleInit,
    'url' | 'WebSocket' | 'headers' | 'keepAliveMs' | 'openMs' | 'answerMs'
  > {
  /** The method of the cheap call. */
  readonly ping: string
  /** Called when the connection has ended. */
  ended(error: TransportError): void
}

/** One socket: calls and subscriptions, matched by their ids. */
export interface Connection {
  readonly opened: Promise<void>
  readonly ended: Promise<void>
  readonly alive: boolean
  /** Whether any message was ever received. */
  readonly proven: boolean
  /** The number of subscriptions on it. */
  readonly load: number
  /** Sends a call. The signal only ends the wait: a sent message cannot be taken back. */
  call(method: RpcMethod, params: object, signal: AbortSignal): Promise<unknown>
  /** Like `call`, and sends later messages with the same id to the observer. */
  listen(method: RpcMethod, params: object, observer: Observer, signal: AbortSignal): Listening
  /** Ends everything on it; `clean` sends a close frame. */
  end(error: TransportError, clean?: boolean): void
}

export interface Listening {
  readonly acknowledged: Promise<unknown>
  /** Stops delivering to the observer, without unsubscribing at the node. */
  stop(): void
}

/** Runs work on a connection, and again on the next one if that is lost. */
export type OnConnection = <Place, T>(
  errand: Errand,
  find: () => Promise<Place>,
  work: (place: Place) => Promise<T>,
) => Promise<T>

export interface Errand extends Pick<PassedOptions, 'elsewhere'> {
  /** The work may be repeated even if it may have been done already. */
  readonly harmless: boolean
  readonly signal: AbortSignal
  readonly note: CallNote
}
