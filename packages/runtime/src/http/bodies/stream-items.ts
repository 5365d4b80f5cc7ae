import { parseExact } from './exact-json.js'

/** Splits the text of a stream into items of at most so many characters. */
export type ItemReader<Item> = (chunks: AsyncIterable<string>, most?: number) => AsyncIterable<Item>

/** One event of a `text/event-stream`. */
export interface ServerSentEvent<
  Data = string,
  Event extends string | undefined = string | undefined,
> {
  readonly event: Event
  readonly data: Data
  readonly id?: string
  /** How many milliseconds the server asks to wait before reconnecting. */
  readonly retry?: number
}

/** The response is not a stream of events, such as the JSON of a server that does not stream. */
export class NoEvents extends TypeError {}

/** An item is larger than what may be read. */
export class ItemTooLarge extends RangeError {}

/** Server-Sent Events with plain text as data. */
export async function* textEvents(
  chunks: AsyncIterable<string>,
  most?: number,
): AsyncGenerator<ServerSentEvent> {
  let data: string[] = []
  let size = 0
  let fields: { event?: string; id?: string; retry?: number } = {}
  // The standard ignores unknown lines, so a body of nothing else would be an empty stream.
  let isStream: boolean | undefined
  for await (const line of linesOf(chunks, /\r\n|\n|\r/, most)) {
    if (line === '') {
      // An event after the last empty line is incomplete, and the standard drops it.
      if (data.length > 0) yield { event: undefined, ...fields, data: data.join('\n') }
      data = []
      size = 0
      fields = {}
      continue
    }
    size = within(most, size + line.length)
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    isStream ||= /^(?:|data|event|id|retry)$/.test(name)
    if (name === 'data') data.push(value)
    else if (name === 'event') fields.event = value
    else if (name === 'id' && !value.includes('\0')) fields.id = value
    else if (name === 'retry' && /^\d+$/.test(value)) fields.retry = Number(value)
  }
  if (isStream === false) throw new NoEvents()
}

/** Server-Sent Events with JSON data. `[DONE]`, which many services send last, ends the stream. */
export function jsonEvents<Item>(chunks: AsyncIterable<string>, most?: number): AsyncGenerator<Item>
export async function* jsonEvents(
  chunks: AsyncIterable<string>,
  most?: number,
): AsyncGenerator<unknown> {
  for await (const event of textEvents(chunks, most)) {
    if (isLast(event)) return
    yield { ...event, data: parseExact(event.data) }
  }
}

/** Server-Sent Events: events of these names have JSON data, all others text. */
export function jsonEventsOf(
  ...names: readonly string[]
): <Item>(chunks: AsyncIterable<string>, most?: number) => AsyncGenerator<Item>
export function jsonEventsOf(
  ...names: readonly string[]
): (chunks: AsyncIterable<string>, most?: number) => AsyncGenerator<unknown> {
  return async function* (chunks, most) {
    for await (const event of textEvents(chunks, most)) {
      if (isLast(event)) return
      const isJson = event.event !== undefined && names.includes(event.event)
      yield isJson ? { ...event, data: parseExact(event.data) } : event
    }
  }
}

/** The JSON data of Server-Sent Events, without the events. */
export async function* jsonEventData<Item>(
  chunks: AsyncIterable<string>,
  most?: number,
): AsyncGenerator<Item> {
  for await (const event of textEvents(chunks, most)) {
    if (isLast(event)) return
    yield parseExact(event.data)
  }
}

function isLast({ data }: ServerSentEvent): boolean {
  return /^\[done\]$/i.test(data.trim())
}

/** JSON Lines, NDJSON: one value per line. */
export async function* jsonLines<Item>(
  chunks: AsyncIterable<string>,
  most?: number,
): AsyncGenerator<Item> {
  for await (const line of linesOf(chunks, '\n', most)) if (line.trim()) yield parseExact(line)
}

/** `application/json-seq` (RFC 7464): each value follows a record separator. */
export async function* jsonSequence<Item>(
  chunks: AsyncIterable<string>,
  most?: number,
): AsyncGenerator<Item> {
  for await (const text of linesOf(chunks, '\u001e', most)) if (text.trim()) yield parseExact(text)
}

/** The lines of a text; what follows the last line end is one, too. */
async function* linesOf(
  chunks: AsyncIterable<string>,
  end: RegExp | string,
  most: number | undefined,
): AsyncGenerator<string> {
  let open: string[] = []
  let size = 0
  let held = ''
  for await (const chunk of chunks) {
    // Nothing is scanned twice, so that one long line takes linear time; but \r may be half a line end.
    const text = held + chunk
    held = text.endsWith('\r') ? '\r' : ''
    const [first = '', ...others] = text.slice(0, text.length - held.length).split(end)
    open.push(first)
    size = within(most, size + first.length)
    for (const next of others) {
      yield open.join('')
      open = [next]
      size = within(most, next.length)
    }
  }
  const rest = open.join('')
  if (held || rest) yield rest
}

function within(most = Number.POSITIVE_INFINITY, size: number): number {
  if (size > most) throw new ItemTooLarge()
  return size
}
