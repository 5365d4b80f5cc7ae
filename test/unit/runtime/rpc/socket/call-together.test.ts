import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import {
  createHistory,
  type RpcMethod,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import type { RpcRequest } from '../../../../../packages/runtime/src/rpc/transport.js'
import { heldClock } from '../../clock.fixture.js'
import { block, header, status } from '../document.fixture.js'
import { pause, rejection, startNode, txOf, until } from '../node.fixture.js'
import { range } from '../subscribe/stream.fixture.js'

const methods: { block: RpcMethod<{ height?: number }, { block: object }> } = { block }
const history = createHistory<Record<never, never>, typeof methods>(methods)

async function nodeWith(heights: number, tx = 'a=b') {
  const node = await startNode()
  for (let height = 1; height <= heights; height++) node.commit([txOf(tx)])
  const transport = webSocket(node.wsUrl, { WebSocket, reconnect: { baseMs: 1, maxMs: 5 } })
  onTestFinished(() => transport.close())
  return { node, transport, callAll: transport.callAll ?? expect.fail('no callAll') }
}

const headers: readonly [RpcRequest, RpcRequest, RpcRequest] = [
  { method: header, params: { height: 1 } },
  { method: header, params: { height: 2 } },
  { method: header, params: { height: 3 } },
]

it('calls that are made together have their outcomes in order, however they are answered', async () => {
  const { node, callAll } = await nodeWith(3)
  const held: (() => void)[] = []
  node.onMessage = ({ id, method, params }, peer) => {
    if (method !== 'header') return false
    const result = { header: { height: params.height } }
    const error = { code: -32603, message: 'Internal error', data: 'no' }
    held.unshift(() => {
      // An answer to nothing, and each answer twice.
      peer.send({ jsonrpc: '2.0', id: 1000, result })
      for (let i = 0; i < 2; i++) {
        peer.send(
          params.height === '2' ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result },
        )
      }
    })
    if (held.length === 3) for (const answer of held) answer()
    return true
  }
  const outcomes = await callAll(headers)
  expect(outcomes.map(({ result }) => result)).toEqual([
    { header: { height: '1' } },
    undefined,
    { header: { height: '3' } },
  ])
  expect(outcomes[1]?.error).toMatchObject({ name: 'RpcError', method: 'header' })
})

it('what was answered before a connection is lost is not asked for again', async () => {
  const { node, callAll } = await nodeWith(3)
  let cut = false
  node.onMessage = ({ method, params }, peer) => {
    if (cut || method !== 'header' || params.height !== '2') return false
    cut = true
    // What was sent before arrives.
    peer.socket.close(1001)
    return true
  }
  const outcomes = await callAll(headers)
  const header = (height: string) => expect.objectContaining({ height })
  expect(outcomes.map(({ result }) => result)).toEqual(
    ['1', '2', '3'].map((height) => ({ header: header(height) })),
  )
  const asked = node.peers.map(({ received }) => received.map(({ params }) => params.height))
  expect(asked[0]?.[0]).toBe('1')
  expect(asked[1]).toEqual(['2', '3'])
})

it('a call that is too large for the node fails alone', async () => {
  const { node, callAll } = await nodeWith(3)
  const params = { height: `1${'0'.repeat(5000)}` }
  node.onMessage = ({ params }, { socket }) => {
    if (String(params.height).length < 5000) return false
    socket.close(1009)
    return true
  }
  const outcomes = await callAll([...headers, { method: header, params }])
  expect(outcomes.map(({ error }) => Boolean(error))).toEqual([false, false, false, true])
  expect(outcomes[3]?.error).toMatchObject({ reason: 'request-too-large' })
})

it('they end together with their deadline and their signal, and late answers reach nobody', async () => {
  const { node, transport, callAll } = await nodeWith(3)
  const late: (() => void)[] = []
  node.onMessage = ({ id, method, params }, peer) => {
    if (method !== 'header' || params.height === '1') return false
    late.push(() => peer.send({ jsonrpc: '2.0', id, result: {} }))
    return true
  }
  const clock = heldClock()
  const ended = rejection(callAll(headers, { timeoutMs: 50 }))
  await clock.until(() => late.length === 2)
  await clock.pass(50)
  expect(await ended).toMatchObject({ name: 'TimeoutError', operation: 'header' })
  const stop = new AbortController()
  const stopped = callAll(headers, { signal: stop.signal })
  await clock.until(() => late.length === 4)
  stop.abort('mine')
  expect(await rejection(stopped)).toBe('mine')
  for (const send of late) send()
  expect(await transport.call({ method: status, params: {} })).toHaveProperty('sync_info')
})

it('history reads over a socket in groups, holds no more answers than fit, and goes on after losses', async () => {
  const { node, transport } = await nodeWith(60, `a=${'v'.repeat(10_000)}`)
  const asked = (): number => node.calls('block')
  const characters = 60_000
  const read = history({ transport }, { methods: ['block'], concurrency: 4, characters })
  expect((await read.next()).value?.height).toBe(1)
  await until(() => asked() >= 4)
  await pause(50)
  // The first requests are sent before anything is known of their length.
  expect(asked()).toBe(4)
  for (let height = 2; height < 10; height++) {
    expect((await read.next()).value?.height).toBe(height)
    await pause(5)
    expect(asked()).toBeLessThanOrEqual(height + 3)
  }
  const heights: number[] = []
  for await (const { height } of read) {
    heights.push(height)
    if (height % 10 === 0) node.open.at(-1)?.socket.terminate()
  }
  expect(heights).toEqual(range(10, 60))
  const together = history({ transport }, { methods: ['block'], concurrency: 2, batch: 10 })
  const found: number[] = []
  for await (const { height } of together) found.push(height)
  expect(found).toEqual(range(1, 60))
})
