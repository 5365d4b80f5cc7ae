/** An error thrown by a hook must not look like a failed call: a transaction may have been sent. */
export function callHook<Event>(hook: ((event: Event) => void) | undefined, event: Event): void {
  try {
    hook?.(event)
  } catch (error) {
    console.error(error)
  }
}
