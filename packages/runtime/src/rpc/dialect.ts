import type { RpcError } from './errors.js'
import type { Follow } from './subscribe/follow-types.js'
import type { Transport } from './transport.js'

/**
 * What a family of servers does on a WebSocket beyond JSON-RPC. The document of a package names its
 * dialect by `x-tagwire-dialect`; without one, {@link plainDialect} counts.
 */
export interface SocketDialect {
  /** A method without parameters that is answered at once, to learn whether anybody is there. */
  readonly ping: string
  /** Subscriptions that one connection may have. */
  readonly subscriptionsPerConnection: number
  /** Queries with the same text here are the same subscription for the server. */
  normaliseQuery(query: string): string
  /** How many subscriptions one connection may have, when that is what the error is about. */
  subscriptionLimit(error: RpcError): number | undefined
  /** Whether the server says that the connection already has this subscription. */
  isDuplicate(error: RpcError): boolean
  /** Makes an endless iterable out of subscriptions. */
  readonly follow: Follow
}

/** What an endpoint says of itself. */
export interface EndpointState {
  /** What it serves: endpoints that serve something else than the first one are never used. */
  readonly chain?: unknown
  readonly height: number
  readonly catchingUp: boolean
}

/** Asks an endpoint how far it has come. */
export type AskState = (
  call: Transport['call'],
  options: Parameters<Transport['call']>[1],
) => Promise<EndpointState>
