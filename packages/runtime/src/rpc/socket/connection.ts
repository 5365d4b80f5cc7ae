import type { TransportError } from '../../core/index.js'
import { type Envelope, readEnvelope } from '../envelope.js'
import { RpcError } from '../errors.js'
import type { RpcMethod } from '../method.js'
import { createCallsInFlight } from './calls-in-flight.js'
import type { Connection, ConnectionInit } from './connection-types.js'
import { lost, openLifecycle } from './lifecycle.js'

/** Opens one socket with its calls and subscriptions. */
export function openConnection(init: ConnectionInit): Connection {
  let lastId = 0
  let probeId = 0
  const inFlight = createCallsInFlight(touch)
  const line = openLifecycle({
    ...init,
    ask() {
      probeId = ++lastId
      line.send(text(probeId, init.ping, {}))
    },
    // Calls are handled one after another, and a broadcast may take long.
    isBusy: () => inFlight.isHeldUp(probeId),
    received(data) {
      const envelope = read(data)
      if (envelope) inFlight.dispatch(envelope, data.length)
    },
    ended(error, code) {
      if (code === messageTooBig) refuseLargest()
      const endObservers = inFlight.fail(error)
      init.ended(error)
      endObservers()
    },
  })

  /** Keeps the process alive while a call is pending. */
  function touch(): void {
    line.hold(inFlight.busy)
  }

  /** The server closes the connection when it receives a message that is too large. */
  function refuseLargest(): void {
    const call = inFlight.takeLargest()
    call?.reject(tooLarge(call.method, call.size))
  }

  /** Sends a message; returns an error if that failed, after removing the call from those in flight. */
  function transmit(message: string, id = 0): TransportError | undefined {
    try {
      line.send(message)
      return undefined
    } catch (cause) {
      inFlight.drop(id)
      inFlight.unobserve(id)
      // The other calls in flight were sent.
      line.end(lost('The connection broke', inFlight.awaited > 0, cause))
      return lost('The connection broke', false, cause)
    }
  }

  async function notify({ name }: RpcMethod, params: object): Promise<undefined> {
    if (!line.open) throw lost('The connection is closed', false)
    const unsent = transmit(text(undefined, name, params))
    if (unsent) throw unsent
  }

  function send(
    id: number,
    { name: method, safe, transports }: RpcMethod,
    params: object,
    signal: AbortSignal,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!line.open) return reject(lost('The connection is closed', false))
      const message = text(id, method, params)
      const leave = (): void => {
        signal.removeEventListener('abort', leave)
        if (!inFlight.drop(id)) return
        reject(signal.reason)
        touch()
        // Nothing was received while the call was pending, so check that the server responds.
        line.verify(sentAt)
      }
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', leave)
          settle(value)
        }
      const sentAt = performance.now()
      inFlight.add(id, {
        method,
        // Only subscribing needs this kind of transport, and that is fast.
        slow: !safe && !transports,
        size: message.length,
        resolve: settled(resolve),
        reject: settled(reject),
      })
      signal.addEventListener('abort', leave)
      touch()
      const unsent = transmit(message, id)
      if (unsent) settled(reject)(unsent)
    })
  }

  return {
    opened: line.opened,
    ended: line.closed,
    get alive() {
      return line.alive
    },
    get proven() {
      return line.heardAt > 0
    },
    get load() {
      return inFlight.load
    },
    call: (method, params, signal) =>
      method.notifies ? notify(method, params) : send(++lastId, method, params, signal),
    listen(method, params, observer, signal) {
      const id = ++lastId
      inFlight.observe(id, observer)
      const stop = (): void => {
        if (inFlight.unobserve(id) && line.open) touch()
      }
      const acknowledged = send(id, method, params, signal)
      acknowledged.catch(stop)
      return { acknowledged, stop }
    },
    end: line.end,
  }
}

function read(data: string): Envelope | undefined {
  try {
    return readEnvelope(JSON.parse(data))
  } catch {
    return undefined // not JSON-RPC, so not an answer to anything
  }
}

function text(id: number | undefined, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

/** The status code of WebSocket connections that were closed over the size of a message. */
const messageTooBig = 1009

function tooLarge(method: string, size: number): RpcError {
  const message = `The server does not take a message of ${size} characters`
  return new RpcError({ code: -32600, message }, method, 'request-too-large')
}
