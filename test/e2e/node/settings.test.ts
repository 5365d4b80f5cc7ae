/* What settings of a node do that one would not expect; the document says each of them. */
import { createNodeRpcClient, eventQuery, isRpcError, webSocket } from '@tagwire/node-rpc'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { binary, noNode } from './harness/live.js'
import { type NodeOptions, startNode } from './harness/node.js'

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
    // The one that it has goes on.
    expect((await first.next()).done).toBe(false)
  })

  it('a certificate without its key is as good as none', async () => {
    const node = await started({ settings: { rpc: { tls_cert_file: '"cert.pem"' } } })
    const answer = await fetch(`${node.url}/health`)
    expect(await answer.json()).toMatchObject({ result: {} })
  })
})
