import { TransportError } from '../../core/index.js'
import type { LiveSubscription } from '../transport.js'
import type { EventQueue } from './event-queue.js'
import type { Cursor } from './subscription-types.js'

/**
 * What `resume` means for one subscription of a caller: which events are delivered, which are missing, and whether
 * they are fetched, reported or ignored. Serves all consecutive subscriptions at the node, and keeps the position.
 */
export interface ResumeStrategy {
  /** Whether everything that was requested has been delivered. */
  readonly done: boolean
  /** Whether something has to be fetched before the next event. */
  readonly mustFetch: boolean
  /** Delivers or reports what was missed before this subscription; notes where the first one starts. */
  begin(live: LiveSubscription, queue: EventQueue, again: boolean): AsyncGenerator<unknown, void>
  /** Returns the next event that can be delivered immediately. */
  next(queue: EventQueue): unknown
  /** Fetches what comes before the next event. */
  fetchMissing(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /** After a long silence: fetches what a stalled subscription does not deliver, and abandons it. */
  fetchStalled(live: LiveSubscription, queue: EventQueue): AsyncGenerator<unknown, void>
  /**
   * Called for an event that was dropped from the buffer. Without it, the buffer has no policy: a full one is
   * emptied, and its events are fetched again.
   */
  readonly dropped?: (event: unknown) => void
  /** Called when the subscription is over. */
  end(): void
}

/** A marker among events: all events of a height have been delivered. */
export class HeightMark {
  readonly height: number
  /** The position after it. */
  readonly cursor: Cursor

  constructor(height: number, cursor: Cursor) {
    this.height = height
    this.cursor = cursor
  }
}

/** The error that ends a subscription whose node still responds but sends no more events. */
export function stalled(): TransportError {
  return new TransportError('The node stopped delivering events')
}

/** Delivers events as they arrive. */
export function plainStrategy(): ResumeStrategy {
  return {
    done: false,
    mustFetch: false,
    async *begin() {},
    next: (queue) => queue.shift(),
    async *fetchMissing() {},
    async *fetchStalled() {},
    dropped() {},
    end() {},
  }
}
