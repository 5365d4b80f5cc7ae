import { checkOptions, type OptionForms } from './check-options.js'
import { inTime, type Stop } from './deadline.js'
import { TimeoutError } from './errors.js'
import { memberAt } from './member.js'
import { type Ended, endOf, failedWait, type Until } from './outcome.js'
import { createPoll, type PollCall } from './poll.js'
import type { Redact } from './redact.js'

/** `x-tagwire-waiter` of a document: a call that is repeated until something has happened. */
export interface WaiterSpec {
  /** The generated name of the waiting method. */
  readonly name: string
  /** The final states; without it, the first response is final. */
  readonly until?: Until | undefined
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
  /** For the whole wait. @default the document's value, else ten minutes */
  readonly timeoutMs?: number | undefined
  /** A number means equal pauses. Always jittered by a fifth. */
  readonly intervalMs?: number | Interval | undefined
  /**
   * Where to resume: the last response that was stored. A response equal to it is not
   * reported again, unless it is final.
   */
  readonly last?: unknown
}

/** Options of a waiter of HTTP operations; waiters of JSON-RPC methods have their own in `@tagwire/runtime/rpc`. */
export interface WaitOptions<Output> extends WatchOptions {
  /** Called with the first response and with each that differs from the previous one. */
  readonly onUpdate?: ((value: Output) => void) | undefined
}

const waitForms: OptionForms = {
  'number > 0': 'timeoutMs',
  'number >= 0': 'intervalMs.first intervalMs.most',
  'number >= 0 | object': 'intervalMs',
  AbortSignal: 'signal',
  function: 'onUpdate',
}

/** The two forms of one waiter. */
export interface Waiter<Input, Output> {
  /**
   * Resolves with the final response on success, else rejects with `WaitFailedError`. `startedAt` is when
   * the timeout started, if not now.
   */
  waitFor(input: Input, options?: WaitOptions<Output>, startedAt?: number): Promise<Output>
  /** Yields the first response and each that differs from the previous one, including the final one. */
  watch(input: Input, options?: WatchOptions): AsyncIterableIterator<Output>
}

/**
 * Creates the waiter of one client; its callers share the calls for equal inputs. Errors contain responses,
 * so they go through `redact`.
 */
export function createWaiter<Input, Output>(
  spec: WaiterSpec,
  call: PollCall<Input, Output>,
  redact: Redact = (shown) => shown,
  random: () => number = Math.random,
): Waiter<Input, Output> {
  const poll = createPoll(call)

  /** Resolves to the next response that differs, each time `next` is called. Nothing runs in between. */
  function follow(
    input: Input,
    {
      signal,
      timeoutMs = spec.timeoutMs ?? 600_000,
      intervalMs = spec.intervalMs ?? { first: 500, most: 10_000 },
      last,
    }: WatchOptions,
    startedAt = performance.now(),
  ): Following<Output> {
    const end = startedAt + timeoutMs
    let [pauseMs, mostMs] =
      typeof intervalMs === 'number'
        ? [intervalMs, intervalMs]
        : [intervalMs.first, intervalMs.most]
    if (!(pauseMs >= 0 && mostMs >= 0))
      throw new TypeError('intervalMs takes number >= 0 | { first, most }')
    const running = new Set<Stop>()
    let due: number | undefined
    let seen: string | undefined | null = last === undefined ? null : JSON.stringify(last)
    let cause: unknown

    async function changed(until: AbortSignal): Promise<Output> {
      for (;;) {
        let askedMs = 0
        try {
          const value = await poll(input, due, until)
          const before = seen
          seen = JSON.stringify(value)
          last = value
          if (seen !== before || endIn(value, spec)) return value
        } catch (error) {
          until.throwIfAborted()
          if (!isTolerated(error, spec.tolerate)) throw error
          cause = error
          askedMs = Number(memberAt(error, 'retryAfterMs') ?? 0)
        } finally {
          due = performance.now() + Math.max(askedMs, pauseMs * (0.8 + 0.4 * random()))
          pauseMs = Math.min(mostMs, pauseMs * 1.5)
        }
      }
    }

    return {
      next() {
        const init = {
          timeoutMs: Math.max(end - performance.now(), 1),
          signal,
          expired: () => redact(expired(spec.name, timeoutMs, cause, last)),
          running,
        }
        return inTime(init, changed)
      },
      stop() {
        for (const stop of running) stop(undefined)
      },
    }
  }

  return {
    async waitFor(input, options = {}, startedAt) {
      checkOptions(options, waitForms)
      const { next } = follow(input, options, startedAt)
      for (;;) {
        const value = await next()
        options.onUpdate?.(value)
        const end = endIn(value, spec)
        if (end?.outcome === 'success') return value
        if (end) throw redact(failedWait(spec.name, end.outcome, end.state, value))
      }
    },
    watch(input, options = {}) {
      checkOptions(options, waitForms)
      const { next, stop } = follow(input, options)
      let isStopped = false
      async function* values(): AsyncGenerator<Output, void, undefined> {
        try {
          for (let isLast = false; !isLast; ) {
            const value = await next()
            isLast = endIn(value, spec) !== undefined
            yield value
          }
        } catch (error) {
          // A `next` that is still waiting when the iterator is returned resolves as done; it does not
          // reject.
          if (!isStopped) throw error
        }
      }
      const states = values()
      const finish = states.return.bind(states)
      states.return = (value) => {
        isStopped = true
        stop()
        return finish(value)
      }
      return states
    },
  }
}

interface Following<Output> {
  next(): Promise<Output>
  stop(): void
}

/** By members, not by class: the error may come from another copy of this package. */
function isTolerated(error: unknown, tolerate: WaiterSpec['tolerate'] = []): boolean {
  const status = memberAt(error, 'status')
  const fault = memberAt(error, 'fault')
  const reason = memberAt(error, 'reason')
  if (tolerate.some((one) => one === status || one === reason)) return true
  return Number(status) >= 400
    ? status === 408 || status === 429 || Number(status) >= 500
    : fault === 'network' || fault === 'body' || memberAt(error, 'timeoutMs') !== undefined
}

function endIn(value: unknown, { until }: WaiterSpec): Ended | undefined {
  return until ? endOf(value, until) : { outcome: 'success', state: '' }
}

function expired(
  operation: string,
  timeoutMs: number,
  cause: unknown,
  last: unknown,
): TimeoutError {
  const why = cause instanceof Error ? `; last: ${cause.message}` : ''
  const what = `${operation}: not finished within ${timeoutMs} ms${why}`
  return new TimeoutError(what, { operation, timeoutMs, cause, last })
}
