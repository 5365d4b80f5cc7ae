import { createNodeRpcClient, eventQuery, webSocket } from '@tagwire/node-rpc'
import { WebSocket } from 'ws'

/** What one consumer has seen, and what was wrong with it. */
export interface Consumer {
  readonly kind: string
  /** Place in the chain and what was there, in the order of arrival. */
  readonly seen: readonly Sighting[]
  readonly latest: number
  readonly duplicated: number
  readonly outOfOrder: number
  /** Why it ended, if it did by itself. */
  readonly ended: unknown
  stop(): Promise<void>
}

export interface Sighting {
  readonly height: number
  readonly index: number
  /** Hash of a block, or the transaction. */
  readonly content: string
}

const impatient = {
  WebSocket,
  keepAliveMs: 1000,
  timeoutMs: 4000,
  reconnect: { baseMs: 50, maxMs: 500 },
}

const readers: Readonly<Record<string, Reader>> = {
  async *NewBlock(client) {
    const events = client.subscribe(eventQuery('NewBlock'), { from: 1, quietMs: 3000 })
    for await (const { data } of events) {
      const { block, block_id } = data.value
      yield { height: Number(block?.header.height), index: 0, content: block_id.hash }
    }
  },
  async *NewBlockHeader(client) {
    const events = client.subscribe(eventQuery('NewBlockHeader'), { from: 1, quietMs: 3000 })
    for await (const { data } of events) {
      const { height, app_hash } = data.value.header
      yield { height: Number(height), index: 0, content: app_hash }
    }
  },
  async *Tx(client) {
    const events = client.subscribe(eventQuery('Tx'), { from: 1, quietMs: 3000 })
    for await (const { data } of events) {
      const { height, index = 0, tx = '' } = data.value.TxResult
      yield { height: Number(height), index, content: tx }
    }
  },
}

type Reader = (client: ReturnType<typeof connectTo>) => AsyncGenerator<Sighting, void>

function connectTo(url: string) {
  return createNodeRpcClient({ transport: webSocket(url, impatient) })
}

/** Three programs that follow the chain, each over its own connection. */
export function startConsumers(url: string): Consumer[] {
  return Object.entries(readers).map(([kind, read]) => follow(kind, read, url))
}

function follow(kind: string, read: Reader, url: string): Consumer {
  const client = connectTo(url)
  const seen: Sighting[] = []
  let duplicated = 0
  let outOfOrder = 0
  let ended: unknown
  let stopping = false
  const events = read(client)
  const work = (async () => {
    try {
      for await (const sighting of events) {
        const last = seen.at(-1)
        const order = last ? compare(sighting, last) : 1
        if (order === 0) duplicated++
        if (order < 0) outOfOrder++
        seen.push(sighting)
      }
      ended = new Error('The events ended without a reason')
    } catch (error) {
      ended = error
    }
  })()
  return {
    kind,
    seen,
    get latest() {
      return seen.at(-1)?.height ?? 0
    },
    get duplicated() {
      return duplicated
    },
    get outOfOrder() {
      return outOfOrder
    },
    get ended() {
      return stopping ? undefined : ended
    },
    async stop() {
      stopping = true
      await client.close()
      await work
    },
  }
}

function compare(left: Sighting, right: Sighting): number {
  return left.height - right.height || left.index - right.index
}
