import { memberAt } from '../../core/member.js'
import { asValidator } from '../../core/report.js'
import type { RequestValidator } from '../../core/validation.js'
import { NotSent } from '../not-sent.js'
import type { BodyWriter, HttpBody } from '../operation.js'
import type { Fetch, HttpClientOptions } from '../options.js'
import { type BinaryInput, binaryBody } from './bodies.js'
import { stringifyExact } from './exact-json.js'
import { withStreams } from './streaming-fetch.js'

/** A body of many items: a list, or what yields one after the other. Bytes are sent as they are. */
export type ItemsInput<Item> = Iterable<Item> | AsyncIterable<Item> | BinaryInput

/** JSON Lines, NDJSON: one value per line. */
export const linesBody: BodyWriter = (value, body) => itemsBody(value, body, '')

/** `application/json-seq` (RFC 7464): each value follows a record separator. */
export const sequenceBody: BodyWriter = (value, body) => itemsBody(value, body, '\u001e')

function itemsBody(value: unknown, body: HttpBody, before: string): ReturnType<BodyWriter> {
  const write = (item: unknown): string => {
    const json = stringifyExact(item)
    if (json === undefined) throw new TypeError('an item of the body is no JSON')
    return `${before}${json}\n`
  }
  const typed = (content: string | ReadableStream): ReturnType<BodyWriter> => {
    return { body: content, headers: { 'content-type': body.type } }
  }
  // A list is there as a whole, so its length is known, it can be sent again, and every browser sends it.
  if (Array.isArray(value)) return typed(value.map(write).join(''))
  const isBytes = [Blob, ArrayBuffer, ReadableStream].some((Kind) => value instanceof Kind)
  if (isBytes || ArrayBuffer.isView(value) || typeof value === 'string')
    return binaryBody(value, { ...body, write: binaryBody })
  const items = iteratorOf(value)
  if (!items) throw new TypeError('body has to be items: a list, or an iterable, also an async one')
  if (!canStream())
    throw new TypeError('body cannot be streamed by this platform: pass a list of items')
  return typed(streamOf(Object(value), items, write))
}

type Items = AsyncIterator<unknown> | Iterator<unknown>

function iteratorOf(value: unknown): Items | undefined {
  const given: Partial<AsyncIterable<unknown> & Iterable<unknown>> = Object(value)
  return given[Symbol.asyncIterator]?.() ?? given[Symbol.iterator]?.()
}

/** What yields the items of a stream, and why it ended: its own error, or that of a validator. */
interface Source {
  readonly items: Items
  cause?: { readonly error: unknown }
}

const sources = new WeakMap<ReadableStream, Source>()

/** Takes the next item when the connection takes the last one. */
function streamOf(
  given: object,
  items: Items,
  write: (item: unknown) => string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const check = checks.get(given)
  const source: Source = { items }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await items.next()
          if (done) return controller.close()
          check?.(value)
          controller.enqueue(encoder.encode(write(value)))
        } catch (error) {
          source.cause = { error }
          await end(items)
          throw error
        }
      },
      cancel: () => end(items),
    },
    { highWaterMark: 0 },
  )
  sources.set(stream, source)
  return stream
}

async function end(items: Items): Promise<void> {
  await items.return?.()
}

/**
 * Where a request cannot have a stream, its body would be the text `[object ReadableStream]`; only a text has a content
 * type by itself.
 */
function canStream(): boolean {
  const init = Object.assign({ method: 'POST', body: new ReadableStream() }, {
    duplex: 'half',
  } as const)
  return !new Request('http://localhost', init).headers.has('content-type')
}

/** Options whose `fetch` can send items: what is wrong with one of them is the error of the call. */
export function withItems(options: HttpClientOptions): HttpClientOptions {
  const { fetch, ...streaming } = withStreams(options)
  const own: Fetch = async (input, init) => {
    try {
      return await (fetch ?? globalThis.fetch)(input, init)
    } catch (error) {
      const { body } = init ?? {}
      const source = body instanceof ReadableStream ? sources.get(body) : undefined
      if (source?.cause) throw new NotSent(source.cause.error)
      // Not every platform ends a stream whose request was aborted.
      if (source) end(source.items).catch(() => undefined)
      throw error
    }
  }
  return { ...streaming, fetch: own }
}

/** The checks of items that are about to be sent, by what yields them. */
const checks = new WeakMap<object, (item: unknown) => void>()

/**
 * A validator of a request whose body has many items: those of a list are checked before it is sent, others when it is
 * their turn. `whole` checks what is beside them.
 */
export function itemsValidator(
  item: RequestValidator,
  whole?: RequestValidator,
  at?: string,
): RequestValidator {
  const bodyOf = (input: unknown): unknown => (at === undefined ? input : memberAt(input, at))
  const own = asValidator({
    check(input: unknown) {
      const body = bodyOf(input)
      const listed = Array.isArray(body) ? body : []
      const found = listed.flatMap((each, index) =>
        item.check(each).map((problem) => {
          const inside = `${at ?? ''}[${index}]`
          const joint = problem.path && !problem.path.startsWith('[') ? '.' : ''
          return { ...problem, path: `${inside}${joint}${problem.path}` }
        }),
      )
      return [...(whole?.check(input) ?? []), ...found]
    },
  })
  return {
    ...own,
    '~asValidator'(input, operation, option, redact) {
      own['~asValidator'](input, operation, option, redact)
      const body = bodyOf(input)
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return
      checks.set(body, (value) =>
        item['~asValidator'](value, `${operation}: an item`, option, redact),
      )
    },
  }
}
