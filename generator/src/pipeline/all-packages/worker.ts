import { parentPort, workerData } from 'node:worker_threads'
import { Fault } from '../../diagnostics/diagnostic.js'
import { guardedBy } from '../../emit/emitter-api/watchdog.js'
import { generateAndCompare, type PackageRequest } from './generate-and-compare.js'
import { type Message, type Start, toData } from './thread-messages.js'

/**
 * A thread of `generateInThreads`: generates one package after the other until there are none left.
 */
const port = parentPort
if (!port) throw new Error('this module has to be started as a thread')

const post = (message: Message): void => port.postMessage(message)

const { timeLimitMs }: Start = workerData
guardedBy({
  timeLimitMs,
  begin: (late, withinMs) => post({ kind: 'watch', late, withinMs }),
  end: () => post({ kind: 'unwatch' }),
})

port.on('message', (request: PackageRequest) => {
  generateAndCompare(request, { phase: (text) => post({ kind: 'phase', text }) }).then(
    (ready) => post({ kind: 'ready', ready: toData(ready) }),
    (error: unknown) => {
      // An error that is not the user's ends the thread, and is reported as a crash.
      if (!(error instanceof Fault)) throw error
      post({ kind: 'fault', diagnostics: error.diagnostics })
    },
  )
})
