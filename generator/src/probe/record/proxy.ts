import * as http from 'node:http'
import * as https from 'node:https'
import type { Duplex } from 'node:stream'
import { createFrameReader } from './frames.js'
import type { HarEntry, SocketText } from './har.js'
import { redactedHeaders, redactedUrl } from './redact.js'
import { redactedBody } from './redact-text.js'

export interface RecordingProxy {
  readonly port: number
  readonly entries: readonly HarEntry[]
  close(): Promise<void>
}

export interface RecordingOptions {
  /** The server that everything is forwarded to. */
  readonly to: URL
  /** 0 picks any free port. */
  readonly port: number
  readonly onEntry?: (entry: HarEntry) => void
}

/** Longer bodies are forwarded, but not recorded. */
const LONGEST_BODY = 2_000_000

/**
 * Listens on the loopback interface, forwards every request and WebSocket to one server, and records the
 * traffic without secrets.
 */
export async function startRecordingProxy({
  to,
  port,
  onEntry = () => {},
}: RecordingOptions): Promise<RecordingProxy> {
  const entries: HarEntry[] = []
  const sockets = new Set<Duplex>()
  const keep = (entry: HarEntry): void => {
    entries.push(entry)
    onEntry(entry)
  }
  const server = http.createServer((request, response) => {
    if (isForeign(request))
      response.writeHead(403).end('This proxy is only for programs on this machine.\n')
    else forward(to, request, response, keep)
  })
  server.on('upgrade', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (isForeign(request)) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    else forwardSocket(to, request, socket, head, keep)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    entries,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Prevents DNS rebinding: a web page whose host name resolves to this machine still sends that name. */
function isForeign({ headers }: http.IncomingMessage): boolean {
  return !/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(headers.host ?? '')
}

function requestTo(to: URL, request: http.IncomingMessage): http.ClientRequest {
  const { host: _, 'accept-encoding': __, ...headers } = request.headers
  const { request: send } = to.protocol === 'https:' || to.protocol === 'wss:' ? https : http
  return send({
    hostname: to.hostname.replace(/^\[|\]$/g, ''),
    port: to.port,
    path: pathBelow(to, request),
    method: request.method,
    // The proxy cannot read compressed bodies.
    headers: { ...headers, host: to.host, 'accept-encoding': 'identity' },
  })
}

function pathBelow(to: URL, { url = '/' }: http.IncomingMessage): string {
  return to.pathname.replace(/\/+$/, '') + url
}

/** Collects a body while it is forwarded, unless it is too long. */
function collector(): {
  readonly add: (chunk: Buffer) => void
  readonly text: (mediaType: string) => string
  readonly size: () => number
} {
  const chunks: Buffer[] = []
  let size = 0
  return {
    add: (chunk) => {
      size += chunk.length
      if (size <= LONGEST_BODY) chunks.push(chunk)
    },
    size: () => size,
    text: (mediaType) =>
      size <= LONGEST_BODY ? redactedBody(Buffer.concat(chunks).toString('utf8'), mediaType) : '',
  }
}

function requestOf(to: URL, request: http.IncomingMessage): HarEntry['request'] {
  return {
    method: request.method ?? 'GET',
    url: redactedUrl(new URL(pathBelow(to, request), to.origin).href),
    headers: redactedHeaders(request.rawHeaders),
  }
}

function mediaType(headers: http.IncomingHttpHeaders): string {
  return headers['content-type'] ?? ''
}

function forward(
  to: URL,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  keep: (entry: HarEntry) => void,
): void {
  const started = Date.now()
  const sent = collector()
  const onward = requestTo(to, request)
  request.on('data', sent.add)
  request.pipe(onward)
  response.on('close', () => onward.destroy())
  onward.on('error', (error) => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' })
    response.end(`${to.origin} did not respond: ${error.message}\n`)
  })
  onward.on('response', (incoming) => {
    const received = collector()
    response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders)
    incoming.on('data', received.add)
    incoming.pipe(response)
    incoming.on('end', () => {
      const mimeType = mediaType(request.headers)
      const text = sent.text(mimeType)
      keep({
        startedDateTime: new Date(started).toISOString(),
        time: Date.now() - started,
        request: {
          ...requestOf(to, request),
          ...(text === '' ? {} : { postData: { mimeType, text } }),
        },
        response: {
          status: incoming.statusCode ?? 0,
          headers: redactedHeaders(incoming.rawHeaders),
          content: {
            size: received.size(),
            mimeType: mediaType(incoming.headers),
            text: received.text(mediaType(incoming.headers)),
          },
        },
      })
    })
  })
}

function forwardSocket(
  to: URL,
  request: http.IncomingMessage,
  client: Duplex,
  head: Buffer,
  keep: (entry: HarEntry) => void,
): void {
  const started = Date.now()
  // Without extensions, messages are not compressed.
  Reflect.deleteProperty(request.headers, 'sec-websocket-extensions')
  const onward = requestTo(to, request)
  onward.on('error', (error) => {
    client.end(`HTTP/1.1 502 Bad Gateway\r\n\r\n${to.origin} did not respond: ${error.message}\n`)
  })
  onward.on('response', (incoming) => {
    client.write(headText(incoming))
    incoming.pipe(client)
  })
  onward.on('upgrade', (incoming, server, first) => {
    const messages: SocketText[] = []
    const watch = (type: SocketText['type']) =>
      createFrameReader((data) => {
        const text = redactedBody(data)
        if (text !== '') messages.push({ type, time: Date.now() / 1000, data: text })
      })
    const [sent, received] = [watch('send'), watch('receive')]
    client.write(headText(incoming))
    if (first.length > 0) {
      received(first)
      client.write(first)
    }
    if (head.length > 0) {
      sent(head)
      server.write(head)
    }
    client.on('data', sent)
    server.on('data', received)
    client.pipe(server)
    server.pipe(client)
    server.on('error', () => client.destroy())
    client.on('close', () => server.destroy())
    server.on('close', () => {
      client.destroy()
      keep({
        startedDateTime: new Date(started).toISOString(),
        time: Date.now() - started,
        request: requestOf(to, request),
        response: {
          status: 101,
          headers: redactedHeaders(incoming.rawHeaders),
          content: { size: 0, mimeType: '', text: '' },
        },
        _webSocketMessages: messages,
      })
    })
  })
  onward.end()
}

/** The raw head of a response; for a WebSocket, Node does not write one. */
function headText({ statusCode, statusMessage, rawHeaders }: http.IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  )
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`
}
