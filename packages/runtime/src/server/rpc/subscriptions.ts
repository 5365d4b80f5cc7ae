import { memberAt, unescapeToken } from '../../core/member.js'
import { withDigitsOf } from '../../http/bodies/exact-json.js'
import type { Checking } from '../facts.js'
import type { Failure, RpcContext } from './calls.js'

/** Yields the events of a subscription. It ends when `signal` aborts: unsubscribed, or the connection is gone. */
export type RpcSubscription<Params, Data> = (
  params: Params,
  context: RpcContext,
) => AsyncIterable<Data> | Promise<AsyncIterable<Data>>

/** What a server needs to know about a method that subscribes. */
export interface SubscriptionFacts {
  /** Its name on the wire. */
  readonly name: string
  /** The names of its parameters by position. */
  readonly params: readonly string[]
  readonly check?: Checking
  readonly unsubscribe: {
    readonly method: string
    readonly params: readonly string[]
    /** The parameter that takes the id. */
    readonly parameter: string
  }
  /** Without a method, an event is another response with the id of the request. */
  readonly notification: {
    readonly method?: string
    readonly id?: string
    readonly payload: string
  }
  /** Whether ids are numbers, not texts. */
  readonly hasNumericIds?: boolean
  /** The parameter with the kind, if there are several. */
  readonly parameter?: string
  /** The check of the events of each kind. */
  readonly kinds: Readonly<Record<string, { readonly check?: Checking }>>
}

/** What a connection needs of its server. */
export interface Subscribing {
  readonly facts: readonly SubscriptionFacts[]
  readonly handlers: object
  readonly checkResults: boolean
  readonly maxSubscriptions: number
  /** Sends a message, and waits while the connection has too much to send. */
  readonly send: (message: object, signal?: AbortSignal) => Promise<void> | undefined
  readonly context: (signal: AbortSignal) => RpcContext
  /** A handler failed, so that callers have to subscribe again. */
  readonly fail: (error: unknown, kind: string) => void
}

interface Subscribed {
  readonly control: AbortController
  readonly facts: SubscriptionFacts
}

/** The outcome of a call, and what begins when it was sent. */
export interface Begun {
  readonly result?: unknown
  readonly error?: Failure
  readonly begin?: () => void
}

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #of: Subscribing
  readonly #open = new Map<string, Subscribed>()
  #last = 0

  constructor(of: Subscribing) {
    this.#of = of
  }

  /** Subscribes or unsubscribes; `undefined` for other methods. `call` is the message that asked for it. */
  call(name: string, params: object, call: object): Begun | undefined {
    const { facts } = this.#of
    const begins = facts.find((each) => each.name === name)
    if (begins) return this.#begin(begins, params, call)
    const ends = facts.filter((each) => each.unsubscribe.method === name)
    return ends.length === 0 ? undefined : { result: ends.some((each) => this.#end(each, params)) }
  }

  /** The names of the parameters of a method, by position. */
  namesOf(name: string): readonly string[] | undefined {
    const { facts } = this.#of
    const ends = facts.find(({ unsubscribe }) => unsubscribe.method === name)
    return facts.find((each) => each.name === name)?.params ?? ends?.unsubscribe.params
  }

  close(): void {
    for (const { control } of this.#open.values()) control.abort(new Error('the caller is gone'))
    this.#open.clear()
  }

  #begin(facts: SubscriptionFacts, params: object, call: object): Begun {
    const { check, parameter, kinds } = facts
    if (check && !check.strict.is(params))
      return { error: invalid({ problems: check.strict.check(params) }) }
    const kind = parameter === undefined ? facts.name : String(memberAt(params, parameter))
    if (!Object.hasOwn(kinds, kind))
      return { error: invalid(`there is no kind ${kind.slice(0, 100)}`) }
    const handler: Running['handler'] = Reflect.get(this.#of.handlers, kind)
    if (this.#open.size >= this.#of.maxSubscriptions)
      return { error: { code: -32_000, message: 'there are too many subscriptions' } }
    this.#last += 1
    const own = facts.hasNumericIds ? this.#last : `0x${this.#last.toString(16)}`
    const control = new AbortController()
    const key = JSON.stringify(own)
    this.#open.set(key, { control, facts })
    const messageOf = (data: unknown): object => eventOf(facts, own, call, data)
    const begin = (): void => {
      this.#run(kind, { handler, params, messageOf, check: kinds[kind]?.check }, control.signal)
        .catch((error: unknown) => {
          if (!control.signal.aborted) this.#of.fail(error, kind)
        })
        .finally(() => this.#open.delete(key))
    }
    return { result: own, begin }
  }

  #end({ unsubscribe }: SubscriptionFacts, params: object): boolean {
    const key = JSON.stringify(memberAt(params, unsubscribe.parameter)) ?? ''
    const found = this.#open.get(key)
    if (found?.facts.unsubscribe.method !== unsubscribe.method) return false
    this.#open.delete(key)
    found.control.abort(new Error('the caller has unsubscribed'))
    return true
  }

  async #run(
    kind: string,
    { handler, params, messageOf, check }: Running,
    signal: AbortSignal,
  ): Promise<void> {
    const { handlers, context, checkResults, send } = this.#of
    const events: AsyncIterable<unknown> = await handler.call(handlers, params, context(signal))
    const iterator = events[Symbol.asyncIterator]()
    try {
      for (;;) {
        const step = await nextUnless(signal, iterator)
        if (!step || step.done) return
        if (checkResults && check && !check.strict.is(step.value)) {
          const [first] = check.strict.check(step.value)
          throw new TypeError(`${kind} yielded an invalid event: ${first?.path} ${first?.message}`)
        }
        await send(messageOf(step.value), signal)
      }
    } finally {
      // A generator that still waits for something ends when it has it.
      void Promise.resolve(iterator.return?.()).catch(() => {})
    }
  }
}

interface Running {
  readonly handler: (params: object, context: RpcContext) => AsyncIterable<unknown>
  readonly params: object
  readonly messageOf: (data: unknown) => object
  readonly check: Checking | undefined
}

/** The next event, or `undefined` when the subscription ends before there is one. */
function nextUnless(
  signal: AbortSignal,
  iterator: AsyncIterator<unknown>,
): Promise<IteratorResult<unknown> | undefined> {
  return new Promise((resolve, reject) => {
    const ended = (): void => resolve(undefined)
    if (signal.aborted) return ended()
    signal.addEventListener('abort', ended, { once: true })
    const settled = (): void => signal.removeEventListener('abort', ended)
    iterator.next().then(
      (step) => {
        settled()
        resolve(step)
      },
      (error: unknown) => {
        settled()
        reject(error)
      },
    )
  })
}

/** An event as the document describes notifications. */
function eventOf(
  { notification }: SubscriptionFacts,
  own: unknown,
  call: object,
  data: unknown,
): object {
  const { method, id: idAt = '', payload } = notification
  if (method === undefined) {
    const event = withValueAt({ jsonrpc: '2.0', id: memberAt(call, 'id') }, payload, data)
    return withDigitsOf(event, call, 'id')
  }
  const params = payload === '' ? data : withValueAt(withValueAt({}, idAt, own), payload, data)
  return { jsonrpc: '2.0', method, params }
}

type Members = Readonly<Record<string, unknown>>

/** The object with a value at a pointer. */
function withValueAt(into: Members, pointer: string, value: unknown): Members {
  const [, first, ...rest] = pointer.split('/')
  if (first === undefined) return into
  const key = unescapeToken(first)
  if (rest.length === 0) return { ...into, [key]: value }
  const inner: Members = Object(memberAt(into, key))
  return { ...into, [key]: withValueAt(inner, `/${rest.join('/')}`, value) }
}

function invalid(data: unknown): Failure {
  return { code: -32_602, message: 'Invalid params', data }
}
