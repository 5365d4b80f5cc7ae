import { memberAt, TransportError, valueAt } from '../../core/index.js'
import { earlyCharacters, earlyEvents, unacknowledged } from '../limits.js'
import type { Delivery, Observer, Receiver } from '../transport.js'

/** How notifications name their subscription, and where their payload is. */
export interface Notified {
  /** The method of the notifications. */
  readonly method: string
  /** Pointers into their parameters. */
  readonly id: string
  readonly payload: string
  /** The parameter of the method that unsubscribes which takes the id. */
  readonly ends: string
}

/** The response is the id of the subscription, and its notifications are calls of a method without an id. */
export function notifiedBy({ method, id, payload, ends }: Notified): Delivery {
  return {
    receive(_, observer) {
      let subscription: string | undefined
      let early: [params: unknown, size: number][] = []
      let earlySize = 0
      function hold(params: unknown, size: number): void {
        early.push([params, size])
        earlySize += size
        if (early.length > earlyEvents || earlySize > earlyCharacters) {
          observer.end(new TransportError(unacknowledged, { fault: 'body' }))
        }
      }
      function take(params: unknown, size: number): boolean {
        if (keyOf(valueAt(params, id)) !== subscription) return false
        passOn(observer, params, payload, size)
        return true
      }
      return {
        accepts(message, size) {
          if (memberAt(message, 'method') !== method) return false
          const params = memberAt(message, 'params')
          if (subscription !== undefined) return take(params, size)
          // Its id is not known yet, so the message may also be for another subscription.
          hold(params, size)
          return false
        },
        acknowledged(result) {
          subscription = keyOf(result)
          for (const held of early) take(...held)
          early = []
        },
      }
    },
    ending: (acknowledged) => ({ [ends]: acknowledged }),
  }
}

/** Notifications are responses with the id of the request that subscribed. The pointer leads into the response. */
export function answeredAgain(payload: string, ends?: string): Delivery {
  return {
    receive(id, observer): Receiver {
      let isAnswered = false
      return {
        accepts(message, size) {
          // An error with this id refuses the subscription, or ends it.
          if (memberAt(message, 'id') !== id || memberAt(message, 'error')) return false
          // The first one is the acknowledgement. Events may come with it, before anybody could hear of it.
          const isEvent = isAnswered
          isAnswered = true
          if (isEvent) passOn(observer, message, payload, size)
          return isEvent
        },
        acknowledged() {},
      }
    },
    ending: (acknowledged) => (ends === undefined ? {} : { [ends]: acknowledged }),
  }
}

/** Servers use texts and numbers as ids. */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? ''
}

function passOn(observer: Observer, from: unknown, pointer: string, size: number): void {
  const payload = pointer === '' ? from : valueAt(from, pointer)
  if (payload !== undefined) {
    observer.next(payload, size)
    return
  }
  const message = `A notification has nothing at ${pointer}`
  observer.end(
    new TransportError(message, { fault: 'body', body: JSON.stringify(from).slice(0, 200) }),
  )
}
