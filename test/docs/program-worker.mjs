// Runs programs of the documentation as a reader would: each a module of its own, with what it imports installed.
import { parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'

const { servers } = workerData

// Node has one since version 22.
globalThis.WebSocket ??= WebSocket

/** The services that programs name are on this machine. */
const { fetch } = globalThis
globalThis.fetch = async (input, init) => {
  const asked = input instanceof Request ? input.url : String(input)
  const { origin } = new URL(asked)
  const here = servers[origin]
  if (here === undefined && !/^http:\/\/127\.0\.0\.1:\d+$/.test(origin)) {
    throw new TypeError(`a program asks ${origin}, which no test stands in for`)
  }
  const target = here === undefined ? asked : asked.replace(origin, here)
  return fetch(input instanceof Request ? new Request(target, input) : target, init)
}

parentPort.on('message', async (address) => {
  try {
    await import(address)
    parentPort.postMessage({ ended: true })
  } catch (error) {
    parentPort.postMessage({ ended: true, error: error instanceof Error ? error.stack : error })
  }
})
