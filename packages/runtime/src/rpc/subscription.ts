import { startDeadline } from '../core/index.js'
import type { Subscription } from './follow-types.js'

/**
 * Makes a generator that waits for events into an iterator that can be ended at any time: a plain
 * generator queues `return()` behind a `next()` that may never settle.
 */
export function createSubscription<T>(
  run: (signal: AbortSignal, acknowledged: () => void) => AsyncGenerator<T, undefined>,
  caller: AbortSignal | undefined,
): Subscription<T> {
  const stop = startDeadline({
    timeoutMs: Number.POSITIVE_INFINITY,
    signal: caller,
    expired: () => new Error(),
  })
  let closed = false
  let acknowledged = (): void => {}
  let refused = (_: unknown): void => {}
  const ready = new Promise<void>((resolve, reject) => {
    acknowledged = resolve
    refused = reject
  })
  const events = run(stop.signal, () => acknowledged())
  const done: IteratorResult<T, undefined> = { done: true, value: undefined }

  async function step(): Promise<IteratorResult<T, undefined>> {
    try {
      const result = await events.next()
      return closed ? done : result
    } catch (error) {
      stop.end()
      refused(error)
      if (closed) return done
      throw error
    }
  }

  // Begins now and not at the first next(): what happens from here on is seen.
  let first: Promise<IteratorResult<T, undefined>> | undefined = step()
  first.catch(ignore)
  ready.catch(ignore)

  const iterator: Subscription<T> = {
    ready,
    next() {
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
