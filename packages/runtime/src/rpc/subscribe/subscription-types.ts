import type { BufferOptions, Subscription } from '../../core/index.js'
import type { Gap } from '../errors.js'
import type { IntegerInput, RpcMethod } from '../method.js'
import type { LiveSubscription, StreamingTransport, SubscribeRequest } from '../transport.js'

/**
 * What happens when a subscription is interrupted: `backfill` fetches what was missed, `reconnect`
 * subscribes again and calls `onGap`, `none` ends the iterator with the error.
 */
export type ResumeMode = 'backfill' | 'reconnect' | 'none'

/**
 * A position between two events of a chain. What comes after it is the first event of `height` with this index
 * or a later one, or if there is none, the next height. The `cursor` of an event is the position right after it.
 */
export interface Cursor {
  readonly height: number
  /** The first event of a kind at a height has index 0. */
  readonly index: number
  /** The newest block that was known at this position, which shows later whether the chain is still the same. */
  readonly block?: KnownBlock | undefined
}

/** A block of a chain. */
export interface KnownBlock {
  readonly height: number
  readonly hash: string
}

/** An event with the position after it. */
export type WithCursor<Event> = Event & {
  /**
   * `from: event.cursor` delivers what comes after this event. Only set for kinds of events that
   * can be backfilled. Not enumerable, so that printing and copying the event only show what was received.
   */
  readonly cursor?: Cursor
}

/** All events of one height. */
export interface HeightEvents<Event> {
  readonly height: number
  /** In order; empty if none matches the query. */
  readonly events: readonly Event[]
  /** `from: cursor` continues with the next height. */
  readonly cursor: Cursor
}

export interface SubscribeOptions {
  readonly signal?: AbortSignal | undefined
  readonly resume?: ResumeMode | undefined
  /**
   * Where to start: a height, a position, or the `cursor` of the last processed event. Past events
   * are fetched. Only with `backfill`.
   */
  readonly from?: IntegerInput | Cursor | undefined
  /** The last height; the iterator ends after it. Only with `backfill`. */
  readonly to?: IntegerInput | undefined
  /** `height` delivers one item for each height, even if no event matches. Only with `backfill`. */
  readonly by?: 'event' | 'height' | undefined
  /**
   * Called with each height, in order, once all of its events have been consumed and the next item is
   * requested; also for heights without events. Only with `backfill`.
   */
  readonly onComplete?: ((height: number) => void) | undefined
  /** The buffer; a number is its size. */
  readonly buffer?: number | BufferOptions | undefined
  /**
   * The silence after which to check whether events are missing, because a node can stop delivering
   * without an error. `backfill` fetches them and subscribes again. The other modes can only check
   * queries for all blocks, headers or block events, which every height has, and treat missing ones as
   * a lost connection, even if the application is still executing the block; for other kinds and narrower queries
   * silence means nothing. 0 for never.
   * @default 15000
   */
  readonly quietMs?: number | undefined
  /** Called with heights whose events are missing. */
  readonly onGap?: ((gap: Gap) => void) | undefined
}

/** The nodes that events come from, and what to check in their results of `status`. */
export interface NodeCheck {
  /** The chain that events must come from. */
  readonly chainId?: string | undefined
  /** The release that the document describes. */
  readonly release?: string | undefined
  /** Whether to ask each node that delivers events, not only those whose status is requested anyway. */
  readonly asks: boolean
  /** Throws if the node must not be used. */
  readonly see: (status: unknown) => void
}

/** The document's description of subscriptions. */
export interface EventSource {
  readonly subscribe: RpcMethod
  readonly unsubscribe: RpcMethod
  /** The parameter that holds the query. */
  readonly query: string
  /** The key of a query whose value is the kind of event. */
  readonly key: string
  /** The default of `resume`, by kind of event. */
  readonly kinds: Readonly<Record<string, ResumeMode>>
  /** The name of the validator of notifications. */
  readonly validator?: string | undefined
}

/** A query as text or as `eventQuery` makes it. */
export type QueryInput = string | { readonly kind: string; toString(): string }

/** What every subscription needs, whatever it delivers. */
export interface StreamPlan {
  readonly transport: StreamingTransport
  readonly request: SubscribeRequest
  readonly options: StreamOptions
  /** Adds the reason to an error before it is thrown. */
  readonly explain: (error: unknown) => unknown
  /** Called with every new subscription; throws if its node must not be used. */
  readonly admit?:
    | ((live: LiveSubscription, signal: AbortSignal) => Promise<LiveSubscription>)
    | undefined
  /** Called with every event before the caller gets it; throws to end the subscription. */
  readonly check?: ((event: unknown) => void) | undefined
}

type StreamOptions = Pick<SubscribeOptions, 'signal' | 'buffer' | 'quietMs'> & {
  readonly [Name in (typeof onlyWithBackfill)[number]]?: unknown
}

/** Options that only `backfill` can fulfil. */
export const onlyWithBackfill = ['from', 'to', 'by', 'onComplete'] as const

export interface EventStreamPlan extends StreamPlan {
  readonly node?: NodeCheck | undefined
  readonly source: EventSource
  readonly query: QueryInput
  readonly options: SubscribeOptions
}

export type StreamEvents = (plan: EventStreamPlan) => Subscription<unknown>
