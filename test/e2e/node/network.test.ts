import {
  createNodeRpcClient,
  eventQuery,
  fallback,
  http,
  isTransportError,
  webSocket,
} from '@tagwire/node-rpc'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { holdAt, startApplication } from './harness/application.js'
import { commitTx, newTx } from './harness/chain.js'
import { heightsFrom } from './harness/collect.js'
import { binary, noNode } from './harness/live.js'
import { startNetwork, type TestNetwork } from './harness/network.js'
import { startNode } from './harness/node.js'
import { loadStrict } from './harness/strict.js'

describe.skipIf(noNode)('four nodes', () => {
  let network: TestNetwork

  beforeAll(async () => {
    network = await startNetwork(binary)
  })
  afterAll(() => network?.remove())

  const node = (index: number) => {
    const found = network.nodes[index]
    if (!found) throw new Error('no such node')
    return found
  }
  const overHttp = () => fallback(network.nodes.map(({ url }) => http(url)))
  const overSockets = () =>
    fallback(
      network.nodes.map(({ socketUrl }) => webSocket(socketUrl, { WebSocket, timeoutMs: 2000 })),
      { checkMs: 300 },
    )

  it('answer as the document says, with peers', async () => {
    const strict = await loadStrict()
    const client = createNodeRpcClient({ transport: overHttp() })
    // Peers find each other while blocks are made already.
    await expect.poll(async () => (await client.netInfo()).n_peers, { timeout: 10_000 }).toBe('3')
    const answers = {
      net_info: await client.netInfo(),
      dump_consensus_state: await client.dumpConsensusState(),
      consensus_state: await client.consensusState(),
      validators: await client.validators(),
      commit: await client.commit({ height: 1 }),
    }
    expect(answers.net_info.peers).toHaveLength(3)
    const problems = Object.entries(answers).flatMap(([name, each]) => strict.result(name, each))
    expect(problems).toEqual([])
    await client.close()
  })

  it('calls go to the next node when one is gone, and broadcasts reach one node once', async () => {
    const client = createNodeRpcClient({ transport: overHttp() })
    const { node_info } = await client.status()
    await node(0).stop('SIGKILL')
    const after = await client.status()
    expect(after.node_info.id).not.toBe(node_info.id)
    const { height } = await commitTx(client)
    expect(Number(height)).toBeGreaterThan(0)
    const { tx_result } = await client.broadcastTxCommit({ tx: newTx() })
    expect(tx_result.code).toBe(0)
    await node(0).start()
    await client.close()
  })

  it('a broadcast that may have left is not sent to another node', async () => {
    const sent = [0, 0]
    const counting =
      (index: number, fails: boolean): typeof fetch =>
      (url, init) => {
        if (!String(init?.body).includes('broadcast_tx_sync')) return fetch(url, init)
        sent[index] = (sent[index] ?? 0) + 1
        return fails ? Promise.reject(new TypeError('the connection broke')) : fetch(url, init)
      }
    const transport = fallback([
      http(node(2).url, { fetch: counting(0, true) }),
      http(node(3).url, { fetch: counting(1, false) }),
    ])
    const client = createNodeRpcClient({ transport })
    const error = await client.broadcastTxSync({ tx: newTx() }).catch((error) => error)
    expect(isTransportError(error)).toBe(true)
    expect(sent).toEqual([1, 0])
    await client.close()
  })

  it('a subscription moves on without losing a height', async () => {
    const client = createNodeRpcClient({ transport: overSockets() })
    const heights: number[] = []
    for await (const { data } of client.subscribe(eventQuery('NewBlock'), { from: 1 })) {
      heights.push(Number(data.value.block?.header.height))
      if (heights.length === 8) await node(0).stop('SIGKILL')
      if (heights.length === 16) {
        await node(0).start()
        await node(1).stop('SIGKILL')
      }
      if (heights.length === 24) break
    }
    await node(1).start()
    expect(heights).toEqual(heightsFrom(1, 24))
    await client.close()
  }, 40_000)

  it('a stalled node is skipped', async () => {
    const client = createNodeRpcClient({ transport: overSockets() })
    const heights: number[] = []
    for await (const { data } of client.subscribe(eventQuery('NewBlockHeader'))) {
      heights.push(Number(data.value.header.height))
      // It keeps its connections and says nothing.
      if (heights.length === 3) process.kill(node(0).pid, 'SIGSTOP')
      if (heights.length === 9) break
    }
    process.kill(node(0).pid, 'SIGCONT')
    expect(heights).toEqual(heightsFrom(heights[0] ?? 0, 9))
    await client.close()
  }, 40_000)
})

describe.skipIf(noNode)('a node that is catching up', () => {
  it('sends the events of blocks, none twice and none left out', async () => {
    const hold = holdAt(4)
    const [ahead, behind] = await Promise.all([startApplication({}), startApplication(hold)])
    onTestFinished(() => void Promise.all([ahead.close(), behind.close()]))
    const first = await startNode(binary, { app: ahead.app })
    onTestFinished(() => first.remove())
    const leader = createNodeRpcClient({ transport: http(first.url) })
    const { genesis } = await leader.genesis()
    const options = { app: behind.app, genesis: () => ({ ...genesis }), early: true }
    const second = await startNode(binary, options)
    onTestFinished(() => second.remove())
    const client = createNodeRpcClient({ transport: webSocket(second.socketUrl, { WebSocket }) })
    onTestFinished(() => client.close())
    // Nothing is fetched: these are only what the node sends.
    const events = client.subscribe(eventQuery('NewBlock'), { resume: 'none' })
    await events.ready
    // So far ahead that there is something to catch up with.
    const latest = async () => Number((await leader.status()).sync_info.latest_block_height)
    await expect.poll(latest, { timeout: 20_000 }).toBeGreaterThanOrEqual(12)
    const { node_info } = await leader.status()
    await client.dialPeers({ peers: [`${node_info.id}@127.0.0.1:${first.p2pPort}`] })
    const heights: number[] = []
    const catching: boolean[] = []
    for await (const { data } of events) {
      const height = heights.push(Number(data.value.block?.header.height))
      const { sync_info } = await client.status()
      catching.push(sync_info.catching_up)
      if (height === 3) hold.release()
      if (!sync_info.catching_up) break
    }
    expect(catching.slice(0, 3)).toEqual([true, true, true])
    expect(heights).toEqual(heightsFrom(1, heights.length))
  })
})
