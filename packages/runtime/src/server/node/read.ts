import { type BodyPieces, bodyPieces } from '../../core/body.js'
import type { Incoming } from '../incoming.js'
import type { NodeRequest, NodeResponse } from './types.js'

/** A request of Node without a `Request`, a stream and a signal, until someone asks for these. */
export function readNode(incoming: NodeRequest, outgoing: NodeResponse): Incoming {
  const { method = 'GET', headers } = incoming
  // Proxies are sent whole URLs.
  const url = (incoming.url ?? '/').replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  const hasBody = method !== 'GET' && method !== 'HEAD' && isSent(incoming)
  let made: Request | undefined
  let isRead = false
  let gone: Error | undefined
  const listeners: ((reason: unknown) => void)[] = []
  outgoing.on('close', () => {
    if (outgoing.writableEnded) return
    gone = new Error('the caller is gone')
    for (const listener of listeners) listener(gone)
  })
  const onGone = (listener: (reason: unknown) => void): void => {
    if (gone) listener(gone)
    else listeners.push(listener)
  }
  return {
    method,
    url,
    hasBody,
    header: (name) => {
      const value = Object.hasOwn(headers, name) ? headers[name] : undefined
      return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
    },
    pieces(most, tooLarge) {
      isRead = true
      return made ? bodyPieces(made, most, tooLarge) : piecesOf(incoming, most, tooLarge)
    },
    get request() {
      if (!made) {
        const control = new AbortController()
        onGone((reason) => control.abort(reason))
        made = requestOf(incoming, url, control.signal, hasBody && !isRead)
      }
      return made
    },
    get isGone() {
      return gone !== undefined
    },
    onGone,
  }
}

export function isSent({ headers, httpVersionMajor, stream }: NodeRequest): boolean {
  // HTTP/2 needs neither header.
  const isUnannounced = httpVersionMajor >= 2 && headers['content-length'] === undefined
  if (isUnannounced) return stream?.endAfterHeaders !== true
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Part of the URL of a `Request`. */
export function hostOf({ headers }: NodeRequest): string | undefined {
  const { host: named = 'localhost', ':authority': authority = named } = headers
  const host = String(authority)
  return /^[\w.:[\]-]+$/.test(host) ? host : undefined
}

function piecesOf(
  incoming: NodeRequest,
  mostBytes: number,
  tooLarge: () => Error,
): Promise<BodyPieces> {
  return new Promise((resolve, reject) => {
    if (incoming.readableEnded) return reject(readBefore())
    const pieces: BodyPieces['pieces'] = []
    let size = 0
    incoming.on('data', (piece) => {
      size += piece.length
      if (size <= mostBytes) pieces.push(piece)
      else {
        // What is left is thrown away.
        pieces.length = 0
        reject(tooLarge())
      }
    })
    incoming.on('end', () => resolve({ pieces, size }))
    const broken = (): void => {
      // A request is closed after its end, too.
      if (!incoming.readableEnded) reject(new Error('the caller is gone'))
    }
    incoming.on('error', broken)
    incoming.on('close', broken)
  })
}

function readBefore(): Error {
  return new Error(
    'the body has been read before: nodeHandler has to come before what parses bodies, such as express.json()',
  )
}

/** The request that opened a WebSocket. */
export function upgradeOf(incoming: NodeRequest): Request {
  return requestOf(incoming, incoming.url ?? '/', new AbortController().signal, false)
}

function requestOf(
  incoming: NodeRequest,
  target: string,
  signal: AbortSignal,
  hasBody: boolean,
): Request {
  const { method = 'GET', rawHeaders, socket } = incoming
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!name.startsWith(':')) headers.append(name, rawHeaders[at + 1] ?? '')
  }
  const protocol = 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    signal,
    duplex: 'half',
    ...(hasBody ? { body: bodyOf(incoming) } : {}),
  }
  return new Request(`${protocol}://${hostOf(incoming)}${target}`, init)
}

/** Bytes are read as fast as they are used; those that nobody wants are thrown away. */
function bodyOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  let isOpen = false
  let isOver = false
  const once = (end: () => void): (() => void) => {
    return () => {
      if (!isOver) end()
      isOver = true
    }
  }
  const source = {
    pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      if (!isOpen) {
        isOpen = true
        if (incoming.readableEnded) throw readBefore()
        const broken = once(() => controller.error(new Error('the caller is gone')))
        incoming.on('data', (piece) => {
          if (isOver) return
          controller.enqueue(piece)
          incoming.pause()
        })
        incoming.on(
          'end',
          once(() => controller.close()),
        )
        incoming.on('error', broken)
        incoming.on('close', broken)
      }
      incoming.resume()
    },
    cancel() {
      isOver = true
      incoming.resume()
    },
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
