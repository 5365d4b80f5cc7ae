/*
 * A cursor names the newest block that was known. A node whose data was wiped has the same heights again, often under
 * the same chain id, and with the same genesis even the same first block.
 */
import { describe, expect, it } from 'vitest'
import {
  type ChainMismatchError,
  type Cursor,
  createHistory,
  eventQuery,
  http,
  isChainMismatchError,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { pause, rejection, type ScriptedNode, startNode, txOf, until } from '../node.fixture.js'
import { collect, connect, type Event, heightOf, range } from '../subscribe/stream.fixture.js'
import { createChain } from './chain.fixture.js'

const kinds = ['NewBlock', 'NewBlockHeader', 'NewBlockEvents', 'Tx'] as const
type Kind = (typeof kinds)[number]
const history = createHistory<Record<Kind, Event>, Record<never, never>>({})

function grow(node: ScriptedNode, to: number): void {
  while (node.chain.latest < to) node.commit([txOf(`${node.chain.latest}=a`)])
}

/** The data of the node is wiped, and its chain begins again with the same genesis. */
function reset(node: ScriptedNode, to: number): void {
  node.chain = createChain(node.chain.run + 1)
  for (const { socket } of node.peers) socket.terminate()
  grow(node, to)
}

/** The cursor of the last event up to a height, as stored. */
async function cursorAt(node: ScriptedNode, kind: Kind, height: number): Promise<Cursor> {
  const seen = collect(connect(node)(eventQuery(kind), { from: 1, to: height }))
  await until(() => seen.end === 'done')
  const { cursor } = seen.events.at(-1) ?? {}
  if (!cursor) throw new Error('no cursor')
  return JSON.parse(JSON.stringify(cursor))
}

function expectMismatch(error: unknown, { block }: Cursor): void {
  expect(error).toMatchObject({ name: 'ChainMismatchError' })
  const { expected, received } = error as ChainMismatchError
  expect(isChainMismatchError(error)).toBe(true)
  expect(expected).toMatchObject({ ...block })
  expect(received.chainId).toBe('test')
  expect(received.hash).not.toBe(block?.hash)
  expect(received.height).toBeGreaterThan(0)
}

describe.each(kinds)('the cursor of %s', (kind) => {
  it('has a block at or just below its height, fetched and live', async () => {
    const node = await startNode()
    grow(node, 45)
    const seen = collect(connect(node)(eventQuery(kind), { from: 1 }))
    const events = history({ transport: http(node.url) }, { kinds: [kind] })
    for await (const { cursor } of events) expectNear(cursor)
    await until(() => seen.events.length === 45)
    for (const to of range(46, 90)) {
      grow(node, to)
      await until(() => seen.events.length === to)
    }
    for (const { cursor } of seen.events) expectNear(cursor)
    const marks = connect(node)(eventQuery(kind), { from: 1, to: 90, by: 'height' })
    for await (const { cursor } of marks) expectNear(cursor)
  })

  function expectNear(cursor: Cursor | undefined): void {
    const { height, block } = cursor ?? { height: 0 }
    if (kind !== 'NewBlock' && height === 1) return
    expect(block?.hash).toBe(`AB${block?.height}`)
    expect(block?.height).toBeLessThanOrEqual(height)
    // Events without a hash of their own take it from a summary of twenty blocks.
    const near = kind === 'NewBlockEvents' ? 21 : 2
    expect(height - (block?.height ?? 0)).toBeLessThanOrEqual(near)
  }

  it.each([
    ['is longer', 60],
    ['is as long', 40],
    ['is longer by one', 41],
  ])('is refused after a reset when the new chain %s', async (_, length) => {
    const node = await startNode()
    grow(node, 40)
    const cursor = await cursorAt(node, kind, 40)
    reset(node, length)
    const subscription = connect(node)(eventQuery(kind), { from: cursor })
    expectMismatch(await rejection(subscription.next()), cursor)
    const past = history({ transport: http(node.url) }, { kinds: [kind], from: cursor })
    expectMismatch(await rejection(past.next()), cursor)
  })

  it('is refused once a new chain that is shorter gets there', async () => {
    const node = await startNode()
    grow(node, 40)
    const cursor = await cursorAt(node, kind, 40)
    reset(node, 5)
    const seen = collect(connect(node)(eventQuery(kind), { from: cursor, quietMs: 50 }))
    await pause(50)
    for (const to of range(6, 43)) {
      grow(node, to)
      await pause(1)
    }
    await until(() => seen.end !== undefined)
    expectMismatch(seen.end, cursor)
    expect(seen.events).toEqual([])
  })

  it('is fine on the same chain, also if its block is pruned', async () => {
    const node = await startNode()
    grow(node, 40)
    const cursor = await cursorAt(node, kind, 40)
    grow(node, 50)
    for (const earliest of [1, 40, 41]) {
      node.chain.earliest = earliest
      const seen = collect(connect(node)(eventQuery(kind), { from: cursor, to: 50 }))
      await until(() => seen.end === 'done')
      expect(seen.heights()).toEqual(range(41, 50))
    }
  })

  it('without a block resumes by its height', async () => {
    const node = await startNode()
    grow(node, 40)
    const { height, index } = await cursorAt(node, kind, 40)
    reset(node, 44)
    const seen = collect(connect(node)(eventQuery(kind), { from: { height, index }, to: 44 }))
    await until(() => seen.end === 'done')
    expect(seen.heights()).toEqual(range(41, 44))
  })

  it.each([3, 40, 60])('ends a running loop after a reset, %i blocks later', async (length) => {
    const node = await startNode()
    grow(node, 10)
    const seen = collect(connect(node)(eventQuery(kind), { from: 1 }))
    await until(() => seen.events.length === 10)
    for (const to of range(11, 40)) {
      grow(node, to)
      await until(() => seen.events.length === to)
    }
    reset(node, length)
    await until(() => seen.end !== undefined)
    expect(seen.end).toMatchObject({ name: 'ChainMismatchError', expected: { chainId: 'test' } })
    expect(seen.heights()).toEqual(range(1, 40))
  })

  it('costs no call per event', async () => {
    const node = await startNode()
    node.commit()
    const subscription = connect(node)(`tm.event='${kind}'`)
    const seen = collect(subscription)
    await subscription.ready
    const before = node.peers.flatMap(({ received }) => received).length
    for (const to of range(2, 101)) {
      node.commit(range(1, 5).map((i) => txOf(`${to}=${i}`)))
      await until(() => seen.heights().at(-1) === to)
    }
    await pause(20)
    const calls = node.peers.flatMap(({ received }) => received).slice(before)
    // Transactions were always counted once in a height.
    const own = kind === 'Tx' ? calls.filter(({ method }) => method !== 'blockchain') : calls
    const tells = kind === 'NewBlock' || kind === 'Tx'
    expect(own.length).toBeLessThanOrEqual(tells ? 0 : 10)
    expect(calls.length).toBeLessThanOrEqual(110)
  })
})

describe('the chain', () => {
  it('of another id ends a loop without a pin', async () => {
    const node = await startNode()
    let network = 'test'
    node.onMessage = ({ id, method, params }, peer) => {
      if (method !== 'status') return false
      const answer = node.chain.answer(method, params) as object
      peer.send({ jsonrpc: '2.0', id, result: { ...answer, node_info: { network } } })
      return true
    }
    grow(node, 5)
    const modes = [{ from: 1 }, { resume: 'reconnect' }] as const
    const all = modes.map((options) => connect(node)(eventQuery('NewBlockHeader'), options))
    const seen = all.map(collect)
    await Promise.all(all.map(({ ready }) => ready))
    grow(node, 7)
    await until(() => seen.every(({ events }) => events.at(-1)?.cursor?.height === 7))
    network = 'two'
    reset(node, 3)
    await until(() => seen.every(({ end }) => end !== undefined))
    for (const { end } of seen) {
      expect(end).toMatchObject({
        name: 'ChainMismatchError',
        message: 'The node is of the chain two, not of test',
        expected: { chainId: 'test' },
        received: { chainId: 'two', height: 3, hash: 'AB13' },
      })
    }
  })

  it.each([3, 30])('that is reset ends a loop that fetches nothing (%i)', async (length) => {
    const node = await startNode()
    grow(node, 10)
    const subscription = connect(node)("tm.event='NewRound'", { resume: 'reconnect' })
    const seen = collect(subscription)
    await subscription.ready
    reset(node, length)
    await until(() => seen.end !== undefined)
    expect(seen.end).toMatchObject({ name: 'ChainMismatchError' })
  })

  it.each(kinds)('that is reset while `history` reads %s ends it', async (kind) => {
    const node = await startNode()
    grow(node, 200)
    const past = history({ transport: http(node.url) }, { kinds: [kind], concurrency: 2 })
    const heights: number[] = []
    const read = (async () => {
      for await (const { cursor } of past) {
        heights.push(cursor?.height ?? 0)
        if (heights.length === 50) {
          node.chain = createChain(1)
          grow(node, 200)
        }
      }
    })()
    expect(await rejection(read)).toMatchObject({ name: 'ChainMismatchError' })
    // What was requested before is still of the first chain.
    const tells = kind === 'NewBlock' || kind === 'Tx'
    expect(heights.length).toBeLessThanOrEqual(tells ? 60 : 90)
  })

  it('is asked about a block of a cursor only in a form that can be', async () => {
    const node = await startNode()
    for (const block of [
      { height: 5, hash: 'AB5' },
      { height: 4, hash: '' },
      { height: 0, hash: 'A' },
      { height: 'x', hash: 'A' },
      { height: 3, hash: 7 },
    ] as never[]) {
      const from = { height: 4, index: 1, block }
      expect(() => connect(node)(eventQuery('Tx'), { from })).toThrow('from.block')
    }
  })

  it.each<[string, unknown]>([
    ['text', { height: '2', hash: 'AB2' }],
    ['a bigint', { height: 2n, hash: 'AB2' }],
    ['nothing', null],
  ])('knows the block of a cursor whose height was stored as %s', async (_, block) => {
    const node = await startNode()
    grow(node, 9)
    const from = { height: 3, index: 0, block } as Cursor
    const seen: number[] = []
    for await (const event of connect(node)(eventQuery('NewBlock'), { from, to: 6 }))
      seen.push(heightOf(event))
    const past = history({ transport: http(node.url) }, { kinds: ['NewBlock'], from, to: 6 })
    for await (const event of past) seen.push(heightOf(event))
    expect(seen).toEqual([3, 4, 5, 6, 3, 4, 5, 6])
    if (block === null) return
    const wrong = { ...from, block: { ...(block as object), hash: 'WRONG' } } as Cursor
    const read = history({ transport: http(node.url) }, { kinds: ['NewBlock'], from: wrong }).next()
    expect(await rejection(read)).toMatchObject({ name: 'ChainMismatchError' })
  })
})
