import { decodesKey } from '../core/addresses.js'
import { decoding, type ResponseDecoders } from '../core/decoding.js'
import type { Redact } from '../core/redact.js'
import type { DescribedSubscribe, KindTypes } from '../core/subscriptions.js'
import { decodeOf, type Entry, type StatusDecoders, watched } from './by-status.js'
import type { DecodedBy } from './decoder.js'
import type { EventDecoders } from './decoders-by-kind.js'
import { list } from './lists.js'
import { record } from './records.js'
import { isObject, type Step } from './step.js'

type AnyFunction = (...values: never) => unknown

/** A client whose methods return decoded values, if the table has a decoder for them. */
export type Decoded<Client, Table> = {
  [Name in keyof Client]: Name extends keyof Table
    ? Client[Name] extends AnyFunction
      ? Table[Name] extends EventDecoders<infer ByKind>
        ? DecodedStream<Client[Name], ByKind>
        : DecodedMethod<Client[Name], DecodedBy<Table[Name]>>
      : Client[Name]
    : Name extends FormName
      ? DecodedForms<Client[Name], Table>
      : Client[Name]
}

/** `subscribe` of a client with described kinds of events. */
type DecodedStream<Stream, ByKind> =
  Stream extends DescribedSubscribe<infer Kinds>
    ? DescribedSubscribe<{
        readonly [Kind in keyof Kinds]: Kinds[Kind] extends KindTypes
          ? {
              readonly params: Kinds[Kind]['params']
              readonly data: Kind extends keyof ByKind
                ? DecodedBy<ByKind[Kind]>
                : Kinds[Kind]['data']
            }
          : never
      }>
    : Stream

/** The members of a client that have its methods with other results. */
type FormName = (typeof forms)[number]

const forms = ['answer', 'attempt'] as const

type DecodedForms<Forms, Table> = {
  [Name in keyof Forms]: Name extends keyof Table
    ? Forms[Name] extends (...values: infer Values) => Promise<infer Whole>
      ? (...values: Values) => Promise<WithData<Whole, Table[Name]>>
      : Forms[Name]
    : Forms[Name]
}

/** The same answer or attempt with a decoded body; an error has none. */
type WithData<Whole, Entry> = Whole extends { readonly data: infer Data }
  ? Omit<Whole, 'data'> & {
      readonly data: Data extends null | undefined
        ? Data
        : Entry extends StatusDecoders<infer All, infer Statuses>
          ? Whole extends { readonly status: infer Status }
            ? DataOf<Statuses, KeyOf<Statuses, Status>, Data>
            : All
          : Data extends AsyncIterable<unknown>
            ? DecodedResult<Data, DecodedBy<Entry>>
            : DecodedBy<Entry>
    }
  : Whole

/** The key of a status; those that the document does not list are of a range. */
type KeyOf<Statuses, Status> = [`${Status & number}`] extends [keyof Statuses]
  ? `${Status & number}`
  : '2XX' extends keyof Statuses
    ? '2XX'
    : 'default'

type DataOf<Statuses, Key, Data> = Key extends keyof Statuses
  ? Statuses[Key] extends undefined
    ? Data
    : DecodedBy<Statuses[Key]>
  : Data

type DecodedMethod<Method extends AnyFunction, Value> = Method extends {
  // `subscribe`: inference only sees the last signature of a function, unless all four are written down.
  (query: infer Query, options: infer ByHeight): infer Heights extends AsyncIterable<WholeHeight>
  (query: infer Query, options?: infer Options): unknown
  (query: string, options: infer ByHeight): unknown
  (query: string, options?: infer Options): infer Events extends AsyncIterable<unknown>
}
  ? DecodedSubscribe<string | Query, ByHeight, Options, Heights, Events, Value>
  : Method extends (...values: infer Values) => infer Result
    ? (...values: Values) => DecodedResult<Result, Value>
    : never

interface DecodedSubscribe<Query, ByHeight, Options, Heights, Events, Value> {
  (query: Query, options: ByHeight): DecodedResult<Heights, DecodedItem<Heights, Value>>
  (query: Query, options?: Options): DecodedResult<Events, DecodedItem<Events, Value>>
}

/** What `by: 'height'` delivers. */
interface WholeHeight {
  readonly height: number
  readonly events: readonly unknown[]
}

/** A decoded event with its cursor, or all decoded events of a height. */
type DecodedItem<Items, Value> =
  Items extends AsyncIterable<infer Item>
    ? Item extends WholeHeight
      ? Omit<Item, 'events'> & {
          readonly events: readonly DecodedEvent<Item['events'][number], Value>[]
        }
      : DecodedEvent<Item, Value>
    : never

type DecodedEvent<Event, Value> = Event extends { readonly cursor?: infer Cursor }
  ? Value & { readonly cursor?: Cursor }
  : Value

type DecodedResult<Result, Value> =
  Result extends Promise<infer Answer>
    ? Promise<Answer extends null | undefined ? Answer : Value>
    : Result extends { pages(): AsyncIterable<infer Page> }
      ? DecodedPages<Result, Page, Value>
      : Result extends AsyncIterable<unknown>
        ? Omit<Result, keyof DecodedItems<unknown>> & DecodedItems<Value>
        : Result

/** Pages whose items are decoded; the `data` of a page is as it came. */
type DecodedPages<Result, Page, Value> = Omit<Result, 'pages' | typeof Symbol.asyncIterator> &
  AsyncIterable<Value> & {
    pages(): AsyncIterableIterator<Omit<Page, 'items'> & { readonly items: readonly Value[] }>
  }

/** An iterator of decoded items or events. */
interface DecodedItems<Value> extends AsyncIterableIterator<Value> {
  next(): Promise<IteratorResult<Value, undefined>>
  return(): Promise<IteratorResult<Value, undefined>>
  [Symbol.asyncIterator](): DecodedItems<Value>
}

type Decode = (value: unknown) => unknown

/** The table, with the function that makes a client decode its results. */
export function decodersOf<Table extends object>(table: Table): ResponseDecoders<Table> {
  return Object.defineProperty(table, decoding, {
    value: <Client extends object>(client: Client, redact?: Redact) =>
      decodingClient(client, table, redact),
  }) as ResponseDecoders<Table>
}

function decodingClient<Client extends object>(
  client: Client,
  table: object,
  redact: Redact = (shown) => shown,
): Client {
  const methods: Record<string, unknown> = {}
  for (const [name, entry] of entriesIn(table)) {
    const method: unknown = Reflect.get(client, name)
    if (typeof method !== 'function') continue
    methods[name] = (...given: unknown[]) => {
      const { values, status } = watched(entry, given)
      const result: unknown = method.apply(client, values)
      const isPlain = 'byKind' in entry || !isSubscription(result)
      const subscribed = !isPlain && eventDecoder(decodeOf(entry, 0), values[1])
      return decodedResult(
        result,
        redacting(() => subscribed || decodeOf(entry, status()), redact),
      )
    }
  }
  for (const form of forms) {
    const plain: unknown = Reflect.get(client, form)
    if (typeof plain === 'object') methods[form] = decodedForms(Object(plain), table, redact)
  }
  return Object.assign(Object.create(client, { [decodesKey]: { value: true } }), methods)
}

/** The decoder for a value, which is known once the value is there. Its errors are without credentials. */
function redacting(decoder: () => Decode, redact: Redact): Decode {
  return (value) => {
    try {
      return decoder()(value)
    } catch (error) {
      throw redact(error)
    }
  }
}

function entriesIn(table: object): [string, Entry][] {
  return Object.entries(table)
}

/** The methods of a form: `data` of what they resolve to is decoded. */
function decodedForms(plain: object, table: object, redact: Redact): object {
  const methods: Record<string, unknown> = {}
  for (const [name, entry] of entriesIn(table)) {
    const method: unknown = Reflect.get(plain, name)
    if (typeof method !== 'function') continue
    methods[name] = async (...given: unknown[]) => {
      const { values, status } = watched(entry, given)
      const whole: Readonly<Record<string, unknown>> = await method(...values)
      const { data, status: own } = whole
      if (data === undefined) return whole
      const decode = redacting(() => decodeOf(entry, own ?? status()), redact)
      try {
        return { ...whole, data: isIterator(data) ? decodedIterator(data, decode) : decode(data) }
      } catch (error) {
        // An answer throws; an attempt has the error.
        if ('status' in whole) throw error
        return { error, described: false }
      }
    }
  }
  return Object.assign(Object.create(plain), methods)
}

function isSubscription(result: unknown): boolean {
  return isObject(result) && 'next' in result && 'ready' in result
}

/** Decodes what a subscription with these options delivers: events, or all events of a height. */
function eventDecoder(decode: Decode, options: unknown): Decode {
  const event: Step = {
    decode: (value) => withCursorOf(value, decode(value)),
    encode: (value) => value,
  }
  const { by } = isObject(options) ? options : {}
  const item = by === 'height' ? record({ events: list(event) }) : event
  return (value) => item.decode(value, false)
}

/** The `cursor` of an event is not enumerable, so decoders do not copy it. */
function withCursorOf(event: unknown, decoded: unknown): unknown {
  if (!isObject(event) || !isObject(decoded)) return decoded
  const cursor = Object.getOwnPropertyDescriptor(event, 'cursor')
  if (!cursor || cursor.enumerable) return decoded
  return Object.defineProperty(decoded, 'cursor', cursor)
}

interface AnyPages extends AsyncIterable<unknown> {
  pages(): AsyncIterable<{ readonly items: readonly unknown[] }>
}

function isPages(result: unknown): result is AnyPages {
  return isObject(result) && 'pages' in result
}

function decodedPages(pages: AnyPages, decode: Decode): AnyPages {
  return Object.create(pages, {
    pages: {
      async *value() {
        for await (const page of pages.pages()) yield { ...page, items: page.items.map(decode) }
      },
    },
    [Symbol.asyncIterator]: {
      async *value() {
        for await (const item of pages) yield decode(item)
      },
    },
  })
}

function isIterator(result: unknown): result is AsyncIterator<unknown> {
  return isObject(result) && 'next' in result && Symbol.asyncIterator in result
}

/** Decodes a promised response, or each item or event of an iterator. */
function decodedResult(result: unknown, decode: Decode): unknown {
  if (result instanceof Promise) return result.then(decode)
  if (isPages(result)) return decodedPages(result, decode)
  return isIterator(result) ? decodedIterator(result, decode) : result
}

function decodedIterator(iterator: AsyncIterator<unknown>, decode: Decode): object {
  return Object.create(iterator, {
    next: {
      value: async () => {
        const next = await iterator.next()
        if (next.done) return next
        try {
          return { done: false, value: decode(next.value) }
        } catch (error) {
          // A loop does not close an iterator that fails, and the subscription would stay open at the node.
          await iterator.return?.().catch(() => {})
          throw error
        }
      },
    },
    return: { value: iterator.return?.bind(iterator) },
    throw: { value: iterator.throw?.bind(iterator) },
    [Symbol.asyncIterator]: {
      value() {
        return this
      },
    },
  })
}
