import { TransportError } from '../core/index.js'
import { type Envelope, readEnvelope } from './envelope.js'
import { RpcError } from './errors.js'
import { createLiveness } from './liveness.js'
import type { RpcMethod } from './method.js'
import { dropSocket, holdProcess, idleTimer, type SocketConstructor } from './socket.js'
import type { Observer } from './transport.js'

export interface ConnectionInit {
  readonly url: string
  readonly WebSocket: SocketConstructor
  /** Silence after which a cheap call is made; 0 for never. */
  readonly keepAliveMs: number
  /** How long opening, and the answer to the cheap call, may take. */
  readonly answerMs: number
  /** The connection is no more. */
  ended(error: TransportError): void
}

/** One socket: calls and subscriptions, told apart by their ids. */
export interface Connection {
  readonly opened: Promise<void>
  readonly ended: Promise<void>
  readonly alive: boolean
  /** Whether anything ever came. */
  readonly proven: boolean
  /** How many subscriptions it has. */
  readonly load: number
  /** Sends a call. The signal ends the wait only: what was sent was sent. */
  call(method: RpcMethod, params: object, signal: AbortSignal): Promise<unknown>
  /** Like `call`, and what comes later with the same id goes to the observer. */
  listen(method: RpcMethod, params: object, observer: Observer, signal: AbortSignal): Listening
  /** Ends everything on it; `clean` tells the node. */
  end(error: TransportError, clean?: boolean): void
}

export interface Listening {
  readonly acknowledged: Promise<unknown>
  /** No more for this observer. The node is not told. */
  stop(): void
}

interface Pending {
  readonly method: string
  readonly slow: boolean
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** An unused socket is closed after this time: most implementations cannot be unreferenced. */
const idleMs = 2000

export function openConnection(init: ConnectionInit): Connection {
  const { url, WebSocket, answerMs } = init
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
  }
  socket.onclose = (event: { readonly code?: unknown }) => {
    const sent = state === 'open'
    end(lost(`The connection was closed (${String(event?.code)})`, sent, problem))
  }
  const patience = setTimeout(() => {
    if (state === 'opening') end(lost(`No connection within ${answerMs} ms`, false))
  }, answerMs)

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

  /** Without an id nobody answers. */
  function transmit(id: number | undefined, method: string, params: object): void {
    try {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    } catch (cause) {
      end(lost('The connection broke', true, cause))
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
    const call = pending.get(key)
    const observer = observers.get(key)
    if (observer && !error && isNotification(result, call)) {
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
    transmit(undefined, name, params)
  }

  function send(
    id: number,
    { name: method, safe }: RpcMethod,
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
      pending.set(id, { method, slow: !safe, resolve: settled(resolve), reject: settled(reject) })
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

/** An acknowledgement is an empty object; an event may come before it, and it may come again. */
function isNotification(result: unknown, call: Pending | undefined): boolean {
  if (typeof result !== 'object' || result === null) return false
  return call ? 'data' in result : Object.keys(result).length > 0
}

function lost(message: string, sent: boolean, cause?: unknown): TransportError {
  return new TransportError(message, cause === undefined ? { sent } : { sent, cause })
}
