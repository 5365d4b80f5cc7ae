import { describe, expect, it } from 'vitest'
import { eventQuery, GapError } from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { pause, startNode, txOf, until } from '../node.fixture.js'
import {
  cancel,
  collect,
  connect,
  type Event,
  heightOf,
  range,
} from '../subscribe/stream.fixture.js'

const kinds = ['NewBlock', 'NewBlockHeader', 'NewBlockEvents'] as const

async function heightAfter(events: AsyncIterator<Event>): Promise<number> {
  const { done, value } = await events.next()
  return done ? Number.NaN : heightOf(value)
}

describe('backfill', () => {
  it.each([...kinds, 'Tx'])(
    'of %s gives what was missed in the shape of what comes live',
    async (kind) => {
      const node = await startNode()
      const subscribe = connect(node)
      const txs = (height: number) => range(1, height % 4).map((i) => txOf(`${height}=${i}`))
      const live = collect(subscribe(eventQuery(kind)))
      await until(() => node.open[0]?.queries.size === 1)
      for (let height = 1; height <= 9; height++) node.commit(txs(height))
      await until(() => live.heights().includes(9))
      const last = live.events.length
      const past = collect(subscribe(eventQuery(kind), { from: 1 }))
      await until(() => past.events.length === last)
      expect(past.events).toEqual(live.events)
      expect(past.events).toStrictEqual(live.events)
    },
  )

  it.each(kinds)(
    'of %s gives each height once and in order over all sorts of losses',
    async (kind) => {
      const node = await startNode()
      const seen = collect(connect(node)(eventQuery(kind)))
      await until(() => node.open[0]?.queries.size === 1)
      node.commit()
      await until(() => seen.events.length === 1)
      const losses: (() => void | Promise<void>)[] = [
        () => node.peers.at(-1)?.socket.terminate(),
        () => node.peers.at(-1)?.socket.close(1000),
        () => node.peers.at(-1)?.socket.close(1001),
        async () => {
          await node.stop()
          node.commit()
          await node.start()
        },
        () => cancel(node),
      ]
      for (const lose of losses) {
        await lose()
        node.commit([], true)
        node.commit([], true)
        await until(() => seen.events.length >= node.chain.latest - 0)
        node.commit()
        await until(() => seen.events.length === node.chain.latest)
      }
      expect(seen.heights()).toEqual(range(1, node.chain.latest))
      expect(seen.end).toBeUndefined()
    },
  )

  it('holds no more answers than fit into the buffer, from the first request on', async () => {
    const node = await startNode()
    for (let height = 1; height <= 60; height++) node.commit([txOf(`a=${'v'.repeat(10_000)}`)])
    const asked = (): number => node.calls('block')
    const past = connect(node)(eventQuery('NewBlock'), { from: 1, buffer: { characters: 90_000 } })
    expect(await heightAfter(past)).toBe(1)
    await pause(50)
    // Nothing is known before the first answers.
    expect(asked()).toBeLessThanOrEqual(5)
    for (let height = 2; height <= 60; height++) {
      expect(await heightAfter(past)).toBe(height)
      await pause(2)
      // A block and its results are 28 kB: room for the consumed one and two more.
      expect(asked()).toBeLessThanOrEqual(Math.max(5, height + 3))
    }
    await past.return()
    const most = connect(node)(eventQuery('NewBlock'), { from: 1 })
    expect(await heightAfter(most)).toBe(1)
    const before = asked()
    await until(() => asked() > before + 15)
    await most.return()
  })

  it('of Tx gives each transaction once, also when the loss is in the middle of a block', async () => {
    const node = await startNode()
    const seen = collect(connect(node)("tm.event='Tx'"))
    await until(() => node.open[0]?.queries.size === 1)
    const three = [txOf('a=1'), txOf('a=2'), txOf('a=3')]
    node.commit(three)
    await until(() => seen.events.length === 3)
    const [first] = node.chain.add(three).filter(({ data }) => data.type.endsWith('/Tx'))
    const [peer] = node.open
    const id = peer?.queries.get("tm.event='Tx'")
    peer?.send({ jsonrpc: '2.0', id, result: { query: "tm.event='Tx'", ...first } })
    await until(() => seen.events.length === 4)
    peer?.socket.terminate()
    for (let i = 0; i < 50; i++) node.commit([], true)
    node.commit(three, true)
    await until(() => seen.events.length === 9)
    node.commit(three)
    await until(() => seen.events.length === 12)
    const places = seen.events.map(
      ({ data }) => data.value.TxResult as { height: string; index?: number },
    )
    expect(places.map(({ height, index = 0 }) => `${height}/${index}`)).toEqual([
      '1/0',
      '1/1',
      '1/2',
      '2/0',
      '2/1',
      '2/2',
      '53/0',
      '53/1',
      '53/2',
      '54/0',
      '54/1',
      '54/2',
    ])
    // Fifty heights without transactions were not read one by one.
    expect(node.calls('block')).toBeLessThan(6)
  })

  it('evaluates the query on what it fetches', async () => {
    const node = await startNode()
    const query = eventQuery('Tx').where('app.key', 'CONTAINS', '=2').where('tx.height', '>', 2)
    for (let i = 0; i < 4; i++) node.commit([txOf('a=1'), txOf('a=2')])
    const seen = collect(connect(node)(query, { from: 1n }))
    await until(() => seen.events.length === 2)
    node.commit([txOf('b=2')])
    await until(() => seen.events.length === 3)
    expect(seen.heights()).toEqual([3, 4, 5])
    const blocks = collect(
      connect(node)(eventQuery('NewBlock').where('mint.amount', '>=', 3), { from: 1 }),
    )
    await until(() => blocks.events.length === 2)
    expect(blocks.heights()).toEqual([3, 5])
  })

  it('fetches what was not delivered although the connection held', async () => {
    const node = await startNode()
    const seen = collect(connect(node)(eventQuery('NewBlock')))
    await until(() => node.open[0]?.queries.size === 1)
    node.commit()
    node.commit([], true)
    node.commit([], true)
    node.commit()
    await until(() => seen.events.length === 4)
    expect(seen.heights()).toEqual([1, 2, 3, 4])
  })

  it('leaves out what comes twice', async () => {
    const node = await startNode()
    node.onMessage = ({ id, method, params }, peer) => {
      if (method === 'subscribe') peer.queries.set(`${params.query} `, id)
      return false
    }
    const seen = collect(connect(node)(eventQuery('NewBlock')))
    await until(() => node.open[0]?.queries.size === 2)
    for (let i = 0; i < 5; i++) node.commit()
    await until(() => seen.events.length >= 5)
    await pause(20)
    expect(seen.heights()).toEqual([1, 2, 3, 4, 5])
  })

  it('knows where it began even when nothing came before the loss', async () => {
    const node = await startNode()
    node.commit()
    const subscription = connect(node)(eventQuery('Tx'))
    const seen = collect(subscription)
    await subscription.ready
    node.peers[0]?.socket.terminate()
    node.commit([txOf('a=1')], true)
    await until(() => seen.events.length === 1)
    expect(seen.heights()).toEqual([2])
  })

  it('begins with the subscription that was acknowledged', async () => {
    const node = await startNode()
    node.onMessage = ({ id, method, params: { query } }, peer) => {
      if (method !== 'subscribe' || node.peers.length > 1) return false
      for (const event of node.chain.add([txOf('a=1')])) {
        if (event.data.type.endsWith('/Tx')) peer.send({ id, result: { query, ...event } })
      }
      setTimeout(() => {
        node.commit([txOf('a=2')], true)
        peer.socket.terminate()
      }, 10)
      return true
    }
    const subscription = connect(node)(eventQuery('Tx'))
    const seen = collect(subscription)
    await subscription.ready
    node.commit([txOf('a=3')])
    await until(() => seen.heights().includes(3))
    // Without the second, the first must not be there either.
    expect(seen.heights()).toEqual([3])
  })

  it('waits for results that are stored a moment after the block', async () => {
    const node = await startNode()
    let refusals = 2
    node.onMessage = ({ id, method }, peer) => {
      if (method !== 'block_results' || refusals-- <= 0) return false
      const error = {
        code: -32603,
        message: 'Internal error',
        data: 'could not find results for height #1',
      }
      peer.send({ jsonrpc: '2.0', id, error })
      return true
    }
    node.commit()
    const seen = collect(connect(node)(eventQuery('NewBlock'), { from: 1 }))
    await until(() => seen.events.length === 1)
    expect(refusals).toBeLessThan(0)
  })

  it('waits as long as the latest block is executed', async () => {
    const node = await startNode()
    // More for each of two than for what passes in a moment.
    let refusals = 20
    node.onMessage = ({ id, method, params }, peer) => {
      if (method !== 'block_results' || params.height !== '2' || refusals-- <= 0) return false
      const data = 'could not find results for height #2'
      peer.send({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error', data } })
      return true
    }
    node.commit([txOf('a=1')])
    node.commit([txOf('a=2')])
    const both = ['NewBlock', 'Tx'].map((kind) =>
      collect(connect(node)(eventQuery(kind), { from: 1 })),
    )
    await until(() => both.some(({ end }) => end) || both.every((seen) => seen.events[1]), 20_000)
    expect(both.map(({ end }) => end)).toEqual([undefined, undefined])
    expect(both.map((seen) => seen.heights())).toEqual([range(1, 2), range(1, 2)])
  })

  it.each([...kinds, 'Tx'])('of %s ends with the heights that are gone', async (kind) => {
    const node = await startNode()
    for (let i = 0; i < 9; i++) node.commit([txOf('a=1')])
    node.chain.earliest = 6
    const seen = collect(connect(node)(eventQuery(kind), { from: 3 }))
    await until(() => seen.end !== undefined)
    expect(seen.end).toBeInstanceOf(GapError)
    expect(seen.end).toMatchObject({ name: 'GapError', from: 3, to: 5 })
    expect(seen.events).toEqual([])
  })

  it.each([...kinds, 'Tx'])('of %s ends when the node is of another chain', async (kind) => {
    const node = await startNode()
    // Some nodes do not report it.
    const chains = ['test', undefined, 'test', 'other']
    node.onMessage = ({ id, method }, peer) => {
      if (method !== 'status') return false
      const latest = String(node.chain.latest)
      const heights = { earliest_block_height: '1', latest_block_height: latest }
      const network = chains.length > 1 ? chains.shift() : chains[0]
      peer.send({ id, result: { node_info: { network }, sync_info: heights } })
      return true
    }
    const subscription = connect(node)(eventQuery(kind))
    const seen = collect(subscription)
    await subscription.ready
    for (let i = 0; i < 3; i++) node.commit([txOf('a=1')])
    await until(() => seen.heights().includes(3))
    node.peers.at(-1)?.socket.terminate()
    for (const height of [4, 5]) {
      await until(() => node.calls('status') === height - 2)
      node.commit([txOf('a=1')])
      await until(() => seen.heights().includes(height))
      node.peers.at(-1)?.socket.terminate()
    }
    await until(() => seen.end !== undefined)
    expect(seen.end).toMatchObject({
      name: 'ChainMismatchError',
      message: 'The node is of the chain other, not of test',
      expected: { chainId: 'test' },
      received: { chainId: 'other' },
    })
    expect(seen.heights().at(-1)).toBe(5)
  })

  it('ends with a gap when heights go while it reads', async () => {
    const node = await startNode()
    for (let i = 0; i < 40; i++) node.commit()
    node.onMessage = ({ method, params }) => {
      if (method === 'block' && params.height === '20') node.chain.earliest = 30
      return false
    }
    const seen = collect(connect(node)(eventQuery('NewBlock'), { from: 1 }))
    await until(() => seen.end !== undefined)
    expect(seen.end).toMatchObject({ name: 'GapError', to: 29 })
    expect(seen.heights()).toEqual(range(1, (seen.end as GapError).from - 1))
  })

  it('is followed by what came live meanwhile, however much', async () => {
    const node = await startNode()
    for (let i = 0; i < 30; i++) node.commit()
    let added = 0
    node.onMessage = ({ method }) => {
      if (method === 'block' && added++ < 40) node.commit()
      return false
    }
    const seen = collect(connect(node)(eventQuery('NewBlock'), { from: 1, buffer: { size: 5 } }))
    await until(() => added >= 40 && seen.events.length === node.chain.latest)
    expect(seen.heights()).toEqual(range(1, node.chain.latest))
    expect(seen.end).toBeUndefined()
  })

  it('goes on when the connection is lost while it reads', async () => {
    const node = await startNode()
    for (let i = 0; i < 30; i++) node.commit()
    let losses = 0
    node.onMessage = ({ method, params }, peer) => {
      if (method !== 'block' || Number(params.height) < 7 * (losses + 1)) return false
      losses++
      peer.socket.terminate()
      return true
    }
    const seen = collect(connect(node)(eventQuery('NewBlock'), { from: 1 }))
    await until(() => seen.events.length === 30)
    expect(losses).toBe(4)
    expect(seen.heights()).toEqual(range(1, 30))
  })

  it('is not possible for other kinds, and says so', async () => {
    const node = await startNode()
    const subscribe = connect(node)
    expect(() => subscribe(eventQuery('NewRound'), { resume: 'backfill' })).toThrow('NewRound')
    expect(() => subscribe("app.key='x'", { resume: 'backfill' })).toThrow('without a kind')
    expect(() => subscribe(eventQuery('NewRound'), { from: 1 })).toThrow("resume: 'backfill'")
    // Fetched events could not be compared with it.
    const unknown = { kind: 'Tx', toString: () => "tm.event='Tx' AND app.key MATCHES 'x'" } as const
    expect(() => subscribe(unknown, { resume: 'backfill' })).toThrow(SyntaxError)
    expect(() => subscribe(eventQuery('NewBlock'), { from: 1.5 as never })).toThrow('from')
    for (const from of [0, -1n, '0', 2n ** 60n]) {
      expect(() => subscribe(eventQuery('NewBlock'), { from })).toThrow(`from: ${from} is not`)
    }
  })
})
