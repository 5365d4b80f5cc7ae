/*
 * A chain that is wiped and begins again with the same genesis: the same id, the same heights, and the same first
 * block. Three resets in a quick run, fifty in `pnpm tool long`.
 */
import {
  type Cursor,
  createNodeRpcClient,
  eventQuery,
  history,
  http,
  isChainMismatchError,
  type NodeRpcLiveClient,
  webSocket,
} from '@tagwire/node-rpc'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { newTx } from './harness/chain.js'
import { command } from './harness/home.js'
import { binary, noNode } from './harness/live.js'
import { latestHeight, startNode, type TestNode } from './harness/node.js'

const resets = process.env.TAGWIRE_LONG ? 50 : 3
const kinds = ['NewBlock', 'NewBlockHeader', 'NewBlockEvents', 'Tx'] as const
type Kind = (typeof kinds)[number]

function connect(node: TestNode): NodeRpcLiveClient {
  const reconnect = { maxMs: 200 }
  const transport = webSocket(node.socketUrl, { WebSocket, reconnect })
  return createNodeRpcClient({ transport })
}

async function reset(node: TestNode): Promise<void> {
  await node.stop('SIGKILL')
  await command(binary, 'unsafe-reset-all', '--home', node.home)
  await node.start()
}

async function reach(node: TestNode, height: number): Promise<void> {
  while (((await latestHeight(node.url)) ?? 0) < height) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** What a loop ends with, and the cursors until then. */
async function follow(events: AsyncIterable<{ readonly cursor?: Cursor }>, most?: number) {
  const cursors: Cursor[] = []
  try {
    for await (const { cursor } of events) {
      if (!cursor) throw new Error('an event has no cursor')
      cursors.push(cursor)
      if (cursors.length === most) break
    }
    return { cursors, error: undefined }
  } catch (error: unknown) {
    return { cursors, error }
  }
}

/** One life of the chain: a loop that goes on, and the last cursor of one that was left. */
async function live(node: TestNode, client: NodeRpcLiveClient, kind: Kind, heights: number) {
  const running = client.subscribe(eventQuery(kind), { from: 1 })
  const ended = follow(running)
  const writer = setInterval(() => void send(client), 100)
  const { cursors } = await follow(client.subscribe(eventQuery(kind), { from: 1 }), heights)
  clearInterval(writer)
  const stored: Cursor = JSON.parse(JSON.stringify(cursors.at(-1)))
  await reach(node, stored.height)
  return { ended, stored }
}

async function send(client: NodeRpcLiveClient): Promise<void> {
  await client.broadcastTxSync({ tx: newTx() }).catch(() => {})
}

it.skipIf(noNode)(`no height of another chain is delivered in ${resets} resets`, async () => {
  const node = await startNode(binary)
  onTestFinished(node.remove)
  for (let round = 0; round < resets; round++) {
    const kind = kinds[round % kinds.length] ?? 'NewBlock'
    const client = connect(node)
    // Chains that are longer than the one before, and shorter.
    const { ended, stored } = await live(node, client, kind, round % 3 === 0 ? 12 : 5)
    expect(stored.block?.hash, `${kind} at ${stored.height}`).toMatch(/^[0-9A-F]{64}$/)
    await reset(node)
    const longer = round % 2 === 0
    if (longer) await reach(node, stored.height + 2)
    const resumed = await follow(
      client.subscribe(eventQuery(kind), { from: stored, quietMs: 500 }),
      1,
    )
    const running = await ended
    await reach(node, stored.height + 1)
    const past = await follow(
      history({ transport: http(node.url) }, { kinds: [kind], from: stored }),
      1,
    )
    for (const [what, { error }] of Object.entries({ resumed, running, past })) {
      const where = `round ${round}: ${kind}, ${what}, from ${JSON.stringify(stored)}`
      expect(isChainMismatchError(error), `${where}: ${error}`).toBe(true)
      if (!isChainMismatchError(error)) continue
      expect(error.received.hash, where).not.toBe(error.expected.hash)
      expect(error.received.chainId, where).toBeTypeOf('string')
    }
    expect([resumed.cursors, past.cursors]).toEqual([[], []])
    await client.close()
  }
})
