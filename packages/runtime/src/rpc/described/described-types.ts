import type { DescribedOptions } from '../../core/index.js'
import type { RpcMethod } from '../method.js'
import type { ResumeStrategy } from '../subscribe/resume-strategy.js'
import type { Delivery, LiveSubscription } from '../transport.js'

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

/** A subscription to a described kind of events, as a caller asked for it. */
export interface DescribedSubscription {
  readonly kind: string
  readonly params: object
  readonly facts: KindFacts
  readonly options: DescribedOptions
  readonly signal: AbortSignal
}

export interface Backfill {
  /** The kind whose events show that there is something to read; by default, the same. */
  readonly source?: KindSource | undefined
  createStrategy(subscription: DescribedSubscription): ResumeStrategy
}

/** The number and the hash of a block, for the parameters of the methods that read it. */
export interface BlockReference {
  readonly height: number
  /** The height as Ethereum writes it. */
  readonly hex: `0x${string}`
  readonly hash: string
}

/** A method that reads a block, or what a block contains. */
export interface BlockRead {
  readonly method: RpcMethod
  /** `given` are the parameters of the subscription. */
  params(block: BlockReference, given: Readonly<Record<string, unknown>>): object
}

export type Caller = Pick<LiveSubscription, 'call' | 'callAll'>
