import { parentPort } from 'node:worker_threads'
import { Fault } from '../../diagnostics/diagnostic.js'
import { type Message, toData } from './messages.js'
import { type Order, preparePackage } from './prepare.js'

/** A thread of `prepareInThreads`: one order after the other, until nobody has any more. */
const port = parentPort
if (!port) throw new Error('this module is the start of a thread')

const say = (message: Message): void => port.postMessage(message)

port.on('message', (order: Order) => {
  preparePackage(order, { phase: (text) => say({ kind: 'phase', text }) }).then(
    (prepared) => say({ kind: 'prepared', prepared: toData(prepared) }),
    (error: unknown) => {
      // What is no fault of the user's ends the thread, and is told as a crash of it.
      if (!(error instanceof Fault)) throw error
      say({ kind: 'fault', diagnostics: error.diagnostics })
    },
  )
})
