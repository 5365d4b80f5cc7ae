import { OverflowError } from '../errors.js'
import type { Observer } from '../transport.js'
import type { BufferOptions } from './follow-types.js'

/** Where events wait between the socket and the consumer. */
export interface EventQueue extends Observer {
  /** The oldest event, if there is one. */
  shift(): unknown
  /** The same without taking it. */
  peek(): unknown
  /**
   * Resolves to whether there is something to look at; not so after `nudge`. Rejects with the
   * reason of the end when all were taken.
   */
  available(): Promise<boolean>
  /** Whoever waits looks again. */
  wake(): void
  /** Whoever waits learns that nothing has come. */
  nudge(): void
  /** Ends at once: what waits is thrown away. */
  abort(reason: unknown): void
  /** A full queue was emptied; what was in it has to be fetched. */
  readonly emptied: boolean
  /** From now on the queue can be relied on again. */
  refill(): void
}

export interface QueueHooks {
  /** Instead of ending or dropping, a full queue is emptied. */
  readonly refetches: boolean
  /** An event was pushed out. */
  dropped(event: unknown): void
  /** The queue ended by itself. */
  overflowed(): void
}

interface Item {
  readonly event: unknown
  readonly size: number
}

export function createQueue(
  option: number | BufferOptions | undefined,
  hooks: QueueHooks,
): EventQueue {
  const options = typeof option === 'object' ? option : { size: option }
  const { size = 256, characters = 2 ** 26, policy = 'error' } = options
  if (!(size >= 1)) throw new RangeError('buffer.size must be at least 1')
  if (!(characters >= 1)) throw new RangeError('buffer.characters must be at least 1')
  let items: Item[] = []
  /** What came while somebody waited for it: it does not take up room. */
  let handed: Item | undefined
  let held = 0
  let emptied = false
  let ended: { readonly reason: unknown } | undefined
  let waiting: { resolve(there: boolean): void; reject(reason: unknown): void } | undefined

  function resume(there: boolean): void {
    waiting?.resolve(there)
    waiting = undefined
  }

  function end(reason: unknown): void {
    if (ended) return
    ended = { reason }
    waiting?.reject(reason)
    waiting = undefined
  }

  function shift(): unknown {
    if (handed) {
      const { event } = handed
      handed = undefined
      return event
    }
    return oldest()
  }

  function oldest(): unknown {
    const item = items.shift()
    held -= item?.size ?? 0
    return item?.event
  }

  function empty(): void {
    items = []
    held = 0
  }

  const isFull = (more: number): boolean =>
    items.length >= size || (items.length > 0 && held + more > characters)

  function makeRoom(more: number): void {
    if (hooks.refetches) {
      empty()
      emptied = true
    } else if (policy === 'drop-oldest') while (isFull(more)) hooks.dropped(oldest())
    else {
      end(new OverflowError(items.length))
      hooks.overflowed()
    }
  }

  return {
    next(event, length = 0) {
      if (ended || emptied) return
      const item = { event, size: length }
      if (waiting && !handed) {
        handed = item
        resume(true)
        return
      }
      if (isFull(length)) makeRoom(length)
      // Once events were thrown away, those after them are of no use before the gap is filled.
      if (ended || emptied) return
      items.push(item)
      held += length
    },
    end,
    shift,
    peek: () => (handed ?? items[0])?.event,
    available() {
      if (handed || items.length > 0 || emptied) return Promise.resolve(true)
      if (ended) return Promise.reject(ended.reason)
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
    },
    wake: () => resume(true),
    nudge: () => resume(false),
    abort(reason) {
      empty()
      handed = undefined
      emptied = false
      ended = undefined
      end(reason)
    },
    get emptied() {
      return emptied
    },
    refill() {
      emptied = false
    },
  }
}
