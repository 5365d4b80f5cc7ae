import type { TransportError } from '../../core/index.js'
import { type Envelope, isNotification } from '../envelope.js'
import { RpcError } from '../errors.js'
import type { Observer, Outcome } from '../transport.js'

export interface AwaitedCall {
  readonly method: string
  /** The server may respond late, and handles other calls only afterwards. */
  readonly slow: boolean
  /** The length of the message. */
  readonly size: number
  /** Called with the server's response and its length. */
  answer(outcome: Outcome, characters: number): void
  reject(error: unknown): void
}

/** The pending calls and the observers of one connection. */
export interface CallsInFlight {
  /** Whether any call is pending. */
  readonly busy: boolean
  /** The number of pending calls. */
  readonly awaited: number
  /** The number of observers. */
  readonly load: number
  add(id: number, call: AwaitedCall): void
  /** Drops a pending call; returns whether there was one. */
  drop(id: number): boolean
  /** Sends messages with this id to the observer, also those before the acknowledgement. */
  observe(id: number, observer: Observer): void
  unobserve(id: number): boolean
  /** Dispatches a response or a notification of that many characters. */
  dispatch(envelope: Envelope, size: number): void
  /** Whether a slow call was made before this one. */
  isHeldUp(id: number): boolean
  /** Removes and returns the call with the longest message, so that it alone can be rejected. */
  takeLargest(): AwaitedCall | undefined
  /**
   * Fails everything. Observers that still wait for an acknowledgement learn of it through that call.
   */
  fail(error: TransportError): void
}

export function createCallsInFlight(changed: () => void): CallsInFlight {
  const calls = new Map<number, AwaitedCall>()
  const observers = new Map<number, Observer>()

  function settle(key: number, envelope: Envelope, size: number): void {
    const call = calls.get(key)
    calls.delete(key)
    const { unreadable } = envelope
    if (envelope.error || unreadable) {
      const error = envelope.error
        ? new RpcError(envelope.error, call?.method ?? 'subscribe')
        : unreadable
      const observer = call ? undefined : observers.get(key)
      if (observer) observers.delete(key)
      call?.answer({ error }, size)
      observer?.end(error)
    } else call?.answer(envelope, size)
    changed()
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
    observe(id, observer) {
      observers.set(id, observer)
    },
    unobserve: (id) => observers.delete(id),
    dispatch(envelope, size) {
      const { id, result } = envelope
      const error = envelope.error ?? envelope.unreadable
      // Calls are handled one after another, so an error without id belongs to the oldest.
      const key = typeof id === 'number' && id >= 0 ? id : error && [...calls.keys()][0]
      if (key === undefined) return
      const observer = observers.get(key)
      if (observer && !error && isNotification(result, calls.size > 0 && calls.has(key))) {
        observer.next(result, size)
      } else settle(key, envelope, size)
    },
    isHeldUp: (id) => [...calls].some(([other, { slow }]) => slow && other < id),
    takeLargest() {
      const [largest] = [...calls].sort(([, a], [, b]) => b.size - a.size)
      if (largest) calls.delete(largest[0])
      return largest?.[1]
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
