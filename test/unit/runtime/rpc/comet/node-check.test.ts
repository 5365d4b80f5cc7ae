/* The node is asked which one it is before a call or an event: within what the caller allows. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import {
  createRpcClient,
  http,
  type RpcMethod,
  type Transport,
  uri,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { block, broadcast, source, status } from '../document.fixture.js'
import { pause, rejection, type ScriptedNode, startNode, until } from '../node.fixture.js'

/** A client of a pinned chain, whose node says which one it is when `answer` is called. */
function slowNode() {
  let answer = (): void => {}
  const known = new Promise<void>((resolve) => {
    answer = resolve
  })
  const calls: [name: string, timeoutMs: number | undefined][] = []
  const transport = {
    kind: 'custom',
    async call(
      { method }: { method: RpcMethod },
      options: { timeoutMs?: number | undefined } = {},
    ) {
      calls.push([method.name, options.timeoutMs])
      if (method.name === status.name) await known
      return { node_info: { network: 'one' } }
    },
    close: () => {},
  }
  return { answer, calls, client: createRpcClient({ transport, chainId: 'one' }) }
}

it('a node that hangs is waited for as long as the call may take', async () => {
  const node = await startNode()
  node.onRequest = () => true
  const transport = http(node.url)
  onTestFinished(() => transport.close())
  for (const options of [{ chainId: 'one' }, { release: '0.38', checkRelease: true }]) {
    const client = createRpcClient({ transport, ...options })
    const begun = performance.now()
    const error = await rejection(client.call(block, {}, { timeoutMs: 50 }))
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(error).toMatchObject({
      name: 'TimeoutError',
      operation: 'block',
      timeoutMs: 50,
      message: `block: no answer within 50 ms (${node.url})`,
    })
  }
})

it('a short deadline or a signal of one caller does not end the check for the others', async () => {
  const { answer, calls, client } = slowNode()
  const patient = client.call(block, {})
  const stop = new AbortController()
  const stopped = rejection(client.call(block, {}, { signal: stop.signal }))
  const hasty = await rejection(client.call(block, {}, { timeoutMs: 20 }))
  expect(hasty).toMatchObject({ name: 'TimeoutError', operation: 'block' })
  stop.abort('mine')
  expect(await stopped).toBe('mine')
  expect(calls).toEqual([['status', undefined]])
  answer()
  await patient
  expect(calls).toEqual([
    ['status', undefined],
    ['block', undefined],
  ])
})

const transports: readonly [string, (node: ScriptedNode, timeoutMs: number) => Transport][] = [
  ['http', ({ url }, timeoutMs) => http(url, { timeoutMs })],
  ['uri', ({ url }, timeoutMs) => uri(url, { timeoutMs })],
  ['webSocket', ({ wsUrl }, timeoutMs) => webSocket(wsUrl, { timeoutMs, WebSocket })],
]

/** A node that takes its time for each answer. */
async function lateNode(lateMs: number): Promise<ScriptedNode> {
  const node = await startNode()
  const result = { node_info: { network: 'one' } }
  node.onRequest = (body, response) => {
    const { id = -1 } = body ? JSON.parse(body) : {}
    response.setHeader('content-type', 'application/json')
    pause(lateMs).then(() => response.end(JSON.stringify({ jsonrpc: '2.0', id, result })))
    return true
  }
  node.onMessage = ({ id }, peer) => {
    pause(lateMs).then(() => peer.send({ jsonrpc: '2.0', id, result }))
    return true
  }
  return node
}

describe.each(transports)('over %s', (_, open) => {
  it.each([
    ['the call', 60_000, { timeoutMs: 1000 }],
    ['the transport', 1000, {}],
  ])('the deadline of %s is one for the check and the call', async (_, ofTransport, options) => {
    const node = await lateNode(600)
    const transport = open(node, ofTransport)
    onTestFinished(() => transport.close())
    const client = createRpcClient({ transport, chainId: 'one' })
    const error = await rejection(client.call(block, {}, options))
    expect(error).toMatchObject({ name: 'TimeoutError', operation: 'block', timeoutMs: 1000 })
    // The check is over, and the next call has all of the time.
    await client.call(block, {}, options)
  })
})

it('a subscription ends while the node is asked', async () => {
  const node = await startNode()
  node.onMessage = ({ method }) => method === 'status'
  const transport = webSocket(node.wsUrl, { WebSocket })
  const client = createRpcClient({ transport, chainId: 'one' })
  onTestFinished(() => client.close())
  const stop = new AbortController()
  const ends = [
    (events: AsyncIterator<unknown>) => events.return?.(),
    async () => stop.abort('mine'),
  ]
  for (const [index, end] of ends.entries()) {
    const events = client.subscribe(source, "tm.event='Vote'", { signal: stop.signal })
    const pending = events.next().catch((error: unknown) => error)
    await until(() => node.calls('status') > index)
    await end(events)
    const late = pause(2000).then(() => 'too late')
    expect(await Promise.race([pending, late])).not.toBe('too late')
  }
})

it('a connection that was not used is another one afterwards, and so may be its node', async () => {
  const node = await startNode()
  let network = 'one'
  node.onMessage = ({ id, method }, peer) => {
    const result = method === 'status' ? { node_info: { network } } : { code: 0 }
    peer.send({ jsonrpc: '2.0', id, result })
    return true
  }
  const transport = webSocket(node.wsUrl, { WebSocket })
  onTestFinished(() => transport.close())
  const client = createRpcClient({ transport, chainId: 'one' })
  const send = (tx: string) => client.call(broadcast, { tx })
  await send('0x01')
  await send('0x02')
  expect(node.calls('status')).toBe(1)
  // An unused socket is closed after two seconds.
  await until(() => node.open.length === 0)
  network = 'two'
  const error = await rejection(send('0x03'))
  expect(error).toMatchObject({
    message: expect.stringContaining('of the chain two, not of one'),
  })
  expect(node.calls(broadcast.name)).toBe(2)
})
