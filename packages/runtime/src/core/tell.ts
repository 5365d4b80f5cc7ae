/** A hook's own fault must not look like one of the call: a transaction may have been sent. */
export function tell<Event>(hook: ((event: Event) => void) | undefined, event: Event): void {
  try {
    hook?.(event)
  } catch (error) {
    console.error(error)
  }
}
