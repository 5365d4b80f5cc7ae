import type { LiveSubscription } from '../transport.js'
import type { EventQueue } from './queue.js'

/**
 * Decides what a subscription delivers: keeps the place, knows what is missing and how to get it.
 * One cursor serves all connections that a subscription has one after the other.
 */
export interface ResumeCursor {
  /** What was thrown out of a full buffer is fetched again; otherwise the policy counts. */
  readonly refetches: boolean
  /** Everything that was asked for has been delivered. */
  readonly done: boolean
  /** Something has to be fetched before the next event. */
  readonly behind: boolean
  /** Resolves when it is known where the first subscription began. */
  started(live: LiveSubscription): Promise<void>
  /** Delivers or reports what was missed before this subscription was acknowledged. */
  begin(live: LiveSubscription, queue: EventQueue, again: boolean): AsyncGenerator<unknown, void>
  /** Takes the next event that can be delivered at once. */
  next(queue: EventQueue): unknown
  /** Fetches what comes before the next event. */
  fill(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /** After a long silence: gives up a subscription that does not deliver, and delivers instead. */
  verify(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /** The buffer pushed this event out. */
  dropped(event: unknown): void
  /** The subscription is over. */
  end(): void
}

/** Delivers what comes. */
export function plainCursor(): ResumeCursor {
  return {
    refetches: false,
    done: false,
    behind: false,
    async started() {},
    async *begin() {},
    next: (queue) => queue.shift(),
    async *fill() {},
    async *verify() {},
    dropped() {},
    end() {},
  }
}
