import {
  checkOptions,
  type Ender,
  type Ending,
  inTime,
  type Stop,
  TimeoutError,
} from '../../core/index.js'
import type { Around, PassedOptions } from '../transport.js'

/** What is known of a call while it runs. */
export interface CallNote {
  /** The last failure within it, which becomes the `cause` of its timeout error. */
  failure?: unknown
  /** A pause that a server asks for ends by then, on the performance clock, or the call fails. */
  readonly pauseBy: number
  readonly around?: Around | undefined
  readonly address?: string | undefined
}

interface InTimeOptions<Signal extends Ending> extends PassedOptions {
  readonly timeoutMs: number
  readonly address?: string | undefined
  readonly running?: Set<Stop> | undefined
  readonly ender?: Ender<Signal> | undefined
}

/** Runs a call within its deadline; the last failure inside it becomes the cause of the timeout. */
export function callInTime<T, Signal extends Ending = AbortSignal>(
  operation: string,
  options: InTimeOptions<Signal>,
  work: (signal: Signal, note: CallNote) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs, address } = options
  checkOptions({ timeoutMs, signal }, { 'number > 0': 'timeoutMs', AbortSignal: 'signal' })
  const { pauseBy = performance.now() + timeoutMs } = options
  const note: CallNote = { ...options, pauseBy }
  const expired = (): Error => {
    const from = address ? ` (${address})` : ''
    const what = `${operation}: no answer within ${timeoutMs} ms${from}`
    return new TimeoutError(what, { operation, address, timeoutMs, cause: note.failure })
  }
  return inTime({ ...options, expired }, (own: Signal) => work(own, note))
}
