import { type Ending, memberAt, parseJson, TransportError } from '../../core/index.js'
import { type Envelope, readEnvelope } from '../envelope.js'
import { RpcError } from '../errors.js'
import { earlyCharacters, earlyEvents, tooDeep, tooLarge, unacknowledged } from '../statuses.js'
import { resultOf } from '../together.js'
import type { Observer, Outcome, Receiver, RpcRequest } from '../transport.js'
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
      transmit([text(probeId, init.ping, {})])
    },
    // Calls are handled one after another, and a broadcast may take long.
    isBusy: () => inFlight.isHeldUp(probeId),
    received(data) {
      const envelope = read(data, init.maxBodyBytes, deliver)
      if (envelope) inFlight.dispatch(envelope, data.length)
    },
    ended(error, code) {
      if (code === messageTooBig) refuseLargest()
      if (memberAt(error.cause, 'code') === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
        inFlight.dispatch({ unreadable: tooLong(init.maxBodyBytes) }, 0)
      }
      init.ended(error)
      inFlight.fail(error)
    },
  })

  /** Keeps the process alive while a call is pending. */
  function touch(): void {
    line.hold(inFlight.busy)
  }

  /** Takes the messages for subscriptions with a `delivery`; the others are responses. */
  const receivers = new Set<Receiver>()
  const deliver = (message: unknown, size: number): boolean => {
    for (const receiver of receivers) if (receiver.take(message, size)) return true
    return false
  }

  /** The server closes the connection when it receives a message that is too large. */
  function refuseLargest(): void {
    const call = inFlight.takeLargest()
    call?.answer({ error: tooLargeFor(call.method, call.size) }, 0)
  }

  /** Sends messages; returns an error if that failed, after removing their calls from those in flight. */
  function transmit(
    messages: readonly string[],
    firstId = Number.POSITIVE_INFINITY,
  ): TransportError | undefined {
    try {
      line.send(messages)
      return undefined
    } catch (cause) {
      for (let id = firstId; id <= lastId; id++) inFlight.drop(id)
      inFlight.unobserve(firstId)
      // The other calls in flight were sent.
      line.end(lost('The connection broke', inFlight.awaited > 0, cause))
      return lost('The connection broke', false, cause)
    }
  }

  /** Sends calls. They share one listener and one promise, which are most of what a call costs. */
  function callAll(
    requests: readonly RpcRequest[],
    signal: Ending,
    outcomes: Outcome[] = [],
  ): Promise<readonly Outcome[]> {
    const firstId = lastId + 1
    lastId += requests.length
    return new Promise((resolve, reject) => {
      if (!line.open) return reject(lost('The connection is closed', false))
      let missing = 0
      const end = (): void => signal.removeEventListener('abort', leave)
      const fail = (error: unknown): void => {
        end()
        reject(error)
      }
      const leave = (): void => {
        for (const index of requests.keys()) inFlight.drop(firstId + index)
        fail(signal.reason)
        touch()
        // Nothing was received while the call was pending, so check that the server responds.
        line.verify(sentAt)
      }
      const done = (): void => {
        if (missing > 0) return
        end()
        resolve(outcomes)
      }
      const messages: string[] = []
      for (const [index, { method, params }] of requests.entries()) {
        if (outcomes[index]) continue
        const id = method.notifies ? undefined : firstId + index
        const message = text(id, method.name, params)
        messages.push(message)
        if (id === undefined) continue
        missing++
        inFlight.add(id, {
          method: method.name,
          // Such as broadcasts. Subscribing, which only this transport supports, is not `safe` either, but
          // quick.
          slow: !method.safe && !method.transports,
          size: message.length,
          answer(outcome, size) {
            outcomes[index] = { ...outcome, size }
            missing--
            done()
          },
          reject: fail,
        })
      }
      const sentAt = performance.now()
      signal.addEventListener('abort', leave)
      touch()
      const unsent = transmit(messages, firstId)
      if (unsent) fail(unsent)
      done()
    })
  }

  return {
    get open() {
      return line.open
    },
    get received() {
      return line.receivedAt > 0
    },
    get load() {
      return inFlight.load
    },
    callAll,
    listen({ method, params, delivery }, observer, signal) {
      const id = lastId + 1
      let early: Parameters<Observer['next']>[] | undefined = []
      let earlySize = 0
      const receiver = delivery?.receive(id, observer)
      inFlight.observe(id, {
        next(event, size = 0) {
          if (!early) return observer.next(event, size)
          early.push([event, size])
          earlySize += size
          if (early.length > earlyEvents || earlySize > earlyCharacters) {
            line.end(new TransportError(unacknowledged, { fault: 'body' }))
          }
        },
        end: observer.end,
      })
      if (receiver) receivers.add(receiver)
      const stop = (): void => {
        if (receiver) receivers.delete(receiver)
        if (inFlight.unobserve(id) && line.open) touch()
      }
      const acknowledged = callAll([{ method, params }], signal).then((outcomes) => {
        const result = resultOf(outcomes)
        receiver?.acknowledged(result)
        for (const event of early ?? []) observer.next(...event)
        early = undefined
        return result
      })
      acknowledged.catch(stop)
      return { acknowledged, stop }
    },
    end: line.end,
  }
}

/** Reads a message; `undefined` if it is no answer to anything, or was taken by `deliver`. */
function read(
  data: string,
  maxBodyBytes: number,
  deliver: (message: unknown, size: number) => boolean,
): Envelope | undefined {
  if (data.length > maxBodyBytes) return { id: idIn(data), unreadable: tooLong(maxBodyBytes) }
  let cause: unknown
  let problem = 'has neither a result nor an error'
  try {
    const message = parseJson(data)
    if (deliver(message, data.length)) return undefined
    const found = readEnvelope(message)
    if (found) return found
  } catch (error) {
    cause = error
    problem = error instanceof RangeError ? tooDeep : 'is not JSON-RPC'
  }
  const id = idIn(data)
  // Without an id it is no answer to anything; what is nested too deeply hardly comes from a proxy.
  if (id < 0 && problem !== tooDeep) return undefined
  const init = { fault: 'body', body: data.slice(0, 200), cause } as const
  return { id, unreadable: new TransportError(`The answer ${problem}`, init) }
}

/** The id in a message that cannot be read: servers write it before the result. -1 without one. */
function idIn(data: string): number {
  return Number(/^\s*\{[^{[]*?"id"\s*:\s*(\d+)/.exec(data.slice(0, 200))?.[1] ?? -1)
}

function tooLong(maxBodyBytes: number): TransportError {
  return new TransportError(`The answer ${tooLarge(maxBodyBytes)}`, { fault: 'size' })
}

function text(id: number | undefined, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

/** The status code of WebSocket connections that were closed over the size of a message. */
const messageTooBig = 1009

function tooLargeFor(method: string, size: number): RpcError {
  const message = `The server does not take a message of ${size} characters`
  return new RpcError({ code: -32600, message }, method, 'request-too-large')
}
