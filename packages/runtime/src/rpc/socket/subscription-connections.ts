import { type Ending, race, TransportError } from '../../core/index.js'
import type { TransportCalls } from '../calls/transport-calls.js'
import type { SocketDialect } from '../dialect.js'
import { isRpcError } from '../errors.js'
import type { Observer, SubscribeRequest } from '../transport.js'
import type { ConnectionPool } from './connection-pool.js'
import type { Connection, SentSubscription } from './connection-types.js'
import { retryOnConnection } from './retry-on-connection.js'

export interface SubscriptionConnectionsInit {
  readonly dialect: SocketDialect
  /** The maximum number of subscriptions per connection. */
  readonly limit: number
  readonly calls: TransportCalls<Ending>
  readonly pool: ConnectionPool
}

/** A subscription at the node. */
export interface AssignedSubscription extends SentSubscription {
  readonly connection: Connection
  /** What the server responded. */
  readonly result: unknown
  /** Whether the connection was opened for subscriptions only. */
  readonly extra: boolean
}

/** Where the subscriptions of a transport are: a node limits how many a connection may have. */
export interface SubscriptionConnections {
  /** Subscribes where there is room. Has its own timeout, because callers share it. */
  subscribe(
    request: SubscribeRequest,
    observer: Observer,
    elsewhere?: boolean,
  ): Promise<AssignedSubscription>
  /** Unsubscribes, and closes the connection if it is no longer used. */
  free(assigned: AssignedSubscription, request: SubscribeRequest): void
}

export function createSubscriptionConnections(
  init: SubscriptionConnectionsInit,
): SubscriptionConnections {
  /** Connections on which the node accepts no more subscriptions. */
  const full = new WeakSet<Connection>()
  let opening: Promise<unknown> | undefined
  const { dialect } = init
  let limit = init.limit

  /** Subscribes; on another connection, if the node accepts no more on this one. */
  async function subscribeWithRoom(
    main: Connection,
    request: SubscribeRequest,
    observer: Observer,
    signal: Ending,
  ): Promise<AssignedSubscription> {
    const { unsubscribe, params } = request
    for (let refusals = 0; ; ) {
      const connection = connectionWithRoom(main)
      if (!connection) {
        opening ??= init.pool.openAnother().finally(() => {
          opening = undefined
        })
        await race(opening, signal)
        continue
      }
      // There is no `await` after it was found, or others would find the same free place.
      const sent = connection.subscribe(request, observer, signal)
      try {
        const result = await sent.acknowledged
        return { connection, result, extra: connection !== main, ...sent }
      } catch (error) {
        if (!isRpcError(error) || refusals++ > 2) throw error
        const most = dialect.subscriptionLimit(error)
        if (most !== undefined) {
          limit = Math.max(1, Math.min(limit, most))
          full.add(connection)
        } else if (dialect.isDuplicate(error)) {
          // The node cancelled it, but still has it registered.
          await connection.callAll([{ method: unsubscribe, params }], signal)
        } else throw error
      }
    }
  }

  /** A connection that has room for another subscription. */
  function connectionWithRoom(main: Connection): Connection | undefined {
    // If it was lost, its users get an error.
    if (!main.open) return main
    return [main, ...init.pool.connections].find((connection) => {
      // One subscription is left free on the connection for calls, because some calls subscribe while they
      // run (broadcast_tx_commit).
      const most = connection === main ? limit - 1 : limit
      return connection.open && connection.load < most && !full.has(connection)
    })
  }

  return {
    subscribe: (request, observer, elsewhere) =>
      init.calls.run(request.method, {}, (signal, note) =>
        retryOnConnection(init.pool, { harmless: true, elsewhere, signal, note }, (main) =>
          subscribeWithRoom(main, request, observer, signal),
        ),
      ),
    free(assigned, request) {
      const { connection, result, extra, stop } = assigned
      stop()
      full.delete(connection)
      if (!connection.open) return
      if (extra && connection.load === 0) {
        connection.end(new TransportError('No longer used', { sent: false }), true)
        return
      }
      const { unsubscribe, delivery } = request
      const params = delivery ? delivery.ending(result) : request.params
      init.calls
        .run(unsubscribe, {}, (signal) =>
          connection.callAll([{ method: unsubscribe, params }], signal),
        )
        .catch(() => {})
    },
  }
}
