import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import {
  createHistory,
  eventQuery,
  http,
  type RpcMethod,
  type Transport,
  webSocket,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { block, header, status } from './document.fixture.js'
import { pause, rejection, type ScriptedNode, startNode, txOf, until } from './node.fixture.js'
import { collect, connect, range } from './subscribe/stream.fixture.js'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

// What servers may do to a client: nothing may end a program, hang, fill the memory, or be mistaken for a
// response.

const methods: { block: RpcMethod<{ height?: number }, { block: object }> } = { block }
const history = createHistory<Record<never, never>, typeof methods>(methods)
const ask = { method: status, params: {} }

function socketTo(node: ScriptedNode, options = {}) {
  const reconnect = { baseMs: 1, maxMs: 5 }
  const transport = webSocket(node.wsUrl, { WebSocket, reconnect, ...options })
  onTestFinished(() => transport.close())
  return transport
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A transport to a server that answers every POST in this way. */
async function httpTo(
  respond: (response: ServerResponse, ids: readonly number[]) => void,
  options = {},
): Promise<Transport> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const sent: { id: number } | { id: number }[] = JSON.parse(text)
    respond(
      response,
      [sent].flat().map(({ id }) => id),
    )
  })
  const address = await listening(server)
  onTestFinished(() => server.closeAllConnections())
  return http(`http://${address}`, { retry: false, ...options })
}

describe('over a socket', () => {
  it.each<[string, (id: number) => string | Buffer]>([
    ['another id', (id) => JSON.stringify({ jsonrpc: '2.0', id: id + 1, result: {} })],
    [
      'an id that is a text',
      (id) => JSON.stringify({ jsonrpc: '2.0', id: String(id), result: {} }),
    ],
    ['a negative id', () => JSON.stringify({ jsonrpc: '2.0', id: -7, result: {} })],
    ['JSON that is no object', () => 'null'],
    ['a list', (id) => JSON.stringify([{ jsonrpc: '2.0', id, result: {} }])],
    ['a binary frame', (id) => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))],
    ['a prototype', (id) => `{"__proto__":{"id":${id},"result":{}}}`],
  ])('%s is no answer', async (_, answer) => {
    const node = await startNode()
    node.onMessage = ({ id }, { socket }) => {
      const frame = answer(id)
      socket.send(frame, { binary: typeof frame !== 'string' })
      return true
    }
    const hasty = socketTo(node, { timeoutMs: 200 })
    expect(await rejection(hasty.call(ask))).toMatchObject({ name: 'TimeoutError' })
    node.onMessage = () => false
    expect(await socketTo(node).call(ask)).toHaveProperty('sync_info')
  })

  it('the first answer counts, and every call gets its own', async () => {
    const node = await startNode()
    for (let height = 1; height <= 3; height++) node.commit()
    const waiting: { id: number; height: unknown }[] = []
    node.onMessage = ({ id, params }, peer) => {
      waiting.push({ id, height: params.height })
      if (waiting.length < 3) return true
      for (const { id, height } of waiting.reverse()) {
        peer.send({ jsonrpc: '2.0', id, result: { header: { height } } })
        peer.send({ jsonrpc: '2.0', id, result: { header: { height: 'a lie' } } })
        peer.send({ jsonrpc: '2.0', id, error: { code: 1, message: 'a lie' } })
      }
      return true
    }
    const transport = socketTo(node)
    const calls = range(1, 3).map((height) =>
      transport.call({ method: header, params: { height } }),
    )
    expect(await Promise.all(calls)).toEqual(
      range(1, 3).map((height) => ({ header: { height: String(height) } })),
    )
  })

  it('a frame that is longer than the client takes is not called the fault of the request', async () => {
    const node = await startNode()
    let sent = 0
    node.onMessage = ({ method }, { socket }) => {
      if (method !== 'status' || sent++ > 0) return false
      socket.send(' '.repeat(2_000_000))
      return true
    }
    class Small extends WebSocket {
      constructor(url: string) {
        super(url, { maxPayload: 1_000_000 })
      }
    }
    const transport = socketTo(node, { WebSocket: Small })
    for (const safe of [true, false]) {
      sent = 0
      const call = transport.call({ method: { ...status, safe }, params: {} })
      const error = { name: 'TransportError', fault: 'size', operation: 'status' }
      expect(await rejection(call)).toMatchObject(error)
    }
    expect(await transport.call(ask)).toHaveProperty('sync_info')
  })

  it('a handshake that never ends has a deadline', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      onTestFinished(() => void socket.destroy())
    })
    const address = await listening(server)
    const transport = webSocket(`ws://${address}`, { WebSocket, timeoutMs: 100 })
    onTestFinished(() => transport.close())
    expect(await rejection(transport.call(ask))).toMatchObject({ name: 'TimeoutError' })
  })

  it('a flood of events without subscribers uses no memory', async () => {
    const node = await startNode()
    node.commit()
    node.onMessage = ({ id, method }, peer) => {
      if (method !== 'status') return false
      const result = { query: "tm.event='Tx'", data: { type: 'x', value: 'y'.repeat(10_000) } }
      for (let i = 0; i < 2000; i++) peer.send({ jsonrpc: '2.0', id: 5000 + i, result })
      peer.send({ jsonrpc: '2.0', id, result: { sync_info: {} } })
      return true
    }
    const transport = socketTo(node)
    await transport.call(ask)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    // 20 MB each.
    for (let i = 0; i < 2; i++) await transport.call(ask)
    collectGarbage()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000)
  })
})

describe('a chain that lies', () => {
  it('about its number of transactions is not believed more than its blocks', async () => {
    const node = await startNode()
    for (let height = 1; height <= 5; height++) node.commit([txOf(`a=${height}`)])
    node.onMessage = ({ id, method, params }, peer) => {
      if (method !== 'blockchain') return false
      const answer = node.chain.answer(method, params) as { block_metas: { num_txs: string }[] }
      for (const meta of answer.block_metas) meta.num_txs = '7'
      peer.send({ jsonrpc: '2.0', id, result: answer })
      return true
    }
    const seen = collect(connect(node)(eventQuery('Tx'), { from: 1, quietMs: 50 }))
    await until(() => seen.events.length === 5)
    for (let height = 6; height <= 9; height++) node.commit([txOf(`a=${height}`)])
    await until(() => seen.events.length === 9)
    expect(seen.heights()).toEqual(range(1, 9))
    await pause(200)
    expect(seen.events).toHaveLength(9)
    // It asks, but not without end.
    expect(node.calls('block')).toBeLessThan(100)
  })

  it('and returns another height than requested is rejected', async () => {
    const node = await startNode()
    for (let height = 1; height <= 5; height++) node.commit()
    node.onMessage = ({ id, method }, peer) => {
      if (method !== 'block') return false
      peer.send({ jsonrpc: '2.0', id, result: node.chain.answer('block', { height: '2' }) })
      return true
    }
    const read = history({ transport: socketTo(node) }, { methods: ['block'], from: 1 })
    expect(await rejection(read.next())).toMatchObject({
      name: 'TransportError',
      message: expect.stringContaining('is about height 2, not about 1'),
    })
  })

  it('and goes back in its events delivers none of them twice', async () => {
    const node = await startNode()
    const subscription = connect(node)(eventQuery('NewBlock'))
    const seen = collect(subscription)
    await subscription.ready
    for (let height = 1; height <= 4; height++) node.commit()
    await until(() => seen.events.length === 4)
    const peer = node.open[0]
    const [id] = peer?.queries.values() ?? []
    for (const event of seen.events.slice(0, 3)) peer?.send({ jsonrpc: '2.0', id, result: event })
    node.commit()
    await until(() => seen.events.length === 5)
    expect(seen.heights()).toEqual(range(1, 5))
  })
})

describe('over http', () => {
  const result = { header: { height: '1' } }

  it.each<[string, (response: ServerResponse, ids: readonly number[]) => void, object]>([
    [
      'another id',
      (to, [id = 0]) => to.end(JSON.stringify({ id: id + 1, result })),
      { fault: 'body' },
    ],
    ['half of JSON', (to) => to.end('{"jsonrpc":"2.0","id":1,"resul'), { fault: 'body' }],
    ['a page', (to) => to.end('<html>'), { fault: 'body' }],
    ['nothing', (to) => to.end(), { fault: 'body' }],
    ['an empty list', (to) => to.end('[]'), { fault: 'body' }],
    [
      'a redirect',
      (to) => to.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      { fault: 'redirect' },
    ],
    [
      'a cut',
      (to) => to.writeHead(200, { 'content-length': '100' }).write('{', () => to.destroy()),
      { fault: 'network' },
    ],
  ])('%s is no answer', async (_, respond, error) => {
    const transport = await httpTo(respond)
    expect(await rejection(Promise.resolve(transport.call(ask)))).toMatchObject({
      name: 'TransportError',
      ...error,
    })
  })

  it('a body that never ends has the deadline of the call', async () => {
    const timers: NodeJS.Timeout[] = []
    onTestFinished(() => timers.forEach(clearInterval))
    const endless = (response: ServerResponse): void => {
      response.write('{"jsonrpc":"2.0",')
      timers.push(setInterval(() => response.write(' '), 5))
    }
    const transport = await httpTo(endless, { timeoutMs: 200 })
    expect(await rejection(transport.call(ask))).toMatchObject({ name: 'TimeoutError' })
  })

  it.each<[string, (ids: readonly number[]) => unknown, number[]]>([
    ['short', ([first]) => [{ id: first, result }], [0]],
    ['long', (ids) => [...ids, ...ids, 77].map((id) => ({ id, result })), [0, 1, 2]],
    ['out of order', (ids) => ids.map((id) => ({ id, result })).reverse(), [0, 1, 2]],
    ['bare', ([first]) => ({ id: first, result }), [0]],
    ['about other calls', (ids) => ids.map((id) => ({ id: id + 100, result })), []],
  ])('a batch that is answered %s settles each call once', async (_, answer, good) => {
    const transport = await httpTo((response, ids) => response.end(JSON.stringify(answer(ids))), {
      batch: true,
    })
    const calls = range(1, 3).map((height) =>
      transport.call({ method: header, params: { height } }),
    )
    const settled = await Promise.allSettled(calls)
    expect(settled.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []))).toEqual(
      good,
    )
    for (const each of settled) {
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ name: 'TransportError', fault: 'body' })
    }
  })
})
