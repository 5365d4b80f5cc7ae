import { getEventListeners } from 'node:events'
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { TransportError } from '../../../../../packages/runtime/src/core/index.js'
import {
  createRpcClient,
  eventQuery,
  type HeightEvents,
  mockTransport,
  OverflowError,
  RpcError,
  type StreamingTransport,
  type Subscribe,
  type SubscribeOptions,
  type Subscription,
  type WithCursor,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import {
  createRpcClient as createPlainClient,
  mockTransport as plainMock,
} from '../../../../../packages/runtime/src/rpc/index.js'
import { openEventStream } from '../../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { source } from '../document.fixture.js'
import { rejection, startNode, until } from '../node.fixture.js'
import { cancel, collect, connect, type Event, heightOf, range } from './stream.fixture.js'

describe('reconnect', () => {
  it('subscribes again and tells the heights between', async () => {
    const node = await startNode()
    const gaps: unknown[] = []
    const seen = collect(
      connect(node)(eventQuery('NewBlock'), {
        resume: 'reconnect',
        onGap: (gap) => gaps.push(gap),
      }),
    )
    await until(() => node.open[0]?.queries.size === 1)
    node.commit()
    node.commit()
    await until(() => seen.events.length === 2)
    node.peers[0]?.socket.close(1000)
    node.commit([], true)
    node.commit([], true)
    await until(() => gaps.length === 1)
    node.commit()
    await until(() => seen.events.length === 3)
    expect(seen.heights()).toEqual([1, 2, 5])
    expect(gaps).toEqual([{ from: 3, to: 4 }])
    node.peers.at(-1)?.socket.terminate()
    node.onMessage = ({ method }) => {
      if (method === 'status') node.commit() // comes live, before the answer counts it
      return false
    }
    await until(() => seen.events.length === 4)
    expect(seen.heights()).toEqual([1, 2, 5, 6])
    expect(gaps).toHaveLength(1) // nothing was missed
  })

  it('is what kinds without history do', async () => {
    const node = await startNode()
    const gaps: unknown[] = []
    const subscription = connect(node)(eventQuery('NewRound'), { onGap: (gap) => gaps.push(gap) })
    const seen = collect(subscription)
    await subscription.ready
    node.commit()
    node.peers[0]?.socket.terminate()
    await until(() => gaps.length === 1)
    expect(gaps).toEqual([{ from: 1, to: 1 }])
    const [peer] = node.open
    const data = { type: 'tendermint/event/NewRound', value: { height: '2' } }
    const [[query = '', id] = []] = peer?.queries ?? []
    peer?.send({ jsonrpc: '2.0', id, result: { query, data, events: {} } })
    await until(() => seen.events.length === 1)
  })

  it('delivers events before the node has told where it stands', async () => {
    const node = await startNode()
    node.onMessage = ({ method }) => method === 'status'
    const options = { resume: 'reconnect', onGap: () => {} } as const
    const seen = collect(connect(node)(eventQuery('NewBlock'), options))
    await until(() => node.calls('status') === 1)
    node.commit()
    node.commit()
    await until(() => seen.events.length === 2)
    expect(seen.heights()).toEqual([1, 2])
  })

  it('gives up when the node refuses for long what it had accepted', async () => {
    const node = await startNode()
    vi.spyOn(Math, 'random').mockReturnValue(0) // no pauses
    onTestFinished(() => void vi.restoreAllMocks())
    const subscription = connect(node)(eventQuery('NewRound'))
    const seen = collect(subscription)
    await subscription.ready
    node.onMessage = ({ id, method }, peer) => {
      if (method !== 'subscribe') return false
      const error = {
        code: -32603,
        message: 'Internal error',
        data: 'max_subscription_clients 1 reached',
      }
      peer.send({ jsonrpc: '2.0', id, error })
      return true
    }
    node.peers[0]?.socket.terminate()
    await until(() => seen.end !== undefined)
    expect(seen.end).toMatchObject({ name: 'RpcError', data: 'max_subscription_clients 1 reached' })
    expect(node.calls('subscribe')).toBe(9)
  })

  it('does not count against a node that it was away for long', async () => {
    const node = await startNode()
    vi.spyOn(Math, 'random').mockReturnValue(0) // no pauses
    onTestFinished(() => void vi.restoreAllMocks())
    const inner = webSocket(node.wsUrl, { WebSocket })
    const script: Error[] = []
    const transport: StreamingTransport = {
      ...inner,
      subscribe: async (...request) => {
        const failure = script.shift()
        if (failure) throw failure
        return inner.subscribe(...request)
      },
    }
    onTestFinished(() => transport.close())
    const subscription = openEventStream(
      createRpcClient({ transport }),
      source,
      eventQuery('NewBlock'),
    )
    const seen = collect(subscription as Subscription<Event>)
    await subscription.ready
    for (let i = 0; i < 12; i++) script.push(new TransportError('nobody is there'))
    const data = 'max_subscription_clients 1 reached'
    script.push(new RpcError({ code: -32603, message: 'Internal error', data }, 'subscribe'))
    node.peers[0]?.socket.terminate()
    await until(() => script.length === 0)
    node.commit()
    await until(() => seen.events.length === 1)
    expect(seen.end).toBeUndefined()
  })
})

describe('none', () => {
  it('ends with the error', async () => {
    const node = await startNode()
    const subscribe = connect(node)
    const first = subscribe(eventQuery('NewBlock'), { resume: 'none' })
    const seen = collect(first)
    await first.ready
    node.commit()
    cancel(node)
    await until(() => seen.end !== undefined)
    expect(seen.heights()).toEqual([1])
    expect(seen.end).toMatchObject({ name: 'RpcError', code: -32000, reason: 'cancelled' })
    const second = subscribe(eventQuery('NewBlock'), { resume: 'none' })
    const again = collect(second)
    await second.ready
    node.peers[0]?.socket.close(1001)
    await until(() => again.end !== undefined)
    expect(again.end).toBeInstanceOf(TransportError)
  })
})

describe('the iterator', () => {
  it.each<[string, (subscription: Subscription<Event>) => Promise<unknown>]>([
    [
      'break',
      async (subscription) => {
        for await (const _ of subscription) break
      },
    ],
    [
      'return() while next() waits',
      async (subscription) => {
        const first = subscription.next()
        const second = first.then(() => subscription.next())
        await first
        await subscription.return()
        expect(await second).toEqual({ done: true, value: undefined })
      },
    ],
    [
      'await using',
      async (subscription) => {
        await using events = subscription
        await events.next()
      },
    ],
    [
      'throwing in the loop',
      async (subscription) => {
        const loop = async () => {
          for await (const _ of subscription) throw new Error('mine')
        }
        expect(await rejection(loop())).toMatchObject({ message: 'mine' })
      },
    ],
  ])('unsubscribes on %s', async (_, leave) => {
    const node = await startNode()
    const subscription = connect(node)(eventQuery('NewBlock'))
    await subscription.ready
    node.commit()
    await leave(subscription)
    await until(() => node.calls('unsubscribe') === 1)
    expect(node.open[0]?.queries.size).toBe(0)
    expect(await subscription.next()).toEqual({ done: true, value: undefined })
  })

  it('rejects with the reason of the signal, and unsubscribes though nobody takes events', async () => {
    const node = await startNode()
    const controller = new AbortController()
    const subscription = connect(node)(eventQuery('NewBlock'), { signal: controller.signal })
    await subscription.ready
    node.commit()
    await subscription.next()
    controller.abort('mine')
    await until(() => node.calls('unsubscribe') === 1)
    expect(await rejection(subscription.next())).toBe('mine')
    expect(await subscription.next()).toEqual({ done: true, value: undefined })
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    const late = connect(node)(eventQuery('NewBlock'), { signal: controller.signal })
    expect(await rejection(late.next())).toBe('mine')
    expect(await rejection(late.ready)).toBe('mine')
  })

  it('ends with an error at the start: a bad query, a dead port', async () => {
    const node = await startNode()
    node.onMessage = ({ id }, peer) => {
      const error = { code: -32603, message: 'Internal error', data: 'failed to parse query: x' }
      peer.send({ jsonrpc: '2.0', id, error })
      return true
    }
    const subscribe = connect(node)
    expect(await rejection(subscribe('nonsense').next())).toMatchObject({ name: 'RpcError' })
    await node.stop()
    expect(await rejection(connect(node)('x').next())).toBeInstanceOf(TransportError)
  })

  it('ends when the client is closed', async () => {
    const node = await startNode()
    const client = createRpcClient({ transport: webSocket(node.wsUrl, { WebSocket }) })
    const subscription = openEventStream(client, source, eventQuery('NewBlock'))
    await subscription.ready
    const next = rejection(subscription.next())
    await client.close()
    expect(await next).toMatchObject({ message: 'The transport is closed' })
  })

  it('shares one subscription of the node between several', async () => {
    const node = await startNode()
    const subscribe = connect(node)
    const all = [subscribe(eventQuery('NewBlock')), subscribe("tm.event='NewBlock'")]
    const seen = all.map(collect)
    await Promise.all(all.map(({ ready }) => ready))
    node.commit()
    node.peers[0]?.socket.terminate()
    node.commit([], true)
    await until(() => seen.every(({ events }) => events.length === 2))
    expect(seen.map((one) => one.heights())).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect(node.calls('subscribe')).toBe(2)
  })
})

describe('the buffer', () => {
  const block = (height: number) => ({
    data: {
      type: 'tendermint/event/NewBlock',
      value: { block: { header: { height: `${height}` } } },
    },
  })

  function start(options: SubscribeOptions) {
    const transport = mockTransport()
    const client = createRpcClient({ transport })
    const subscription = openEventStream(client, source, eventQuery('NewBlock'), options)
    return { transport, subscription: subscription as Subscription<Event> }
  }

  it('ends the iterator when it is full, after the buffered events, and unsubscribes immediately', async () => {
    const { transport, subscription } = start({ resume: 'none', buffer: { size: 2 } })
    await subscription.ready
    for (const height of range(1, 5)) transport.emit(block(height))
    const heights: number[] = []
    const error = await rejection(
      (async () => {
        for await (const event of subscription) heights.push(heightOf(event))
      })(),
    )
    expect(error).toBeInstanceOf(OverflowError)
    expect(error).toMatchObject({ size: 2 })
    expect(heights).toEqual([1, 2, 3])
  })

  it('drops the oldest if configured, and reports which', async () => {
    const gaps: unknown[] = []
    const { transport, subscription } = start({
      resume: 'none',
      buffer: { size: 2, policy: 'drop-oldest' },
      onGap: (gap) => gaps.push(gap),
    })
    await subscription.ready
    for (const height of range(1, 6)) transport.emit(block(height))
    const heights: number[] = []
    for (let i = 0; i < 3; i++) {
      const { value } = await subscription.next()
      if (value) heights.push(heightOf(value))
    }
    expect(heights).toEqual([1, 5, 6])
    expect(gaps).toEqual([{ from: 2, to: 4 }])
    await subscription.return()
  })

  it('ends with what `onGap` throws, once', async () => {
    const own = new Error('mine')
    const { transport, subscription } = start({
      resume: 'none',
      buffer: { size: 2, policy: 'drop-oldest' },
      onGap() {
        throw own
      },
    })
    await subscription.ready
    for (const height of range(1, 6)) transport.emit(block(height))
    await subscription.next()
    expect(await rejection(subscription.next())).toBe(own)
    expect(await subscription.next()).toMatchObject({ done: true })
  })

  it('has a size', async () => {
    const { transport, subscription } = start({ resume: 'none', buffer: 1 })
    await subscription.ready
    for (const height of range(1, 3)) transport.emit(block(height))
    await subscription.next()
    await subscription.next()
    expect(await rejection(subscription.next())).toMatchObject({ name: 'OverflowError', size: 1 })
    expect(() => start({ resume: 'none', buffer: { size: 0 } })).toThrow('buffer.size takes number')
  })
})

it.each([{ from: 1 }, { to: 5 }, { by: 'height' }, { onComplete() {} }] as const)(
  'refuses %j where no mode can fetch events',
  (options) => {
    const transport = plainMock()
    const client = createPlainClient({ transport })
    onTestFinished(() => client.close())
    const [name] = Object.keys(options)
    const message = `${name} is only possible with resume: 'backfill'`
    expect(() => openEventStream(client, source, 'all', options)).toThrow(message)
  },
)

interface Events {
  NewBlock: { data: 'block' }
  Tx: { data: 'tx' }
}
declare const subscribe: Subscribe<Events>

it('types events by the query', () => {
  const txs = () => subscribe(eventQuery('Tx'))
  expectTypeOf(txs).returns.toEqualTypeOf<Subscription<WithCursor<{ data: 'tx' }>>>()
  const heights = () => subscribe(eventQuery('Tx'), { by: 'height' })
  expectTypeOf(heights).returns.toEqualTypeOf<
    Subscription<HeightEvents<WithCursor<{ data: 'tx' }>>>
  >()
  const call = () => subscribe("tm.event='Tx'")
  expectTypeOf(call).returns.toEqualTypeOf<
    Subscription<WithCursor<{ data: 'block' } | { data: 'tx' }>>
  >()
})
