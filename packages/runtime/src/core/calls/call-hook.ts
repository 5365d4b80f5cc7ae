import type { WaitOutcome } from '../wait-outcome.js'

/**
 * An error of a hook must not look like a failed call: a transaction may have been sent. Nothing waits for what a hook
 * returns, but if it is a promise that rejects, that is caught, too.
 */
export function callHook<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  if (hook) new Promise((resolve) => resolve(hook(event))).catch((error) => console.error(error))
}

/** A wait that begins: the first call is about to be made. */
export interface WaitEvent {
  /** The generated name of the method that waits. */
  readonly operation: string
}

/** The end of a wait: `wait` is the same object that `onWaitStart` received. */
export interface WaitEndEvent extends WaitEvent {
  readonly wait: WaitEvent
  /** How it ended; `undefined` if it did not, because of `error` or because the caller stopped it. */
  readonly outcome: WaitOutcome | undefined
  /** Why the wait was given up, such as a `TimeoutError`. */
  readonly error: unknown
}

/** Hooks for waits. Errors thrown by a hook do not affect the wait. */
export interface WaitHooks {
  readonly onWaitStart?: ((event: WaitEvent) => void) | undefined
  readonly onWaitEnd?: ((event: WaitEndEvent) => void) | undefined
}
