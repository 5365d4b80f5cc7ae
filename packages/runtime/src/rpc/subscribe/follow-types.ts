import type { Gap } from '../errors.js'
import type { IntegerInput, RpcMethod } from '../method.js'
import type { StreamingTransport } from '../transport.js'

/**
 * What happens when a subscription breaks off: `backfill` fetches what was missed, `reconnect`
 * subscribes again and tells `onGap`, `none` ends the iterator with the error.
 */
export type ResumeMode = 'backfill' | 'reconnect' | 'none'

export interface BufferOptions {
  /** How many events may wait to be taken. @default 256 */
  readonly size?: number | undefined
  /** How long the messages they came in may be together. @default 67108864 */
  readonly characters?: number | undefined
  /**
   * What one more does: end the iterator, or push out the oldest (and tell `onGap`). With `backfill`
   * neither: a full buffer is emptied, and what was in it is fetched when its turn comes.
   */
  readonly policy?: 'error' | 'drop-oldest' | undefined
}

/**
 * A place in a chain, between events: at the first event of `height` with this index or a later one.
 * The `cursor` of an event is the place right behind it.
 */
export interface Cursor {
  readonly height: number
  /** Of the events of one kind at that height, the first has index 0. */
  readonly index: number
}

/** An event, and where to go on after it. */
export type Placed<Event> = Event & {
  /**
   * `from: event.cursor` delivers what comes after this event. Only there for kinds of events that
   * can be backfilled. It is not enumerable: printing and copying the event show what travelled.
   */
  readonly cursor?: Cursor
}

/** All events of one height. */
export interface HeightEvents<Event> {
  readonly height: number
  /** In order; empty when none fits the query. */
  readonly events: readonly Event[]
  /** `from: cursor` goes on with the next height. */
  readonly cursor: Cursor
}

export interface SubscribeOptions {
  readonly signal?: AbortSignal | undefined
  readonly resume?: ResumeMode | undefined
  /**
   * Where to begin: a height, a place, or the `cursor` of an event that was dealt with. What has
   * passed is fetched. Only with `backfill`.
   */
  readonly from?: IntegerInput | Cursor | undefined
  /** The last height; the iterator ends after it. Only with `backfill`. */
  readonly to?: IntegerInput | undefined
  /** `height` delivers one item for each height, also where no event fits. Only with `backfill`. */
  readonly by?: 'event' | 'height' | undefined
  /**
   * Hears of each height, in order, once all of its events have been taken and the next item is
   * asked for; also of heights without any. Only with `backfill`.
   */
  readonly onComplete?: ((height: number) => void) | undefined
  /** A number is the size. */
  readonly buffer?: number | BufferOptions | undefined
  /**
   * After so much silence it is checked whether events should have come, because a node can stop
   * delivering without a word. `backfill` fetches them and subscribes anew. The other modes notice
   * it for queries of all blocks, headers or block events, which come with every height, and treat
   * it as a lost connection; for other kinds and narrower queries silence means nothing. 0 for
   * never. @default 15000
   */
  readonly quietMs?: number | undefined
  /** Hears of heights of which events are missing. */
  readonly onGap?: ((gap: Gap) => void) | undefined
}

/**
 * The events of one query. Subscribes when it is made. Leaving the loop, `return()`, `await using`
 * and the signal unsubscribe.
 */
export interface Subscription<T> extends AsyncIterableIterator<T> {
  /** Resolves when the node has acknowledged for the first time. */
  readonly ready: Promise<void>
  next(): Promise<IteratorResult<T, undefined>>
  return(): Promise<IteratorResult<T, undefined>>
  [Symbol.asyncIterator](): Subscription<T>
  [Symbol.asyncDispose](): Promise<void>
}

/** What is looked at in answers of `status`. */
export interface NodeCheck {
  /** The chain that events have to be of. */
  readonly chainId?: string | undefined
  /** Asks each node that delivers events, and not only those that are asked anyway. */
  readonly asks: boolean
  /** Throws when it is not the node to ask. */
  readonly see: (status: unknown) => void
}

/** What the document says about subscribing. */
export interface EventSource {
  readonly subscribe: RpcMethod
  readonly unsubscribe: RpcMethod
  /** The parameter that holds the query. */
  readonly query: string
  /** The key of a query whose value is the kind of event. */
  readonly key: string
  /** How to go on, by kind of event. */
  readonly kinds: Readonly<Record<string, ResumeMode>>
  readonly node?: NodeCheck | undefined
  /** The name of the validator of what arrives. */
  readonly validator?: string | undefined
}

/** A query as text or as `eventQuery` makes it. */
export type QueryInput = string | { readonly kind: string; toString(): string }

export interface FollowPlan {
  readonly transport: StreamingTransport
  readonly source: EventSource
  readonly query: QueryInput
  readonly options: SubscribeOptions
  /** Gives an error its kind before anybody sees it. */
  readonly explain: (error: unknown) => unknown
  /** Sees every event before the caller; throws to end the subscription. */
  readonly check?: ((event: unknown) => void) | undefined
}

export type Follow = (plan: FollowPlan) => Subscription<unknown>
