import { isMainThread, Worker } from 'node:worker_threads'

/**
 * Ends the JavaScript that runs in this thread, which then goes on with its next task. No timer of the thread itself can,
 * while a loop runs.
 */
const PROGRAM = `
const { workerData } = require('node:worker_threads')
const { Session } = require('node:inspector')
setTimeout(() => {
  const session = new Session()
  session.connectToMainThread()
  session.post('Runtime.terminateExecution', () => {})
}, workerData)
`

/** Another thread, which can only end this one as a whole. */
interface Guard {
  readonly timeLimitMs: number
  /** Work begins that has to end within the time. What is said otherwise is known now, because nobody can ask later. */
  readonly begin: (late: string, withinMs: number) => void
  readonly end: () => void
}

let guard: Guard | undefined

/** In a thread that another one watches. */
export function guardedBy(other: Guard): void {
  guard = other
}

/** Turning a model into text should take less than seconds. */
const TIME_LIMIT_MS = 120_000

export function usualTimeLimitMs(): number {
  return guard?.timeLimitMs ?? TIME_LIMIT_MS
}

/** A little later than a timer of the thread, so that what only takes long is not interrupted in the middle. */
const LATER_MS = 100

/**
 * Interrupts a loop without an end after so many milliseconds, unless the returned function is called before. Threads
 * other than the main one have no inspector to ask, so that the whole thread is ended by who watches it.
 */
export function watchdog(late: string, timeLimitMs: number): () => Promise<unknown> {
  if (!isMainThread) {
    guard?.begin(late, timeLimitMs + LATER_MS)
    return async () => guard?.end()
  }
  // Without the flags of this process, which may say that a program is a module.
  const options = { eval: true, execArgv: [], workerData: timeLimitMs + LATER_MS }
  const worker = new Worker(PROGRAM, options)
  worker.unref()
  return () => worker.terminate()
}
