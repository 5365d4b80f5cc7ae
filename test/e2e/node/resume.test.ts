import { setTimeout as sleep } from 'node:timers/promises'
import {
  createNodeRpcClient,
  eventQuery,
  history,
  http,
  isGapError,
  isRpcError,
  isTransportError,
  type NodeRpcLiveClient,
  webSocket,
} from '@tagwire/node-rpc'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { holdAt, startApplication } from './harness/application.js'
import { commitTx, newTx, powerTx } from './harness/chain.js'
import { heightsFrom, take } from './harness/collect.js'
import { duplicateVote } from './harness/evidence.js'
import { binary, noNode } from './harness/live.js'
import { type NodeOptions, startNode, type TestNode } from './harness/node.js'

const leftovers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const remove of leftovers.splice(0).reverse()) await remove()
})

async function start(
  options?: NodeOptions,
  Socket: new (url: string) => WebSocket = WebSocket,
  subscriptionsPerConnection?: number,
): Promise<{ node: TestNode; client: NodeRpcLiveClient }> {
  const node = await startNode(binary, options)
  leftovers.push(node.remove)
  const client = createNodeRpcClient({
    transport: webSocket(node.socketUrl, {
      WebSocket: Socket,
      reconnect: { maxMs: 200 },
      subscriptionsPerConnection,
    }),
  })
  leftovers.push(client.close)
  return { node, client }
}

describe.skipIf(noNode)('what was missed is fetched', () => {
  it('in the same form as live events', async () => {
    const { node, client } = await start()
    const kinds = ['NewBlock', 'NewBlockHeader', 'NewBlockEvents', 'Tx'] as const
    const live = kinds.map((kind) => client.subscribe(eventQuery(kind), { buffer: { size: 9999 } }))
    await Promise.all(live.map(({ ready }) => ready))
    await commitTx(client, await powerTx(client, 11))
    await Promise.all([newTx(), newTx(), newTx()].map((tx) => client.broadcastTxSync({ tx })))
    await offend(client, node)
    const { height } = await commitTx(client)
    const last = Number(height)
    for (const [index, kind] of kinds.entries()) {
      const source = live[index]
      if (!source) throw new Error('no subscription')
      const came = await take<{ data: unknown }>(source, (event) => heightOf(event) >= last)
      const begun = heightOf(came[0])
      const from = client.subscribe(eventQuery(kind), { from: begun })
      const fetched = await take<{ data: unknown }>(from, (event) => heightOf(event) >= last)
      expect(came.length).toBeGreaterThan(1)
      expect(fetched).toEqual(came)
    }
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('when the node is ended by %s', async (signal) => {
    const { node, client } = await start()
    const heights: number[] = []
    const blocks = client.subscribe(eventQuery('NewBlock'), { from: 1 })
    for await (const event of blocks) {
      const height = heights.push(heightOf(event))
      if (height === 10 || height === 20) node.stop(signal).then(node.start)
      if (height === 30) break
    }
    expect(heights).toEqual(heightsFrom(1, 30))
  })

  // The node cannot even say that it stops: the notice does not fit into the full connection.
  it('when the node cancels a subscriber that does not keep up', async () => {
    const size = { experimental_subscription_buffer_size: '100' }
    const writes = { experimental_websocket_write_buffer_size: '100' }
    const settings = { rpc: { ...size, ...writes } }
    const { node, client } = await start({ settings }, StallingSocket)
    const sender = createNodeRpcClient({ transport: webSocket(node.socketUrl, { WebSocket }) })
    leftovers.push(sender.close)
    const events = client.subscribe(eventQuery('Tx'), { buffer: 2000, quietMs: 1000 })
    await events.ready
    StallingSocket.stall(true)
    // 200 wait inside the node, and some megabytes inside the system.
    const sent = Array.from({ length: 850 }, () => newTx(undefined, 'v'.repeat(10_000)))
    for (const tx of sent) await sender.broadcastTxSync({ tx })
    await commitTx(sender)
    StallingSocket.stall(false)
    const came = await take(events, sent.length)
    const txs = sent.map((tx) => Buffer.from(tx).toString('base64'))
    expect(came.map(({ data }) => data.value.TxResult.tx)).toEqual(txs)
    // The rest did not come as events.
    expect(StallingSocket.events).toBeLessThan(sent.length)
    // 8 MB of transactions go through three programs: on a busy machine that takes its time.
  }, 120_000)

  it('once a block is executed, however long that takes', async () => {
    const hold = holdAt(5)
    const application = await startApplication(hold)
    leftovers.push(application.close)
    const { node, client } = await start({ app: application.app })
    const live = heightsOf(client.subscribe(eventQuery('NewBlock'), { from: 1, quietMs: 200 }))
    await hold.reached
    const error: unknown = await client.blockResults({ height: 5 }).catch((error) => error)
    expect(isRpcError(error, 'results-unavailable')).toBe(true)
    const past = heightsOf(history({ transport: http(node.url) }, { kinds: ['NewBlock'] }))
    // Longer than anything else is waited for.
    await sleep(6000)
    hold.release()
    expect(await past).toEqual(heightsFrom(1, 5))
    expect(await live).toEqual(heightsFrom(1, 7))
  })

  it('unless the node no longer has it', async () => {
    const { client } = await start({ genesis: (genesis) => ({ ...genesis, initial_height: '50' }) })
    const error = await client
      .subscribe(eventQuery('NewBlock'), { from: 10 })
      .next()
      .catch((error) => error)
    expect(isGapError(error) && [error.from, error.to]).toEqual([10, 49])
    const fine = client.subscribe(eventQuery('NewBlockHeader'), { from: 50 })
    expect((await take(fine, 3)).map(heightOf)).toEqual([50, 51, 52])
  })
})

describe.skipIf(noNode)('other resume options', () => {
  it('reconnect reports what was missed', async () => {
    const { node, client } = await start()
    const gaps: { from: number; to: number }[] = []
    const rounds = client.subscribe(eventQuery('NewRound'), { onGap: (gap) => gaps.push(gap) })
    const before = await rounds.next()
    const seen = Number(before.value?.data.value.height)
    await node.stop('SIGTERM')
    await node.start()
    while (gaps.length === 0) await rounds.next()
    expect(gaps[0]?.from).toBeLessThanOrEqual(seen + 1)
    expect(gaps[0]?.to).toBeGreaterThanOrEqual(seen)
    await rounds.return()
  })

  it('`none` ends with the reason', async () => {
    const { node, client } = await start()
    const blocks = client.subscribe(eventQuery('NewBlock'), { resume: 'none' })
    await blocks.next()
    const rest = take(blocks, () => false).catch((error) => error)
    await node.stop('SIGTERM')
    const error = await rest
    // The notice of the node and the end of the connection race each other.
    expect(isRpcError(error, 'subscription-canceled') || isTransportError(error)).toBe(true)
  })
})

describe.skipIf(noNode)('several subscriptions', () => {
  it('of one query are one for the node, each with its own spelling', async () => {
    const { client } = await start()
    const spellings = ["tm.event='NewBlockHeader'", "tm.event  =  'NewBlockHeader'"]
    const [left = [], right = []] = await Promise.all(
      spellings.map((query) => take(client.subscribe(query), 3)),
    )
    expect(left.map(({ data }) => data)).toEqual(right.map(({ data }) => data))
    expect([left[0]?.query, right[0]?.query]).toEqual(spellings)
  })

  it.each([2, 5])('more than the 2 of a connection, when %i are expected', async (expected) => {
    const settings = { rpc: { max_subscriptions_per_client: '2' } }
    const { client } = await start({ settings }, WebSocket, expected)
    const queries = [1, 2, 3, 4, 5, 6, 7].map(
      (limit) => `tm.event = 'NewRound' AND x${limit} EXISTS`,
    )
    const idle = queries.map((query) => client.subscribe(query))
    await Promise.all(idle.map(({ ready }) => ready))
    const [event] = await take(client.subscribe(eventQuery('NewRoundStep')), 1)
    expect(event?.data.type).toBe('tendermint/event/RoundState')
    // With the right number, the connection for calls has room for what this one needs.
    if (expected === 2) await client.broadcastTxCommit({ tx: newTx() })
    await Promise.all(idle.map((each) => each.return()))
  })

  it('can end and start again at once', async () => {
    const { client } = await start()
    for (let round = 0; round < 20; round++) {
      const blocks = client.subscribe(eventQuery('NewRoundStep'))
      await blocks.ready
      await blocks.return()
    }
    expect(await take(client.subscribe(eventQuery('NewRoundStep')), 2)).toHaveLength(2)
  })
})

/** A socket that the program does not read while it stalls. */
class StallingSocket extends WebSocket {
  static readonly #open = new Set<StallingSocket>()
  /** How many transactions came as events. */
  static events = 0

  constructor(url: string) {
    super(url)
    StallingSocket.#open.add(this)
    this.on('message', (data) => {
      if (String(data).includes('"type":"tendermint/event/Tx"')) StallingSocket.events++
    })
  }

  static stall(on: boolean): void {
    for (const socket of StallingSocket.#open) {
      if (on) socket.pause()
      else socket.resume()
    }
  }
}

/** The heights of blocks as they come, up to the seventh. */
async function heightsOf(events: AsyncIterable<unknown>): Promise<number[]> {
  const heights: number[] = []
  for await (const event of events) {
    if (heights.push(heightOf(event)) === 7) break
  }
  return heights
}

async function offend(client: NodeRpcLiveClient, { home }: TestNode): Promise<void> {
  const { header } = await client.header({ height: 2 })
  const { validators } = await client.validators({ height: 2 })
  if (!header || !validators) throw new Error('no such block')
  const live = client.subscribe(eventQuery('NewEvidence'))
  await live.ready
  await client.broadcastEvidence({ evidence: await duplicateVote({ home, header, validators }) })
  await take(live, 1)
}

/** The height of a notification of any kind. */
function heightOf(event: unknown): number {
  const found = /"height":"(\d+)"/.exec(JSON.stringify(event))
  return Number(found?.[1])
}
