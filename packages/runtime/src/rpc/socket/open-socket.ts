import { idleTimer, TransportError } from '../../core/index.js'
import { explainStatus } from '../explain-status.js'
import {
  dropSocket,
  holdProcess,
  type SocketConstructor,
  type SocketLike,
  sendTogether,
} from './platform-socket.js'

export interface OpenSocketInit {
  readonly url: string
  readonly WebSocket: SocketConstructor
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The silence after which a cheap call is made; 0 for never. */
  readonly keepAliveMs: number
  /** The longest message that is read. */
  readonly maxBodyBytes: number
  readonly openMs: number
  /** The timeout of the cheap call. */
  readonly answerMs: number
  /** Makes the cheap call. */
  ask(): void
  /** Whether the server may be busy with an earlier call. */
  isBusy(): boolean
  opened(): void
  received(data: string): void
  /** Called when the connection has ended; `code` is the close code, if the server closed it. */
  ended(error: TransportError, code: unknown): void
}

/** The life cycle of one socket, from opening to closing, whatever is sent on it. */
export interface OpenSocket {
  readonly open: boolean
  /** When something was last received; 0 if nothing ever was. */
  readonly receivedAt: number
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

export function openSocket(init: OpenSocketInit): OpenSocket {
  const { openMs, answerMs } = init
  const keepAliveMs = init.keepAliveMs > 0 ? init.keepAliveMs : Number.POSITIVE_INFINITY
  let state: 'opening' | 'open' | 'ended' = 'opening'
  let problem: unknown
  let held: boolean | undefined
  let idleSince = performance.now()
  let receivedAt = 0
  let quietSince = idleSince
  /** When the cheap call was made, until something is received. */
  let askedAt: number | undefined

  const socket = newSocket(init)
  // After the socket, because it must not outlive a platform's refusal to make one.
  let timer = idleTimer(check, openMs)
  socket.onopen = () => {
    if (state !== 'opening') return
    state = 'open'
    hold(false)
    quietSince = idleSince
    watch(quietSince)
    init.opened()
  }
  // Reading the clock takes a fifth of the time of an event.
  const noteTime = oncePerBurst(() => {
    receivedAt = quietSince = performance.now()
  })
  socket.onmessage = ({ data }: { readonly data: unknown }) => {
    askedAt = undefined
    noteTime()
    if (typeof data === 'string') init.received(data)
  }
  socket.onerror = (event: unknown) => {
    problem = Reflect.get(Object(event), 'error') ?? event
    // Node 22 does not close a socket that never opened.
    if (state === 'opening') end(connectionFailed(problem))
  }
  socket.onclose = (event?: { readonly code?: unknown }) => {
    const why = `The connection was closed (${event?.code})`
    end(connectionLost(why, state === 'open', problem), false, event?.code)
  }

  function end(error: TransportError, clean = false, code?: unknown): void {
    if (state === 'ended') return
    state = 'ended'
    clearTimeout(timer)
    dropSocket(socket, clean)
    init.ended(error, code)
  }

  function hold(busy: boolean): void {
    if (state === 'ended' || busy === held) return
    held = busy
    idleSince = busy ? Number.POSITIVE_INFINITY : performance.now()
    holdProcess(socket, busy)
  }

  /** Ends a socket that did not open, that is unused, or whose server does not respond. */
  function check(): void {
    const now = performance.now()
    const unanswered = askedAt !== undefined && now - askedAt >= answerMs
    if (state !== 'open') end(connectionLost(`No connection within ${openMs} ms`, false))
    else if (now - idleSince >= idleMs)
      end(connectionLost('The connection was unused', false), true)
    else if (unanswered && !init.isBusy())
      end(connectionLost(`The node was silent for ${answerMs} ms`, true))
    else {
      if (unanswered) askedAt = now
      watch(now)
    }
  }

  /** Makes the cheap call after a silence, and plans the next check. */
  function watch(now: number): void {
    const mustAsk = askedAt === undefined && now - quietSince >= keepAliveMs
    if (mustAsk) askedAt = now
    const silence = askedAt === undefined ? now - quietSince : 0
    const idle = Math.max(now - idleSince, 0)
    const patience = answerMs - (askedAt === undefined ? 0 : now - askedAt)
    clearTimeout(timer)
    timer = idleTimer(check, Math.min(idleMs - idle, keepAliveMs - silence, patience))
    if (mustAsk) init.ask()
  }

  return {
    get open() {
      return state === 'open'
    },
    get receivedAt() {
      return receivedAt
    },
    send: (messages) => sendTogether(socket, messages),
    hold,
    verify(since) {
      if (state !== 'open' || receivedAt >= since || init.keepAliveMs <= 0) return
      quietSince = Number.NEGATIVE_INFINITY // as after a silence
      watch(performance.now())
    },
    end,
  }
}

/** Runs `work` for the first of the messages that arrive together. */
function oncePerBurst(work: () => void): () => void {
  let noted = false
  const forget = (): void => {
    noted = false
  }
  return () => {
    if (noted) return
    noted = true
    queueMicrotask(forget)
    work()
  }
}

/** Distinguishes a rejected handshake from a lost connection, if the platform does. */
function connectionFailed(problem: unknown): TransportError {
  const found = /unexpected server response: (\d+)/i.exec(`${problem}`)
  const status = Number(found?.[1])
  if (!status || status >= 500 || status === 429)
    return connectionLost('The connection failed', false, problem)
  const words = explainStatus(status) ?? 'is no WebSocket: check the path of the address'
  const message = `The answer (HTTP ${status}) ${words}`
  return new TransportError(message, { fault: 'body', status, sent: false, cause: problem })
}

/** Platforms that can send headers with the handshake accept them in place of the protocols. */
function newSocket({ url, WebSocket, headers, maxBodyBytes }: OpenSocketInit): SocketLike {
  // Like the package `ws`, which can also limit messages.
  const limits = 'terminate' in Object(WebSocket.prototype)
  const options = { ...(headers && { headers }), ...(limits && { maxPayload: maxBodyBytes }) }
  try {
    return headers || limits ? Reflect.construct(WebSocket, [url, options]) : new WebSocket(url)
  } catch (cause) {
    throw new TransportError(`No WebSocket: ${cause}`, { fault: 'endpoint', sent: false, cause })
  }
}

export function connectionLost(message: string, sent: boolean, cause?: unknown): TransportError {
  return new TransportError(message, { sent, cause })
}
