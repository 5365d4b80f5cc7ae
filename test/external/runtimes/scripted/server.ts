import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Misbehaviour, misbehaviours } from './misbehaviours.js'
import { serveSockets } from './sockets.js'

/** One request as it came. */
export interface Seen {
  readonly method: string
  readonly path: string
  /** Which of the secret headers it had. */
  readonly secrets: readonly string[]
  /** Whether the client went away before the answer was complete. */
  left: boolean
  /** Milliseconds since the request before it. */
  readonly pauseMs: number
}

export interface ScriptedServer {
  /** The prefix of the name of a situation. */
  readonly url: string
  readonly socketUrl: string
  close(): void
}

const secretHeaders = ['authorization', 'x-secret', 'cookie']

/**
 * A server on loopback that answers `/<situation>/<turn>/…` as the situation says and remembers
 * what it was asked; `/log/<situation>/<turn>` tells. `elsewhere` is where redirects lead to.
 */
export async function serveScript(elsewhere = ''): Promise<ScriptedServer> {
  const logs = new Map<string, { seen: Seen[]; last: number }>()

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', method = '', headers } = incoming
    const [, name = '', turn = '', ...rest] = url.split('/')
    if (name !== 'no-cors') allowOrigins(incoming, response)
    if (method === 'OPTIONS') return void response.writeHead(204).end()
    if (name === 'log') {
      const log = logs.get(`${turn}/${rest.join('/')}`)
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(log?.seen ?? []))
    }
    let body = ''
    for await (const chunk of incoming) body += chunk
    const key = `${name}/${turn}`
    const log = logs.get(key) ?? { seen: [], last: performance.now() }
    logs.set(key, log)
    const now = performance.now()
    const secrets = secretHeaders.filter((header) => header in headers)
    const path = `/${rest.join('/')}`
    const seen: Seen = { method, path, secrets, left: false, pauseMs: now - log.last }
    log.last = now
    log.seen.push(seen)
    response.on('close', () => {
      seen.left = !response.writableFinished
    })
    const act: Misbehaviour = misbehaviours[name] ?? (() => void response.writeHead(404).end('{}'))
    act(response, { path, body, key, elsewhere, count: log.seen.length })
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy())
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  serveSockets(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    socketUrl: `ws://127.0.0.1:${address.port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function allowOrigins({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', 'retry-after, x-id')
  response.setHeader('access-control-max-age', '600')
  const asked = headers['access-control-request-headers']
  if (asked) response.setHeader('access-control-allow-headers', asked)
}
