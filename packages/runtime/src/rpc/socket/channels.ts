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
import type { LiveSubscription, Observer, SubscribeRequest } from '../transport.js'
import type { Connection, Listening, OnConnection } from './connection-types.js'

export interface ChannelsInit {
  readonly dialect: SocketDialect
  /** The maximum number of subscriptions per connection. */
  readonly limit: number
  readonly calls: CallScope<Ending>
  main(): Connection | Promise<Connection>
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
interface Slot {
  readonly connection: Connection
  readonly listening: Listening
}

export function createChannels(init: ChannelsInit): Channels {
  const channels = new Map<string, Channel>()
  const others = new Set<Connection>()
  /** Connections on which the node accepts no more subscriptions. */
  const full = new WeakSet<Connection>()
  let opening: Promise<void> | undefined
  const { dialect } = init
  let limit = init.limit

  function open(key: string, request: SubscribeRequest, elsewhere?: boolean): Channel {
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
    const channel: Channel = { observers, ready: acquire(request, observer, elsewhere) }
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

  /** Finds a connection with room and subscribes there. Has its own timeout, because callers share it. */
  function acquire(
    request: SubscribeRequest,
    observer: Observer,
    elsewhere?: boolean,
  ): Promise<Slot> {
    return init.calls.run(request.method, {}, (signal, note) =>
      init.onConnection(
        { harmless: true, elsewhere, signal, note },
        () => findSlot(request, observer, signal),
        (slot) => settle(slot, request, observer, signal),
      ),
    )
  }

  async function findSlot(
    request: SubscribeRequest,
    observer: Observer,
    signal: Ending,
  ): Promise<Slot> {
    for (;;) {
      const main = await init.main()
      // Connecting may take longer than anybody waits.
      signal.throwIfAborted()
      // One subscription is left free, because broadcast_tx_commit subscribes on the main connection too.
      const room = (connection: Connection): boolean =>
        connection.alive &&
        !full.has(connection) &&
        connection.load < (connection === main ? limit - 1 : limit)
      const connection = [main, ...others].find(room)
      if (connection) return subscribeOn(connection, request, observer, signal)
      opening ??= init.another().then((other) => {
        others.add(other)
        other.ended.then(() => others.delete(other))
      })
      await opening.finally(() => {
        opening = undefined
      })
    }
  }

  /** Waits for the acknowledgement; moves to another connection if the node accepts no more on this one. */
  async function settle(
    first: Slot,
    request: SubscribeRequest,
    observer: Observer,
    signal: Ending,
  ): Promise<Slot> {
    const { unsubscribe, params } = request
    let slot = first
    for (let attempt = 0; ; attempt++) {
      const { connection, listening } = slot
      try {
        await listening.acknowledged
        return slot
      } catch (error) {
        if (!isRpcError(error) || attempt > 2) throw error
        const most = dialect.subscriptionLimit(error)
        if (most !== undefined) {
          limit = Math.max(1, Math.min(limit, most))
          full.add(connection)
          slot = await findSlot(request, observer, signal)
        } else if (dialect.isDuplicate(error)) {
          // The node cancelled it, but still has it registered.
          await connection.callAll([encoded({ method: unsubscribe, params })], signal)
          slot = subscribeOn(connection, request, observer, signal)
        } else throw error
      }
    }
  }

  /** Unsubscribes after the last observer has left, and closes the connection if it is no longer used. */
  function leave(key: string, { unsubscribe, params }: SubscribeRequest, channel: Channel): void {
    // Without a slot the acknowledgement is pending; a new caller for the query gets this channel until then.
    if (!channel.slot) return
    if (channels.get(key) === channel) channels.delete(key)
    const { connection, listening } = channel.slot
    listening.stop()
    full.delete(connection)
    if (!connection.alive) return
    if (others.has(connection) && connection.load === 0) {
      others.delete(connection)
      connection.end(new TransportError('Not used any more', { sent: false }), true)
      return
    }
    const request = encoded({ method: unsubscribe, params })
    init.calls
      .run(unsubscribe, {}, (signal) => connection.callAll([request], signal))
      .catch(() => {})
  }

  return {
    async join(request, observer, signal, elsewhere) {
      const key = dialect.normaliseQuery(request.query)
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
          ...callsBy((requests, options, read) =>
            init.calls.run(requests[0].method, options, async (signal, { tap }) =>
              read(await connection.callAll(requests.map(encoded), signal, tap)),
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

/** Limits of what may arrive before the acknowledgement. */
const earlyEvents = 1024
const earlyCharacters = 67_108_864

function subscribeOn(
  connection: Connection,
  { method, params }: SubscribeRequest,
  observer: Observer,
  signal: Ending,
): Slot {
  const encoded = messageParams(method, params)
  // Early events are only delivered if this attempt is acknowledged.
  const early: (readonly [event: unknown, size: number | undefined])[] = []
  let earlySize = 0
  let counts = false
  const held: Observer = {
    next(event, size = 0) {
      if (counts) return observer.next(event, size)
      early.push([event, size])
      earlySize += size
      if (early.length > earlyEvents || earlySize > earlyCharacters) {
        const message = 'The server sends events without acknowledging the subscription'
        connection.end(new TransportError(message, { fault: 'body' }))
      }
    },
    end: (error) => observer.end(error),
  }
  const { acknowledged, stop } = connection.listen(method, encoded, held, signal)
  const released = acknowledged.then(() => {
    counts = true
    for (const [event, size] of early.splice(0)) observer.next(event, size)
  })
  // The caller may have been aborted before it listens.
  released.catch(() => {})
  return { connection, listening: { acknowledged: released, stop } }
}

/** Passes events on with the query as this observer wrote it. */
function spelled(observer: Observer, query: string): Observer {
  return {
    next(event, size) {
      const other = typeof event === 'object' && event && 'query' in event && event.query !== query
      observer.next(other ? { ...event, query } : event, size)
    },
    end: (error) => observer.end(error),
  }
}
