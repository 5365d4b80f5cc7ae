/* Types of subscriptions, which clients and decoders both know. */

export interface BufferOptions {
  /** The maximum number of buffered events. @default 256 */
  readonly size?: number | undefined
  /**
   * The maximum total length of their messages; also that of responses buffered while missing events are
   * fetched.
   * @default 67108864
   */
  readonly characters?: number | undefined
  /**
   * What a further event does to a full buffer: end the iterator, or drop the oldest event (and call `onGap`).
   * With `backfill`, neither: a full buffer is emptied, and its events are fetched again in order.
   */
  readonly policy?: 'error' | 'drop-oldest' | undefined
}

/**
 * The events of one query. Subscribes when it is created. Leaving the loop, `return()`, `await using`
 * and the signal unsubscribe. Subscriptions of one transport with the same query get the same objects, so do not
 * change an event; change a copy (`structuredClone`).
 */
export interface Subscription<T> extends AsyncIterableIterator<T> {
  /**
   * Resolves when the node has acknowledged the first subscription and events can be delivered: its starting
   * position is known, and events that have to be fetched first begin to arrive. Rejects with the reason if
   * the subscription ends before that.
   */
  readonly ready: Promise<void>
  next(): Promise<IteratorResult<T, undefined>>
  return(): Promise<IteratorResult<T, undefined>>
  [Symbol.asyncIterator](): Subscription<T>
  [Symbol.asyncDispose](): Promise<void>
}

/** A position in a chain: right after this block. */
export interface BlockCursor {
  readonly height: number
  readonly hash: string
}

/** Events that were missed, and that the server cannot be asked for. */
export interface Missed {
  readonly kind: string
  /** The subscription was interrupted, or the buffer was full. */
  readonly cause: 'reconnected' | 'overflow'
}

/** What a subscription delivers. */
export interface DescribedEvent<Kind extends string, Data> {
  readonly kind: Kind
  readonly data: Data
  /** The event no longer counts, because its block is no longer part of the chain. */
  readonly removed?: true
  /**
   * The position after it: `from: event.cursor` continues there. If a block has several events, that is only known
   * after the last one of them, and those before it have the position before the block.
   */
  readonly cursor?: BlockCursor
}

export interface DescribedOptions {
  readonly signal?: AbortSignal | undefined
  /**
   * What happens when the subscription is interrupted: `backfill` reads what was missed, `reconnect` subscribes again
   * and calls `onGap`, `none` ends the iterator with the error.
   * @default 'backfill' for kinds of events that can be read, otherwise 'reconnect'
   */
  readonly resume?: 'backfill' | 'reconnect' | 'none' | undefined
  /** Where to start: the first height, or the `cursor` of the last processed event. Only with `backfill`. */
  readonly from?: number | BlockCursor | undefined
  /** The buffer; a number is its size. With `backfill`, a full one is emptied, and its events are read again. */
  readonly buffer?: number | BufferOptions | undefined
  /**
   * With `backfill`, the silence after which it is checked whether events are missing, because a server can stop
   * delivering without an error. 0 for never.
   * @default 15000
   */
  readonly quietMs?: number | undefined
  /** Called when events were missed that cannot be read. */
  readonly onGap?: ((missed: Missed) => void) | undefined
}

/** The parameters and the payload of a kind of events. */
export interface KindTypes {
  readonly params: object
  readonly data: unknown
}

type Given<Params extends object> = object extends Params
  ? [params?: Params | undefined, options?: DescribedOptions]
  : [params: Params, options?: DescribedOptions]

/** `subscribe` of a generated client. */
export type DescribedSubscribe<Kinds> = <Kind extends keyof Kinds & string>(
  kind: Kind,
  ...given: Kinds[Kind] extends KindTypes ? Given<Kinds[Kind]['params']> : never
) => Subscription<DescribedEvent<Kind, Kinds[Kind] extends KindTypes ? Kinds[Kind]['data'] : never>>
