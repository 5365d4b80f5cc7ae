import { OverflowError } from './errors.js'
import type { BufferOptions } from './follow-types.js'
import type { Observer } from './transport.js'

/** Where events wait between the socket and the consumer. */
export interface EventQueue extends Observer {
  /** The oldest event, if there is one. */
  shift(): unknown
  /** The oldest event, awaited. Rejects with the reason of the end when all were taken. */
  take(): Promise<unknown>
  /** The event that `take` would give, without taking it. */
  peek(): unknown
  /** Whoever waits gets `undefined`: nothing has come. */
  nudge(): void
  /** Ends at once: what waits is thrown away. */
  abort(reason: unknown): void
  /**
   * While missed events are fetched, live ones can be fetched as well: then a full queue is
   * emptied and the result of `stop` is true.
   */
  tolerate(): { stop(): boolean }
}

export interface QueueHooks {
  /** An event was pushed out. */
  dropped(event: unknown): void
  /** The queue ended by itself. */
  overflowed(): void
}

export function createQueue(
  option: number | BufferOptions | undefined,
  hooks: QueueHooks,
): EventQueue {
  const { size = 256, policy = 'error' } = typeof option === 'object' ? option : { size: option }
  if (!(size >= 1)) throw new RangeError('buffer.size must be at least 1')
  let items: unknown[] = []
  let ended: { readonly reason: unknown } | undefined
  let waiting: { resolve(event: unknown): void; reject(reason: unknown): void } | undefined
  let tolerant = false
  let emptied = false

  function end(reason: unknown): void {
    if (ended) return
    ended = { reason }
    waiting?.reject(reason)
    waiting = undefined
  }

  function overflow(event: unknown): void {
    if (tolerant) {
      items = []
      emptied = true
    } else if (policy === 'drop-oldest') {
      hooks.dropped(items.shift())
      items.push(event)
    } else {
      end(new OverflowError(size))
      hooks.overflowed()
    }
  }

  return {
    next(event) {
      if (ended) return
      if (waiting) {
        waiting.resolve(event)
        waiting = undefined
      } else if (items.length < size) items.push(event)
      else overflow(event)
    },
    end,
    shift: () => items.shift(),
    take() {
      if (items.length > 0) return Promise.resolve(items.shift())
      if (ended) return Promise.reject(ended.reason)
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
    },
    peek: () => items[0],
    nudge() {
      waiting?.resolve(undefined)
      waiting = undefined
    },
    abort(reason) {
      items = []
      ended = undefined
      end(reason)
    },
    tolerate() {
      tolerant = true
      emptied = false
      return {
        stop() {
          tolerant = false
          return emptied
        },
      }
    },
  }
}
