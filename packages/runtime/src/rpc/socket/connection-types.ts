import type { TransportError } from '../../core/index.js'
import type { CallNote } from '../calls.js'
import type { RpcMethod } from '../method.js'
import type { Observer, PassedOptions } from '../transport.js'
import type { LifelineInit } from './lifeline.js'

export interface ConnectionInit
  extends Pick<
    LifelineInit,
    'url' | 'WebSocket' | 'headers' | 'keepAliveMs' | 'openMs' | 'answerMs'
  > {
  /** The method of the cheap call. */
  readonly ping: string
  /** The connection is no more. */
  ended(error: TransportError): void
}

/** One socket: calls and subscriptions, matched by their ids. */
export interface Connection {
  readonly opened: Promise<void>
  readonly ended: Promise<void>
  readonly alive: boolean
  /** Whether anything ever came. */
  readonly proven: boolean
  /** How many subscriptions it has. */
  readonly load: number
  /** Sends a call. The signal ends the wait only: what was sent was sent. */
  call(method: RpcMethod, params: object, signal: AbortSignal): Promise<unknown>
  /** Like `call`, and what comes later with the same id goes to the observer. */
  listen(method: RpcMethod, params: object, observer: Observer, signal: AbortSignal): Listening
  /** Ends everything on it; `clean` tells the node. */
  end(error: TransportError, clean?: boolean): void
}

export interface Listening {
  readonly acknowledged: Promise<unknown>
  /** No more for this observer. The node is not told. */
  stop(): void
}

/** Finds a connection and works with it; again with the next one when that is lost. */
export type OnConnection = <Place, T>(
  errand: Errand,
  find: () => Promise<Place>,
  work: (place: Place) => Promise<T>,
) => Promise<T>

export interface Errand extends Pick<PassedOptions, 'elsewhere'> {
  /** It may be done again although it may have been done. */
  readonly harmless: boolean
  readonly signal: AbortSignal
  readonly note: CallNote
}
