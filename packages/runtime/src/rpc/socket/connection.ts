import { type Ending, memberAt, type TransportError } from '../../core/index.js'
import { encoded } from '../encode-params.js'
import type { Message } from '../message.js'
import type { CallOutcome, RpcRequest } from '../transport.js'
import type { Connection, ConnectionInit } from './connection-types.js'
import { createDispatcher, type Dispatcher, messageTooLong } from './dispatch.js'
import { connectionLost, openSocket } from './open-socket.js'
import { subscribeOnConnection } from './subscribe-on-connection.js'

/** Opens one socket with its calls and subscriptions. */
export function openConnection(init: ConnectionInit): Connection {
  let lastId = 0
  let probeId = 0
  const dispatcher = createDispatcher(() => touch())
  const socket = openSocket({
    ...init,
    ask() {
      probeId = ++lastId
      transmit([messageText(probeId, init.ping, {})])
    },
    // Calls are handled one after another, and a broadcast may take long.
    isBusy: () => dispatcher.isHeldUp(probeId),
    received: (data) => dispatcher.receive(data, init.maxBodyBytes),
    ended(error, code) {
      if (code === messageTooBig) dispatcher.refuseLargest()
      if (memberAt(error.cause, 'code') === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
        dispatcher.dispatch({ unreadable: messageTooLong(init.maxBodyBytes) }, 0)
      }
      init.ended(error)
      dispatcher.fail(error)
    },
  })

  /** Keeps the process alive while a call is pending. */
  const touch = (): void => socket.hold(dispatcher.busy)

  /** Sends messages; returns an error if that failed, after removing their calls from those in flight. */
  function transmit(
    messages: readonly string[],
    firstId = Number.POSITIVE_INFINITY,
  ): TransportError | undefined {
    try {
      socket.send(messages)
      return undefined
    } catch (cause) {
      for (let id = firstId; id <= lastId; id++) dispatcher.drop(id)
      dispatcher.unobserve(firstId)
      // The other calls in flight were sent.
      socket.end(connectionLost('The connection broke', dispatcher.awaited > 0, cause))
      return connectionLost('The connection broke', false, cause)
    }
  }

  /** Sends calls. They share one listener and one promise, which are most of what a call costs. */
  function callAll(
    requests: readonly RpcRequest[],
    signal: Ending,
    outcomes: CallOutcome[] = [],
  ): Promise<readonly CallOutcome[]> {
    const firstId = lastId + 1
    lastId += requests.length
    return new Promise((resolve, reject) => {
      if (!socket.open) return reject(connectionLost('The connection is closed', false))
      const end = (): void => signal.removeEventListener('abort', leave)
      const fail = (error: unknown): void => {
        end()
        reject(error)
      }
      const leave = (): void => {
        for (const index of requests.keys()) dispatcher.drop(firstId + index)
        fail(signal.reason)
        touch()
        // Nothing was received while the call was pending, so check that the server responds.
        socket.verify(sentAt)
      }
      const done = (): void => {
        if (requests.some(({ method }, index) => !method.notifies && !outcomes[index])) return
        end()
        resolve(outcomes)
      }
      const written = requests.map(encoded)
      const messages = awaitAnswers(dispatcher, written, firstId, outcomes, done, fail)
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
      return socket.open
    },
    get received() {
      return socket.receivedAt > 0
    },
    get load() {
      return dispatcher.load
    },
    callAll,
    subscribe: ({ method, params, delivery }, observer, signal) =>
      subscribeOnConnection(socket, dispatcher, lastId + 1, delivery, observer, () =>
        callAll([{ method, params }], signal),
      ),
    end: socket.end,
  }
}

/** Waits for the answers to the calls that have no outcome yet; returns the messages to send. */
function awaitAnswers(
  dispatcher: Dispatcher,
  requests: readonly RpcRequest[],
  firstId: number,
  outcomes: CallOutcome[],
  done: () => void,
  reject: (error: unknown) => void,
): string[] {
  const messages: string[] = []
  for (const [index, { method, params }] of requests.entries()) {
    if (outcomes[index]) continue
    const id = method.notifies ? undefined : firstId + index
    const message = messageText(id, method.name, params)
    messages.push(message)
    if (id === undefined) continue
    dispatcher.add(id, {
      method: method.name,
      // Such as broadcasts. Subscribing, which only this transport supports, is not `safe` either, but
      // quick.
      slow: !method.safe && !method.transports,
      size: message.length,
      answer(outcome, size) {
        outcomes[index] = { ...outcome, size }
        done()
      },
      reject,
    })
  }
  return messages
}

function messageText(id: number | undefined, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params } satisfies Message)
}

/** The status code of WebSocket connections that were closed over the size of a message. */
const messageTooBig = 1009
