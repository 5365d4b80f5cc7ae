import { type Deadline, startDeadline } from './deadline.js'
import { isTimeoutError, isTransportError, TimeoutError } from './errors.js'
import { memberAt, valueAt } from './member.js'
import { createPoll, type PollCall } from './poll.js'

/** `x-tagwire-waiter` of a document: a call that is repeated until something has happened. */
export interface WaiterSpec {
  /** The generated name of the waiting method. */
  readonly name: string
  /** Done when the value at the pointer is one of these; without it the first answer is the end. */
  readonly until?: { readonly pointer: string; readonly values: readonly string[] } | undefined
  /** Failures that mean `not yet`: HTTP statuses or reasons. */
  readonly tolerate?: readonly (number | string)[] | undefined
  readonly intervalMs?: Interval | undefined
  readonly timeoutMs?: number | undefined
}

/** Pauses grow from `first` to `most`. */
export interface Interval {
  readonly first: number
  readonly most: number
}

export interface WatchOptions {
  readonly signal?: AbortSignal | undefined
  /** For the whole wait. @default what the document says, else ten minutes */
  readonly timeoutMs?: number | undefined
  /** A number for equal pauses. Always jittered by a fifth. */
  readonly intervalMs?: number | Interval | undefined
}

export interface WaitOptions<Output> extends WatchOptions {
  /** Called with the first answer and with each that differs from the one before. */
  readonly onUpdate?: ((value: Output) => void) | undefined
}

/** The two forms of one waiter. */
export interface Waiter<Input, Output> {
  /** Resolves with the final answer. */
  waitFor(input: Input, options?: WaitOptions<Output>): Promise<Output>
  /** Yields the first answer and each that differs from the one before, the final one included. */
  watch(input: Input, options?: WatchOptions): AsyncIterableIterator<Output>
}

const defaultIntervalMs: Interval = { first: 500, most: 10_000 }
const defaultTimeoutMs = 600_000

/** Makes the waiter of one client; all its callers share the calls for equal inputs. */
export function createWaiter<Input, Output>(
  spec: WaiterSpec,
  call: PollCall<Input, Output>,
  random: () => number = Math.random,
): Waiter<Input, Output> {
  const poll = createPoll(call)

  /** The next answer that differs, each time `next` is called. Owns nothing in between. */
  function follow(input: Input, options: WatchOptions): Following<Output> {
    const timeoutMs = options.timeoutMs ?? spec.timeoutMs ?? defaultTimeoutMs
    const end = performance.now() + timeoutMs
    const pauseMs = pauses(options.intervalMs ?? spec.intervalMs ?? defaultIntervalMs, random)
    let deadline: Deadline | undefined
    let due = 0
    let seen: string | undefined | null = null
    let failure: unknown

    async function changed(signal: AbortSignal): Promise<Output> {
      for (;;) {
        const answer = await poll(input, due, signal)
        due = performance.now() + pauseMs()
        if ('error' in answer) {
          failure = answer.error
          if (!isTolerated(failure, spec.tolerate)) throw failure
          const askedMs = memberAt(failure, 'retryAfterMs')
          if (typeof askedMs === 'number') due = Math.max(due, performance.now() + askedMs)
          continue
        }
        const before = seen
        seen = JSON.stringify(answer.value)
        if (seen !== before) return answer.value
      }
    }

    return {
      async next() {
        deadline = startDeadline({
          timeoutMs: Math.max(end - performance.now(), 1),
          signal: options.signal,
          expired: () => expired(spec.name, timeoutMs, failure),
        })
        return changed(deadline.signal).finally(deadline.end)
      },
      stop: () => deadline?.cancel(),
    }
  }

  return {
    async waitFor(input, options = {}) {
      const { next } = follow(input, options)
      for (;;) {
        const value = await next()
        options.onUpdate?.(value)
        if (isDone(value, spec.until)) return value
      }
    },
    watch(input, options = {}) {
      const following = follow(input, options)
      return iterate(following, (value) => isDone(value, spec.until))
    },
  }
}

interface Following<Output> {
  next(): Promise<Output>
  stop(): void
}

function iterate<Output>(
  { next, stop }: Following<Output>,
  isLast: (value: Output) => boolean,
): AsyncIterableIterator<Output> {
  let stopped = false
  async function* values(): AsyncGenerator<Output, void, undefined> {
    for (;;) {
      // A `next` that is still waiting when the iterator is returned ends it, it does not fail.
      const value = await next().catch((error) => {
        if (!stopped) throw error
      })
      if (stopped || value === undefined) return
      yield value
      if (isLast(value)) return
    }
  }
  const generator = values()
  const finish = generator.return.bind(generator)
  generator.return = (value) => {
    stopped = true
    stop()
    return finish(value)
  }
  return generator
}

/** Exponential from first to most, each a fifth longer or shorter. */
function pauses(interval: number | Interval, random: () => number): () => number {
  const { first, most } =
    typeof interval === 'number' ? { first: interval, most: interval } : interval
  let next = first
  return () => {
    const pause = next
    next = Math.min(most, next * 1.5)
    return pause * (0.8 + 0.4 * random())
  }
}

function isTolerated(error: unknown, tolerate: WaiterSpec['tolerate'] = []): boolean {
  const status = memberAt(error, 'status')
  const reason = memberAt(error, 'reason')
  if (tolerate.some((one) => one === status || one === reason)) return true
  if (typeof status === 'number' && status >= 400) {
    return status === 408 || status === 429 || status >= 500
  }
  return isTimeoutError(error) || (isTransportError(error) && error.fault !== 'redirect')
}

function isDone(value: unknown, until: WaiterSpec['until']): boolean {
  if (!until) return true
  const found = valueAt(value, until.pointer)
  return typeof found === 'string' && until.values.includes(found)
}

function expired(name: string, timeoutMs: number, cause: unknown): TimeoutError {
  const last = cause instanceof Error ? `; last: ${cause.message}` : ''
  return new TimeoutError(`${name}: not there within ${timeoutMs} ms${last}`, {
    operation: name,
    timeoutMs,
    cause,
  })
}
