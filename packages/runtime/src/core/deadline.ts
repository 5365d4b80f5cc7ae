// setTimeout takes 31 bits; a longer delay would fire at once.
export const longestTimerMs: number = 2 ** 31 - 1

/** The part of an `AbortSignal` that ends work. */
export interface Ending {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: AbortListener): void
  removeEventListener(type: 'abort', listener: AbortListener): void
}

export type AbortListener = (event: { readonly target: unknown }) => void

/** Makes a signal, and aborts it. */
export interface Ender<Signal extends Ending = Ending> {
  readonly signal: Signal
  abort(reason: unknown): void
}

export interface InTime<Signal extends Ending = AbortSignal> {
  /** `Infinity` for none. */
  readonly timeoutMs: number
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined
  /** Creates the error to abort with when the deadline passes. */
  readonly expired?: (() => unknown) | undefined
  /** Filled with what ends the work from outside, as long as it runs. */
  readonly running?: Set<Stop> | undefined
  /** Makes the signal of the work, unless that is an `AbortSignal`. */
  readonly ender?: Ender<Signal> | undefined
}

/** Ends the work at once with this error. */
export type Stop = (reason: unknown) => void

/**
 * Runs `work` until it settles, the deadline passes, the caller's signal aborts, or a function in `running`
 * ends it. Its own signal aborts then; work that ignores the signal is not waited for. Every call goes
 * through here, so it is a single promise. `AbortSignal.any` and `.timeout` cannot be released.
 */
export function inTime<T, Signal extends Ending = AbortSignal>(
  init: InTime<Signal>,
  work: (signal: Signal) => Promise<T>,
): Promise<T>
export function inTime<T>(
  { timeoutMs, signal: caller, expired, running, ender = new AbortController() }: InTime,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  return new Promise((resolve, reject) => {
    // The timer stays referenced on purpose: a program that awaits the call is not finished.
    const timer =
      timeoutMs === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => stop(expired?.()), Math.min(timeoutMs, longestTimerMs))
    const release = caller && onAbort(caller, () => stop(caller.reason))
    const end = (): void => {
      clearTimeout(timer)
      release?.()
      running?.delete(stop)
    }
    const stop: Stop = (reason) => {
      end()
      reject(reason)
      ender.abort(reason)
    }
    running?.add(stop)
    const settled =
      <Value>(settle: (value: Value) => void) =>
      (value: Value): void => {
        end()
        settle(value)
      }
    try {
      work(ender.signal).then(settled(resolve), settled(reject))
    } catch (error) {
      stop(error)
    }
  })
}

/** A signal that aborts with the caller's, or earlier by `cancel`. */
export interface OwnSignal {
  readonly signal: AbortSignal
  cancel(reason?: unknown): void
  /** Removes the listener from the caller's signal. */
  end(): void
}

export function ownSignal(caller: AbortSignal | undefined): OwnSignal {
  const controller = new AbortController()
  const cancel = (reason: unknown = caller?.reason): void => controller.abort(reason)
  if (caller?.aborted) cancel()
  const release = caller && onAbort(caller, () => cancel())
  return { signal: controller.signal, cancel, end: () => release?.() }
}

/** The callbacks of all calls that share a signal. */
const followersOf = new WeakMap<object, Set<() => void>>()

function notifyFollowers({ target }: { readonly target: unknown }): void {
  for (const cancel of followersOf.get(Object(target)) ?? []) cancel()
}

/**
 * Calls `cancel` when the signal aborts; returns a function that unsubscribes. There is one listener
 * however many calls share a signal, because Node warns about the eleventh.
 */
function onAbort(signal: Ending, cancel: () => void): () => void {
  const followers = followersOf.get(signal) ?? new Set()
  followersOf.set(signal, followers.add(cancel))
  signal.addEventListener('abort', notifyFollowers)
  return () => {
    followers.delete(cancel)
    if (followers.size === 0) signal.removeEventListener('abort', notifyFollowers)
  }
}

/** Settles with `work`, or rejects with the signal's reason as soon as that aborts. Thousands may race at once. */
export function race<T>(work: Promise<T>, signal: Ending): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    work.then(resolve, reject).then(onAbort(signal, abort))
  })
}

/** Waits; rejects with the signal's reason as soon as that aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await inTime({ timeoutMs: Math.max(ms, 1), signal }, () => new Promise<never>(() => {})).catch(
    () => signal.throwIfAborted(),
  )
}

/** A timer that does not keep a finished program alive. */
export function idleTimer(work: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(work, Math.min(ms, longestTimerMs))
  if (typeof timer === 'object' && timer && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
  return timer as ReturnType<typeof setTimeout>
}
