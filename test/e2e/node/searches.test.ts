/* What one would not expect of searches: the document says it, and a node shows it. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  createNodeRpcClient,
  eventQuery,
  http,
  isRpcError,
  type NodeRpcLiveClient,
  webSocket,
} from '@tagwire/node-rpc'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { type Behaviour, holdAt, startApplication } from './harness/application.js'
import { commitTx, newTx, sha256 } from './harness/chain.js'
import { heightsFrom, take } from './harness/collect.js'
import { binary, noNode } from './harness/live.js'
import { type NodeOptions, startNode } from './harness/node.js'

async function started(options: NodeOptions) {
  const node = await startNode(binary, options)
  onTestFinished(() => node.remove())
  return node
}

async function running(behaviour: Behaviour): Promise<NodeRpcLiveClient> {
  const application = await startApplication(behaviour)
  onTestFinished(() => application.close())
  const node = await started({ app: application.app })
  const client = createNodeRpcClient({ transport: webSocket(node.socketUrl, { WebSocket }) })
  onTestFinished(() => client.close())
  return client
}

const bytesOf = (tx: string): Uint8Array => new TextEncoder().encode(tx)

describe.skipIf(noNode)('an application that emits reserved keys', () => {
  const keys = ['hash', 'height']
  it.each(keys)('tx.%s keeps all transactions of the block from the index', async (key) => {
    const hold = holdAt(2)
    const client = await running({
      before: hold.before,
      ofTx: (tx) => (tx === 'bad' ? { tx: { [key]: '1' } } : { app: { key: tx } }),
    })
    // Both are in the block after the one that waits for them.
    await hold.reached
    const txs = ['good', 'bad'].map(bytesOf)
    await Promise.all(txs.map((tx) => client.broadcastTxSync({ tx })))
    hold.release()
    // They are published as events; indexing resumes with the next block.
    const came = await take(client.subscribe(eventQuery('Tx'), { from: 2 }), 2)
    expect(came.map(({ data }) => data.value.TxResult.height)).toEqual(['3', '3'])
    const { height } = await commitTx(client, bytesOf('next'))
    const { txs: found } = await client.txSearch({ query: 'tx.height > 0' })
    expect(found?.map((tx) => tx.height)).toEqual([height])
    for (const tx of txs) {
      const error: unknown = await client.tx({ hash: sha256(tx) }).catch((error) => error)
      expect(isRpcError(error, 'tx-not-found')).toBe(true)
    }
    expect((await client.blockSearch({ query: 'block.height = 3' })).total_count).toBe('1')
  })

  it('block.height keeps the block from the index, but not its transactions', async () => {
    const hold = holdAt(2)
    const client = await running({
      before: hold.before,
      ofTx: (tx) => ({ app: { key: tx } }),
      ofBlock: (height) => (height === 3 ? { block: { height: '7' } } : {}),
    })
    await hold.reached
    await client.broadcastTxSync({ tx: bytesOf('good') })
    hold.release()
    const search = { query: 'block.height < 5', order_by: 'asc' } as const
    const heights = async () =>
      (await client.blockSearch(search)).blocks?.map(({ block }) => block?.header.height)
    await expect.poll(heights, { timeout: 30_000 }).toEqual(['1', '2', '4'])
    const { txs } = await client.txSearch({ query: "app.key = 'good'" })
    expect(txs?.map(({ height }) => height)).toEqual(['3'])
  })
})

describe.skipIf(noNode)('an application that prunes', () => {
  it('leaves heights in the index, which count but are on no page', async () => {
    const { before } = holdAt(12)
    const client = await running({ before, retain: (height) => Math.max(0, height - 3) })
    const search = { query: 'block.height <= 10', per_page: 4, order_by: 'asc' } as const
    const found = () => client.blockSearch(search)
    const none = { total_count: '10', blocks: [] }
    await expect.poll(found, { timeout: 30_000 }).toEqual(none)
    const status = () => client.status()
    const sync_info = { earliest_block_height: '8' }
    await expect.poll(status, { timeout: 30_000 }).toMatchObject({ sync_info })
    const heights: unknown[] = []
    for await (const { block } of client.blockSearchAll(search)) heights.push(block?.header.height)
    expect(heights).toEqual(['8', '9', '10'])
  })
})

describe.skipIf(noNode)('a caller that closes its side of the connection', () => {
  it('gets some of the matches or none, and no error', async () => {
    const node = await started({ settings: { rpc: { max_request_batch_size: '0' } } })
    const client = createNodeRpcClient({ transport: http(node.url, { batch: true }) })
    onTestFinished(() => client.close())
    await Promise.all(heightsFrom(1, 200).map(() => client.broadcastTxSync({ tx: newTx() })))
    const params = { query: 'tx.height > 0', per_page: '1' }
    const count = async () => (await client.txSearch(params)).total_count
    await expect.poll(count, { timeout: 30_000 }).toBe('200')
    // The node stops searching once it notices; that takes it a few of a hundred searches.
    const request = { jsonrpc: '2.0', method: 'tx_search', params }
    const answers = await halfClosed(
      node.port,
      heightsFrom(1, 100).map((id) => ({ ...request, id })),
    )
    expect(answers).toHaveLength(100)
    expect(answers.at(-1)).toMatchObject({ result: { txs: [], total_count: '0' } })
  })
})

/**
 * The responses for a caller that has sent everything, half-closes the connection, and keeps reading.
 */
async function halfClosed(port: number, requests: readonly unknown[]): Promise<unknown[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  const body = JSON.stringify(requests)
  socket.end(`POST / HTTP/1.0\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  const answer = await text(socket)
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
}
