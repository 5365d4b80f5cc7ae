import { checkOptions } from '../../core/check-options.js'
import { inTime } from '../../core/deadline.js'
import { type ErrorInit, isErrorNamed, TimeoutError, TransportError } from '../../core/errors.js'
import { validatorIn } from '../../core/validation.js'
import type { HttpApi } from '../client.js'
import type { HttpOperation } from '../operation.js'
import { type CallOptions, httpForms } from '../options.js'
import { type ItemReader, ItemTooLarge, NoEvents } from './stream-items.js'

/** An operation whose response is a stream of items. */
export interface HttpStream<
  Input,
  Item,
  Failures = Record<never, never>,
  Bodies = Record<never, never>,
> extends HttpOperation<Input, Response, Failures, Bodies> {
  readonly items: ItemReader<Item>
}

/** For a stream, `timeoutMs` covers everything until the response begins. */
export interface StreamOptions extends CallOptions {
  /**
   * The longest silence between two chunks of the response, including comments;
   * `Infinity` for none. @default 120000
   */
  readonly idleMs?: number | undefined
}

const defaultIdleMs = 120_000

/**
 * The items of a streamed response. The request is sent when the first item is requested; ending
 * the iteration, by `break`, `return` or the signal, closes the connection.
 */
export function streamOf<Input, Item, Failures>(
  api: HttpApi,
  operation: HttpStream<Input, Item, Failures>,
  input: Input | undefined,
  options: StreamOptions = {},
): AsyncIterableIterator<Item> {
  checkOptions(options, httpForms)
  checkOptions(options, { 'number > 0': 'idleMs' })
  const stop = new AbortController()
  const { signal: caller, validate = api.defaults.validate } = options
  const follow = (): void => stop.abort(caller?.reason)
  let isOver = false

  async function* items(): AsyncGenerator<Item> {
    if (caller?.aborted) follow()
    caller?.addEventListener('abort', follow)
    let type: string | null = null
    try {
      const response = await api.call(operation, input, {
        ...options,
        signal: stop.signal,
        validate: false,
      })
      type = response.headers.get('content-type')
      const most = options.maxBodyBytes ?? api.defaults.maxBodyBytes
      const found = operation.items(textsOf(response, operation, options, stop.signal), most)
      const validator = validatorIn(validate, operation.name)
      for await (const item of found) {
        validator?.['~asValidator'](item, operation.name, validate, (shown) =>
          api.redact(shown, options.headers),
        )
        yield item
      }
    } catch (error) {
      if (isOver) return
      throw api.redact(unreadable(operation, type, error) ?? error, options.headers)
    } finally {
      caller?.removeEventListener('abort', follow)
    }
  }

  const iterator = items()
  return {
    next: () => iterator.next(),
    return() {
      isOver = true
      // A pending `next` would block the generator's own `return`.
      stop.abort()
      return iterator.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** The error for a response that is not the expected stream. */
function unreadable<Input, Item, Failures>(
  operation: HttpStream<Input, Item, Failures>,
  type: string | null,
  cause: unknown,
): Error | undefined {
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

async function* textsOf<Input, Failures>(
  { body, status }: Response,
  operation: HttpOperation<Input, Response, Failures>,
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
    if (signal.aborted || isErrorNamed(cause, 'TimeoutError')) throw cause
    throw failure(operation, TransportError, `${status}, the stream broke off`, { status, cause })
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

function failure<Init extends ErrorInit, Input, Output, Failures>(
  { name, method, path }: HttpOperation<Input, Output, Failures>,
  Kind: new (message: string, init?: Init) => Error,
  what: string,
  init: Init,
): Error {
  return new Kind(`${name}: ${method} ${path}: ${what}`, { operation: name, ...init })
}
