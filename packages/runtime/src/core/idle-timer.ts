/** A timer that does not keep a finished program alive. */
export function idleTimer(work: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(work, ms)
  if (typeof timer === 'object' && timer && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
  return timer as ReturnType<typeof setTimeout>
}
