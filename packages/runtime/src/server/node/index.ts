import type { Server } from '../types.js'

// The types of Node are not needed, only the part that is used: `IncomingMessage` and `ServerResponse` have it.

/** A request of `node:http` or `node:http2`. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly rawHeaders: readonly string[]
  readonly socket: object
  readonly httpVersionMajor: number
  readonly complete: boolean
  on(event: 'data', listener: (piece: Uint8Array<ArrayBuffer>) => void): unknown
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

/** A response of `node:http` or `node:http2`. */
export interface NodeResponse {
  readonly writableEnded: boolean
  readonly destroyed: boolean
  writeHead(status: number, headers: string[]): unknown
  write(piece: Uint8Array): boolean
  end(piece?: Uint8Array | string): unknown
  destroy(error?: Error): unknown
  on(event: 'close' | 'drain' | 'error', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
}

/** Serves with `node:http`, and so with Express and Fastify: `createServer(nodeHandler(server))`. */
export function nodeHandler(
  server: Server,
): (incoming: NodeRequest, outgoing: NodeResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const control = new AbortController()
    outgoing.on('close', () => {
      if (!outgoing.writableEnded) control.abort(new Error('the caller is gone'))
    })
    // A connection that is gone is no error of the server.
    outgoing.on('error', () => {})
    try {
      const response = await server.fetch(requestOf(incoming, control.signal))
      await send(response, outgoing, isLeftUnread(incoming))
    } catch {
      // What Node refuses, such as a host that is no host.
      if (!outgoing.destroyed && !outgoing.writableEnded) {
        try {
          outgoing.writeHead(400, [])
          outgoing.end()
        } catch {
          outgoing.destroy()
        }
      }
    }
  }
}

function requestOf(incoming: NodeRequest, signal: AbortSignal): Request {
  const { method = 'GET', headers: given, rawHeaders, socket } = incoming
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!name.startsWith(':')) headers.append(name, rawHeaders[at + 1] ?? '')
  }
  const host = String(given[':authority'] ?? given.host ?? 'localhost')
  if (!/^[\w.:[\]-]+$/.test(host)) throw new TypeError('the host is no host')
  const protocol = 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
  // Proxies are sent whole URLs.
  const target = (incoming.url ?? '/').replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    signal,
    duplex: 'half',
    ...(hasBody && isSent(given) ? { body: bodyOf(incoming) } : {}),
  }
  return new Request(`${protocol}://${host}${target}`, init)
}

function isSent(headers: NodeRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
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

/** What is left of a body would be taken for the next request. */
function isLeftUnread({ complete, headers, httpVersionMajor }: NodeRequest): boolean {
  return httpVersionMajor === 1 && !complete && isSent(headers)
}

async function send(
  { status, headers, body }: Response,
  outgoing: NodeResponse,
  isLast: boolean,
): Promise<void> {
  const pairs: string[] = isLast ? ['connection', 'close'] : []
  for (const [name, value] of headers) pairs.push(name, value)
  if (outgoing.destroyed) {
    await body?.cancel()
    return
  }
  outgoing.writeHead(status, pairs)
  if (!body) {
    outgoing.end()
    return
  }
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => {})
  outgoing.on('close', stop)
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value)) await drained(outgoing)
      if (outgoing.destroyed) return
    }
    outgoing.end()
  } catch {
    // The status is sent, so only a connection that breaks off shows that the body is incomplete.
    outgoing.destroy()
  } finally {
    outgoing.off('close', stop)
  }
}

function drained(outgoing: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.on('drain', done)
    outgoing.on('close', done)
  })
}
