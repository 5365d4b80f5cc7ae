import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  createHistory,
  fallback,
  http,
  type RpcMethod,
  type Transport,
  uri,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { broadcast, header } from '../document.fixture.js'
import { rejection, type ScriptedNode, startNode } from '../node.fixture.js'
import { range } from '../subscribe/stream.fixture.js'
import { type Fault, mostBytes, responses, texts } from './servers.js'

const methods: { header: RpcMethod<{ height?: number }, { header: object }> } = { header }
const history = createHistory<Record<never, never>, typeof methods>(methods)
const ask = { method: header, params: { height: 1 } }
const options = { maxBodyBytes: mostBytes, timeoutMs: 20_000 }

const overHttp: readonly [string, (node: ScriptedNode) => Transport][] = [
  ['http', ({ url }) => http(url, { ...options, retry: false })],
  ['http with batches', ({ url }) => http(url, { ...options, retry: false, batch: true })],
  ['uri', ({ url }) => uri(url, { ...options, retry: false })],
]
const socketTo = (node: ScriptedNode, timeoutMs = 20_000): Transport =>
  webSocket(node.wsUrl, { ...options, WebSocket, timeoutMs, reconnect: { baseMs: 1, maxMs: 5 } })

type Misbehave = (response: ServerResponse, id: number) => void

/** A node that misbehaves towards each method the first `times`. */
async function nodeThat(misbehave: Misbehave, times = Number.POSITIVE_INFINITY) {
  const node = await growing()
  const left = new Map<string, number>()
  node.onRequest = (body, response, { url }) => {
    const message: { id: number; method: string } = body
      ? JSON.parse(body)
      : { id: -1, method: url }
    if (!takeFrom(left, message.method, times)) return false
    misbehave(response, message.id)
    return true
  }
  return node
}

async function socketThat(text: (id: number) => string, times = Number.POSITIVE_INFINITY) {
  const node = await growing()
  const left = new Map<string, number>()
  node.onMessage = ({ id, method }, { socket }) => {
    if (!takeFrom(left, method, times)) return false
    socket.send(text(id))
    return true
  }
  return node
}

async function growing(): Promise<ScriptedNode> {
  const node = await startNode()
  for (let height = 1; height <= 5; height++) node.commit()
  return node
}

function takeFrom(left: Map<string, number>, method: string, times: number): boolean {
  const rest = left.get(method) ?? times
  left.set(method, rest - 1)
  return rest > 0
}

function open(transport: Transport): Transport {
  onTestFinished(() => void transport.close())
  return transport
}

async function expectFault(transport: Transport, fault: Fault): Promise<void> {
  const error = await rejection(transport.call(ask))
  expect(error).toMatchObject({
    name: 'TransportError',
    fault,
    operation: 'header',
    address: transport.address,
    message: expect.stringContaining(`(header, ${transport.address})`),
  })
}

async function expectAnotherAnswers(bad: Transport): Promise<void> {
  const good = await growing()
  const both = open(fallback([bad, http(good.url)]))
  expect(await both.call(ask)).toMatchObject({ header: { height: '1' } })
  // And the first is left alone for a while.
  const before = good.posted.length
  expect(await both.call(ask)).toMatchObject({ header: { height: '1' } })
  expect(good.posted.length).toBe(before + 1)
}

async function expectHistory(transport: Transport): Promise<void> {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const heights: number[] = []
  for await (const { height } of history({ transport }, { methods: ['header'] })) {
    heights.push(height)
  }
  expect(heights).toEqual(range(1, 5))
}

const textually: readonly (readonly [string, Misbehave, Fault])[] = texts.map(
  ([what, text, fault]) => [what, (response, id) => response.end(text(id)), fault],
)

describe.each([...textually, ...responses])('%s', (_, misbehave, fault) => {
  it.each(overHttp)('over %s is an error that says so', async (_, connect) => {
    const node = await nodeThat(misbehave)
    await expectFault(open(connect(node)), fault)
  })

  it.each(overHttp)('over %s makes `fallback` go on', async (_, connect) => {
    const node = await nodeThat(misbehave)
    await expectAnotherAnswers(connect(node))
  })

  // A redirect is no accident.
  it.skipIf(fault === 'redirect')('does not end `history`', async () => {
    const node = await nodeThat(misbehave, 2)
    await expectHistory(open(http(node.url, { ...options, retry: false })))
  })
})

const answering = texts.filter(([, , , ignored]) => !ignored)

describe.each(answering)('%s over a socket', (_, text, fault) => {
  it('is an error that says so, and other calls have their answers', async () => {
    const node = await socketThat(text, 1)
    const transport = open(socketTo(node))
    await expectFault(transport, fault)
    expect(await transport.call(ask)).toMatchObject({ header: { height: '1' } })
  })

  it('makes `fallback` go on', async () => {
    await expectAnotherAnswers(socketTo(await socketThat(text)))
  })

  it('does not end `history`', async () => {
    const node = await socketThat(text, 2)
    await expectHistory(open(socketTo(node)))
  })

  it('is not asked for again when the call changes something', async () => {
    const node = await socketThat(text)
    const transport = open(socketTo(node))
    const error = await rejection(transport.call({ method: broadcast, params: { tx: '0x01' } }))
    expect(error).toMatchObject({ name: 'TransportError', fault })
    expect(node.calls(broadcast.name)).toBe(1)
  })
})

describe.each(texts.filter(([, , , ignored]) => ignored))('%s over a socket', (_, text) => {
  it('is no answer to anything', async () => {
    const node = await socketThat(text, 1)
    expect(await rejection(open(socketTo(node, 300)).call(ask))).toMatchObject({
      name: 'TimeoutError',
      operation: 'header',
    })
  })
})

it('the limit can be raised, and is that of each answer', async () => {
  const node = await growing()
  const long = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, result: 'x'.repeat(300_000) })
  node.onRequest = (body, response) => {
    response.end(long(body ? JSON.parse(body).id : -1))
    return true
  }
  node.onMessage = ({ id }, { socket }) => {
    socket.send(long(id))
    return true
  }
  const given = { maxBodyBytes: 301_000 }
  for (const transport of [
    http(node.url, given),
    uri(node.url, given),
    webSocket(node.wsUrl, { ...given, WebSocket }),
  ]) {
    for (let i = 0; i < 3; i++) expect(await open(transport).call(ask)).toHaveLength(300_000)
  }
})
