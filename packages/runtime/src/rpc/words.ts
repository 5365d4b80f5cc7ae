/*
 * What the words of the document's vocabulary do: pages read as one sequence, a value handed out
 * in pieces, a call repeated until something has happened.
 */
import {
  backoffMs,
  isTimeoutError,
  isTransportError,
  sleep,
  startDeadline,
  TimeoutError,
} from '../core/index.js'
import { fromBase64 } from './bytes.js'
import type { RpcClient } from './client.js'
import { isRpcError } from './errors.js'
import type { RpcMethod } from './method.js'
import type { CallOptions } from './transport.js'

type Caller = Pick<RpcClient, 'call' | 'transport'>
type Numbered = Readonly<Record<string, unknown>>

/** `x-tagwire-paginator` */
export interface Paginator {
  /** The parameter with the number of the page; the first is 1. */
  readonly page: string
  /** The parameter with the size of a page. */
  readonly size?: string
  readonly most?: number
  /** Pointers into the result. */
  readonly items: string
  readonly total: string
}

/** All items of all pages, one page at a time. Asks for no page beyond the last. */
export async function* paginate<Item>(
  client: Caller,
  method: RpcMethod,
  word: Paginator,
  params: object,
  options?: CallOptions,
): AsyncGenerator<Item, undefined> {
  const given: Numbered = { ...params }
  const { size, most } = word
  const asked = size === undefined ? undefined : (given[size] ?? most)
  let perPage = asked === undefined ? 0 : Math.min(Number(asked), most ?? Number(asked))
  const first = Number(given[word.page] ?? 1)
  for (let page = first; ; page++) {
    const sized = size === undefined || asked === undefined ? {} : { [size]: asked }
    const full = { ...given, ...sized, [word.page]: page }
    const result = await client.call(method, full, options).catch((error: unknown) => {
      // Fewer than a page ago: what there was has been read.
      if (page > first && isRpcError(error) && beyondLast(error.data)) return undefined
      throw error
    })
    const found = resolve(result, word.items)
    const list: readonly Item[] = Array.isArray(found) ? found : []
    yield* list
    perPage ||= list.length
    const total = Number(resolve(result, word.total) ?? 0)
    if (!perPage || !(page * perPage < total)) return undefined
  }
}

function beyondLast(data: unknown): boolean {
  return typeof data === 'string' && data.startsWith('page should be within')
}

/** `x-tagwire-sequence` */
export interface Sequence {
  /** The parameter with the number of the piece; the first is 0. */
  readonly index: string
  readonly total: string
  readonly data: string
  readonly encoding: 'base64'
}

/** Fetches all pieces and reads the JSON text they make together. */
export async function joinSequence<Content>(
  client: Caller,
  method: RpcMethod,
  word: Sequence,
  options?: CallOptions,
): Promise<Content> {
  // One decoder over all of them: a piece may end in the middle of a character.
  const decoder = new TextDecoder()
  let text = ''
  for (let index = 0, total = 1; index < total; index++) {
    const piece = await client.call(method, { [word.index]: index }, options)
    total = Number(resolve(piece, word.total))
    const data = resolve(piece, word.data)
    text += decoder.decode(fromBase64(typeof data === 'string' ? data : ''), { stream: true })
  }
  return JSON.parse(text + decoder.decode())
}

/** `x-tagwire-waiter` */
export interface Waiter {
  readonly until?: { readonly pointer: string; readonly values: readonly string[] }
  /** Reasons of errors that mean `not yet`. */
  readonly tolerate?: readonly (string | number)[]
  readonly intervalMs?: { readonly first: number; readonly most: number }
  readonly timeoutMs?: number
}

export interface WaitOptions<Result> {
  readonly signal?: AbortSignal | undefined
  /** For the wait as a whole. */
  readonly timeoutMs?: number | undefined
  /** The longest pause between two calls. */
  readonly intervalMs?: number | undefined
  /** Hears every answer. */
  readonly onUpdate?: ((result: Result) => void) | undefined
}

/** Calls until the answer is there, tolerating what means `not yet` and what passes. */
export async function waitFor<Params extends object, Result>(
  client: Caller,
  method: RpcMethod<Params, Result>,
  word: Waiter,
  params: Params,
  options: WaitOptions<Result> = {},
): Promise<Result> {
  const { timeoutMs = word.timeoutMs ?? 60_000, signal } = options
  const { first = 500, most = 5000 } = word.intervalMs ?? {}
  let last: unknown
  const expired = (): Error => {
    const message = `${method.name}: not there after ${timeoutMs} ms`
    return new TimeoutError(message, { operation: method.name, timeoutMs, cause: last })
  }
  const deadline = startDeadline({ timeoutMs, signal, expired })
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await client.call(method, params, { signal: deadline.signal })
        options.onUpdate?.(result)
        if (isReached(result, word)) return result
      } catch (error) {
        deadline.signal.throwIfAborted()
        if (!isTolerable(error, word, client)) throw error
        last = error
      }
      const longest = Math.min(first * 1.5 ** attempt, options.intervalMs ?? most)
      await sleep(longest / 2 + backoffMs(0, { baseMs: longest / 2, maxMs: most }), deadline.signal)
    }
  } finally {
    deadline.end()
  }
}

function isReached(result: unknown, { until }: Waiter): boolean {
  if (!until) return true
  return until.values.includes(String(resolve(result, until.pointer)))
}

function isTolerable(error: unknown, { tolerate = [] }: Waiter, { transport }: Caller): boolean {
  if (isRpcError(error)) return tolerate.includes(error.reason)
  return (isTransportError(error) || isTimeoutError(error)) && !transport.closed
}

/** The value at a JSON pointer. */
function resolve(value: unknown, pointer: string): unknown {
  let found = value
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}
