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
  TransportError,
  valueAt,
} from '../core/index.js'
import { fromBase64 } from './bytes.js'
import { callInTime } from './calls.js'
import type { RpcClient } from './client.js'
import { isRpcError } from './errors.js'
import type { RpcMethod } from './method.js'
import { type CallOptions, redacted } from './transport.js'

type Caller = Pick<RpcClient, 'call' | 'transport'>
type Numbered = Readonly<Record<string, unknown>>

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

/** All items of all pages, one page at a time. Requests no page beyond the last. */
export async function* paginate<Item>(
  client: Caller,
  method: RpcMethod,
  { page, size, most, items, total }: Paginator,
  params: object = {},
  options?: CallOptions,
): AsyncGenerator<Item, undefined> {
  const given: Numbered = { ...params }
  // The largest page size, unless the caller gives another.
  const asked = size ? (given[size] ?? most) : undefined
  const all = size ? { ...given, [size]: asked } : given
  let perPage = Math.min(Number(asked ?? 0), most ?? Number.POSITIVE_INFINITY)
  const first = Number(given[page] ?? 1)
  for (let number = first; ; number++) {
    let result: unknown
    try {
      result = await client.call(method, { ...all, [page]: number }, options)
    } catch (error) {
      // There are fewer items than before: everything that existed has been read.
      if (number > first && isRpcError(error) && beyondLast(error.data)) return undefined
      throw error
    }
    const found = valueAt(result, items)
    const list: readonly Item[] = Array.isArray(found) ? found : []
    yield* list
    perPage ||= list.length
    if (!(number * perPage < Number(valueAt(result, total)))) return undefined
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
  for (let index = 0; ; index++) {
    const piece = await client.call(method, { [word.index]: index }, options)
    const total = Number(valueAt(piece, word.total))
    const data = valueAt(piece, word.data)
    try {
      text += decoder.decode(fromBase64(String(data ?? '')), { stream: true })
      if (!(index + 1 < total)) return JSON.parse(text + decoder.decode())
    } catch (cause) {
      const operation = method.name
      const what = `${operation}: the pieces are not JSON`
      const error = new TransportError(what, { operation, fault: 'body', cause })
      throw redacted(client.transport, error)
    }
  }
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
  /** The longest pause between two calls; the first ones are shorter. At least half of each pause is waited. */
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
  const isTolerable = (error: unknown): boolean =>
    isRpcError(error)
      ? tolerate.includes(error.reason)
      : (isTransportError(error) || isTimeoutError(error)) && !transport.closed
  const operation = method.name
  const inAll = { signal: options.signal, timeoutMs: options.timeoutMs ?? timeoutMs }
  return callInTime(operation, inAll, async (signal, note) => {
    for (let pauseMs = first; ; pauseMs *= 1.5) {
      let isAnswered = false
      try {
        const result = await call(method, params, { headers, init, retry, validate, signal })
        if (names?.every((name) => memberAt(result, name) === undefined)) {
          const what = `${operation}: the result is not what is described`
          throw new TransportError(what, { operation, fault: 'body' })
        }
        isAnswered = true
        await options.onUpdate?.(result)
        if (!until || until(operation, result)) return result
      } catch (error) {
        if (isAnswered || !isTolerable(error)) throw redacted(transport, error)
        note.failure = error
      }
      await sleep(Math.min(pauseMs, mostMs) * (0.5 + 0.5 * Math.random()), signal)
    }
  })
}
