/*
 * The subscriptions of one WebSocket transport. Who asks for the same query gets the same channel,
 * because the node refuses a second subscription to it on one connection.
 */
import { race, TransportError } from '../core/index.js'
import type { CallScope } from './calls.js'
import { encodeParams } from './codec.js'
import type { Connection, Listening, OnConnection } from './connection-types.js'
import { isRpcError, type RpcError } from './errors.js'
import { normaliseQuery } from './query/parse.js'
import type { LiveSubscription, Observer, SubscribeRequest } from './transport.js'

export interface ChannelsInit {
  /** Subscriptions per connection. */
  readonly limit: number
  readonly calls: CallScope
  main(): Promise<Connection>
  another(): Promise<Connection>
  onConnection: OnConnection
}

export interface Channels {
  join(
    request: SubscribeRequest,
    observer: Observer,
    signal: AbortSignal,
    elsewhere?: boolean,
  ): Promise<LiveSubscription>
}

interface Channel {
  readonly observers: Set<Observer>
  readonly ready: Promise<Seat>
  seat?: Seat
}

/** Where a channel's events come from. */
interface Seat {
  readonly connection: Connection
  readonly listening: Listening
}

export function createChannels(init: ChannelsInit): Channels {
  const channels = new Map<string, Channel>()
  const others = new Set<Connection>()
  /** Connections on which the node took no more. */
  const full = new WeakSet<Connection>()
  let opening: Promise<void> | undefined
  let limit = init.limit

  function open(key: string, request: SubscribeRequest, elsewhere?: boolean): Channel {
    const observers = new Set<Observer>()
    const gone = (error: unknown): void => {
      if (channels.get(key) === channel) channels.delete(key)
      for (const observer of observers) observer.end(error)
      observers.clear()
    }
    const observer: Observer = {
      next(event) {
        for (const one of observers) one.next(event)
      },
      end: gone,
    }
    const channel: Channel = { observers, ready: take(request, observer, elsewhere) }
    channel.ready.then(
      (seat) => {
        channel.seat = seat
        if (observers.size === 0) leave(key, request, channel)
      },
      () => {
        if (channels.get(key) === channel) channels.delete(key)
      },
    )
    channels.set(key, channel)
    return channel
  }

  /** Finds a connection with room, and subscribes there. Its time is not that of one caller. */
  function take(request: SubscribeRequest, observer: Observer, elsewhere?: boolean): Promise<Seat> {
    return init.calls.run(request.method, {}, (signal, note) =>
      init.onConnection(
        { harmless: true, elsewhere, signal, note },
        () => findPlace(request, observer, signal),
        (seat) => settle(seat, request, observer, signal),
      ),
    )
  }

  async function findPlace(
    request: SubscribeRequest,
    observer: Observer,
    signal: AbortSignal,
  ): Promise<Seat> {
    for (;;) {
      const main = await init.main()
      // One place is left free: broadcast_tx_commit subscribes too, on the connection for calls.
      const room = (connection: Connection): boolean =>
        connection.alive &&
        !full.has(connection) &&
        connection.load < (connection === main ? limit - 1 : limit)
      const connection = [main, ...others].find(room)
      if (connection) return sit(connection, request, observer, signal)
      opening ??= init.another().then((other) => {
        others.add(other)
        other.ended.then(() => others.delete(other))
      })
      await opening.finally(() => {
        opening = undefined
      })
    }
  }

  /** Waits for the acknowledgement; moves when the node has other ideas about what is free. */
  async function settle(
    first: Seat,
    request: SubscribeRequest,
    observer: Observer,
    signal: AbortSignal,
  ): Promise<Seat> {
    const { unsubscribe, params } = request
    let seat = first
    for (let attempt = 0; ; attempt++) {
      const { connection, listening } = seat
      try {
        await listening.acknowledged
        return seat
      } catch (error) {
        if (!isRpcError(error) || attempt > 2) throw error
        const most = allowed(error)
        if (most !== undefined) {
          limit = Math.max(1, Math.min(limit, most))
          full.add(connection)
          seat = await findPlace(request, observer, signal)
        } else if (isStale(error)) {
          // Cancelled by the node, but still in its books.
          await connection.call(unsubscribe, encodeParams(unsubscribe, params), signal)
          seat = sit(connection, request, observer, signal)
        } else throw error
      }
    }
  }

  /** The last observer is gone: the node is told, and a connection nobody needs is closed. */
  function leave(key: string, { unsubscribe, params }: SubscribeRequest, channel: Channel): void {
    // Without a seat the answer is still awaited; who asks again until then gets this channel.
    if (!channel.seat) return
    if (channels.get(key) === channel) channels.delete(key)
    const { connection, listening } = channel.seat
    listening.stop()
    full.delete(connection)
    if (!connection.alive) return
    if (others.has(connection) && connection.load === 0) {
      others.delete(connection)
      connection.end(new TransportError('Not used any more', { sent: false }), true)
      return
    }
    const encoded = encodeParams(unsubscribe, params)
    init.calls
      .run(unsubscribe, {}, (signal) => connection.call(unsubscribe, encoded, signal))
      .catch(() => {})
  }

  return {
    async join(request, observer, signal, elsewhere) {
      const key = normaliseQuery(request.query)
      const channel = channels.get(key) ?? open(key, request, elsewhere)
      const own = spelled(observer, request.query)
      channel.observers.add(own)
      const close = (): void => {
        if (channel.observers.delete(own) && channel.observers.size === 0) {
          leave(key, request, channel)
        }
      }
      try {
        const { connection } = await race(channel.ready, signal)
        return {
          call: ({ method, params }, options) =>
            init.calls.run(method, options, (signal) =>
              connection.call(method, encodeParams(method, params), signal),
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

function sit(
  connection: Connection,
  { method, params }: SubscribeRequest,
  observer: Observer,
  signal: AbortSignal,
): Seat {
  const encoded = encodeParams(method, params)
  // What comes first is only delivered when this attempt is the one that counts.
  let early: unknown[] | undefined = []
  const held: Observer = {
    next: (event) => (early ? early.push(event) : observer.next(event)),
    end: (error) => observer.end(error),
  }
  const { acknowledged, stop } = connection.listen(method, encoded, held, signal)
  const released = acknowledged.then(() => {
    for (const event of early ?? []) observer.next(event)
    early = undefined
  })
  return { connection, listening: { acknowledged: released, stop } }
}

/** Passes events on under the spelling of the query that this observer chose. */
function spelled(observer: Observer, query: string): Observer {
  return {
    next(event) {
      const other = typeof event === 'object' && event && 'query' in event && event.query !== query
      observer.next(other ? { ...event, query } : event)
    },
    end: (error) => observer.end(error),
  }
}

/** How many subscriptions the node allows on one connection, when that is what it complains of. */
function allowed({ data }: RpcError): number | undefined {
  const found = /max_subscriptions_per_client (\d+)/.exec(String(data))
  return found ? Number(found[1]) : undefined
}

function isStale({ data }: RpcError): boolean {
  return String(data).includes('already subscribed')
}
