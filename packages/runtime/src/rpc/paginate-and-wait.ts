/*
 * The helpers behind the document's extensions: pages read as one sequence, a value fetched in
 * pieces, a call repeated until something has happened.
 */
import {
  checkOptions,
  type EndsAt,
  isTimeoutError,
  isTransportError,
  memberAt,
  sleep,
  type TagwireError,
  TransportError,
  valueAt,
} from '../core/index.js'
import { fromBase64 } from './bytes.js'
import { callInTime } from './calls/call-in-time.js'
import type { RpcClient } from './client.js'
import { isRpcError } from './errors.js'
import type { RpcMethod } from './method.js'
import { type CallOptions, type PassedOptions, redacted } from './transport.js'

type Caller = Pick<RpcClient, 'call' | 'transport'>

/** `x-tagwire-paginator` */
export interface Paginator {
  /** The parameter for the page number; the first is 1. */
  readonly page: string
  /** The parameter for the page size. */
  readonly size?: string
  readonly most?: number
  /** Pointers into the result. */
  readonly items: string
  readonly total: string
}

/** The number of the page that is read first. */
export function firstPage({ page }: Paginator, params: object = {}): number {
  return Number(memberAt(params, page) ?? 1)
}

/** The parameters for a page. The largest page size, unless the caller gives another. */
export function pageParams<Params extends object>(
  { page, size, most }: Paginator,
  params: Params | undefined,
  number: number,
): Params {
  const asked = size ? { [size]: memberAt(params, size) ?? most } : {}
  // Only for callers for whom all parameters are optional is there no input.
  return { ...(params as Params), ...asked, [page]: number }
}

/** The number of the page after one that was read; `undefined` if that was the last. `first` is the first that was read. */
export function pageAfter(
  rule: Paginator,
  params: object | undefined,
  number: number,
  result: unknown,
  first: unknown = result,
): number | undefined {
  const asked = fullPage(rule, params)
  const { length } = listAt(first, rule)
  const left = Number(valueAt(first, rule.total)) - (firstPage(rule, params) - 1) * asked
  // Some servers have a limit of their own: all of their pages have that length, except the last.
  const isCut = length !== Math.min(asked, left) && length === listAt(result, rule).length
  const perPage = (!isCut && asked) || length
  return number * perPage < Number(valueAt(result, rule.total)) ? number + 1 : undefined
}

/** How many items are asked for; 0 if the server decides. */
function fullPage({ size, most }: Paginator, params: object | undefined): number {
  const asked = size ? Number(memberAt(params, size) ?? most ?? 0) : 0
  return Math.min(asked, most ?? asked)
}

function listAt<Item>(result: unknown, { items }: Paginator): readonly Item[] {
  const found = valueAt(result, items)
  return Array.isArray(found) ? found : []
}

/** All items of all pages, one page at a time. Requests no page beyond the last. */
export async function* paginate<Item>(
  client: Caller,
  method: RpcMethod,
  rule: Paginator,
  params: object = {},
  options?: CallOptions,
): AsyncGenerator<Item, undefined> {
  const first = firstPage(rule, params)
  let firstResult: unknown
  for (let number: number | undefined = first; number !== undefined; ) {
    let result: unknown
    try {
      result = await client.call(method, pageParams(rule, params, number), options)
    } catch (error) {
      // There are fewer items than before: everything that existed has been read.
      if (number > first && isRpcError(error) && beyondLast(error.data)) return undefined
      throw error
    }
    firstResult ??= result
    const items = valueAt(result, rule.items)
    const next = pageAfter(rule, params, number, result, firstResult)
    // Without a length of pages, nothing says where they end.
    const isEndless = next && !fullPage(rule, params) && !listAt(firstResult, rule).length
    if (
      isEndless ||
      !(items === null || Array.isArray(items)) ||
      !/^\d+$/.test(String(valueAt(result, rule.total)))
    )
      throw redacted(client.transport, unfit(method, 'page'))
    yield* listAt<Item>(result, rule)
    number = next
  }
}

function beyondLast(data: unknown): boolean {
  return typeof data === 'string' && data.startsWith('page should be within')
}

/** `x-tagwire-sequence` */
export interface Sequence {
  /** The parameter for the index of the piece; the first is 0. */
  readonly index: string
  readonly total: string
  readonly data: string
  readonly encoding: 'base64'
}

/** A node makes pieces of 16 MB. What is larger does not fit into the memory of most programs when it is parsed. */
const MOST_PIECES = 10_000
const MOST_CHARACTERS = 2 ** 28

/** Fetches all pieces and parses the JSON that they form together. */
export async function joinSequence<Content>(
  client: Caller,
  method: RpcMethod,
  word: Sequence,
  options?: CallOptions,
): Promise<Content> {
  // One decoder for all pieces, because a piece may end in the middle of a character.
  const decoder = new TextDecoder()
  let text = ''
  let first: number | undefined
  for (let index = 0; ; index++) {
    const piece = await client.call(method, { [word.index]: index }, options)
    const total = Number(valueAt(piece, word.total))
    const data = String(valueAt(piece, word.data) ?? '')
    first ??= total
    try {
      text += decoder.decode(fromBase64(data), { stream: true })
      // Every piece adds something, and there are no more than the first one says.
      if (!data || total !== first || total > MOST_PIECES || text.length > MOST_CHARACTERS)
        throw new RangeError()
      if (!(index + 1 < total)) return JSON.parse(text + decoder.decode())
    } catch (cause) {
      throw redacted(client.transport, unfit(method, 'pieces', cause))
    }
  }
}

/** The error for what came in place of a result. */
function unfit({ name: operation }: RpcMethod, part: string, cause?: unknown): TransportError {
  const what = `${operation}: the ${part} cannot be read as described`
  return new TransportError(what, { operation, fault: 'body', cause })
}

/** `x-tagwire-waiter` */
export interface Waiter {
  /** If absent, the first result is final. */
  readonly until?: EndsAt
  /** Names of which a result has at least one. What has none of them is no result yet. */
  readonly names?: readonly string[]
  /** Reasons of errors that mean `not yet`. */
  readonly tolerate?: readonly (string | number)[]
  readonly intervalMs?: { readonly first: number; readonly most: number }
  readonly timeoutMs?: number
}

/**
 * Options of a waiter of JSON-RPC methods. Those of HTTP operations have more: `WaitOptions` of `@tagwire/runtime/core`.
 */
export interface WaitOptions<Result>
  extends Pick<CallOptions, 'headers' | 'init' | 'retry' | 'validate'> {
  readonly signal?: AbortSignal | undefined
  /** For the whole wait. */
  readonly timeoutMs?: number | undefined
  /**
   * The longest pause between two calls; the first ones are shorter. At least half of each pause is waited. If the server
   * asks for a longer pause (`Retry-After`), it gets it, up to a minute or half of the time that is left.
   */
  readonly intervalMs?: number | undefined
  /** Called with every result. If it returns a promise, the next call waits for it. What it throws ends the wait. */
  readonly onUpdate?: ((result: Result) => unknown) | undefined
}

/**
 * Calls until the result is final, tolerating errors that mean `not yet` and transient ones. Waiters of HTTP operations
 * (`createWaiter` of `core`) also share calls, compare results and resume, which clients of nodes would pay for.
 */
export async function waitFor<Params extends object, Result>(
  { call, transport }: Caller,
  method: RpcMethod<Params, Result>,
  { until, names, tolerate = [], intervalMs, timeoutMs = 60_000 }: Waiter,
  params: Params,
  options: WaitOptions<Result> = {},
): Promise<Result> {
  checkOptions(options, {
    'number > 0': 'timeoutMs',
    'number >= 0': 'intervalMs',
    AbortSignal: 'signal',
    function: 'onUpdate',
  })
  const { headers, init, retry, validate } = options
  const { first = 500, most = 5000 } = intervalMs ?? {}
  const mostMs = options.intervalMs ?? most
  const isTolerable = (error: unknown): error is TagwireError =>
    isRpcError(error)
      ? tolerate.includes(error.reason)
      : (isTransportError(error) || isTimeoutError(error)) && !transport.closed
  const operation = method.name
  const inAll = { signal: options.signal, timeoutMs: options.timeoutMs ?? timeoutMs }
  return callInTime(operation, inAll, async (signal, note) => {
    for (let pauseMs = first; ; pauseMs *= 1.5) {
      let isAnswered = false
      let askedMs = 0
      // Servers get half of the time that is left.
      const pauseBy = (note.pauseBy + performance.now()) / 2
      try {
        const own: PassedOptions = { headers, init, retry, validate, signal, pauseBy }
        const result = await call(method, params, own)
        if (names?.every((name) => memberAt(result, name) === undefined)) {
          throw unfit(method, 'result')
        }
        isAnswered = true
        await options.onUpdate?.(result)
        if (!until || until(operation, result)) return result
      } catch (error) {
        if (isAnswered || !isTolerable(error)) throw redacted(transport, error)
        note.failure = error
        askedMs = Math.min(error.retryAfterMs ?? 0, pauseBy - performance.now(), 60_000)
      }
      const ownMs = Math.min(pauseMs, mostMs) * (0.5 + 0.5 * Math.random())
      await sleep(Math.max(askedMs, ownMs), signal)
    }
  })
}
