import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Chain, createChain, wants } from './comet/chain.fixture.js'

interface Message {
  readonly id: number
  readonly method: string
  readonly params: Record<string, string>
}

/** One client's socket, seen from the node. */
interface Peer {
  readonly socket: WebSocket
  /** Id of the subscription by query without spaces. */
  readonly queries: Map<string, number>
  /** The query as it was sent. */
  readonly texts: Map<number, string>
  readonly received: Message[]
  send(message: object): void
}

export interface ScriptedNode {
  readonly url: string
  readonly wsUrl: string
  /** Another one is what a node has after a reset. */
  chain: Chain
  readonly peers: Peer[]
  readonly open: Peer[]
  /** Bodies of HTTP requests. */
  readonly posted: (Message | Message[])[]
  /** Takes a message of a socket away from the node when it returns true. */
  onMessage: (message: Message, peer: Peer) => boolean
  /** Takes an HTTP request away from the node when it returns true. */
  onRequest: (body: string, response: ServerResponse, request: IncomingMessage) => boolean
  /** Commits a block, and publishes it unless `silent`. */
  commit(txs?: readonly string[], silent?: boolean): void
  /** Subscriptions one connection may have. */
  limit: number
  /** Calls over all sockets. */
  calls(method: string): number
  stop(): Promise<void>
  start(): Promise<void>
}

const failure = (id: number | undefined, error: unknown) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  error: {
    code: -32603,
    message: 'Internal error',
    data: error instanceof Error ? error.message : String(error),
  },
})

/** A node on loopback that does what its script says; it ends with the test. */
export async function startNode(chain: Chain = createChain()): Promise<ScriptedNode> {
  const peers: Peer[] = []
  let port = 0
  let server = createServer()

  function answer({ id, method, params }: Message): object {
    try {
      return { jsonrpc: '2.0', id, result: node.chain.answer(method, params ?? {}) }
    } catch (error) {
      return failure(id, error)
    }
  }

  function subscribing(message: Message, peer: Peer): object | undefined {
    const { id, method, params } = message
    const query = params.query ?? ''
    const normal = query.replaceAll(' ', '')
    if (method === 'subscribe') {
      if (peer.queries.has(normal)) return failure(id, 'already subscribed')
      if (peer.queries.size >= node.limit) {
        return failure(id, `max_subscriptions_per_client ${node.limit} reached`)
      }
      peer.queries.set(normal, id)
      peer.texts.set(id, query)
    } else if (method === 'unsubscribe' && !peer.queries.delete(normal)) {
      return failure(id, 'subscription not found')
    }
    return undefined
  }

  function accept(socket: WebSocket): void {
    const peer: Peer = {
      socket,
      queries: new Map(),
      texts: new Map(),
      received: [],
      send: (message) => socket.send(JSON.stringify(message)),
    }
    peers.push(peer)
    socket.on('message', (data) => {
      const message: Message = JSON.parse(String(data))
      peer.received.push(message)
      if (node.onMessage(message, peer)) return
      peer.send(subscribing(message, peer) ?? answer(message))
    })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += chunk
    if (text) node.posted.push(JSON.parse(text))
    if (node.onRequest(text, response, request)) return
    response.setHeader('content-type', 'application/json')
    const body: Message | Message[] = text ? JSON.parse(text) : []
    const list = Array.isArray(body) ? body : [body]
    const answers = list.length > 10 ? [tooMany()] : list.map(answer)
    response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers))
  }

  const node: ScriptedNode = {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    get wsUrl() {
      return `ws://127.0.0.1:${port}/websocket`
    },
    chain,
    peers,
    get open() {
      return peers.filter(({ socket }) => socket.readyState === 1)
    },
    posted: [],
    onMessage: () => false,
    onRequest: () => false,
    commit(txs, silent = false) {
      for (const event of node.chain.add(txs)) {
        if (silent) continue
        for (const peer of node.open) {
          for (const [normal, id] of peer.queries) {
            const query = peer.texts.get(id) ?? normal
            if (wants(query, event)) {
              peer.send({ jsonrpc: '2.0', id, result: { query, ...event } })
            }
          }
        }
      }
    },
    limit: 5,
    calls: (method) =>
      peers.flatMap((peer) => peer.received).filter((message) => message.method === method).length,
    async stop() {
      for (const { socket } of peers) socket.terminate()
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
    async start() {
      server = createServer(serve)
      const sockets = new WebSocketServer({ server })
      sockets.on('connection', accept)
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      port = (server.address() as AddressInfo).port
    },
  }
  await node.start()
  onTestFinished(() => node.stop())
  return node
}

function tooMany(): object {
  const data = 'batch request exceeds maximum (10) allowed number of requests'
  return { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request', data } }
}

/** Base64 of `key=value`. */
export function txOf(text: string): string {
  return btoa(text)
}

const TURN_MS = 3

/**
 * Waits until something holds, and fails when it takes too long. That is counted in turns of the event loop: on a busy
 * machine each of them takes longer, as does what is waited for.
 */
export async function until(holds: () => boolean, ms = 3000): Promise<void> {
  for (let turn = 0; !holds(); turn++) {
    if (turn * TURN_MS > ms) throw new Error(`not within ${turn} turns of the event loop: ${holds}`)
    await pause(TURN_MS)
  }
}

/** What comes of work that ends in as few turns of the event loop, and does not wait for a deadline. */
export async function soon<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const note = (): void => {
    isOver = true
  }
  work.then(note, note)
  await until(() => isOver)
  return work
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

/** What a promise rejects with. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  const value = await work.then(
    () => 'it did not reject',
    (error: unknown) => ({ error }),
  )
  if (typeof value === 'string') throw new Error(value)
  return value.error
}
