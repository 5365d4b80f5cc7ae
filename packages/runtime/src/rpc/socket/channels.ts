/*
 * The subscriptions of one WebSocket transport. Subscribers to the same query share a channel,
 * because the node rejects a second subscription to it on one connection.
 */
import { type Ending, race, TransportError } from '../../core/index.js'
import type { CallScope } from '../calls.js'
import { encoded, messageParams } from '../codec.js'
import type { SocketDialect } from '../dialect.js'
import { isRpcError } from '../errors.js'
import { callsBy } from '../together.js'
import {
  type LiveSubscription,
  type Observer,
  type SubscribeRequest,
  sendAttempt,
} from '../transport.js'
import type { Connection, Listening, OnConnection } from './connection-types.js'

export interface ChannelsInit {
  readonly dialect: SocketDialect
  /** The maximum number of subscriptions per connection. */
  readonly limit: number
  readonly calls: CallScope<Ending>
  /** All connections of the transport. */
  readonly connections: ReadonlySet<Connection>
  another(): Promise<Connection>
  onConnection: OnConnection
}

export interface Channels {
  join(
    request: SubscribeRequest,
    observer: Observer,
    signal: Ending,
    elsewhere?: boolean,
  ): Promise<LiveSubscription>
}

interface Channel {
  readonly observers: Set<Observer>
  readonly ready: Promise<Slot>
  slot?: Slot
}

/** The source of a channel's events. */
interface Slot extends Listening {
  readonly connection: Connection
  /** What the server responded. */
  readonly result: unknown
  /** Whether the connection was opened for subscriptions only. */
  readonly extra: boolean
}

export function createChannels(init: ChannelsInit): Channels {
  const channels = new Map<unknown, Channel>()
  /** Connections on which the node accepts no more subscriptions. */
  const full = new WeakSet<Connection>()
  let opening: Promise<unknown> | undefined
  const { dialect } = init
  let limit = init.limit

  function openChannel(key: unknown, request: SubscribeRequest, elsewhere?: boolean): Channel {
    const observers = new Set<Observer>()
    const gone = (error: unknown): void => {
      if (channels.get(key) === channel) channels.delete(key)
      for (const observer of observers) observer.end(error)
      observers.clear()
    }
    const observer: Observer = {
      next(event, size) {
        for (const one of observers) one.next(event, size)
      },
      end: gone,
    }
    const channel: Channel = { observers, ready: subscribeChannel(request, observer, elsewhere) }
    channel.ready.then(
      (slot) => {
        channel.slot = slot
        if (observers.size === 0) leave(key, request, channel)
      },
      () => {
        if (channels.get(key) === channel) channels.delete(key)
      },
    )
    channels.set(key, channel)
    return channel
  }

  /** Subscribes where there is room. Has its own timeout, because callers share it. */
  function subscribeChannel(
    request: SubscribeRequest,
    observer: Observer,
    elsewhere?: boolean,
  ): Promise<Slot> {
    return init.calls.run(request.method, {}, (signal, note) =>
      init.onConnection({ harmless: true, elsewhere, signal, note }, (main) =>
        subscribeWith(main, request, observer, signal),
      ),
    )
  }

  /** Subscribes; on another connection, if the node accepts no more on this one. */
  async function subscribeWith(
    main: Connection,
    request: SubscribeRequest,
    observer: Observer,
    signal: Ending,
  ): Promise<Slot> {
    const { method, unsubscribe, params } = request
    for (let refusals = 0; ; ) {
      const connection = roomBeside(main)
      if (!connection) {
        opening ??= init.another().finally(() => {
          opening = undefined
        })
        await race(opening, signal)
        continue
      }
      // There is no `await` after it was found, or others would find the same free place.
      const written = { ...request, params: messageParams(method, params) }
      const listening = connection.listen(written, observer, signal)
      try {
        const result = await listening.acknowledged
        return { connection, result, extra: connection !== main, ...listening }
      } catch (error) {
        if (!isRpcError(error) || refusals++ > 2) throw error
        const most = dialect.subscriptionLimit(error)
        if (most !== undefined) {
          limit = Math.max(1, Math.min(limit, most))
          full.add(connection)
        } else if (dialect.isDuplicate(error)) {
          // The node cancelled it, but still has it registered.
          await connection.callAll([encoded({ method: unsubscribe, params })], signal)
        } else throw error
      }
    }
  }

  /** A connection that has room for another subscription. */
  function roomBeside(main: Connection): Connection | undefined {
    // If it was lost, its users get an error.
    if (!main.open) return main
    return [main, ...init.connections].find((connection) => {
      // One subscription is left free on the connection for calls, because some calls subscribe while they
      // run (broadcast_tx_commit).
      const most = connection === main ? limit - 1 : limit
      return connection.open && connection.load < most && !full.has(connection)
    })
  }

  /** Unsubscribes after the last observer has left, and closes the connection if it is no longer used. */
  function leave(key: unknown, request: SubscribeRequest, channel: Channel): void {
    // Without a slot the acknowledgement is pending; a new caller for the query gets this channel until then.
    if (!channel.slot) return
    if (channels.get(key) === channel) channels.delete(key)
    const { connection, result, extra, stop } = channel.slot
    stop()
    full.delete(connection)
    if (!connection.open) return
    if (extra && connection.load === 0) {
      connection.end(new TransportError('No longer used', { sent: false }), true)
      return
    }
    const { unsubscribe, delivery } = request
    const params = delivery ? delivery.ending(result) : request.params
    const message = encoded({ method: unsubscribe, params })
    init.calls
      .run(unsubscribe, {}, (signal) => connection.callAll([message], signal))
      .catch(() => {})
  }

  return {
    async join(request, observer, signal, elsewhere) {
      const key = request.delivery ? request : dialect.normaliseQuery(request.query)
      const channel = channels.get(key) ?? openChannel(key, request, elsewhere)
      const own = request.delivery ? observer : withOwnQuery(observer, request.query)
      channel.observers.add(own)
      const close = (): void => {
        if (channel.observers.delete(own) && channel.observers.size === 0) {
          leave(key, request, channel)
        }
      }
      try {
        const { connection } = await race(channel.ready, signal)
        return {
          ...callsBy((requests, options, read) =>
            init.calls.run(requests[0].method, options, async (signal, note) =>
              read(
                await sendAttempt(note, requests, (all) =>
                  connection.callAll(all.map(encoded), signal),
                ),
              ),
            ),
          ),
          close,
          abandon(error) {
            const sharing = [...channel.observers]
            channel.observers.clear()
            if (sharing.length > 0) leave(key, request, channel)
            for (const one of sharing) one.end(error)
          },
        }
      } catch (error) {
        close()
        throw error
      }
    },
  }
}

/**
 * Passes events on with the query as this observer wrote it: CometBFT repeats the spelling of the first
 * subscriber.
 */
function withOwnQuery(observer: Observer, query: string): Observer {
  return {
    next(event, size) {
      const other = typeof event === 'object' && event && 'query' in event && event.query !== query
      observer.next(other ? { ...event, query } : event, size)
    },
    end: (error) => observer.end(error),
  }
}
