import { TransportError } from '../../core/index.js'
import { meaning } from '../http/exchange.js'
import { createLiveness } from './liveness.js'
import {
  dropSocket,
  holdProcess,
  idleTimer,
  type SocketConstructor,
  type SocketLike,
} from './socket.js'

export interface LifelineInit {
  readonly url: string
  readonly WebSocket: SocketConstructor
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Silence after which a cheap call is made; 0 for never. */
  readonly keepAliveMs: number
  readonly openMs: number
  /** How long the answer to the cheap call may take. */
  readonly answerMs: number
  /** Makes the cheap call. */
  ask(): void
  /** Whether the other side may be busy with something it was asked before. */
  isBusy(): boolean
  received(data: string): void
  /** The connection is no more; `code` is that of the close, where the other side closed it. */
  ended(error: TransportError, code: unknown): void
}

/** The life of one socket, from opening to its end; what travels on it is not its business. */
export interface Lifeline {
  readonly opened: Promise<void>
  readonly closed: Promise<void>
  readonly alive: boolean
  readonly open: boolean
  /** When something came last; 0 when nothing ever did. */
  readonly heardAt: number
  /** Throws what the socket throws. */
  send(message: string): void
  /** Whether something is awaited: then the process goes on, and the socket is in use. */
  hold(busy: boolean): void
  /** Checks that somebody is there, if nothing at all came since then. */
  doubt(since: number): void
  /** `clean` tells the other side. */
  end(error: TransportError, clean?: boolean): void
}

/** An unused socket is closed after this time: most implementations cannot be unreferenced. */
const idleMs = 2000

export function openLifeline(init: LifelineInit): Lifeline {
  const { openMs, answerMs } = init
  let state: 'opening' | 'open' | 'ended' = 'opening'
  const opening = promise()
  const closing = promise()
  let problem: unknown
  let idleSince = performance.now()
  let idling: ReturnType<typeof setTimeout> | undefined

  const liveness = createLiveness({
    keepAliveMs: init.keepAliveMs,
    answerMs,
    ask: init.ask,
    isBusy: init.isBusy,
    dead: () => end(lost(`The node was silent for ${answerMs} ms`, true)),
  })
  const patience = setTimeout(() => {
    if (state === 'opening') end(lost(`No connection within ${openMs} ms`, false))
  }, openMs)
  const socket = newSocket(init)
  socket.onopen = () => {
    if (state !== 'opening') return
    clearTimeout(patience)
    state = 'open'
    opening.resolve()
    hold(false)
    liveness.start()
    idling = idleTimer(checkIdle, idleMs)
  }
  socket.onmessage = ({ data }: { readonly data: unknown }) => {
    liveness.heard()
    if (typeof data === 'string') init.received(data)
  }
  socket.onerror = (event: unknown) => {
    problem = 'error' in Object(event) ? Reflect.get(Object(event), 'error') : event
    // Node 22 does not close a socket that never opened.
    if (state === 'opening') end(failed(problem))
  }
  socket.onclose = (event: { readonly code?: unknown }) => {
    const sent = state === 'open'
    const code = event?.code
    end(lost(`The connection was closed (${String(code)})`, sent, problem), false, code)
  }

  function end(error: TransportError, clean = false, code?: unknown): void {
    if (state === 'ended') return
    state = 'ended'
    clearTimeout(patience)
    clearTimeout(idling)
    liveness.stop()
    dropSocket(socket, clean)
    opening.reject(error)
    closing.resolve()
    init.ended(error, code)
  }

  function hold(busy: boolean): void {
    if (state === 'ended') return
    idleSince = busy ? Number.POSITIVE_INFINITY : performance.now()
    holdProcess(socket, busy)
  }

  function checkIdle(): void {
    const idle = performance.now() - idleSince
    if (idle >= idleMs) end(lost('The connection was not used any more', false), true)
    else idling = idleTimer(checkIdle, idle > 0 ? idleMs - idle : idleMs)
  }

  return {
    opened: opening.promise,
    closed: closing.promise,
    get alive() {
      return state !== 'ended'
    },
    get open() {
      return state === 'open'
    },
    get heardAt() {
      return liveness.heardAt
    },
    send: (message) => socket.send(message),
    hold,
    doubt(since) {
      if (state === 'open' && liveness.heardAt < since) liveness.probe()
    },
    end: (error, clean) => end(error, clean),
  }
}

/** A refused handshake is no lost connection, where the platform tells the difference. */
function failed(problem: unknown): TransportError {
  const found = /unexpected server response: (\d+)/i.exec(String(problem))
  const status = Number(found?.[1])
  if (!status || status >= 500 || status === 429)
    return lost('The connection failed', false, problem)
  const words = meaning(status) ?? 'is no WebSocket'
  const message = `The answer (HTTP ${status}) ${words}`
  return new TransportError(message, { fault: 'body', status, sent: false, cause: problem })
}

/** Platforms that can send headers with the handshake take them where others take protocols. */
function newSocket({ url, WebSocket, headers }: LifelineInit): SocketLike {
  return headers ? Reflect.construct(WebSocket, [url, { headers }]) : new WebSocket(url)
}

interface Settled {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

/** A promise to settle from outside. That nobody may listen to it is no fault. */
function promise(): Settled {
  let settle = { resolve(): void {}, reject(_: unknown): void {} }
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  promise.catch(() => {})
  return { promise, ...settle }
}

export function lost(message: string, sent: boolean, cause?: unknown): TransportError {
  return new TransportError(message, cause === undefined ? { sent } : { sent, cause })
}
