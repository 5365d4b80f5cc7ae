import { callHook, type WaitEvent, type WaitHooks } from './calls/call-hook.js'
import { checkOptions, type OptionForms } from './check-options.js'
import { inTime, type Stop } from './deadline.js'
import { TimeoutError } from './errors.js'
import { memberAt } from './member.js'
import { createPoll } from './poll.js'
import { type Until, type WaitEnd, waitEndOf, waitFailed } from './wait-outcome.js'

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
  /**
   * A number means equal pauses. Always jittered by a fifth. If the server asks for a longer pause
   * (`Retry-After`), it gets it, up to a minute or half of the time that is left.
   */
  readonly intervalMs?: number | Interval | undefined
  /**
   * Where to resume: the last response that was stored. A response equal to it is not
   * reported again, unless it is final.
   */
  readonly last?: unknown
}

/** Options of a waiter; those of JSON-RPC methods are in `@tagwire/runtime/rpc`, and HTTP operations have more. */
export interface WaitOptions<Output> extends WatchOptions {
  /**
   * Called with the first response and with each that differs from the previous one. If it returns a
   * promise, the next call waits for it. What it throws ends the wait.
   */
  readonly onUpdate?: ((value: Output) => unknown) | undefined
}

const waitForms: OptionForms = {
  'number > 0': 'timeoutMs',
  'number >= 0': 'intervalMs.first intervalMs.most',
  'number >= 0 | object': 'intervalMs',
  AbortSignal: 'signal',
  function: 'onUpdate',
}

/** What has to happen before a wait, which is part of it. */
export interface Beginning {
  readonly name: string
  run(): Promise<unknown>
}

/** The forms of one waiter. */
export interface Waiter<Input, Output, Own = unknown> {
  /** Resolves with the final response on success, else rejects with `WaitFailedError`. */
  waitFor(
    input: Input,
    options?: WaitOptions<Output> & Partial<Own>,
    beginning?: Beginning,
  ): Promise<Output>
  /** Yields the first response and each that differs from the previous one, including the final one. */
  watch(input: Input, options?: WatchOptions & Partial<Own>): AsyncIterableIterator<Output>
  /** What both do: each `next` resolves to the next response that differs. `isLate`: begins with a pause. */
  changes(
    input: Input,
    options: WaitOptions<Output> & Partial<Own>,
    isLate?: boolean,
  ): Changes<Output>
}

/** The longest pause that a server gets. */
const mostAskedMs = 60_000

/**
 * Creates the waiter of one client; its callers share the calls for equal inputs, unless they have options
 * of their own for these calls. Errors contain responses, so they go through `redact`. A call pauses for a server until
 * `pauseBy` on the performance clock; for a longer pause it fails, and the wait decides.
 */
export function createWaiter<Input, Output, Own = unknown>(
  spec: WaiterSpec,
  call: (
    input: Input,
    signal: AbortSignal,
    own?: Partial<Own>,
    pauseBy?: number,
  ) => Promise<Output>,
  redact: <Shown>(shown: Shown, options: Partial<Own>) => Shown,
  hooks: WaitHooks = {},
): Waiter<Input, Output, Own> {
  type Options = WaitOptions<Output> & Partial<Own>
  const shared = createPoll<Input, Output>((input, stop) => call(input, stop))

  /** Nothing runs between two calls of `next`. */
  function changes(input: Input, options: Options, isLate?: boolean): Changes<Output> {
    const { signal, timeoutMs = spec.timeoutMs ?? 600_000, intervalMs, onUpdate, ...rest } = options
    let { last, ...own }: { readonly last?: unknown } = rest
    const startedAt = performance.now()
    const end = startedAt + timeoutMs
    const calls = (same: Input, stop: AbortSignal): Promise<Output> =>
      call(same, stop, options, (end + performance.now()) / 2)
    const isOwn = Object.values(own).some((value) => value !== undefined)
    const poll = isOwn ? createPoll(calls) : shared
    let { first: pauseMs, most: mostMs } = intervalOf(intervalMs ?? spec.intervalMs)
    const running = new Set<Stop>()
    let due = isLate ? startedAt + pauseMs : undefined
    let seen = last === undefined ? null : textOf(last)
    let cause: unknown

    async function changed(until: AbortSignal): Promise<Output> {
      for (;;) {
        let askedMs = 0
        try {
          const value = await poll(input, due, until)
          const before = seen
          seen = textOf(value)
          last = value
          if (seen === null || seen !== before || waitEndIn(value, spec)) return value
        } catch (error) {
          until.throwIfAborted()
          if (!isTolerated(error, spec.tolerate)) throw error
          cause = error
          const leftMs = end - performance.now()
          askedMs = Math.min(Number(memberAt(error, 'retryAfterMs') ?? 0), mostAskedMs, leftMs / 2)
        } finally {
          due = performance.now() + Math.max(askedMs, pauseMs * (0.8 + 0.4 * Math.random()))
          pauseMs = Math.min(mostMs, pauseMs * 1.5)
        }
      }
    }

    return {
      next() {
        const init = {
          timeoutMs: Math.max(end - performance.now(), 1),
          signal,
          expired: () => redact(expired(spec.name, timeoutMs, cause, last), options),
          running,
        }
        return inTime(init, async (until) => {
          const value = await changed(until)
          await onUpdate?.(value)
          return value
        })
      },
      stop() {
        for (const stop of running) stop(undefined)
      },
    }
  }

  function watch(
    input: Input,
    options: Options = {},
    beginning: Partial<Beginning> = {},
  ): AsyncIterableIterator<Output> {
    checkOptions(options, waitForms)
    return statesOf(changes(input, options), spec, hooks, beginning)
  }

  async function waitFor(
    input: Input,
    options: Options = {},
    beginning?: Beginning,
  ): Promise<Output> {
    for await (const value of watch(input, options, beginning)) {
      const end = waitEndIn(value, spec)
      if (end?.outcome === 'success') return value
      if (end) throw redact(waitFailed(spec.name, end.outcome, end.state, value), options)
    }
    // Not reached, because the last value is final.
    throw undefined
  }

  return { waitFor, watch, changes }
}

/** The first pause and the longest one. */
function intervalOf(option: number | Interval = { first: 500, most: 10_000 }): Interval {
  const interval = typeof option === 'number' ? { first: option, most: option } : option
  if (interval.first >= 0 && interval.most >= 0) return interval
  throw new TypeError('intervalMs takes number >= 0 | { first, most }')
}

/** The responses of a wait as an iterator, which ends after the final one. */
function statesOf<Output>(
  { next, stop }: Changes<Output>,
  spec: WaiterSpec,
  hooks: WaitHooks,
  { name = spec.name, run }: Partial<Beginning>,
): AsyncIterableIterator<Output> {
  let isStopped = false
  async function* values(): AsyncGenerator<Output, void, undefined> {
    const wait: WaitEvent = { operation: name }
    let end: WaitEnd | undefined
    let error: unknown
    callHook(hooks.onWaitStart, wait)
    try {
      await run?.()
      while (!end) {
        const value = await next()
        end = waitEndIn(value, spec)
        yield value
      }
    } catch (thrown) {
      error = thrown
      // A `next` that is still waiting when the iterator is returned resolves as done; it does not
      // reject.
      if (!isStopped) throw thrown
    } finally {
      callHook(hooks.onWaitEnd, { ...wait, wait, outcome: end?.outcome, error })
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
}

/** A response for comparing; `null` if it is nested too deeply to be compared with any. */
function textOf(value: unknown): string | undefined | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

export interface Changes<Output> {
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
    ? /^(?:408|425|429|5..)$/.test(String(status))
    : fault === 'network' || fault === 'body' || memberAt(error, 'timeoutMs') !== undefined
}

function waitEndIn(value: unknown, { until }: WaiterSpec): WaitEnd | undefined {
  return until ? waitEndOf(value, until) : { outcome: 'success', state: '' }
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
