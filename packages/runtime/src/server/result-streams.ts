import { memberAt } from '../core/member.js'
import { stringifyExact } from '../http/bodies/exact-json.js'
import type { ContentFacts } from './facts.js'
import type { ResultContext } from './results.js'

/** The items of a handler as a stream that is written as fast as it is read. */
export function writeStream(
  items: unknown,
  content: ContentFacts,
  { name, isChecked, onEnd, onError }: ResultContext,
): ReadableStream<Uint8Array> {
  if (items instanceof ReadableStream) return items
  const check = isChecked ? content.check : undefined
  const iterator = iteratorOf(items, name)
  const encoder = new TextEncoder()
  const isEvents = /event/.test(content.stream ?? '')
  let next: Promise<IteratorResult<unknown>> | undefined
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** The next item, or `undefined` if events do not come for so long that a proxy may hang up. */
  function itemOrQuiet(
    work: Promise<IteratorResult<unknown>>,
  ): Promise<IteratorResult<unknown> | undefined> {
    return new Promise((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), quietMs)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        next ??= Promise.resolve(iterator.next())
        const step = isEvents ? await itemOrQuiet(next) : await next
        if (isOver) return
        if (!step) {
          controller.enqueue(encoder.encode(':\n\n'))
          return
        }
        next = undefined
        const { done, value } = step
        if (done) {
          const end = streamEnd(content)
          if (end) controller.enqueue(encoder.encode(end))
          onEnd()
          controller.close()
          return
        }
        if (check && !check.strict.is(value)) {
          const [first] = check.strict.check(value)
          throw new TypeError(`${name} yielded an invalid item: ${first?.path} ${first?.message}`)
        }
        controller.enqueue(encoder.encode(itemText(value, content)))
      } catch (error) {
        // Who has hung up sees no error, and it is often only that of the signal.
        if (isOver) return
        onError(error)
        onEnd()
        // The caller sees a connection that breaks off, and no text of the error.
        controller.error(new Error('the stream ended with an error'))
        await iterator.return?.()
      }
    },
    async cancel() {
      isOver = true
      clearTimeout(timer)
      onEnd()
      await iterator.return?.()
    },
  })
}

/** The HTML standard advises a comment every 15 seconds or so. */
const quietMs = 15_000

interface AnyIterator {
  next(): Promise<IteratorResult<unknown>> | IteratorResult<unknown>
  return?(): unknown
}

function iteratorOf(items: unknown, name: string): AnyIterator {
  const given: Partial<AsyncIterable<unknown> & Iterable<unknown>> = Object(items)
  const iterator = given[Symbol.asyncIterator]?.() ?? given[Symbol.iterator]?.()
  if (!iterator) throw new TypeError(`${name} returned a stream that is not iterable`)
  return iterator
}

const boundary = 'next-part'

/** What a stream has after its last item. */
export function streamEnd({ stream }: Pick<ContentFacts, 'stream'>): string {
  return stream === 'parts' ? `--${boundary}--\r\n` : ''
}

/** The content type of a stream; that of parts says what separates them. */
export function streamType(type: string, { stream }: Pick<ContentFacts, 'stream'>): string {
  return stream === 'parts' ? `${type.replace(/;.*$/s, '')}; boundary=${boundary}` : type
}

/** An item as it is written into its stream. */
export function itemText(
  value: unknown,
  { stream, json }: Pick<ContentFacts, 'stream' | 'json'>,
): string {
  if (stream === 'lines') return `${stringifyExact(value)}\n`
  if (stream === 'sequence') return `\u001e${stringifyExact(value)}\n`
  if (stream === 'parts')
    return `--${boundary}\r\ncontent-type: application/json\r\n\r\n${stringifyExact(value)}\r\n`
  if (stream === 'event-data') return `data: ${stringifyExact(value)}\n\n`
  const name = memberAt(value, 'event')
  const isText = json ? typeof name !== 'string' || !json.includes(name) : stream === 'text-events'
  return eventText(value, isText)
}

/** One event. A text with several lines has a line of data for each. */
function eventText(event: unknown, isText: boolean): string {
  const data = memberAt(event, 'data')
  const text = isText && typeof data === 'string' ? data : (stringifyExact(data) ?? '')
  const fields = ['event', 'id', 'retry'].flatMap((name) => {
    const value = memberAt(event, name)
    return value === undefined ? [] : [`${name}: ${String(value).replace(/[\r\n\0]/g, ' ')}\n`]
  })
  const lines = text.split(/\r\n|\n|\r/).map((line) => `data: ${line}\n`)
  return `${fields.join('')}${lines.join('')}\n`
}
