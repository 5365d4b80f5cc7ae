import { idleTimer } from '../../core/index.js'

/** The part of a WebSocket that is used, which both the global one and the `ws` package have. */
export interface SocketLike {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  send(data: string): void
  close(): void
}

export type SocketConstructor = new (url: string) => SocketLike

/** The given constructor or the global one, which is only looked up when connecting. */
export function socketConstructor(given: SocketConstructor | undefined): SocketConstructor {
  const found = given ?? globalThis.WebSocket
  if (found) return found
  throw new TypeError(
    'There is no global WebSocket here (Node has one from version 22 on). ' +
      "Pass one: webSocket(url, { WebSocket }) with import { WebSocket } from 'ws'",
  )
}

/** Closes a socket, whatever state it is in. */
export function dropSocket(socket: SocketLike, clean: boolean): void {
  try {
    drop(socket, clean)
  } catch {
    // The platform has already removed it, as Workers do after the request that opened it.
  }
}

/** Closes cleanly, or without waiting for the server if the implementation can. */
function drop(socket: SocketLike, clean: boolean): void {
  const silent = (): void => {}
  socket.onopen = silent
  socket.onmessage = silent
  socket.onclose = silent
  // This listener stays, because an implementation may emit errors that would be unhandled.
  socket.onerror = silent
  const terminate: unknown = 'terminate' in socket ? socket.terminate : undefined
  const cut = (): unknown => typeof terminate === 'function' && terminate.call(socket)
  if (!clean && cut() !== false) return
  socket.close()
  holdProcess(socket, false)
  idleTimer(cut, 1000)
}

/** Sends messages, in one packet where the implementation can. */
export function sendTogether(socket: SocketLike, messages: readonly string[]): void {
  callInner(socket, 'cork')
  try {
    for (const message of messages) socket.send(message)
  } finally {
    callInner(socket, 'uncork')
  }
}

/** Lets a program end while the socket is idle, where the implementation can. */
export function holdProcess(socket: SocketLike, hold: boolean): void {
  callInner(socket, hold ? 'ref' : 'unref')
}

/** Calls a method of the TCP socket, which the package `ws` has as a member. */
function callInner(socket: SocketLike, name: 'ref' | 'unref' | 'cork' | 'uncork'): void {
  const inner: unknown = '_socket' in socket ? socket._socket : undefined
  if (typeof inner !== 'object' || inner === null) return
  const method: unknown = Reflect.get(inner, name)
  if (typeof method === 'function') method.call(inner)
}
