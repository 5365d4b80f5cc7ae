import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Cursor, eventQuery } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { broadcast, status } from '../document.fixture.js'
import { pause, rejection, type ScriptedNode, startNode, txOf, until } from '../node.fixture.js'
import { ask, connect as connectSocket, listen } from '../socket/socket.fixture.js'
import { collect, connect, type Event, heightOf, range } from '../subscribe/stream.fixture.js'
import type { Delivered } from './chain.fixture.js'

/** Commits a block, and publishes those of its events that `keeps` lets through. */
function commit(
  node: ScriptedNode,
  txs: readonly string[],
  keeps: (event: Delivered, index: number) => boolean,
): void {
  const events = node.chain.add(txs)
  for (const peer of node.open) {
    for (const [id, query] of peer.texts) {
      const kind = /tm.event\s*=\s*'(\w+)'/.exec(query)?.[1]
      events
        .filter(({ data }) => data.type.endsWith(`/${kind}`))
        .filter(keeps)
        .forEach((event) => {
          peer.send({ jsonrpc: '2.0', id, result: { query, ...event } })
        })
    }
  }
}

const txs = (height: number, count = 3): string[] =>
  range(1, count).map((i) => txOf(`${height}=${i}`))
const placeOf = ({ data }: Event): string => {
  const { height, index = 0 } = data.value.TxResult as { height: string; index?: number }
  return `${height}/${index}`
}
const places = (events: readonly Event[]): string[] => events.map(placeOf)
const allOf = (heights: readonly number[], count = 3): string[] =>
  heights.flatMap((height) => range(0, count - 1).map((index) => `${height}/${index}`))

/** An item of a subscription `by: 'height'`. */
function heightEvents(item: object): {
  readonly height: number
  readonly events: readonly Event[]
} {
  if ('events' in item && 'height' in item && typeof item.height === 'number') {
    const { height, events } = item
    if (Array.isArray(events)) return { height, events }
  }
  throw new TypeError(`no height with events: ${JSON.stringify(item)}`)
}

describe('a consumer that is slower than the chain', () => {
  it.each(['NewBlock', 'Tx'] as const)('misses no %s and does not end', async (kind) => {
    const node = await startNode()
    const subscription = connect(node)(eventQuery(kind), { buffer: { size: 4 } })
    await subscription.ready
    const heights: number[] = []
    for (let i = 0; i < 60; i++) node.commit(txs(i + 1, 1))
    for await (const event of subscription) {
      heights.push(heightOf(event))
      if (heights.length === 60) break
      await pause(1)
      if (heights.length === 30) for (let i = 0; i < 10; i++) node.commit(txs(61 + i, 1))
    }
    expect(heights).toEqual(range(1, 60))
  })

  it.each(['NewBlock', 'Tx'] as const)('misses no %s before its first one either', async (kind) => {
    const node = await startNode()
    let begun = false
    node.onMessage = ({ method }) => {
      // All of them arrive between the acknowledgement and the response that says where the subscription
      // began.
      if (method === 'status' && !begun) for (let i = 0; i < 60; i++) node.commit(txs(i + 1, 1))
      begun ||= method === 'status'
      return false
    }
    const seen = collect(connect(node)(eventQuery(kind), { buffer: { size: 4 } }))
    await until(() => seen.events.length === 60)
    expect(seen.heights()).toEqual(range(1, 60))
  })

  it.each(['NewBlock', 'Tx'] as const)(
    'gets %s before it is known where it began',
    async (kind) => {
      const node = await startNode()
      const held: (() => void)[] = []
      node.onMessage = (message, peer) => {
        const { id, method } = message
        if (method !== 'status') return false
        held.push(() => peer.send({ jsonrpc: '2.0', id, result: node.chain.answer('status', {}) }))
        return true
      }
      const seen = collect(connect(node)(eventQuery(kind)))
      await until(() => held.length === 1)
      for (let i = 0; i < 3; i++) node.commit(txs(i + 1, 1))
      await until(() => seen.events.length === 3)
      held[0]?.()
      node.commit(txs(4, 1))
      await until(() => seen.events.length === 4)
      expect(seen.heights()).toEqual([1, 2, 3, 4])
      // The node sent them in order, so nothing has to be read again.
      expect(node.calls('block') + node.calls('block_results')).toBe(0)
    },
  )

  it.each(['NewBlock', 'Tx'] as const)(
    'misses no %s that comes with the acknowledgement',
    async (kind) => {
      const node = await startNode()
      node.onMessage = ({ method }) => {
        if (method !== 'subscribe') return false
        // All of them are in one packet with the acknowledgement, before anybody waits for them.
        queueMicrotask(() => {
          for (let i = 0; i < 60; i++) node.commit(txs(i + 1, 1))
        })
        return false
      }
      const seen = collect(connect(node)(eventQuery(kind), { buffer: { size: 4 } }))
      await until(() => seen.events.length === 60)
      expect(seen.heights()).toEqual(range(1, 60))
    },
  )

  it('holds no more than so many characters', async () => {
    const node = await startNode()
    let heard = 0
    class Hearing extends WebSocket {
      constructor(url: string) {
        super(url)
        this.on('message', () => heard++)
      }
    }
    const subscribe = connect(node, { WebSocket: Hearing })
    const options = { resume: 'none', buffer: { characters: 2000 } } as const
    const ended = subscribe(eventQuery('NewBlock'), options)
    await ended.ready
    const before = heard
    for (let i = 0; i < 20; i++) node.commit()
    await until(() => heard >= before + 20)
    const seen = collect(ended)
    await until(() => seen.end !== undefined)
    expect(seen.end).toMatchObject({ name: 'OverflowError' })
    expect(seen.events.length).toBeLessThan(8)
    const all = subscribe(eventQuery('NewBlock'), { from: 1, buffer: { characters: 2000 } })
    await all.ready
    for (let i = 0; i < 20; i++) node.commit()
    const rest = collect(all)
    await until(() => rest.events.length === 40)
    expect(rest.heights()).toEqual(range(1, 40))
  })
})

describe('an event that vanishes on a live connection', () => {
  it.each<[string, (event: Delivered, index: number) => boolean]>([
    ['the last transaction of a block', (_, index) => index < 2],
    ['the first one', (_, index) => index > 0],
    ['one in the middle', (_, index) => index !== 1],
    ['a whole block', () => false],
  ])('is fetched: %s', async (_, keeps) => {
    const node = await startNode()
    const subscription = connect(node)(eventQuery('Tx'))
    const seen = collect(subscription)
    await subscription.ready
    commit(node, txs(1), () => true)
    commit(node, txs(2), keeps)
    commit(node, [], () => true)
    commit(node, txs(4), () => true)
    await until(() => seen.events.length === 9)
    expect(places(seen.events)).toEqual(allOf([1, 2, 4]))
    expect(node.calls('subscribe')).toBe(1)
  })

  it('is fetched for narrower queries as well', async () => {
    const node = await startNode()
    const query = eventQuery('Tx').where('app.key', 'CONTAINS', '=2')
    const blocks = eventQuery('NewBlock').where('mint.amount', '>=', 3)
    const subscribe = connect(node)
    const [some, other] = [subscribe(query), subscribe(blocks)]
    const [seen, minted] = [collect(some), collect(other)]
    await Promise.all([some.ready, other.ready])
    const fits = ({ data, events }: Delivered): boolean =>
      data.type.endsWith('Tx') ? (events['app.key']?.[0]?.includes('=2') ?? false) : true
    commit(
      node,
      txs(1),
      ({ data, ...event }) => data.type.endsWith('Tx') && fits({ data, ...event }),
    )
    commit(node, txs(2), () => false)
    commit(node, txs(3), () => false)
    commit(
      node,
      txs(4),
      ({ data, ...event }) => data.type.endsWith('Tx') && fits({ data, ...event }),
    )
    commit(node, txs(5), fits)
    await until(() => seen.events.length === 5 && minted.events.length === 2)
    expect(places(seen.events)).toEqual(['1/1', '2/1', '3/1', '4/1', '5/1'])
    expect(minted.heights()).toEqual([3, 5])
  })
})

describe('a hostile or unlucky node', () => {
  it('cannot fill the memory before it acknowledges', async () => {
    const node = await startNode()
    node.onMessage = ({ id, method }, peer) => {
      if (method !== 'subscribe') return false
      const event = { data: { type: 'x', value: 'y'.repeat(100) } }
      for (let i = 0; i < 3000; i++) peer.send({ jsonrpc: '2.0', id, result: event })
      return true
    }
    const transport = connectSocket(node, { reconnect: false, timeoutMs: 2000 })
    const { live, seen } = listen(transport, "tm.event='Tx'")
    expect(await rejection(live)).toMatchObject({
      name: 'TransportError',
      message: expect.stringContaining('without acknowledging'),
    })
    expect(seen).toEqual([])
  })

  it.each(['safe', 'unsafe'])(
    'that takes no message so long says so at once (%s)',
    async (kind) => {
      const node = await startNode()
      let large = 0
      node.onMessage = ({ params }, peer) => {
        if (!params?.tx) return kind === 'safe' && large === 0
        large++
        peer.socket.close(1009)
        return true
      }
      const transport = connectSocket(node)
      const other = kind === 'safe' ? ask(transport) : undefined
      const method = { ...broadcast, safe: kind === 'safe' }
      const call = transport.call({ method, params: { tx: new Uint8Array(5000) } })
      expect(await rejection(call)).toMatchObject({ name: 'RpcError', reason: 'request-too-large' })
      if (other) expect(await other).toHaveProperty('sync_info')
      expect(await transport.call({ method: status, params: {} })).toHaveProperty('sync_info')
      expect([large, node.peers.length]).toEqual([1, 2])
    },
  )

  it.each(['NewBlock', 'NewBlockEvents', 'Tx'] as const)(
    'is waited for until it has the height of a cursor (%s)',
    async (kind) => {
      const node = await startNode()
      for (let i = 1; i <= 3; i++) node.commit(txs(i, 1))
      const subscribe = connect(node)
      const starts = [4, 5, 9, { height: 7, index: 0, block: { height: 6, hash: 'AB6' } }]
      const all = starts.map((from) => collect(subscribe(eventQuery(kind), { from, quietMs: 20 })))
      for (let i = 4; i <= 12; i++) {
        await pause(20)
        node.commit(txs(i, 1), i === 6)
      }
      await until(() => all.every(({ events }) => events.at(-1)?.cursor?.height === 12))
      expect(all.map((seen) => seen.heights())).toEqual([4, 5, 9, 7].map((from) => range(from, 12)))
    },
  )
})

describe('the place in the chain', () => {
  it('survives: resuming at the cursor misses nothing and repeats nothing', async () => {
    const node = await startNode()
    for (let height = 1; height <= 8; height++) node.commit(txs(height, height % 4))
    const subscribe = connect(node)
    const seen: string[] = []
    let cursor: Cursor | undefined
    for (;;) {
      const subscription = subscribe(eventQuery('Tx'), { from: cursor ?? 1, to: 8 })
      let taken = 0
      for await (const event of subscription) {
        seen.push(placeOf(event))
        cursor = JSON.parse(JSON.stringify(event.cursor))
        if (++taken === 2) break
      }
      if (taken < 2) break
    }
    const all = collect(subscribe(eventQuery('Tx'), { from: 1, to: 8 }))
    await until(() => all.end !== undefined)
    expect(seen).toEqual(places(all.events))
    expect(seen).toHaveLength(12)
  })

  it('is part of live events too, and of no copy or print of them', async () => {
    const node = await startNode()
    const subscription = connect(node)(eventQuery('Tx'))
    await subscription.ready
    node.commit(txs(1))
    const { value: first } = await subscription.next()
    expect(first?.cursor).toMatchObject({ height: 1, index: 1 })
    expect(Object.keys(first ?? {})).not.toContain('cursor')
    const headers = connect(node)(eventQuery('NewBlockHeader'), { resume: 'reconnect' })
    await headers.ready
    node.commit()
    const block = { height: 1, hash: 'AB1' }
    expect((await headers.next()).value?.cursor).toEqual({ height: 2, index: 1, block })
    await Promise.all([subscription.return(), headers.return()])
  })

  it.each(['NewBlock', 'Tx'] as const)(
    'ends after the height `to`, also live (%s)',
    async (kind) => {
      const node = await startNode()
      node.commit(txs(1))
      const seen = collect(connect(node)(eventQuery(kind), { from: 1, to: 4 }))
      await until(() => seen.events.length > 0)
      node.commit(txs(2))
      node.commit(txs(3))
      node.commit([])
      node.commit(txs(5))
      await until(() => seen.end !== undefined)
      expect(seen.end).toBe('done')
      expect(seen.heights()).toEqual(kind === 'Tx' ? [1, 1, 1, 2, 2, 2, 3, 3, 3] : [1, 2, 3, 4])
    },
  )

  it.each([
    ['blocks', eventQuery('NewBlock')],
    ['transactions', eventQuery('Tx')],
    ['some transactions', eventQuery('Tx').where('app.key', 'CONTAINS', '=2')],
    ['some blocks', eventQuery('NewBlock').where('mint.amount', '>', 0)],
  ])('can be counted in heights: %s', async (_, query) => {
    const node = await startNode()
    node.commit(txs(1))
    node.commit()
    const completed: number[] = []
    const subscription = connect(node)(query, {
      from: 1,
      to: 7,
      by: 'height',
      onComplete: (height) => completed.push(height),
    })
    const heights: { height: number; count: number }[] = []
    setTimeout(() => {
      for (let height = 3; height <= 8; height++) {
        commit(node, height === 5 ? [] : txs(height), () => height !== 4)
      }
    }, 30)
    for await (const item of subscription) {
      const { height, events } = heightEvents(item)
      expect(events.every((event) => heightOf(event) === height)).toBe(true)
      heights.push({ height, count: events.length })
    }
    expect(heights.map(({ height }) => height)).toEqual(range(1, 7))
    expect(completed).toEqual(range(1, 7))
    const whole = heights.map(({ count }) => count)
    if (_ === 'blocks') expect(whole).toEqual([1, 1, 1, 1, 1, 1, 1])
    if (_ === 'transactions') expect(whole).toEqual([3, 0, 3, 3, 0, 3, 3])
    if (_ === 'some transactions') expect(whole).toEqual([1, 0, 1, 1, 0, 1, 1])
    if (_ === 'some blocks') expect(whole).toEqual([1, 0, 1, 0, 1, 0, 1])
  })

  it('hears of complete heights while events come one by one', async () => {
    const node = await startNode()
    const told: (string | number)[] = []
    const subscription = connect(node)(eventQuery('Tx'), { onComplete: (h) => told.push(h) })
    await subscription.ready
    setTimeout(() => {
      for (const count of [2, 0, 1]) node.commit(txs(node.chain.latest + 1, count))
      node.commit()
    }, 20)
    for await (const event of subscription) {
      told.push(placeOf(event))
      if (told.at(-1) === '3/0') break
    }
    expect(told).toEqual(['1/0', '1/1', 1, 2, '3/0'])
  })

  it.each([
    [{ from: { height: 0, index: 0 } }, 'from: 0 is not a height'],
    [{ from: { height: 1, index: -1 } }, 'from: -1 is not an index'],
    [{ from: 5, to: 4 }, 'to: 4 is before from: 5'],
    [{ to: 1, resume: 'none' }, "to is only possible with resume: 'backfill'"],
    [{ by: 'height', resume: 'reconnect' }, "by is only possible with resume: 'backfill'"],
  ] as const)('cannot be %j', async (options, message) => {
    const node = await startNode()
    expect(() => connect(node)(eventQuery('NewBlock'), options)).toThrow(message)
  })
})
