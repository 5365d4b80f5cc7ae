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

/**
 * Interrupts a loop without an end after so many milliseconds, unless the returned function is called before. Other
 * threads than the main one have no inspector to ask.
 */
export function watchdog(patienceMs: number): () => Promise<unknown> {
  if (!isMainThread) return async () => undefined
  // Without the flags of this process, which may say that a program is a module.
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: patienceMs })
  worker.unref()
  return () => worker.terminate()
}
