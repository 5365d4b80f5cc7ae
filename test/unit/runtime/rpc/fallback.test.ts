import { afterEach, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { TimeoutError, TransportError } from '../../../../packages/runtime/src/core/index.js'
import {
  createRpcClient,
  eventQuery,
  fallback,
  http,
  type MockTransport,
  mockTransport,
  RpcError,
  type StreamingTransport,
  type Transport,
  webSocket,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { heldClock } from '../clock.fixture.js'
import { block, broadcast, source, subscribe } from './document.fixture.js'
import { rejection, startNode, until } from './node.fixture.js'

interface Endpoint {
  readonly transport: MockTransport
  chain: string | undefined
  height: number
  catchingUp: boolean
  failure: (() => unknown) | undefined
  delayMs: number
  readonly calls: string[]
}

const delays = new Set<ReturnType<typeof setTimeout>>()
afterEach(() => {
  for (const each of delays) clearTimeout(each)
  delays.clear()
})

/** What takes longer than its test does not go on into the next ones. */
const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => delays.add(setTimeout(resolve, ms)))

function endpoint(name: string, height = 100): Endpoint {
  const one: Omit<Endpoint, 'transport'> = {
    chain: undefined,
    height,
    catchingUp: false,
    failure: undefined,
    delayMs: 0,
    calls: [],
  }
  const answer = (method: string, result: unknown) => async () => {
    one.calls.push(method)
    if (one.delayMs) await delay(one.delayMs)
    if (one.failure) throw one.failure()
    return result
  }
  const transport = mockTransport({
    handlers: {
      status: () =>
        answer('status', {
          node_info: { network: one.chain },
          sync_info: { latest_block_height: String(one.height), catching_up: one.catchingUp },
        })(),
      block: answer('block', name),
      broadcastTxSync: answer('broadcast', name),
    },
  })
  return Object.assign(one, { transport })
}

function together(endpoints: readonly Endpoint[], options = {}) {
  const transport = fallback(
    endpoints.map(({ transport }) => transport),
    options,
  )
  onTestFinished(() => transport.close())
  return { transport, client: createRpcClient({ transport }) }
}

const lost = () => new TransportError('lost', { sent: true })

describe('fallback', () => {
  it('uses the first while it is healthy', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const { client } = together([a, b])
    expect([await client.call(block), await client.call(block)]).toEqual(['a', 'a'])
    expect(b.calls).toEqual(['status'])
  })

  it('uses the next endpoint after failures, and stays there', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const { client } = together([a, b])
    await client.call(block)
    a.failure = lost
    expect(await client.call(block)).toBe('b')
    a.failure = undefined
    expect(await client.call(block)).toBe('b')
    b.failure = () => new TimeoutError('slow', { timeoutMs: 1 })
    expect(await client.call(block)).toBe('a')
  })

  it('passes over endpoints that are behind, syncing, slow or gone', async () => {
    const [a, b, c, d, e] = [
      endpoint('a', 90),
      endpoint('b', 101),
      endpoint('c', 102),
      endpoint('d', 102),
      endpoint('e', 99),
    ]
    b.catchingUp = true
    c.failure = lost
    d.delayMs = 120
    const clock = heldClock()
    const { client } = together([a, b, c, d, e], { maxLatencyMs: 60 })
    const call = client.call(block)
    await clock.pass(1000)
    expect(await call).toBe('e')
  })

  it('never uses an endpoint of another chain than the first known one', async () => {
    const [silent, a, b] = [endpoint('silent', 1), endpoint('a'), endpoint('b', 900_000)]
    a.chain = 'one'
    b.chain = 'two'
    const { client } = together([silent, a, b])
    expect(await client.call(block)).toBe('a')
    silent.failure = lost
    a.failure = lost
    expect(await rejection(client.call(block))).toMatchObject({
      cause: {
        errors: [
          { message: 'lost' },
          { message: 'lost' },
          { message: 'The node is of the chain two, not of one' },
        ],
      },
    })
    expect(b.calls).toEqual(['status'])
  })

  it('does not wait long for endpoints that say nothing', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    a.delayMs = 60_000
    const clock = heldClock()
    const { client } = together([b, a])
    const answered = vi.fn()
    client.call(block).then(answered)
    await clock.pass(1000)
    expect(answered).toHaveBeenCalledWith('b')
  })

  it('sends a broadcast to one endpoint only', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const { client } = together([a, b])
    await client.call(block)
    a.failure = lost
    const error = await rejection(client.call(broadcast, { tx: '0x01' }))
    expect(error).toMatchObject({ message: 'lost' })
    expect(b.calls).not.toContain('broadcast')
    expect(await client.call(broadcast, { tx: '0x01' })).toBe('b')
  })

  it('sends a broadcast to the next one when it is certain that it never left', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const { client } = together([a, b])
    await client.call(block)
    a.failure = () => new TransportError('closed', { sent: false })
    expect(await client.call(broadcast, { tx: '0x01' })).toBe('b')
  })

  it('takes an answer for an answer, also an error', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const { client } = together([a, b])
    await client.call(block)
    a.failure = () => new RpcError({ code: -32603, message: 'Internal error' }, 'block')
    expect(await rejection(client.call(block))).toMatchObject({ name: 'RpcError' })
    expect(b.calls).not.toContain('block')
  })

  it('reports every failure when all of them fail, and tries them all again', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    a.failure = () => new TransportError('first')
    b.failure = () => new TransportError('second')
    const { client } = together([a, b])
    const error = await rejection(client.call(block))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toHaveProperty('cause', expect.any(AggregateError))
    expect(error).toMatchObject({
      cause: { errors: [{ message: 'first' }, { message: 'second' }] },
    })
    b.failure = undefined
    expect(await client.call(block)).toBe('b')
  })

  it('has a deadline of the caller over all endpoints', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const { client } = together([a, b])
    await client.call(block)
    a.delayMs = b.delayMs = 60_000
    const error = await rejection(client.call(block, {}, { timeoutMs: 40 }))
    expect(error).toBeInstanceOf(TimeoutError)
  })

  it('notices in time that an endpoint fell behind', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const clock = heldClock()
    const { client } = together([a, b], { checkMs: 20 })
    expect(await client.call(block)).toBe('a')
    b.height = 200
    await clock.pass(30)
    await client.call(block)
    await clock.pass(10)
    expect(await client.call(block)).toBe('b')
  })

  it('leaves no timers behind once it knows its endpoints', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const { client } = together([endpoint('a'), endpoint('b')])
    await client.call(block)
    const before = timers()
    for (let i = 0; i < 20; i++) await client.call(block)
    expect(timers()).toBeLessThanOrEqual(before)
  })

  it('closes all of them', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const { client, transport } = together([a, b])
    await client.close()
    expect([a.transport.closed, b.transport.closed, transport.closed]).toEqual([true, true, true])
    expect(await rejection(client.call(block))).toBeInstanceOf(TransportError)
  })
})

describe('sockets over fallback', () => {
  it('are left soon when they break and cannot be opened again', async () => {
    const [a, b] = [await startNode(), await startNode()]
    const transport = fallback(
      [a, b].map(({ wsUrl }) => webSocket(wsUrl, { WebSocket, timeoutMs: 60_000 })),
    )
    onTestFinished(() => transport.close())
    const subscription = openEventStream(
      createRpcClient({ transport }),
      source,
      eventQuery('NewBlock'),
    )
    await subscription.ready
    b.commit()
    const next = subscription.next()
    await a.stop()
    expect(await next).toHaveProperty('value.data.value.block.header.height', '1')
    expect(await transport.call({ method: block, params: { height: 1 } })).toHaveProperty('block')
  })
})

describe('subscriptions over fallback', () => {
  const event = (height: number) => ({
    data: { type: 'tendermint/event/NewRound', value: { height: `${height}` } },
  })

  it('move to the next endpoint if theirs fails or falls behind', async () => {
    const [a, b] = [endpoint('a'), endpoint('b')]
    const { client } = together([a, b], { checkMs: 20 })
    const subscription = openEventStream(client, source, eventQuery('NewRound'))
    await subscription.ready
    a.transport.emit(event(1))
    await subscription.next()
    a.failure = lost
    a.transport.drop()
    const second = subscription.next()
    b.height = 150
    const emitting = setInterval(() => b.transport.emit(event(2)), 5)
    expect(await second).toMatchObject({ value: { data: { value: { height: '2' } } } })
    clearInterval(emitting)
    a.failure = undefined
    a.height = 300
    const again = setInterval(() => a.transport.emit(event(300)), 5)
    await until(() => a.calls.length > 2)
    for (;;) {
      const { value } = await subscription.next()
      if (JSON.stringify(value).includes('300')) break
    }
    clearInterval(again)
    await subscription.return()
  })

  it('are there when one endpoint has them', async () => {
    const mixed = fallback([http('http://127.0.0.1:1', { retry: false }), endpoint('b').transport])
    expectTypeOf(mixed).toEqualTypeOf<StreamingTransport>()
    onTestFinished(() => mixed.close())
    const subscription = openEventStream(
      createRpcClient({ transport: mixed }),
      source,
      eventQuery('NewRound'),
    )
    await subscription.ready
    await subscription.return()
    const plain = fallback([http('http://127.0.0.1:1'), http('http://127.0.0.1:2')])
    expectTypeOf(plain).toEqualTypeOf<Transport>()
    expect('subscribe' in plain).toBe(false)
    const error = await rejection(plain.call({ method: subscribe, params: { query: 'x' } }))
    expect(error).toMatchObject({ message: 'No endpoint takes subscribe' })
  })
})
