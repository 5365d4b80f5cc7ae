import { runInNewContext } from 'node:vm'
import { watchdog } from './watchdog.js'

export interface TimeLimit {
  readonly timeLimitMs: number
  /** Is thrown when the time is over. */
  readonly late: Error
  /** What is said of a thread that has to be ended as a whole. */
  readonly atWorst: string
}

/** What foreign code made, at once or later, and what was read of it: both have to end in time. */
export async function withTimeLimit<Made, Read>(
  begin: () => Made,
  read: (made: Awaited<Made>) => Read,
  limit: TimeLimit,
): Promise<Read> {
  const begun = calledInTime(() => {
    const made = begin()
    return isLater(made) ? { later: made } : { read: read(made as Awaited<Made>) }
  }, limit)
  if ('read' in begun) return begun.read
  // Awaited here: a loop that is stopped takes with it what waits behind it, such as the adoption of a promise.
  return await settledInTime(begun.later.then(read), limit)
}

function isLater<Made>(made: Made): made is Made & PromiseLike<Awaited<Made>> {
  return typeof Reflect.get(Object(made), 'then') === 'function'
}

/**
 * A loop without an end would hold up the program for ever: no timer runs meanwhile, but the engine itself can stop what
 * was called from a script. What happens after the first `await` is not part of that call (`settledInTime`).
 */
export function calledInTime<Result>(
  begin: () => Result,
  { timeLimitMs, late }: Pick<TimeLimit, 'timeLimitMs' | 'late'>,
): Result {
  const results: Result[] = []
  const run = (): void => void results.push(begin())
  try {
    runInNewContext('run()', { run }, { timeout: timeLimitMs, displayErrors: false })
  } catch (error) {
    // An error of the script's own realm, which is no `Error` of this one.
    throw Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? late : error
  }
  const [result] = results
  if (results.length === 0) throw late
  return result as Result
}

/** A promise that never settles would end the program silently, and a loop after an `await` never lets the timer run. */
export async function settledInTime<Result>(
  made: PromiseLike<Result>,
  { timeLimitMs, late, atWorst }: TimeLimit,
): Promise<Result> {
  const begun = performance.now()
  const stop = watchdog(atWorst, timeLimitMs)
  let timer: NodeJS.Timeout | undefined
  const isOver = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), timeLimitMs)
  })
  try {
    return await Promise.race([made, isOver])
  } finally {
    clearTimeout(timer)
    const stopped = stop()
    // Usually there is much time left, and no reason to wait until it is gone.
    if (performance.now() - begun > timeLimitMs / 2) await stopped
  }
}
