import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import { Fault } from '../../diagnostics/diagnostic.js'
import { usualTimeLimitMs } from '../../emit/emitter-api/watchdog.js'
import type { PackageRequest, ReadyPackage } from './generate-and-compare.js'
import { fromData, type Message, type Start } from './thread-messages.js'

const START = new URL('./worker.js', import.meta.url)

/**
 * When tagwire runs from its TypeScript sources, as in tests, there is no compiled module for a thread.
 */
export const canUseThreads: boolean = existsSync(fileURLToPath(START))

/**
 * Generates packages in several threads. A thread that has finished gets the next package. A user error in one
 * package is a normal result; a thread that crashes ends the run. Most runs need no threads, so what starts them is loaded
 * here.
 */
export async function generateInThreads(
  requests: readonly PackageRequest[],
  count: number,
  phase: (text: string) => void = () => {},
  timeLimitMs = usualTimeLimitMs(),
): Promise<ReadonlyMap<string, ReadyPackage | Fault>> {
  const workers = await import('node:worker_threads')
  // Threads inherit the options of the process. Options of V8 cannot be passed explicitly, and `--input-type`
  // only applies to a program passed as text, not to modules of threads.
  const isText = process.execArgv.some((each) => each.startsWith('--input-type'))
  const start: Start = { timeLimitMs }
  const threadOptions: WorkerOptions = {
    workerData: start,
    ...(isText ? { execArgv: [] } : {}),
  }
  const waiting = [...requests]
  const results = new Map<string, ReadyPackage | Fault>()
  const threads = new Set<Worker>()
  const begin = (): Worker => {
    const thread = new workers.Worker(START, threadOptions)
    threads.add(thread)
    return thread
  }
  const end = async (thread: Worker): Promise<void> => {
    threads.delete(thread)
    await thread.terminate()
  }
  const work = async (first: Worker): Promise<void> => {
    let thread = first
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      const result = await inThread(thread, request, phase)
      results.set(request.key, result)
      if (!(result instanceof EndlessFault)) continue
      await end(thread)
      if (waiting.length === 0) return
      thread = begin()
    }
    await end(thread)
  }
  try {
    await Promise.all(Array.from({ length: count }, begin).map(work))
    return results
  } finally {
    await Promise.all([...threads].map(end))
  }
}

/** A thread that runs a loop without an end, and so can do nothing more. */
class EndlessFault extends Fault {}

function inThread(
  thread: Worker,
  request: PackageRequest,
  phase: (text: string) => void,
): Promise<ReadyPackage | Fault> {
  return new Promise((resolve, reject) => {
    let watch: NodeJS.Timeout | undefined
    const onMessage = (message: Message): void => {
      if (message.kind === 'phase') {
        phase(message.text)
        return
      }
      clearTimeout(watch)
      if (message.kind === 'unwatch') return
      if (message.kind === 'watch') {
        const { late, withinMs } = message
        watch = setTimeout(() => {
          release()
          resolve(new EndlessFault({ code: 'TW7010', severity: 'error', message: late }))
        }, withinMs)
        return
      }
      release()
      if (message.kind === 'fault') resolve(new Fault(...message.diagnostics))
      else resolve(fromData(message.ready))
    }
    const onError = (error: Error): void => {
      release()
      reject(crash(request, error.message))
    }
    const onExit = (code: number): void => {
      release()
      reject(crash(request, `it ended with code ${code}`))
    }
    const release = (): void => {
      clearTimeout(watch)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
    }
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    thread.postMessage(request)
  })
}

function crash({ key }: PackageRequest, why: string): Fault {
  return new Fault({
    code: 'TW9002',
    severity: 'error',
    message: `the thread that generated ${key} ended unexpectedly: ${why}`,
    help: 'Nothing was written. `--jobs 1` generates one package after the other, without threads.',
  })
}
