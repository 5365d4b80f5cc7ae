import { longestTimerMs } from './deadline.js'

/** What one call of a poll gave. */
export type Answer<Output> = { readonly value: Output } | { readonly error: unknown }

/** Makes one call; the signal aborts when nobody waits for it any more. */
export type PollCall<Input, Output> = (input: Input, signal: AbortSignal) => Promise<Output>

/** Gives the answer of the first call made at or after `due` (on the performance clock). */
export type Poll<Input, Output> = (
  input: Input,
  due: number,
  signal: AbortSignal,
) => Promise<Answer<Output>>

type Settle<Output> = (answer: Answer<Output>) => void

/** Everybody who waits for the answer to one input. Exists only while somebody does. */
interface Queue<Output> {
  readonly waiting: Set<Settle<Output>>
  /** When the next call is made: the earliest moment somebody asked for. */
  due: number
  timer?: ReturnType<typeof setTimeout> | undefined
  flight?: AbortController | undefined
}

/**
 * One call per tick, however many wait for the same input: a call serves all who wait at that
 * moment. Between two calls there is one timer per input; without anyone waiting there is nothing.
 */
export function createPoll<Input, Output>(call: PollCall<Input, Output>): Poll<Input, Output> {
  const queues = new Map<string, Queue<Output>>()

  function schedule(key: string, input: Input, queue: Queue<Output>, due: number): void {
    if (queue.flight || due >= queue.due) return
    queue.due = due
    clearTimeout(queue.timer)
    const ms = due - performance.now()
    if (ms > 0) queue.timer = setTimeout(run, Math.min(ms, longestTimerMs), key, input, queue)
    else run(key, input, queue)
  }

  async function run(key: string, input: Input, queue: Queue<Output>): Promise<void> {
    const flight = new AbortController()
    queue.flight = flight
    let answer: Answer<Output>
    try {
      answer = { value: await call(input, flight.signal) }
    } catch (error) {
      answer = { error }
    }
    if (flight.signal.aborted) return
    queues.delete(key)
    for (const settle of queue.waiting) settle(answer)
  }

  function close(key: string, queue: Queue<Output>): void {
    queues.delete(key)
    clearTimeout(queue.timer)
    queue.flight?.abort()
  }

  return (input, due, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const key = keyOf(input)
      const queue = queues.get(key) ?? { waiting: new Set(), due: Number.POSITIVE_INFINITY }
      queues.set(key, queue)
      const settle: Settle<Output> = (answer) => {
        signal.removeEventListener('abort', leave)
        resolve(answer)
      }
      const leave = (): void => {
        queue.waiting.delete(settle)
        if (queue.waiting.size === 0) close(key, queue)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.waiting.add(settle)
      schedule(key, input, queue, due)
    })
}

// The order in which somebody wrote the members of an input means nothing.
function keyOf(input: unknown): string {
  return JSON.stringify(
    typeof input === 'object' && input !== null
      ? Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))
      : input,
    (_, value) => (typeof value === 'bigint' ? `${value}n` : value),
  )
}
