import { decoding, type ResponseDecoders } from '../core/decoding.js'
import type { Redact } from '../core/redact.js'
import type { DecodedBy } from './decoder.js'

type AnyFunction = (...values: never) => unknown

/** A client whose methods return decoded values, if the table has a decoder for them. */
export type Decoded<Client, Table> = {
  [Name in keyof Client]: Name extends keyof Table
    ? Client[Name] extends AnyFunction
      ? DecodedMethod<Client[Name], DecodedBy<Table[Name]>>
      : Client[Name]
    : Client[Name]
}

type DecodedMethod<Method extends AnyFunction, Value> = Method extends (
  ...values: infer Values
) => infer Result
  ? (...values: Values) => DecodedResult<Result, Value>
  : never

type DecodedResult<Result, Value> =
  Result extends Promise<infer Answer>
    ? Promise<Answer extends null | undefined ? Answer : Value>
    : Result extends AsyncIterable<unknown>
      ? Omit<Result, keyof DecodedItems<unknown>> & DecodedItems<Value>
      : Result

/** An iterator of decoded items or events. */
interface DecodedItems<Value> extends AsyncIterableIterator<Value> {
  next(): Promise<IteratorResult<Value, undefined>>
  return(): Promise<IteratorResult<Value, undefined>>
  [Symbol.asyncIterator](): DecodedItems<Value>
}

interface Decodes {
  decode(value: unknown): unknown
}

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
  for (const [name, { decode }] of Object.entries(table) as [string, Decodes][]) {
    const method: unknown = Reflect.get(client, name)
    if (typeof method !== 'function') continue
    const decoder: Decodes = {
      decode(value) {
        try {
          return decode(value)
        } catch (error) {
          throw redact(error)
        }
      },
    }
    methods[name] = (...values: unknown[]) => decodedResult(method.apply(client, values), decoder)
  }
  return Object.assign(Object.create(client), methods)
}

/** Decodes a promised response, or each item or event of an iterator. */
function decodedResult(result: unknown, decoder: Decodes): unknown {
  if (result instanceof Promise) return result.then((value) => decoder.decode(value))
  if (typeof result !== 'object' || result === null || !('next' in result)) return result
  const iterator = result as AsyncIterator<unknown>
  return Object.create(result, {
    next: {
      value: async () => {
        const next = await iterator.next()
        if (next.done) return next
        try {
          return { done: false, value: decoder.decode(next.value) }
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
