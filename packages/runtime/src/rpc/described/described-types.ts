import type { RpcMethod } from '../method.js'
import type { ResumeStrategy } from '../subscribe/resume-strategy.js'
import type { BufferOptions, Subscription } from '../subscribe/subscription-types.js'
import type { Delivery, LiveSubscription } from '../transport.js'

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
  /** The position after the last event that was delivered, if events of this kind have one. */
  readonly after?: BlockCursor | undefined
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
interface DescribedKind {
  readonly params: object
  readonly data: unknown
}

type Given<Params extends object> = object extends Params
  ? [params?: Params | undefined, options?: DescribedOptions]
  : [params: Params, options?: DescribedOptions]

/** `subscribe` of a generated client. */
export type DescribedSubscribe<Kinds> = <Kind extends keyof Kinds & string>(
  kind: Kind,
  ...given: Kinds[Kind] extends DescribedKind ? Given<Kinds[Kind]['params']> : never
) => Subscription<
  DescribedEvent<Kind, Kinds[Kind] extends DescribedKind ? Kinds[Kind]['data'] : never>
>

/** How to subscribe to a kind of events. */
export interface KindSource {
  readonly subscribe: RpcMethod
  readonly unsubscribe: RpcMethod
  /** Parameters that callers do not pass. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined
  readonly delivery: Delivery
}

/** The document's description of a kind of events. */
export interface KindFacts extends KindSource {
  /** The name of the validator of its payload. */
  readonly validator?: string | undefined
  /** Where a payload says that its block is no longer part of the chain. */
  readonly removed?: string | undefined
  /** How missed events are read. */
  readonly backfill?: Backfill | undefined
}

/** What is being followed. */
export interface Followed {
  readonly kind: string
  readonly params: object
  readonly facts: KindFacts
  readonly options: DescribedOptions
  readonly signal: AbortSignal
}

export interface Backfill {
  /** The kind whose events show that there is something to read; by default, the same. */
  readonly source?: KindSource | undefined
  createStrategy(followed: Followed): ResumeStrategy
}

/** The number and the hash of a block, for the parameters of the methods that read it. */
export interface BlockPlace {
  readonly height: number
  /** The height as Ethereum writes it. */
  readonly hex: `0x${string}`
  readonly hash: string
}

/** A method that reads a block, or what a block contains. */
export interface BlockRead {
  readonly method: RpcMethod
  /** `given` are the parameters of the subscription. */
  params(place: BlockPlace, given: object): object
}

export type Caller = Pick<LiveSubscription, 'call' | 'callAll'>
