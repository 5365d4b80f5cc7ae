import { parentPort, workerData } from 'node:worker_threads'
import { Fault } from '../../diagnostics/diagnostic.js'
import { guardedBy } from '../../emit/door/watchdog.js'
import { type Message, type Start, toData } from './messages.js'
import { type Order, preparePackage } from './prepare.js'

/**
 * A thread of `prepareInThreads`: prepares one package after the other until there are none left.
 */
const port = parentPort
if (!port) throw new Error('this module has to be started as a thread')

const post = (message: Message): void => port.postMessage(message)

const { patienceMs }: Start = workerData
guardedBy({
  patienceMs,
  begin: (late, withinMs) => post({ kind: 'watch', late, withinMs }),
  end: () => post({ kind: 'unwatch' }),
})

port.on('message', (order: Order) => {
  preparePackage(order, { phase: (text) => post({ kind: 'phase', text }) }).then(
    (prepared) => post({ kind: 'prepared', prepared: toData(prepared) }),
    (error: unknown) => {
      // An error that is not the user's ends the thread, and is reported as a crash.
      if (!(error instanceof Fault)) throw error
      post({ kind: 'fault', diagnostics: error.diagnostics })
    },
  )
})
