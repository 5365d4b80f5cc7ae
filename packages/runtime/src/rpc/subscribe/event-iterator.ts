import type { Subscription } from '../../core/index.js'
import { ownSignal } from '../../core/index.js'

/** What the generator of events can tell its subscription. */
export interface EventIteratorHooks<T> {
  readonly signal: AbortSignal
  /** Resolves `ready` of the subscription. */
  ready(): void
  /**
   * Sets a function that returns the next event without waiting, or `undefined` if there is none. As long as it
   * returns events, they do not pass through the generator: its steps cost more than everything else of an event.
   */
  shortcut(nextNow: (() => T | undefined) | undefined): void
}

/**
 * Turns a generator that waits for events into an iterator that can be ended at any time: a plain
 * generator queues `return()` behind a `next()` that may never settle.
 */
export function createEventIterator<T>(
  run: (hooks: EventIteratorHooks<T>) => AsyncGenerator<T, undefined>,
  caller: AbortSignal | undefined,
): Subscription<T> {
  const stop = ownSignal(caller)
  let closed = false
  let becomeReady = (): void => {}
  let refused = (_: unknown): void => {}
  const ready = new Promise<void>((resolve, reject) => {
    becomeReady = resolve
    refused = reject
  })
  let nextNow: (() => T | undefined) | undefined
  let awaited = 0
  const events = run({
    signal: stop.signal,
    ready: () => becomeReady(),
    shortcut: (given) => {
      nextNow = given
    },
  })
  const done: IteratorResult<T, undefined> = { done: true, value: undefined }

  async function step(): Promise<IteratorResult<T, undefined>> {
    awaited++
    try {
      const result = await events.next()
      return closed ? done : result
    } catch (error) {
      stop.end()
      refused(error)
      if (closed) return done
      throw error
    } finally {
      awaited--
    }
  }

  // Starts now and not at the first `next()`, so that no event is missed from here on.
  let first: Promise<IteratorResult<T, undefined>> | undefined = step()
  first.catch(ignore)
  ready.catch(ignore)

  const iterator: Subscription<T> = {
    ready,
    next() {
      // Concurrent calls of `next` settle in order.
      let value: T | undefined
      try {
        value = closed || awaited > 0 || first ? undefined : nextNow?.()
      } catch (error) {
        // Of the caller's own, in a callback.
        return iterator.return().then(() => Promise.reject(error))
      }
      if (value !== undefined) return Promise.resolve({ done: false, value })
      const result = first ?? step()
      first = undefined
      return closed ? Promise.resolve(done) : result
    },
    async return() {
      first = undefined
      closed = true
      const reason = new Error('The subscription was closed')
      stop.cancel(reason)
      await events.return(undefined).catch(ignore)
      stop.end()
      refused(reason)
      return done
    },
    [Symbol.asyncIterator]: () => iterator,
    async [Symbol.asyncDispose]() {
      await iterator.return()
    },
  }
  return iterator
}

function ignore(): void {}
