import { TransportError } from '../../core/index.js'
import { firstResult } from '../calls/call-and-call-all.js'
import { earlyCharacters, earlyEvents, unacknowledged } from '../limits.js'
import type { CallOutcome, Delivery, Observer } from '../transport.js'
import type { SentSubscription } from './connection-types.js'
import type { Dispatcher } from './dispatch.js'
import type { OpenSocket } from './open-socket.js'

/**
 * Subscribes by the call with this id. Messages with the same id are events, and with a `delivery` those that its
 * receiver takes.
 */
export function subscribeOnConnection(
  socket: OpenSocket,
  dispatcher: Dispatcher,
  id: number,
  delivery: Delivery | undefined,
  observer: Observer,
  subscribe: () => Promise<readonly CallOutcome[]>,
): SentSubscription {
  const receiver = delivery?.receive(id, observer)
  const [early, release] = holdEarly(observer, () =>
    socket.end(new TransportError(unacknowledged, { fault: 'body' })),
  )
  dispatcher.observe(id, early, receiver)
  const stop = (): void => {
    if (dispatcher.unobserve(id) && socket.open) socket.hold(dispatcher.busy)
  }
  const acknowledged = subscribe().then((outcomes) => {
    const result = firstResult(outcomes)
    receiver?.acknowledged(result)
    release()
    return result
  })
  acknowledged.catch(stop)
  return { acknowledged, stop }
}

/** Keeps events that come before the acknowledgement until `release`. */
function holdEarly(
  observer: Observer,
  tooMany: () => void,
): readonly [early: Observer, release: () => void] {
  let held: Parameters<Observer['next']>[] | undefined = []
  let characters = 0
  const early: Observer = {
    next(event, size = 0) {
      if (!held) return observer.next(event, size)
      held.push([event, size])
      characters += size
      if (held.length > earlyEvents || characters > earlyCharacters) tooMany()
    },
    end: observer.end,
  }
  const release = (): void => {
    for (const event of held ?? []) observer.next(...event)
    held = undefined
  }
  return [early, release]
}
