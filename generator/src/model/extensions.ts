import type { Provenance } from './shapes/shape.js'

/** The `x-tagwire-…` extensions of a document about its whole service. */
export interface DocumentExtensions {
  /** The dialect of its servers beyond plain JSON-RPC, for which the runtime has code. */
  readonly dialect?: string
  readonly keywords?: readonly string[]
  readonly transports?: Readonly<Record<string, TransportNote>>
  readonly settings?: readonly Setting[]
  readonly errors?: readonly ErrorRule[]
}

/** The extensions of an operation that are nowhere else in the model. */
export interface OperationExtensions {
  /** The transports that support it; if absent, all of them. */
  readonly transports?: readonly string[]
  /** The server setting that must be on. */
  readonly requires?: string
  readonly waiter?: Waiter
  readonly paginator?: Paginator
  readonly sequence?: Sequence
  readonly events?: Events
  readonly subscription?: Subscribing
  readonly rules?: readonly RequestRule[]
  readonly madeFrom?: RequestFrom
}

/** `madeFrom` → `made-from`: the name of an extension in documents, without the prefix. */
export function extensionWord(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The declarations that an operation delivers besides its responses. */
export function deliveredNames({ events, sequence, subscription }: OperationExtensions): string[] {
  const payloads = (subscription?.kinds ?? []).map(({ payload }) => payload)
  return [events?.notification, sequence?.content, ...payloads].filter((name) => name !== undefined)
}

export interface TransportNote {
  readonly path?: string
  readonly description: string
  readonly provenance?: Provenance
}

/** A setting of the server that callers have to know about. */
export interface Setting {
  readonly key: string
  readonly default: string
  readonly description: string
  readonly provenance?: Provenance
}

/** How the text of an error is classified. */
export interface ErrorRule {
  readonly reason: string
  readonly code?: number
  readonly match: string
  readonly description?: string
  readonly provenance?: Provenance
}

/** A call that is repeated until something has happened. */
export interface Waiter {
  readonly name: string
  readonly watch?: string
  /** The wire name of the method that starts what is waited for. */
  readonly after?: string
  readonly until?: Until
  readonly begin?: Begin
  readonly tolerate?: readonly (string | number)[]
  readonly intervalMs?: { readonly first: number; readonly most: number }
  readonly timeoutMs?: number
}

/** Whether waiting can end without success. */
export function canFail({ until }: Waiter): boolean {
  return until?.failure !== undefined || until?.givenUp !== undefined || until?.error !== undefined
}

// Types, not interfaces, for data that is passed to the runtime unchanged: types are assignable to plain
// data.
export type Until = {
  readonly pointer: string | readonly string[]
  readonly each?: string
  readonly values: readonly string[]
  readonly failure?: readonly string[]
  readonly givenUp?: readonly string[]
  readonly error?: string
}

/** A method that makes the service track something before the wait starts. */
export type Begin = {
  readonly name: string
  readonly operation: string
  readonly timeoutMs?: number
}

/** Pages that are read as one sequence of items. */
export type Paginator = CountedPages | LinkedPages

/** Numbered pages of a method of JSON-RPC. */
export interface CountedPages {
  readonly name: string
  readonly page: string
  readonly size?: string
  readonly most?: number
  readonly items: string
  readonly total: string
}

/** Pages of an HTTP operation, one of which leads to the next. */
export interface LinkedPages {
  readonly name: string
  /** Pointers into the response. */
  readonly items: string
  readonly more?: string
  readonly next: NextPage
}

/**
 * How a page leads to the next. `at` is a pointer into the response or into an item, or `header:Name`; `into` is the
 * name of a parameter, `header:Name` or `body:/pointer`.
 */
export type NextPage =
  | { readonly by: 'cursor'; readonly at: string; readonly into: string }
  | { readonly by: 'page'; readonly into: string; readonly first?: number }
  | { readonly by: 'offset'; readonly into: string }
  | { readonly by: 'last'; readonly at: string; readonly into: string }
  | { readonly by: 'link'; readonly relation: string }
  | { readonly by: 'url'; readonly at: string }

export function linkedPages({ paginator }: OperationExtensions): LinkedPages | undefined {
  return paginator && 'next' in paginator ? paginator : undefined
}

export function countedPages({ paginator }: OperationExtensions): CountedPages | undefined {
  return paginator && !('next' in paginator) ? paginator : undefined
}

/** A value that the server sends in numbered chunks. */
export interface Sequence {
  readonly name: string
  readonly index: string
  readonly total: string
  readonly data: string
  readonly encoding: string
  /** The name of the declaration of the joined text. */
  readonly content: string
}

/** The messages that arrive after a call that subscribes. */
export interface Events {
  readonly query: string
  readonly key: string
  readonly unsubscribe: string
  /** The name of the declaration of one message. */
  readonly notification: string
  /** The property of a message that contains the tagged payload. */
  readonly data: string
  readonly kinds: readonly EventKind[]
}

export interface EventKind {
  readonly name: string
  readonly description: string
  readonly tag: string
  readonly level: string
  readonly resume: string
  readonly keys: readonly EventKey[]
  /** Whether queries can also use attributes that the application emits. */
  readonly attributes?: boolean
  readonly examples?: readonly unknown[]
  readonly provenance?: Provenance
}

export interface EventKey {
  readonly name: string
  readonly description: string
  readonly type?: string
}

/** What a method subscribes to, on any server of JSON-RPC. */
export interface Subscribing {
  readonly unsubscribe: { readonly method: string; readonly parameter: string }
  /** Without a method, a notification is another response with the id of the request. */
  readonly notification: {
    readonly method?: string
    readonly id?: string
    readonly payload: string
  }
  /** The parameter with the kind. Without one, the only kind is named like the method. */
  readonly parameter?: string
  readonly kinds: readonly SubscribedKind[]
  /** Names in `resume` that are not kinds. */
  readonly unknownKinds: readonly string[]
}

export interface SubscribedKind {
  readonly name: string
  /** The name of the declaration of its events. */
  readonly payload: string
  readonly removed?: string
  readonly chain?: ChainPointers
  /** What blocks contain; `blocks` is the kind whose events are the blocks. */
  readonly contents?: { readonly blocks: string; readonly read: BlockRead }
}

/** How the events of a kind are the blocks of a chain: pointers into them, and how they are read. */
export interface ChainPointers {
  readonly height: string
  readonly hash: string
  readonly parent: string
  readonly read: BlockRead
  readonly readNewest?: BlockRead
  readonly readByHash?: BlockRead
}

/** A method that reads a block; `height` and `hash` in its parameters stand for those of the block. */
export interface BlockRead {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly with: Readonly<Record<string, string>>
}

/** A value in an earlier request or response. */
export type EarlierValue = { readonly operation: string; readonly at: string }

/** An array of chains, and the members that describe the form of addresses. */
export type EarlierChains = EarlierValue & {
  readonly id: string
  readonly family: string
  readonly prefix: string
}

/** A rule for requests beyond their schema. */
export type RequestRule =
  | { readonly oneOf: readonly string[] }
  | { readonly at: string; readonly needs: readonly string[] }
  | { readonly at: string; readonly sameSum: string }
  | { readonly at: string; readonly sameLength: EarlierValue }
  | { readonly at: string; readonly sum: string; readonly asSent: EarlierValue }
  | {
      readonly at: string
      readonly addressOf: { readonly chains: EarlierChains; readonly ids?: EarlierValue }
    }

/** A function that builds a request from the response of another operation. */
export interface RequestFrom {
  readonly name: string
  /** The operation whose response is used. */
  readonly operation: string
  readonly members: readonly string[]
  readonly given: Readonly<Record<string, GivenMember>>
}

export interface GivenMember {
  readonly member: string
  readonly by?: string
  readonly required: boolean
}
