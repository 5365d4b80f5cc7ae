import { parseExact } from './exact-json.js'

/** Splits the text of a stream into items. */
export type ItemReader<Item> = (chunks: AsyncIterable<string>) => AsyncIterable<Item>

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

/** Server-Sent Events with plain text as data. */
export async function* textEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let data: string[] = []
  let fields: { event?: string; id?: string; retry?: number } = {}
  // The standard ignores unknown lines, so a body of nothing else would be an empty stream.
  let isStream: boolean | undefined
  for await (const line of linesOf(chunks, /\r\n|\n|\r/, true)) {
    if (line === '') {
      // An event after the last empty line is incomplete, and the standard drops it.
      if (data.length > 0) yield { event: undefined, ...fields, data: data.join('\n') }
      data = []
      fields = {}
      continue
    }
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
export function jsonEvents<Item>(chunks: AsyncIterable<string>): AsyncGenerator<Item>
export async function* jsonEvents(chunks: AsyncIterable<string>): AsyncGenerator<unknown> {
  for await (const event of textEvents(chunks)) {
    if (isLast(event)) return
    yield { ...event, data: parseExact(event.data) }
  }
}

/** Server-Sent Events: events of these names have JSON data, all others text. */
export function jsonEventsOf(
  ...names: readonly string[]
): <Item>(chunks: AsyncIterable<string>) => AsyncGenerator<Item>
export function jsonEventsOf(
  ...names: readonly string[]
): (chunks: AsyncIterable<string>) => AsyncGenerator<unknown> {
  return async function* (chunks) {
    for await (const event of textEvents(chunks)) {
      if (isLast(event)) return
      const isJson = event.event !== undefined && names.includes(event.event)
      yield isJson ? { ...event, data: parseExact(event.data) } : event
    }
  }
}

/** The JSON data of Server-Sent Events, without the events. */
export async function* jsonEventData<Item>(chunks: AsyncIterable<string>): AsyncGenerator<Item> {
  for await (const event of textEvents(chunks)) {
    if (isLast(event)) return
    yield parseExact(event.data)
  }
}

function isLast({ data }: ServerSentEvent): boolean {
  return /^\[done\]$/i.test(data.trim())
}

/** JSON Lines, NDJSON: one value per line. */
export async function* jsonLines<Item>(chunks: AsyncIterable<string>): AsyncGenerator<Item> {
  for await (const line of linesOf(chunks, '\n', true)) if (line.trim()) yield parseExact(line)
}

/** `application/json-seq` (RFC 7464): each value follows a record separator. */
export async function* jsonSequence<Item>(chunks: AsyncIterable<string>): AsyncGenerator<Item> {
  for await (const text of linesOf(chunks, '\u001e', true)) if (text.trim()) yield parseExact(text)
}

/** With `keepsRest`, text after the last line end is a line too. */
async function* linesOf(
  chunks: AsyncIterable<string>,
  end: RegExp | string,
  keepsRest = false,
): AsyncGenerator<string> {
  let open: string[] = []
  let held = ''
  for await (const chunk of chunks) {
    // Nothing is scanned twice, so that one long line takes linear time; but \r may be half a line end.
    const text = held + chunk
    held = text.endsWith('\r') ? '\r' : ''
    const [first = '', ...others] = text.slice(0, text.length - held.length).split(end)
    open.push(first)
    for (const next of others) {
      yield open.join('')
      open = [next]
    }
  }
  const rest = open.join('')
  if (held) yield rest
  else if (keepsRest && rest) yield rest
}
