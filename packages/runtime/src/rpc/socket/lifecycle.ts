import { idleTimer, TransportError } from '../../core/index.js'
import { explainStatus } from '../statuses.js'
import { createLiveness } from './liveness.js'
import {
  dropSocket,
  holdProcess,
  type SocketConstructor,
  type SocketLike,
  sendTogether,
} from './socket.js'

export interface LifecycleInit {
  readonly url: string
  readonly WebSocket: SocketConstructor
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The silence after which a cheap call is made; 0 for never. */
  readonly keepAliveMs: number
  readonly openMs: number
  /** The timeout of the cheap call. */
  readonly answerMs: number
  /** Makes the cheap call. */
  ask(): void
  /** Whether the server may be busy with an earlier call. */
  isBusy(): boolean
  received(data: string): void
  /** Called when the connection has ended; `code` is the close code, if the server closed it. */
  ended(error: TransportError, code: unknown): void
}

/** The life cycle of one socket, from opening to closing, whatever is sent on it. */
export interface Lifecycle {
  readonly opened: Promise<void>
  readonly closed: Promise<void>
  readonly alive: boolean
  readonly open: boolean
  /** When something was last received; 0 if nothing ever was. */
  readonly heardAt: number
  /** Sends messages; throws what the socket throws. */
  send(messages: readonly string[]): void
  /** Whether a response is pending, which keeps the process alive and the socket in use. */
  hold(busy: boolean): void
  /** Checks that the server responds, if nothing was received since then. */
  verify(since: number): void
  /** `clean` sends a close frame. */
  end(error: TransportError, clean?: boolean): void
}

/** An unused socket is closed after this time, because most implementations cannot be unreferenced. */
const idleMs = 2000

export function openLifecycle(init: LifecycleInit): Lifecycle {
  const { openMs, answerMs } = init
  let state: 'opening' | 'open' | 'ended' = 'opening'
  const opening = promise()
  const closing = promise()
  let problem: unknown
  let idleSince = performance.now()
  let held: boolean | undefined
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
    if (state === 'ended' || busy === held) return
    held = busy
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
    send: (messages) => sendTogether(socket, messages),
    hold,
    verify(since) {
      if (state === 'open' && liveness.heardAt < since) liveness.probe()
    },
    end: (error, clean) => end(error, clean),
  }
}

/** Distinguishes a rejected handshake from a lost connection, if the platform does. */
function failed(problem: unknown): TransportError {
  const found = /unexpected server response: (\d+)/i.exec(String(problem))
  const status = Number(found?.[1])
  if (!status || status >= 500 || status === 429)
    return lost('The connection failed', false, problem)
  const words = explainStatus(status) ?? 'is no WebSocket: check the path of the address'
  const message = `The answer (HTTP ${status}) ${words}`
  return new TransportError(message, { fault: 'body', status, sent: false, cause: problem })
}

/** Platforms that can send headers with the handshake accept them in place of the protocols. */
function newSocket({ url, WebSocket, headers }: LifecycleInit): SocketLike {
  return headers ? Reflect.construct(WebSocket, [url, { headers }]) : new WebSocket(url)
}

interface Settled {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

/** A promise to settle from outside, whose rejection may stay unhandled. */
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
