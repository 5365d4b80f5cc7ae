import type { LiveSubscription } from '../transport.js'
import type { EventQueue } from './queue.js'

/**
 * Decides what a subscription delivers: keeps the position, and knows what is missing and how to fetch it.
 * One cursor serves all consecutive connections of a subscription.
 */
export interface ResumeCursor {
  /** Whether everything that was requested has been delivered. */
  readonly done: boolean
  /** Whether something has to be fetched before the next event. */
  readonly behind: boolean
  /** Delivers or reports what was missed before this subscription; notes where the first one starts. */
  begin(live: LiveSubscription, queue: EventQueue, again: boolean): AsyncGenerator<unknown, void>
  /** Returns the next event that can be delivered immediately. */
  next(queue: EventQueue): unknown
  /** Fetches what comes before the next event. */
  fill(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /** After a long silence: fetches what a stalled subscription does not deliver, and abandons it. */
  verify(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /**
   * Called for an event that was dropped from the buffer. Without it, the buffer has no policy: a full one is
   * emptied, and its events are fetched again.
   */
  readonly dropped?: (event: unknown) => void
  /** Called when the subscription is over. */
  end(): void
}

/** Delivers events as they arrive. */
export function plainCursor(): ResumeCursor {
  return {
    done: false,
    behind: false,
    async *begin() {},
    next: (queue) => queue.shift(),
    async *fill() {},
    async *verify() {},
    dropped() {},
    end() {},
  }
}
