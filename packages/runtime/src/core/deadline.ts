// setTimeout takes 31 bits; a longer delay would fire at once.
export const longestTimerMs: number = 2 ** 31 - 1

/** One deadline and the caller's signal as one signal. */
export interface Deadline {
  /** Aborts at the deadline (with `expired()`) or with the caller's own reason. */
  readonly signal: AbortSignal
  /** Milliseconds left; `Infinity` without a deadline. */
  remainingMs(): number
  /** Aborts now. */
  cancel(reason?: unknown): void
  /** Releases the timer and the listener. Call it when the work has settled. */
  end(): void
}

export interface DeadlineInit {
  /** `Infinity` for none. */
  readonly timeoutMs: number
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined
  /** Creates the error to abort with when the deadline passes. */
  readonly expired: () => Error
}

/** Starts the deadline. `AbortSignal.any` and `.timeout` are not used: neither can be released. */
export function startDeadline({ timeoutMs, signal: caller, expired }: DeadlineInit): Deadline {
  if (!(timeoutMs > 0)) throw new RangeError('timeoutMs must be more than 0')
  const controller = new AbortController()
  const due = performance.now() + timeoutMs
  const cancel = (): void => controller.abort(caller?.reason)
  if (caller?.aborted) cancel()
  const release = caller && onAbort(caller, cancel)
  // The timer stays referenced on purpose: a program that awaits the call is not finished.
  const timer = timerFor(timeoutMs, () => controller.abort(expired()))
  return {
    signal: controller.signal,
    cancel: (reason) => controller.abort(reason),
    remainingMs: () => due - performance.now(),
    end() {
      clearTimeout(timer)
      release?.()
    },
  }
}

/** A timer, or none if the time is infinite. */
export function timerFor(ms: number, end: () => void): ReturnType<typeof setTimeout> | undefined {
  return ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, Math.min(ms, longestTimerMs))
}

/** All callbacks on one signal of a caller, as a single listener. */
class Followers extends Set<() => void> {
  handleEvent(): void {
    for (const cancel of this) cancel()
  }
}

const followersOf = new WeakMap<AbortSignal, Followers>()

/**
 * Calls `cancel` when the signal aborts; returns a function that unsubscribes. There is one listener
 * however many calls share a signal, because Node warns about the eleventh.
 */
export function onAbort(signal: AbortSignal, cancel: () => void): () => void {
  const followers = followersOf.get(signal) ?? new Followers()
  followersOf.set(signal, followers.add(cancel))
  signal.addEventListener('abort', followers)
  return () => {
    followers.delete(cancel)
    if (followers.size === 0) signal.removeEventListener('abort', followers)
  }
}

/** Settles with `work`, or rejects with the signal's reason as soon as that aborts. */
export function race<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', abort))
  })
}

/** Waits; rejects with the signal's reason as soon as that aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = timerFor(ms, resolve)
  })
  return race(over, signal).finally(() => clearTimeout(timer))
}
