import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import {
  blocksOf,
  byPosition,
  createRpcClient,
  type DescribedSubscribe,
  describedStream,
  itemsOfBlocks,
  notifiedBy,
  type RpcMethod,
  type Transport,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/index.js'
import { methodOf } from '../methods.fixture.js'

export interface Header {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
}

export interface Log {
  readonly blockHash: string
  readonly data: string
  readonly removed: boolean
}

interface Block extends Header {
  readonly logs: readonly Log[]
}

interface Message {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

const hex = (value: number): string => `0x${value.toString(16)}`

/** A node in the manner of Ethereum, whose chain can be cut and written anew. */
export async function startEthereum() {
  const blocks: Block[] = []
  const orphans: Block[] = []
  let made = 0
  let nextId = 0
  const subscriptions = new Map<string, { kind: unknown; socket: WebSocket }>()
  const asked: Message[] = []
  let server: WebSocketServer
  let port = 0
  const node = {
    asked,
    subscriptions,
    /** Whether subscriptions are delivered. */
    delivers: true,
    /** Whether calls are answered. */
    answers: true,
    refuses: (_: Message): object | undefined => undefined,
    blocks,
    get url() {
      return `ws://127.0.0.1:${port}`
    },
    mine(count = 1, logs = 0) {
      for (let index = 0; index < count; index++) {
        const hash = `0xb${++made}`
        const parentHash = blocks.at(-1)?.hash ?? '0x0'
        const block = {
          number: hex(blocks.length),
          hash,
          parentHash,
          logs: Array.from({ length: logs }, (_, at) => ({
            blockHash: hash,
            data: `${hash}.${at}`,
            removed: false,
          })),
        }
        blocks.push(block)
        node.publish('newHeads', headerOf(block))
      }
    },
    /** The last blocks are no longer part of the chain. */
    revert(count: number) {
      orphans.push(...blocks.splice(-count))
    },
    /** The chain begins anew, and nothing of the old one is known. */
    restart() {
      blocks.splice(0)
      orphans.splice(0)
    },
    publish(kind: string, result: unknown) {
      if (!node.delivers) return
      for (const [subscription, each] of subscriptions) {
        if (each.kind !== kind) continue
        const params = { subscription, result }
        each.socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params }))
      }
    },
    cut() {
      for (const socket of server.clients) socket.terminate()
      subscriptions.clear()
    },
    async stop() {
      node.cut()
      const closed = new Promise((resolve) => server.close(resolve))
      await closed
    },
    async start() {
      server = new WebSocketServer({ port, host: '127.0.0.1' })
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      server.on('connection', (socket: WebSocket) => {
        socket.on('message', (data) => {
          const message: Message = { params: [], ...JSON.parse(String(data)) }
          asked.push(message)
          if (!node.answers) return
          const { id } = message
          const own = node.refuses(message)
          socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...(own ?? answer(message, socket)) }))
        })
      })
    },
  }

  function answer({ method, params }: Message, socket: WebSocket): object {
    const [first] = Array.isArray(params) ? params : []
    if (method === 'eth_subscribe') {
      const id = hex(++nextId)
      subscriptions.set(id, { kind: first, socket })
      return { result: id }
    }
    if (method === 'eth_unsubscribe') return { result: subscriptions.delete(String(first)) }
    if (method === 'eth_getBlockByNumber') {
      // As geth answers.
      if (first !== 'latest' && !/^0x[0-9a-f]+$/.test(String(first))) {
        return { error: { code: -32602, message: 'invalid argument 0: invalid syntax' } }
      }
      const block = first === 'latest' ? blocks.at(-1) : blocks[Number(first)]
      return { result: block ? { ...headerOf(block), transactions: [] } : null }
    }
    const all = [...blocks, ...orphans]
    if (method === 'eth_getBlockByHash') {
      const block = all.find(({ hash }) => hash === first)
      return { result: block ? { ...headerOf(block), transactions: [] } : null }
    }
    if (method === 'eth_getLogs') {
      const { blockHash } = Object(first)
      const block = all.find(({ hash }) => hash === blockHash)
      return block ? { result: block.logs } : { error: { code: -32000, message: 'unknown block' } }
    }
    return { error: { code: -32601, message: `no ${method}` } }
  }

  await node.start()
  onTestFinished(() => node.stop())
  return node
}

function headerOf({ number, hash, parentHash }: Block): Header {
  return { number, hash, parentHash }
}

const byPlace = (name: string, ...params: string[]): RpcMethod =>
  methodOf(name, Object.fromEntries(params.map((each) => [each, 'json'])), { byPosition })
const methods = {
  ethSubscribe: { ...byPlace('eth_subscribe', 'kind', 'filter'), safe: false },
  ethUnsubscribe: byPlace('eth_unsubscribe', 'id'),
  ethGetBlockByNumber: byPlace('eth_getBlockByNumber', 'block', 'whole'),
  ethGetBlockByHash: byPlace('eth_getBlockByHash', 'hash', 'whole'),
  ethGetLogs: byPlace('eth_getLogs', 'filter'),
}

interface Kinds {
  newHeads: { params: object; data: Header }
  logs: { params: { readonly filter?: object }; data: Log }
  pending: { params: object; data: string }
}

/** A client as it is generated. */
export function connect(transport: Transport): { subscribe: DescribedSubscribe<Kinds> } {
  const client = createRpcClient({ transport })
  const delivery = notifiedBy({
    method: 'eth_subscription',
    id: '/subscription',
    payload: '/result',
    ends: 'id',
  })
  const { ethSubscribe: subscribe, ethUnsubscribe: unsubscribe } = methods
  const heads = { subscribe, unsubscribe, fixed: { kind: 'newHeads' }, delivery }
  const chain = {
    height: '/number',
    hash: '/hash',
    parent: '/parentHash',
    read: {
      method: methods.ethGetBlockByNumber,
      params: ({ hex }: { hex: string }) => ({ block: hex, whole: false }),
    },
    readNewest: {
      method: methods.ethGetBlockByNumber,
      params: () => ({ block: 'latest', whole: false }),
    },
    readByHash: {
      method: methods.ethGetBlockByHash,
      params: ({ hash }: { hash: string }) => ({ hash, whole: false }),
    },
    members: ['number', 'hash', 'parentHash'],
  }
  return {
    subscribe: describedStream<Kinds>(client, {
      newHeads: { ...heads, backfill: blocksOf(chain) },
      logs: {
        ...heads,
        fixed: { kind: 'logs' },
        removed: '/removed',
        backfill: itemsOfBlocks(heads, chain, {
          read: {
            method: methods.ethGetLogs,
            params: ({ hash }, { filter }: { filter?: object }) => ({
              filter: { ...filter, blockHash: hash },
            }),
          },
          removed: '/removed',
        }),
      },
      pending: { ...heads, fixed: { kind: 'pending' } },
    }),
  }
}

/** A client of the node that reconnects at once. */
export function clientOf({ url }: { readonly url: string }) {
  const transport = webSocket(url, { WebSocket, reconnect: { baseMs: 1, maxMs: 5 } })
  onTestFinished(() => transport.close())
  const newest = { method: methods.ethGetBlockByNumber, params: { block: 'latest', whole: false } }
  return {
    ...connect(transport),
    /** Waits until all has arrived that the node has sent: what it answers now comes after that on the same socket. */
    heard: async (): Promise<void> => void (await transport.call(newest)),
  }
}
