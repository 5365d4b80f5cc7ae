import type { BufferOptions } from '../../core/index.js'
import { OverflowError } from '../errors.js'
import type { Observer } from '../transport.js'

/** Buffers events between the socket and the consumer. */
export interface EventQueue extends Observer {
  /** Removes and returns the oldest event, if there is one. */
  shift(): unknown
  /** The oldest event, without removing it. */
  peek(): unknown
  /**
   * Resolves to `true` when there is an event or a wake-up, to `false` after `reportSilence`. Rejects with the
   * reason of the end once all events were taken.
   */
  available(): Promise<boolean>
  /** Makes the waiting consumer look again. */
  wake(): void
  /** Tells the waiting consumer that nothing has arrived. */
  reportSilence(): void
  /** Ends immediately and discards buffered events. */
  abort(reason: unknown): void
  /** Whether a full queue was emptied, so that its events have to be fetched. */
  readonly emptied: boolean
  /** Accepts events again after the queue was emptied. */
  refill(): void
}

export interface QueueHooks {
  /** Called when an event was dropped. Without it, a full queue is emptied, and its events are fetched again. */
  readonly dropped?: ((event: unknown) => void) | undefined
  /** Called when the queue ended because it was full. */
  overflowed(): void
}

interface Item {
  readonly event: unknown
  readonly size: number
}

/** The maximum total length of what is buffered. */
export function charactersOf(option: number | BufferOptions | undefined): number {
  return (typeof option === 'object' ? option.characters : undefined) ?? 2 ** 26
}

export function createEventQueue(
  option: number | BufferOptions | undefined,
  hooks: QueueHooks,
): EventQueue {
  const options = typeof option === 'object' ? option : { size: option }
  const { size = 256, policy = 'error' } = options
  const characters = charactersOf(option)
  let items: Item[] = []
  /**
   * Whether the first event is reserved for the consumer that waited for it; it then does not count towards
   * the size.
   */
  let handed = false
  let held = 0
  let emptied = false
  /** Rejects with the reason. */
  let ended: Promise<never> | undefined
  let waiting: ((there: boolean | Promise<never>) => void) | undefined

  function resume(there: boolean | Promise<never>): void {
    waiting?.(there)
    waiting = undefined
  }

  function end(reason: unknown): void {
    if (ended) return
    ended = Promise.reject(reason)
    ended.catch(() => {})
    resume(ended)
  }

  function taken(item: Item | undefined): unknown {
    held -= item?.size ?? 0
    return item?.event
  }

  const count = (): number => items.length - Number(handed)
  const isFull = (more: number): boolean =>
    count() >= size || (count() > 0 && held + more > characters)

  function makeRoom(more: number): void {
    if (!hooks.dropped) {
      // The first event shows where to begin. Later ones are useless until the gap is filled.
      items = items.slice(0, 1)
      held = items[0]?.size ?? 0
      emptied = true
    } else if (policy === 'drop-oldest') {
      while (isFull(more)) hooks.dropped(taken(items.splice(Number(handed), 1)[0]))
    } else {
      end(new OverflowError(count()))
      hooks.overflowed()
    }
  }

  return {
    next(event, length = 0) {
      if (ended || emptied) return
      handed ||= waiting !== undefined
      if (isFull(length)) makeRoom(length)
      if (ended || emptied) return
      const item = { event, size: waiting ? 0 : length }
      items.push(item)
      held += item.size
      resume(true)
    },
    end,
    shift() {
      handed = false
      return taken(items.shift())
    },
    peek: () => items[0]?.event,
    available() {
      if (items.length > 0 || emptied) return Promise.resolve(true)
      if (ended) return ended
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    wake: () => resume(true),
    reportSilence: () => resume(false),
    abort(reason) {
      items = []
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
