import type { RpcError } from './errors.js'
import type { StreamEvents } from './subscribe/subscription-types.js'
import type { Transport } from './transport.js'

/**
 * How a family of servers behaves on a WebSocket beyond JSON-RPC. The document of a package names its dialect
 * with `x-tagwire-dialect`; without one, the server is only known to support JSON-RPC.
 */
export interface SocketDialect {
  /** A cheap method without parameters, called to check that the server responds. */
  readonly ping: string
  /** The maximum number of subscriptions per connection. */
  readonly subscriptionsPerConnection: number
  /** Queries with the same normalised text are the same subscription for the server. */
  normaliseQuery(query: string): string
  /** The maximum number of subscriptions per connection, if the error is about that limit. */
  subscriptionLimit(error: RpcError): number | undefined
  /** Whether the server says that the connection already has this subscription. */
  isDuplicate(error: RpcError): boolean
  /** Turns subscriptions into an endless iterable. */
  readonly streamEvents: StreamEvents
}

/** The state that an endpoint reports about itself. */
export interface EndpointState {
  /** The chain that it serves; endpoints with another chain than the first one are never used. */
  readonly chain?: unknown
  readonly height: number
  readonly catchingUp: boolean
}

/** Asks an endpoint for its state. */
export type AskState = (
  call: Transport['call'],
  options: Parameters<Transport['call']>[1],
) => Promise<EndpointState>
