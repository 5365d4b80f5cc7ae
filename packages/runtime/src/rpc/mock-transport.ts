import { checkOptions, TransportError } from '../core/index.js'
import { createTransportCalls } from './calls/transport-calls.js'
import { writtenParams } from './encode-params.js'
import { RpcError } from './errors.js'
import type { StreamEvents } from './subscribe/subscription-types.js'
import type { Observer, StreamingTransport, SubscribeRequest } from './transport.js'

/** Results by method name, as on the wire or in camel case. */
export type MockAnswers = Readonly<Record<string, unknown>>

export interface MockOptions {
  /** Functions of the parameters. The call rejects with what they throw. */
  readonly handlers?: object | undefined
  /** Results for methods without a handler. */
  readonly examples?: MockAnswers | undefined
  /** Results for methods without an example. */
  readonly made?: ((method: string) => { readonly value: unknown } | undefined) | undefined
  /** What is wrong with the parameters of a call, as messages have them; it rejects as a server would. */
  readonly refused?: ((method: string, params: object) => readonly object[]) | undefined
}

/** An event for a test; each key that is left out is derived from the payload. */
export interface MockEvent {
  readonly query?: string
  readonly data: { readonly type: string; readonly value: unknown }
  readonly events?: Readonly<Record<string, readonly string[]>>
}

/** An event of a described kind, for a test. */
export interface MockKindEvent {
  readonly kind: string
  readonly data: unknown
}

/** A transport without a node. */
export interface MockTransport extends StreamingTransport {
  /** Delivers an event to the subscriptions whose query it matches, or to those of its kind. */
  emit(event: MockEvent | MockKindEvent): void
  /** Ends all subscriptions, as a lost connection does. */
  drop(error?: unknown): void
}

/** The part of the document's dialect that a mock uses. */
export interface MockDialect {
  readonly streamEvents: StreamEvents
  /** The keys of an event that a subscription with this query gets; `undefined` for the others. */
  wants(query: string, event: MockEvent): MockEvent['events'] | undefined
}

export function createMockTransport(
  options: MockOptions,
  { streamEvents, wants }: MockDialect,
): MockTransport {
  checkOptions(options, { object: 'handlers examples', function: 'made refused' })
  const { handlers = {}, examples = {}, made, refused } = options
  checkOptions(handlers, { function: Object.keys(handlers).join(' ') }, 'handlers')
  const calls = createTransportCalls('mock', 60_000)
  const subscriptions = new Map<Observer, SubscribeRequest>()

  async function answer(name: string, params: object): Promise<unknown> {
    const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    for (const key of [camel, name]) {
      const handler: unknown = Object.hasOwn(handlers, key) ? Reflect.get(handlers, key) : undefined
      if (typeof handler === 'function') return handler.call(handlers, params)
    }
    for (const key of [camel, name]) if (Object.hasOwn(examples, key)) return examples[key]
    const found = made?.(camel) ?? made?.(name)
    if (found) return found.value
    throw new TransportError(`The mock has no answer to ${name}`, { operation: name })
  }

  const transport: MockTransport = {
    kind: 'mock',
    streamEvents,
    get closed() {
      return calls.closed
    },
    call: ({ method, params }, options) =>
      calls.run(method, options, () => {
        const problems = refused?.(method.name, writtenParams(method, params)) ?? []
        if (problems.length === 0) return answer(method.name, params)
        const failure = { code: -32602, message: 'Invalid params', data: { problems } }
        throw new RpcError(failure, method.name)
      }),
    subscribe: (request, observer, options) =>
      calls.run(request.method, options, async () => {
        subscriptions.set(observer, request)
        return {
          call: transport.call,
          close() {
            subscriptions.delete(observer)
          },
          abandon(error) {
            if (subscriptions.delete(observer)) observer.end(error)
          },
        }
      }),
    emit(event) {
      for (const [observer, { query, delivery }] of [...subscriptions]) {
        if ('kind' in event) {
          if (delivery && query === event.kind) observer.next(event.data)
          continue
        }
        const events = delivery ? undefined : wants(query, event)
        if (events) observer.next({ ...event, query, events })
      }
    },
    drop(error = new TransportError('The mock dropped the connection')) {
      const observers = [...subscriptions.keys()]
      subscriptions.clear()
      for (const observer of observers) observer.end(error)
    },
    close() {
      calls.close()
      transport.drop(calls.reason)
    },
  }
  return transport
}
