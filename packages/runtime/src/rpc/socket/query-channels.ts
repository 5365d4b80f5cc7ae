/*
 * The subscriptions of one WebSocket transport. Subscribers to the same query share a channel,
 * because the node rejects a second subscription to it on one connection.
 */
import { type Ending, race } from '../../core/index.js'
import { callAndCallAll } from '../calls/call-and-call-all.js'
import {
  type LiveSubscription,
  type Observer,
  type SubscribeRequest,
  sendAttempt,
} from '../transport.js'
import {
  type AssignedSubscription,
  createSubscriptionConnections,
  type SubscriptionConnectionsInit,
} from './subscription-connections.js'

export interface QueryChannels {
  join(
    request: SubscribeRequest,
    observer: Observer,
    signal: Ending,
    elsewhere?: boolean,
  ): Promise<LiveSubscription>
}

interface Channel {
  readonly observers: Set<Observer>
  readonly ready: Promise<AssignedSubscription>
  assigned?: AssignedSubscription
}

export function createQueryChannels(init: SubscriptionConnectionsInit): QueryChannels {
  const channels = new Map<unknown, Channel>()
  const connections = createSubscriptionConnections(init)

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
    const channel: Channel = {
      observers,
      ready: connections.subscribe(request, observer, elsewhere),
    }
    channel.ready.then(
      (assigned) => {
        channel.assigned = assigned
        if (observers.size === 0) leave(key, request, channel)
      },
      () => {
        if (channels.get(key) === channel) channels.delete(key)
      },
    )
    channels.set(key, channel)
    return channel
  }

  /** Unsubscribes after the last observer has left. */
  function leave(key: unknown, request: SubscribeRequest, channel: Channel): void {
    // Without one the acknowledgement is pending; a new caller for the query gets this channel until then.
    if (!channel.assigned) return
    if (channels.get(key) === channel) channels.delete(key)
    connections.free(channel.assigned, request)
  }

  return {
    async join(request, observer, signal, elsewhere) {
      const key = request.delivery ? request : init.dialect.normaliseQuery(request.query)
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
          ...callAndCallAll((requests, options, read) =>
            init.calls.run(requests[0].method, options, async (signal, note) =>
              read(await sendAttempt(note, requests, (all) => connection.callAll(all, signal))),
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
