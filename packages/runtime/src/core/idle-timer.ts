import { longestTimerMs } from './deadline.js'

/** A timer that does not keep a finished program alive. */
export function idleTimer(work: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(work, Math.min(ms, longestTimerMs))
  if (typeof timer === 'object' && timer && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
  return timer as ReturnType<typeof setTimeout>
}
