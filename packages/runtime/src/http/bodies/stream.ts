import { resolveRetry } from '../../core/calls/backoff.js'
import { checkOptions, headerPairs, merged } from '../../core/check-options.js'
import { inTime, sleep } from '../../core/deadline.js'
import { type ErrorInit, isErrorNamed, TimeoutError, TransportError } from '../../core/errors.js'
import type { Redact } from '../../core/redact.js'
import { validatorIn } from '../../core/validation.js'
import type { Answer } from '../answers/answer.js'
import type { HttpApi } from '../client.js'
import type { HttpOperation } from '../operation.js'
import { type CallOptions, httpOptionForms } from '../options.js'
import {
  type ItemReader,
  ItemTooLarge,
  NoEvents,
  type StreamEnds,
  type StreamPosition,
} from './stream-items.js'

/** An operation whose response is a stream of items; its answers have an iterator of them as `data`. */
export interface HttpStream<
  Input,
  Item,
  Failures = Record<never, never>,
  Bodies = Record<never, never>,
  Answers = Answer<200, AsyncIterableIterator<Item>>,
> extends HttpOperation<Input, Response, Failures, Bodies, Answers> {
  readonly items: ItemReader<Item>
  /** Makes the stream; a member, so that only bundles with streams contain it. */
  readonly stream?: typeof streamOf
  /** What ends it before its response does, besides `[DONE]`. */
  readonly ends?: StreamEnds | undefined
}

/** For a stream, `timeoutMs` covers everything until the response begins. */
export interface StreamOptions extends CallOptions {
  /**
   * The longest silence between two chunks of the response, including comments;
   * `Infinity` for none. @default 120000
   */
  readonly idleMs?: number | undefined
  /**
   * Whether a stream of events goes on over a new connection when its own breaks, after the event with the latest `id`
   * (`Last-Event-ID`). Streams without ids, and of operations that may not be repeated, are never reconnected, nor is
   * anything with `retry: false`. @default true
   */
  readonly reconnect?: boolean | undefined
}

const defaultIdleMs = 120_000
/** The pause before a new connection, unless the server asks for another. */
const defaultPauseMs = 1000

/** The items of a stream. */
export interface StreamItems<Item> extends AsyncIterableIterator<Item> {
  /** Sends the request before an item is requested, and waits until the response begins. */
  begin(): Promise<Response>
}

/**
 * The items of a streamed response. The request is sent when the first item is requested; ending
 * the iteration, by `break`, `return` or the signal, closes the connection.
 */
export function streamOf<Input, Item, Failures, Answers>(
  api: HttpApi,
  operation: HttpStream<Input, Item, Failures, Record<never, never>, Answers>,
  input: Input | undefined,
  options: StreamOptions = {},
): StreamItems<Item> {
  checkOptions(options, httpOptionForms)
  checkOptions(options, { 'number > 0': 'idleMs' })
  checkOptions(options, { boolean: 'reconnect' })
  const stop = new AbortController()
  const { signal: caller, idleMs = defaultIdleMs } = options
  const { validate, retry, maxBodyBytes: most } = merged(api.defaults, options)
  const { attempts } = resolveRetry(retry)
  const abortToo = (): void => stop.abort(caller?.reason)
  const { signal } = stop
  const position: StreamPosition = { ends: operation.ends }
  const mayReconnect = operation.idempotent && (options.reconnect ?? true)
  let isOver = false
  /** The response to the first request, if it was sent before an item was requested. */
  let begun: Promise<Response> | undefined

  function connect(): Promise<Response> {
    const { id } = position
    if (caller?.aborted) abortToo()
    caller?.addEventListener('abort', abortToo)
    return api.call(operation, input, {
      ...options,
      headers: id
        ? headerPairs(options.headers, { 'last-event-id': bytesOf(id) })
        : options.headers,
      signal,
      validate: false,
    })
  }

  const leave = (): void => caller?.removeEventListener('abort', abortToo)

  /** The items of one connection. */
  async function* connection(): AsyncGenerator<Item> {
    const { id } = position
    let type: string | null = null
    try {
      const response = await (begun ?? connect())
      begun = undefined
      type = response.headers.get('content-type')
      // To a new connection, this status says that there is nothing more.
      if (id && response.status === 204) return
      yield* operation.items(textsOf(response, operation, options, signal), most, position)
    } catch (error) {
      throw unreadable(operation, type, error) ?? error
    }
  }

  async function* items(): AsyncGenerator<Item> {
    const validator = validatorIn(validate, operation.name)
    const clean: Redact = (shown) => api.redact(shown, options.headers)
    try {
      for (let failed = 0; ; ) {
        try {
          for await (const item of connection()) {
            failed = 0
            validator?.['~asValidator'](item, operation.name, validate, clean)
            yield item
          }
          return
        } catch (error) {
          if (!(error instanceof BrokenStream)) throw error
          if (!mayReconnect || !position.id || failed++ >= attempts) throw error.cause
          await sleep(Math.min(position.retry ?? defaultPauseMs, idleMs), signal)
        }
      }
    } catch (error) {
      if (isOver) return
      throw clean(error)
    } finally {
      leave()
    }
  }

  const iterator = items()
  return {
    async begin() {
      try {
        begun = connect()
        const response = await begun
        // Closes the connection if nobody reads; what a reader has locked, the reader closes.
        signal.addEventListener('abort', () => response.body?.cancel().catch(() => {}))
        return response
      } catch (error) {
        leave()
        throw error
      }
    },
    next: () => iterator.next(),
    return() {
      isOver = true
      leave()
      // A pending `next` would block the generator's own `return`.
      stop.abort()
      return iterator.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** A connection that broke while a stream was read; `cause` is the error for the caller. */
class BrokenStream extends Error {
  constructor(cause: unknown) {
    super('', { cause })
  }
}

/** A header carries bytes: those of UTF-8, as browsers send an id. */
function bytesOf(id: string): string {
  return String.fromCharCode(...new TextEncoder().encode(id))
}

/** The error for a response that is not the expected stream. */
function unreadable(operation: Named, type: string | null, cause: unknown): Error | undefined {
  if (cause instanceof ItemTooLarge) {
    const init = { fault: 'size', cause } as const
    return failure(operation, TransportError, 'an item is larger than maxBodyBytes', init)
  }
  const what =
    cause instanceof SyntaxError
      ? 'an item is not JSON'
      : cause instanceof NoEvents &&
        `the answer is ${type ?? 'of no type'} and has no events: does the input ask for a stream?`
  return what ? failure(operation, TransportError, what, { fault: 'body', cause }) : undefined
}

async function* textsOf(
  { body, status }: Response,
  operation: Named,
  { idleMs: timeoutMs = defaultIdleMs }: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  // Closes the connection; at the end of the stream there is nothing left to close.
  const close = (): void => void reader.cancel().catch(() => {})
  const expired = (): Error =>
    failure(operation, TimeoutError<unknown>, `nothing came within ${timeoutMs} ms`, { timeoutMs })
  // Also closes it on an abort while no item is requested.
  signal.addEventListener('abort', close)
  try {
    while (true) {
      const { done, value } = await inTime({ timeoutMs, signal, expired }, () => reader.read())
      const text = decoder.decode(value, { stream: !done })
      if (text) yield text
      if (done) return
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    const isSilent = isErrorNamed(cause, 'TimeoutError')
    const what = `${status}, the stream broke off`
    throw new BrokenStream(
      isSilent ? cause : failure(operation, TransportError, what, { status, cause }),
    )
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

/** What errors say of an operation. */
type Named = Pick<HttpOperation<unknown, unknown>, 'name' | 'method' | 'path'>

function failure<Init extends ErrorInit>(
  { name, method, path }: Named,
  Kind: new (message: string, init?: Init) => Error,
  what: string,
  init: Init,
): Error {
  return new Kind(`${name}: ${method} ${path}: ${what}`, { operation: name, ...init })
}
