/* What settings of a node do that one would not expect; the document says each of them. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createNodeRpcClient, eventQuery, isRpcError, webSocket } from '@tagwire/node-rpc'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { binary, noNode } from './harness/live.js'
import { latestHeight, type NodeOptions, startNode } from './harness/node.js'

async function started(options: NodeOptions) {
  const node = await startNode(binary, options)
  onTestFinished(() => node.remove())
  return node
}

describe.skipIf(noNode)('settings', () => {
  it('once all subscribers are counted, those get no further subscription either', async () => {
    // The indexer of the node is one of them.
    const node = await started({ settings: { rpc: { max_subscription_clients: '2' } } })
    const transport = webSocket(node.socketUrl, { WebSocket })
    const client = createNodeRpcClient({ transport })
    onTestFinished(() => client.close())
    const first = client.subscribe(eventQuery('NewBlock'))
    await first.ready
    const more = client.subscribe(eventQuery('NewRound'))
    const error: unknown = await more.next().catch((error) => error)
    expect(isRpcError(error, 'too-many-clients')).toBe(true)
    // Its existing subscription continues.
    expect((await first.next()).done).toBe(false)
  })

  it('an index that hangs makes subscribing fail after 5 seconds, until it goes on', async () => {
    const database = await silentServer()
    onTestFinished(database.close)
    const conn = `"postgres://127.0.0.1:${database.port}/index"`
    const node = await started({ settings: { tx_index: { indexer: '"psql"', 'psql-conn': conn } } })
    const client = createNodeRpcClient({ transport: webSocket(node.socketUrl, { WebSocket }) })
    onTestFinished(() => client.close())
    // Events wait for the index from the second block on; what subscribes just before is registered.
    await expect.poll(() => latestHeight(node.url), { timeout: 30_000 }).toBe(2)
    let begun = 0
    let error: unknown
    for (let asked = 0; error === undefined; asked++) {
      await sleep(50)
      begun = Date.now()
      error = await client.subscribe(`x${asked} EXISTS`).ready.catch((error) => error)
    }
    expect(Date.now() - begun).toBeGreaterThan(4900)
    expect(isRpcError(error, 'timeout') && error.data).toBe('context deadline exceeded')
    await database.close()
    expect((await client.subscribe(eventQuery('NewBlock')).next()).done).toBe(false)
  })

  it('a certificate without its key is as good as none', async () => {
    const node = await started({ settings: { rpc: { tls_cert_file: '"cert.pem"' } } })
    const answer = await fetch(`${node.url}/health`)
    expect(await answer.json()).toMatchObject({ result: {} })
  })
})

/** Takes connections and says nothing. */
async function silentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const close = async (): Promise<void> => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: address.port, close }
}
