import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createNodeRpcClient,
  http,
  isRpcError,
  type Middleware,
  type NodeRpcClient,
  type Transport,
  uri,
  webSocket,
} from '@tagwire/node-rpc'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { recipe } from './recipes.fixture.js'

// The recipes of the guide for a JSON-RPC server, over each transport for which they mean something.

interface Node {
  readonly url: string
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[]
  /** Responds to a request over HTTP in place of the node. */
  before: (request: IncomingMessage, response: ServerResponse) => boolean
}

function answered(text: string): string {
  const body: unknown = text ? JSON.parse(text) : { id: -1 }
  const one = ({ id, method }: { id: number; method?: string }): object =>
    method === 'block'
      ? { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error', data: 'no block' } }
      : { jsonrpc: '2.0', id, result: {} }
  return JSON.stringify(Array.isArray(body) ? body.map(one) : one(Object(body)))
}

/** A node on loopback that answers over HTTP and over a socket, and has no blocks. */
async function startNode(): Promise<Node> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    node.requests.push({ headers: request.headers, body })
    if (!node.before(request, response)) response.end(answered(body))
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) =>
    socket.on('message', (data: RawData) => socket.send(answered(String(data)))),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  const node: Node = { url: `http://127.0.0.1:${port}`, requests: [], before: () => false }
  return node
}

const retry = { baseMs: 1, maxMs: 2 }
const over: [name: string, make: (node: Node) => Transport][] = [
  ['http', ({ url }) => http(url, { retry })],
  ['http in batches', ({ url }) => http(url, { retry, batch: true })],
  ['uri', ({ url }) => uri(url, { retry })],
  ['webSocket', ({ url }) => webSocket(`ws${url.slice(4)}`, { WebSocket })],
]
const overHttp = over.filter(([name]) => name !== 'webSocket')

function clientOf(transport: Transport, middleware: Middleware): NodeRpcClient {
  const client = createNodeRpcClient({ transport, middleware: [middleware] })
  onTestFinished(() => client.close())
  return client
}

describe.each(overHttp)('over %s', (name, make) => {
  test('a token is refreshed once for many calls', async () => {
    const node = await startNode()
    node.before = ({ headers }, response) => {
      if (headers.authorization === 'Bearer token 2') return false
      response.writeHead(401).end()
      return true
    }
    const refreshing =
      await recipe<(origin: string, getToken: () => Promise<string>) => Middleware>('refreshing')
    let count = 0
    const getToken = async (): Promise<string> => `token ${++count}`
    const client = clientOf(make(node), refreshing(node.url, getToken))
    expect(await Promise.all([client.health(), client.health(), client.health()])).toHaveLength(3)
    expect(count).toBe(2)
    // A batch is one request.
    expect(node.requests).toHaveLength(name === 'http in batches' ? 2 : 6)
  })

  test('each attempt is signed anew', async () => {
    const node = await startNode()
    node.before = (_, response) => {
      if (node.requests.length > 1) return false
      response.writeHead(503).end()
      return true
    }
    const signing = await recipe<(secret: string, now: () => number) => Middleware>('signing')
    let time = 0
    await clientOf(
      make(node),
      signing('secret', () => ++time),
    ).health()
    const [method, path] = name === 'uri' ? ['GET', '/health'] : ['POST', '/']
    const expected = node.requests.map(({ body }, index) =>
      createHmac('sha256', 'secret')
        .update([index + 1, method, path, body].join('\n'))
        .digest('base64'),
    )
    expect(node.requests.map(({ headers }) => headers['x-signature'])).toEqual(expected)
    expect(expected).toHaveLength(2)
  })

  test('each request is logged', async () => {
    const node = await startNode()
    const logging = await recipe<(print: (line: string) => void) => Middleware>('logging')
    const lines: string[] = []
    await clientOf(
      make(node),
      logging((line) => lines.push(line)),
    ).health()
    expect(lines).toEqual([expect.stringMatching(/^health (GET|POST) .* \(1\): 200 in \d+ ms$/)])
  })
})

test('what did not change comes from the cache, over uri, which is a GET', async () => {
  const node = await startNode()
  node.before = ({ headers }, response) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"' }).end(answered(''))
    return true
  }
  const caching = await recipe<(most?: number) => Middleware>('caching')
  const client = clientOf(uri(node.url), caching())
  expect(await client.health()).toEqual(await client.health())
  expect(node.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
})

describe.each(over)('over %s', (name, make) => {
  test('tracing has a span for each call', async () => {
    const node = await startNode()
    const tracing = await recipe<(startSpan: (name: string) => object) => Middleware>('tracing')
    const spans: [name: string, attributes: Record<string, unknown>, ended: number][] = []
    const startSpan = (operation: string): object => {
      const span: (typeof spans)[number] = [operation, {}, 0]
      spans.push(span)
      return {
        traceparent: `00-${spans.length}`,
        setAttribute: (key: string, value: unknown) => Object.assign(span[1], { [key]: value }),
        end: () => span[2]++,
      }
    }
    const client = clientOf(make(node), tracing(startSpan))
    await client.health()
    await client.block().catch(() => 0)
    const http = { 'http.response.status_code': 200, 'http.request.resend_count': 0 }
    const sent = name === 'webSocket' ? {} : http
    const failed = name === 'uri' ? {} : { 'error.type': 'RpcError' }
    expect(spans).toEqual([
      ['health', sent, 1],
      ['block', { ...sent, ...failed }, 1],
    ])
    if (name === 'webSocket') return
    expect(node.requests.map(({ headers }) => headers.traceparent)).toEqual(['00-1', '00-2'])
  })

  test('each call is logged, with the error of the node', async () => {
    const node = await startNode()
    const loggingCalls = await recipe<(print: (line: string) => void) => Middleware>('loggingCalls')
    const lines: string[] = []
    const client = clientOf(
      make(node),
      loggingCalls((line) => lines.push(line)),
    )
    await client.health()
    const error = await client.block().catch((reason: unknown) => reason)
    const { origin } = new URL(name === 'webSocket' ? `ws${node.url.slice(4)}` : node.url)
    const block = name === 'uri' ? 'ok' : 'RpcError: Internal error: no block'
    expect(lines.map((line) => line.replace(/\d+ ms$/, 'ms'))).toEqual([
      `health at ${origin} (1): ok in ms`,
      `block at ${origin} (1): ${block} in ms`,
    ])
    expect(isRpcError(error)).toBe(name !== 'uri')
  })
})
