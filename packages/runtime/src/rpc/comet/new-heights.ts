import type { EventQueue } from '../subscribe/event-queue.js'
import type { EventStreamPlan } from '../subscribe/subscription-types.js'
import { type Link, linkIn } from './node-calls.js'
import { payloadOf, positionOf } from './position.js'

/** A marker among events: there is a new height. */
export class NewHeight {
  readonly height: number
  readonly link: Link | undefined

  constructor(height: number, link?: Link) {
    this.height = height
    this.link = link
  }
}

/** Puts a marker into the queue for each new height, from its own subscription to headers. */
export async function subscribeToHeights(
  { transport, source }: EventStreamPlan,
  queue: EventQueue,
  signal: AbortSignal,
): Promise<{ end(): void }> {
  const query = `${source.key}='NewBlockHeader'`
  const { subscribe: method, unsubscribe } = source
  const request = { method, unsubscribe, params: { [source.query]: query }, query }
  const observer = {
    next(event: unknown): void {
      const height = positionOf(event)?.height
      if (height !== undefined) queue.next(new NewHeight(height, linkIn(payloadOf(event))))
    },
    end: queue.end,
  }
  const live = await transport.subscribe(request, observer, { signal })
  return { end: () => live.close() }
}
