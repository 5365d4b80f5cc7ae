import { parseJson, TransportError } from '../../core/index.js'
import { RpcError } from '../errors.js'
import { tooDeep, tooLarge } from '../limits.js'
import { isNotification, type ResponseMessage, readResponse } from '../message.js'
import type { CallOutcome, Observer, Receiver } from '../transport.js'

export interface AwaitedCall {
  readonly method: string
  /** The server may respond late, and handles other calls only afterwards. */
  readonly slow: boolean
  /** The length of the message. */
  readonly size: number
  /** Called with the server's response and its length. */
  answer(outcome: CallOutcome, characters: number): void
  reject(error: unknown): void
}

/** The pending calls and the observers of one connection. */
export interface Dispatcher {
  /** Whether any call is pending. */
  readonly busy: boolean
  /** The number of pending calls. */
  readonly awaited: number
  /** The number of observers. */
  readonly load: number
  add(id: number, call: AwaitedCall): void
  /** Drops a pending call; returns whether there was one. */
  drop(id: number): boolean
  /**
   * Sends messages with this id to the observer, also those before the acknowledgement. A receiver takes those that are
   * for its subscription.
   */
  observe(id: number, observer: Observer, receiver?: Receiver): void
  unobserve(id: number): boolean
  /** Reads a message and dispatches it. */
  receive(data: string, maxBodyBytes: number): void
  /** Dispatches a response or a notification of that many characters. */
  dispatch(response: ResponseMessage, size: number): void
  /** Whether a slow call was made before this one. */
  isHeldUp(id: number): boolean
  /** Rejects the call with the longest message: the server closes the connection over one that is too large. */
  refuseLargest(): void
  /**
   * Fails everything. Observers that still wait for an acknowledgement learn of it through that call.
   */
  fail(error: TransportError): void
}

export function createDispatcher(changed: () => void): Dispatcher {
  const calls = new Map<number, AwaitedCall>()
  const observers = new Map<number, Observer>()
  const receivers = new Map<number, Receiver>()

  function settle(key: number, response: ResponseMessage, size: number): void {
    const call = calls.get(key)
    calls.delete(key)
    const { unreadable } = response
    if (response.error || unreadable) {
      const error = response.error
        ? new RpcError(response.error, call?.method ?? 'subscribe')
        : unreadable
      const observer = call ? undefined : observers.get(key)
      if (observer) observers.delete(key)
      call?.answer({ error }, size)
      observer?.end(error)
    } else call?.answer(response, size)
    changed()
  }

  function dispatch(response: ResponseMessage, size: number): void {
    const { id, result } = response
    const error = response.error ?? response.unreadable
    // Calls are handled one after another, so an error without id belongs to the oldest.
    const key = typeof id === 'number' && id >= 0 ? id : error && [...calls.keys()][0]
    if (key === undefined) return
    const observer = observers.get(key)
    if (observer && !error && isNotification(result, calls.size > 0 && calls.has(key))) {
      observer.next(result, size)
    } else settle(key, response, size)
  }

  return {
    get busy() {
      return calls.size > 0 || observers.size > 0
    },
    get awaited() {
      return calls.size
    },
    get load() {
      return observers.size
    },
    add(id, call) {
      calls.set(id, call)
    },
    drop: (id) => calls.delete(id),
    observe(id, observer, receiver) {
      observers.set(id, observer)
      if (receiver) receivers.set(id, receiver)
    },
    unobserve(id) {
      receivers.delete(id)
      return observers.delete(id)
    },
    receive(data, maxBodyBytes) {
      const response = readMessage(data, maxBodyBytes, receivers.values())
      if (response) dispatch(response, data.length)
    },
    dispatch,
    isHeldUp: (id) => [...calls].some(([other, { slow }]) => slow && other < id),
    refuseLargest() {
      const [largest] = [...calls].sort(([, a], [, b]) => b.size - a.size)
      if (!largest) return
      const [id, { method, size, answer }] = largest
      calls.delete(id)
      answer({ error: requestTooLarge(method, size) }, 0)
    },
    fail(error) {
      const left = [...observers].filter(([id]) => !calls.has(id))
      for (const call of calls.values()) call.reject(error)
      calls.clear()
      observers.clear()
      for (const [, observer] of left) observer.end(error)
    },
  }
}

/** Reads a message; `undefined` if it is no answer to anything, or was taken by a receiver. */
function readMessage(
  data: string,
  maxBodyBytes: number,
  receivers: Iterable<Receiver>,
): ResponseMessage | undefined {
  if (data.length > maxBodyBytes)
    return { id: idIn(data), unreadable: messageTooLong(maxBodyBytes) }
  let cause: unknown
  let problem = 'has neither a result nor an error'
  try {
    const message = parseJson(data)
    for (const receiver of receivers) if (receiver.accepts(message, data.length)) return undefined
    const found = readResponse(message)
    if (found) return found
  } catch (error) {
    cause = error
    problem = error instanceof RangeError ? tooDeep : 'is not JSON-RPC'
  }
  const id = idIn(data)
  // Without an id it is no answer to anything; what is nested too deeply hardly comes from a proxy.
  if (id < 0 && problem !== tooDeep) return undefined
  const init = { fault: 'body', body: data.slice(0, 200), cause } as const
  return { id, unreadable: new TransportError(`The answer ${problem}`, init) }
}

/** The id in a message that cannot be read: servers write it before the result. -1 without one. */
function idIn(data: string): number {
  return Number(/^\s*\{[^{[]*?"id"\s*:\s*(\d+)/.exec(data.slice(0, 200))?.[1] ?? -1)
}

export function messageTooLong(maxBodyBytes: number): TransportError {
  return new TransportError(`The answer ${tooLarge(maxBodyBytes)}`, { fault: 'size' })
}

function requestTooLarge(method: string, size: number): RpcError {
  const message = `The server does not take a message of ${size} characters`
  return new RpcError({ code: -32600, message }, method, 'request-too-large')
}
