import { TransportError } from '../core/index.js'
import type { Connection, ConnectionInit } from './connection-types.js'
import { type Envelope, isNotification, readEnvelope } from './envelope.js'
import { RpcError } from './errors.js'
import { createLiveness } from './liveness.js'
import type { RpcMethod } from './method.js'
import { dropSocket, holdProcess, idleTimer } from './socket.js'
import type { Observer } from './transport.js'

interface Pending {
  readonly method: string
  readonly slow: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** An unused socket is closed after this time: most implementations cannot be unreferenced. */
const idleMs = 2000

export function openConnection(init: ConnectionInit): Connection {
  const { url, WebSocket, openMs, answerMs } = init
  const pending = new Map<number, Pending>()
  const observers = new Map<number, Observer>()
  let state: 'opening' | 'open' | 'ended' = 'opening'
  let lastId = 0
  let probeId = 0
  let idleSince = performance.now()
  let idling: ReturnType<typeof setTimeout> | undefined
  let opened = (): void => {}
  let refused = (_: unknown): void => {}
  const opening = new Promise<void>((resolve, reject) => {
    opened = resolve
    refused = reject
  })
  opening.catch(() => {})
  let closed = (): void => {}
  const closing = new Promise<void>((resolve) => {
    closed = resolve
  })

  const liveness = createLiveness({
    keepAliveMs: init.keepAliveMs,
    answerMs,
    ask() {
      probeId = ++lastId
      transmit(probeId, 'health', {})
    },
    // Calls are worked off one after another, and a broadcast may take its time.
    isBusy: () => [...pending].some(([id, { slow }]) => slow && id < probeId),
    dead: () => end(lost(`The node was silent for ${answerMs} ms`, true)),
  })
  const socket = new WebSocket(url)
  socket.onopen = () => {
    if (state !== 'opening') return
    clearTimeout(patience)
    state = 'open'
    opened()
    touch()
    liveness.start()
    idling = idleTimer(checkIdle, idleMs)
  }
  socket.onmessage = ({ data }: { readonly data: unknown }) => {
    liveness.heard()
    if (typeof data === 'string') receive(data)
  }
  let problem: unknown
  socket.onerror = (event: unknown) => {
    problem = 'error' in Object(event) ? Reflect.get(Object(event), 'error') : event
    // Node 22 does not close a socket that never opened.
    if (state === 'opening') end(lost('The connection failed', false, problem))
  }
  socket.onclose = (event: { readonly code?: unknown }) => {
    const sent = state === 'open'
    end(lost(`The connection was closed (${String(event?.code)})`, sent, problem))
  }
  const patience = setTimeout(() => {
    if (state === 'opening') end(lost(`No connection within ${openMs} ms`, false))
  }, openMs)

  function end(error: TransportError, clean = false): void {
    if (state === 'ended') return
    state = 'ended'
    clearTimeout(patience)
    clearTimeout(idling)
    liveness.stop()
    dropSocket(socket, clean)
    refused(error)
    // Who still waits for the acknowledgement hears of it by that.
    const left = [...observers].filter(([id]) => !pending.has(id))
    for (const call of pending.values()) call.reject(error)
    pending.clear()
    observers.clear()
    closed()
    init.ended(error)
    for (const [, observer] of left) observer.end(error)
  }

  /** Holds the process while something is awaited. */
  function touch(): void {
    const busy = pending.size > 0 || observers.size > 0
    idleSince = busy ? Number.POSITIVE_INFINITY : performance.now()
    holdProcess(socket, busy)
  }

  function checkIdle(): void {
    const idle = performance.now() - idleSince
    if (idle >= idleMs) end(lost('The connection was not used any more', false), true)
    else idling = idleTimer(checkIdle, idle > 0 ? idleMs - idle : idleMs)
  }

  /** Gives back why nothing was sent, if so. Without an id nobody answers. */
  function transmit(
    id: number | undefined,
    method: string,
    params: object,
  ): TransportError | undefined {
    try {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return undefined
    } catch (cause) {
      const unsent = lost('The connection broke', false, cause)
      if (id !== undefined) {
        pending.get(id)?.reject(unsent)
        pending.delete(id)
        observers.delete(id)
      }
      // What is in flight beside it was sent.
      end(lost('The connection broke', pending.size > 0, cause))
      return unsent
    }
  }

  function receive(data: string): void {
    let answer: Envelope | undefined
    try {
      answer = readEnvelope(JSON.parse(data))
    } catch {
      return // not JSON-RPC, so not an answer to anything
    }
    if (answer) dispatch(answer)
  }

  function dispatch({ id, result, error }: Envelope): void {
    // Calls are worked off one after another: an error without id belongs to the oldest.
    const key = typeof id === 'number' && id >= 0 ? id : error && [...pending.keys()][0]
    if (key === undefined) return
    const call = pending.size > 0 ? pending.get(key) : undefined
    const observer = observers.get(key)
    if (observer && !error && isNotification(result, call !== undefined)) {
      observer.next(result)
      return
    }
    if (error) {
      const failure = new RpcError(error, call?.method ?? 'subscribe')
      if (call) call.reject(failure)
      else if (observers.delete(key)) observer?.end(failure)
    } else call?.resolve(result)
    pending.delete(key)
    touch()
  }

  async function tell({ name }: RpcMethod, params: object): Promise<undefined> {
    if (state !== 'open') throw lost('The connection is closed', false)
    const unsent = transmit(undefined, name, params)
    if (unsent) throw unsent
  }

  function send(
    id: number,
    { name: method, safe, transports }: RpcMethod,
    params: object,
    signal: AbortSignal,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (state !== 'open') return reject(lost('The connection is closed', false))
      const leave = (): void => {
        signal.removeEventListener('abort', leave)
        if (!pending.delete(id)) return
        reject(signal.reason)
        touch()
        // Nothing at all came while the call waited: is anybody there?
        if (state === 'open' && liveness.heardAt < sentAt) liveness.probe()
      }
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', leave)
          settle(value)
        }
      const sentAt = performance.now()
      // What belongs to this kind of connection alone is subscribing, and that is quick.
      const slow = !safe && !transports
      pending.set(id, { method, slow, resolve: settled(resolve), reject: settled(reject) })
      signal.addEventListener('abort', leave)
      touch()
      transmit(id, method, params)
    })
  }

  return {
    opened: opening,
    ended: closing,
    get alive() {
      return state !== 'ended'
    },
    get proven() {
      return liveness.heardAt > 0
    },
    get load() {
      return observers.size
    },
    call: (method, params, signal) =>
      method.notifies ? tell(method, params) : send(++lastId, method, params, signal),
    listen(method, params, observer, signal) {
      const id = ++lastId
      observers.set(id, observer)
      const stop = (): void => {
        if (observers.delete(id) && state === 'open') touch()
      }
      const acknowledged = send(id, method, params, signal)
      acknowledged.catch(stop)
      return { acknowledged, stop }
    },
    end,
  }
}

function lost(message: string, sent: boolean, cause?: unknown): TransportError {
  return new TransportError(message, cause === undefined ? { sent } : { sent, cause })
}
