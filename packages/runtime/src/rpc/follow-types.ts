import type { Gap } from './errors.js'
import type { IntegerInput, RpcMethod } from './method.js'
import type { StreamingTransport } from './transport.js'

/**
 * What happens when a subscription breaks off: `backfill` fetches what was missed, `reconnect`
 * subscribes again and tells `onGap`, `none` ends the iterator with the error.
 */
export type ResumeMode = 'backfill' | 'reconnect' | 'none'

export interface BufferOptions {
  /** How many events may wait to be taken. @default 256 */
  readonly size?: number | undefined
  /** What one more does: end the iterator, or push out the oldest (and tell `onGap`). */
  readonly policy?: 'error' | 'drop-oldest' | undefined
}

export interface SubscribeOptions {
  readonly signal?: AbortSignal | undefined
  readonly resume?: ResumeMode | undefined
  /** The first height to deliver; past ones are fetched. Only with `backfill`. */
  readonly from?: IntegerInput | undefined
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
  /** The name of the validator of what arrives. */
  readonly validator?: string | undefined
  /** The calls that give back what was missed. Without them nothing is backfilled. */
  readonly history?: HistoryMethods | undefined
}

export interface HistoryMethods {
  readonly status: RpcMethod
  readonly blockchain: RpcMethod
  readonly block: RpcMethod
  readonly blockResults: RpcMethod
  readonly header: RpcMethod
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
