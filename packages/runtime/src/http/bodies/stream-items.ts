import { parseExact } from './exact-json.js'

/** Splits the text of a stream into items of at most so many characters, and keeps the place up to date. */
export type ItemReader<Item> = (
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
) => AsyncIterable<Item>

/** How far a stream has been read, and where it ends. */
export interface StreamPosition {
  /** Of the latest event that has one. */
  id?: string
  /** The pause that the server asks for before a new connection, in milliseconds. */
  retry?: number
  readonly ends?: StreamEnds | undefined
}

/** What ends a stream by its description. */
export interface StreamEnds {
  /** Events that are the last ones. */
  readonly events?: readonly string[]
  /** Data that only says so, and is no item. */
  readonly data?: readonly string[]
}

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
  position: StreamPosition = {},
): AsyncGenerator<ServerSentEvent> {
  const { events: last, data: marks } = position.ends ?? {}
  let data: string[] = []
  let size = 0
  let fields: { event?: string; id?: string; retry?: number } = {}
  // The standard ignores unknown lines, so a body of nothing else would be an empty stream.
  let isStream: boolean | undefined
  for await (const line of eventLines(chunks, most)) {
    if (line === '') {
      if (fields.id !== undefined) position.id = fields.id
      if (fields.retry !== undefined) position.retry = fields.retry
      if (data.length > 0) {
        const event: ServerSentEvent = { event: undefined, ...fields, data: data.join('\n') }
        if (event.event === undefined && marks?.includes(event.data)) return
        yield event
        if (last?.includes(event.event ?? 'message')) return
      }
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

/**
 * The lines of events. The standard drops an event that no empty line follows; here nothing gets lost without
 * a word, and some services leave out that line, so the end of the response is one, too.
 */
async function* eventLines(
  chunks: AsyncIterable<string>,
  most: number | undefined,
): AsyncGenerator<string> {
  yield* linesOf(chunks, /\r\n|\n|\r/, most)
  yield ''
}

/**
 * Server-Sent Events with JSON data. `[DONE]`, which many services send last, ends the stream. An event with a name
 * may be one that the document does not know: if its data is not JSON, it is text.
 */
export function jsonEvents<Item>(
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
): AsyncGenerator<Item>
export function jsonEvents(
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
): AsyncGenerator<unknown> {
  return eventsWith(dataOf, textEvents(chunks, most, position))
}

/** Server-Sent Events: events of these names have JSON data, those of other names JSON or text. */
export function knownEvents(
  ...names: readonly string[]
): <Item>(
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
) => AsyncGenerator<Item>
export function knownEvents(
  ...names: readonly string[]
): (
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
) => AsyncGenerator<unknown> {
  const read = (event: ServerSentEvent): unknown =>
    names.includes(event.event ?? '') ? parseExact(event.data) : dataOf(event)
  return (chunks, most, position) => eventsWith(read, textEvents(chunks, most, position))
}

/** Server-Sent Events: events of these names have JSON data, all others text. */
export function jsonEventsOf(
  ...names: readonly string[]
): <Item>(
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
) => AsyncGenerator<Item>
export function jsonEventsOf(
  ...names: readonly string[]
): (
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
) => AsyncGenerator<unknown> {
  const read = ({ event = '', data }: ServerSentEvent): unknown =>
    names.includes(event) ? parseExact(data) : data
  return (chunks, most, position) => eventsWith(read, textEvents(chunks, most, position))
}

async function* eventsWith(
  read: (event: ServerSentEvent) => unknown,
  events: AsyncIterable<ServerSentEvent>,
): AsyncGenerator<unknown> {
  for await (const event of events) {
    if (isLast(event)) return
    yield { ...event, data: read(event) }
  }
}

/** The JSON of an event; of one that the document may not know, also its text. */
function dataOf(event: ServerSentEvent): unknown {
  const json = jsonOf(event)
  return json ? json.value : event.data
}

/** The JSON of an event; nothing if it has a name, and other data. */
function jsonOf({ event = 'message', data }: ServerSentEvent): { value: unknown } | undefined {
  try {
    return { value: parseExact(data) }
  } catch (error) {
    if (event === 'message') throw error
    return undefined
  }
}

/**
 * The JSON data of Server-Sent Events, without the events. An event with a name of its own whose data is not JSON is
 * none of those described, and left out, unless it is an `error`.
 */
export function jsonEventData<Item>(
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
): AsyncGenerator<Item>
export async function* jsonEventData(
  chunks: AsyncIterable<string>,
  most?: number,
  position?: StreamPosition,
): AsyncGenerator<unknown> {
  for await (const event of textEvents(chunks, most, position)) {
    if (isLast(event)) return
    const json = event.event === 'error' ? { value: parseExact(event.data) } : jsonOf(event)
    if (json) yield json.value
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

/**
 * `multipart/mixed`: the JSON of each part. The delimiter is the first line that begins with two hyphens, so the
 * boundary in the content type is not needed.
 */
export async function* jsonParts<Item>(
  chunks: AsyncIterable<string>,
  most?: number,
): AsyncGenerator<Item> {
  let delimiter: string | undefined
  let isHead = false
  let size = 0
  let body: string[] = []
  for await (const each of linesOf(chunks, /\r?\n/, most)) {
    const line = each.trimEnd()
    if (delimiter === undefined && /^--\S/.test(line)) {
      delimiter = line
      // What is before the first part has no meaning.
      body = []
    }
    if (delimiter === undefined || (line !== delimiter && line !== `${delimiter}--`)) {
      size = within(most, size + each.length)
      if (isHead) isHead = line !== ''
      else body.push(each)
      continue
    }
    yield* jsonIn<Item>(body)
    if (line !== delimiter) return
    isHead = true
    size = 0
    body = []
  }
  // Such as a page in place of parts.
  if (delimiter === undefined && body.join('').trim()) throw new SyntaxError('there are no parts')
  yield* jsonIn<Item>(body)
}

/** A part without a body is none. */
function* jsonIn<Item>(lines: readonly string[]): Generator<Item> {
  const text = lines.join('\n')
  if (text.trim()) yield parseExact(text)
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
