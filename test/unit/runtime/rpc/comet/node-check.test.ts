/* The node is asked which one it is before a call or an event: within what the caller allows. */

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  createRpcClient,
  http,
  type RpcMethod,
  type Transport,
  uri,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { heldClock } from '../../clock.fixture.js'
import { block, broadcast, source, status } from '../document.fixture.js'
import { rejection, soon, startNode, until } from '../node.fixture.js'

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
    const error = await soon(rejection(client.call(block, {}, { timeoutMs: 50 })))
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

/** A node whose answers come when the test says so; none of them depends on how busy the machine is. */
function toldNode() {
  const asked: string[] = []
  let answer = (): void => {}
  const result = { node_info: { network: 'one' } }
  /** Answers the latest question. */
  const ask = (method: string, tell: (text: string) => void, id?: number): void => {
    asked.push(method)
    answer = () => tell(JSON.stringify({ jsonrpc: '2.0', id: id ?? -1, result }))
  }
  const fetch = (url: string, { body }: RequestInit): Promise<Response> =>
    new Promise((resolve) => {
      const { id, method } = body ? JSON.parse(String(body)) : {}
      const tell = (text: string): void => resolve(new Response(text))
      ask(method ?? new URL(url).pathname.slice(1), tell, id)
    })
  class Line {
    onopen: (() => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    onclose = null
    onerror = null
    constructor() {
      queueMicrotask(() => this.onopen?.())
    }
    send(text: string): void {
      const { id, method } = JSON.parse(text)
      ask(method, (data) => this.onmessage?.({ data }), id)
    }
    close(): void {}
  }
  return { asked, answer: () => answer(), fetch, WebSocket: Line }
}

type ToldNode = ReturnType<typeof toldNode>

const url = 'http://node.test'
const transports: readonly [string, (node: ToldNode, timeoutMs: number) => Transport][] = [
  ['http', ({ fetch }, timeoutMs) => http(url, { timeoutMs, fetch })],
  ['uri', ({ fetch }, timeoutMs) => uri(url, { timeoutMs, fetch })],
  [
    'webSocket',
    ({ WebSocket }, timeoutMs) =>
      webSocket('ws://node.test', { timeoutMs, WebSocket, keepAliveMs: 0 }),
  ],
]

describe.each(transports)('over %s', (_, open) => {
  it.each([
    ['the call', 60_000, { timeoutMs: 1000 }],
    ['the transport', 1000, {}],
  ])('the deadline of %s is one for the check and the call', async (_, ofTransport, options) => {
    const clock = heldClock()
    const node = toldNode()
    const transport = open(node, ofTransport)
    onTestFinished(() => transport.close())
    const client = createRpcClient({ transport, chainId: 'one' })
    const ended = vi.fn()
    const error = rejection(client.call(block, {}, options).finally(ended))
    await clock.pass(600)
    expect(node.asked).toEqual(['status'])
    node.answer()
    await clock.pass(399)
    expect(node.asked).toEqual(['status', 'block'])
    expect(ended).not.toHaveBeenCalled()
    await clock.pass(1)
    expect(ended).toHaveBeenCalled()
    expect(await error).toMatchObject({ name: 'TimeoutError', operation: 'block', timeoutMs: 1000 })
    // The check is over, and the next call has all of the time.
    const next = client.call(block, {}, options)
    await clock.pass(999)
    node.answer()
    await next
    expect(node.asked).toEqual(['status', 'block', 'block'])
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
    const events = openEventStream(client, source, "tm.event='Vote'", { signal: stop.signal })
    const pending = events.next().catch((error: unknown) => error)
    await until(() => node.calls('status') > index)
    await end(events)
    await soon(pending)
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
  const clock = heldClock()
  const transport = webSocket(node.wsUrl, { WebSocket })
  onTestFinished(() => transport.close())
  const client = createRpcClient({ transport, chainId: 'one' })
  const send = (tx: string) => client.call(broadcast, { tx })
  await send('0x01')
  await send('0x02')
  expect(node.calls('status')).toBe(1)
  // An unused socket is closed after two seconds.
  await clock.until(() => node.open.length === 0, 100)
  network = 'two'
  const error = rejection(send('0x03'))
  await clock.until(() => node.calls('status') === 2, 1)
  expect(await error).toMatchObject({
    message: expect.stringContaining('of the chain two, not of one'),
  })
  expect(node.calls(broadcast.name)).toBe(2)
})
