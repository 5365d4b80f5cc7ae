import { inTime, longestTimerMs } from './deadline.js'

/** Makes one call; the signal aborts when nobody waits for it any longer. */
export type PollCall<Input, Output> = (input: Input, signal: AbortSignal) => Promise<Output>

/** Resolves to the response of the first call made from now on: at `due` (on the performance clock) at the latest. */
export type Poll<Input, Output> = (
  input: Input,
  due: number | undefined,
  signal: AbortSignal,
) => Promise<Output>

/** One pending call, and everyone waiting for its response. */
interface Round<Output> {
  callers: number
  /** Whether the call was made: its response may be older than a caller that comes now. */
  isMade: boolean
  readonly answer: Promise<Output>
  /** Makes the call, unless it was already made. */
  start(): void
  abort(): void
}

/**
 * One call per tick, however many callers wait for the same input: the one that is due first makes it,
 * and everyone waiting at that moment gets its response. Nothing runs while nobody waits.
 */
export function createPoll<Input, Output>(call: PollCall<Input, Output>): Poll<Input, Output> {
  const rounds = new Map<string, Round<Output>>()

  function open(key: string, input: Input): Round<Output> {
    const flight = new AbortController()
    const close = (): boolean => rounds.get(key) === round && rounds.delete(key)
    let start = (): void => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const round: Round<Output> = {
      callers: 0,
      isMade: false,
      answer: started
        .then(() => {
          round.isMade = true
          return call(input, flight.signal)
        })
        .finally(close),
      start,
      abort() {
        close()
        flight.abort()
      },
    }
    rounds.set(key, round)
    return round
  }

  return async (input, due, signal) => {
    signal.throwIfAborted()
    const key = keyOf(input)
    const next = rounds.get(key)
    const round = next && !next.isMade ? next : open(key, input)
    round.callers++
    // Every call but the first uses a timer, even if it is due: if responses need no turn of the event loop,
    // like those of a mock, nothing else would ever run, not even the deadline.
    const timer =
      due === undefined
        ? round.start()
        : setTimeout(round.start, Math.min(Math.max(due - performance.now(), 1), longestTimerMs))
    try {
      return await inTime({ timeoutMs: Number.POSITIVE_INFINITY, signal }, () => round.answer)
    } finally {
      if (timer) clearTimeout(timer)
      if (--round.callers === 0) round.abort()
    }
  }
}

// The order of an input's members does not matter.
function keyOf(input: unknown): string {
  return JSON.stringify(
    typeof input === 'object' && input !== null
      ? Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
      : input,
    (_, value) => (typeof value === 'bigint' ? `${value}n` : value),
  )
}
