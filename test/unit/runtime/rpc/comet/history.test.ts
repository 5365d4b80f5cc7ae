import { expect, expectTypeOf, it } from 'vitest'
import { TransportError } from '../../../../../packages/runtime/src/core/index.js'
import {
  type Cursor,
  createHistory,
  eventQuery,
  GapError,
  type HistoryProgress,
  http,
  type RpcMethod,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { block, header, status } from '../document.fixture.js'
import { pause, rejection, type ScriptedNode, startNode, txOf } from '../node.fixture.js'
import { connect } from '../socket/socket.fixture.js'
import { type Event, heightOf, range } from '../subscribe/stream.fixture.js'

interface Events {
  NewBlock: Event
  Tx: Event
}
const methods: {
  block: RpcMethod<{ height?: number }, { block: object }>
  header: RpcMethod<{ height?: number }, { header: object }>
  status: RpcMethod<object, object>
} = { block, header, status }
const history = createHistory<Events, typeof methods>(methods)

async function nodeWith(heights: number, txs = (height: number) => height % 3) {
  const node = await startNode()
  for (let height = 1; height <= heights; height++) {
    node.commit(range(1, txs(height)).map((i) => txOf(`${height}=${i}`)))
  }
  return node
}

const over = (node: ScriptedNode, options = {}) => ({ transport: http(node.url, options) })

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const placeOf = ({ data: { value } }: Event): string => {
  const { height, index = 0 } = (value.TxResult ?? {}) as { height?: string; index?: number }
  return height === undefined ? 'block' : `${height}/${index}`
}

it('gives the events of the past in order, over http and over a socket', async () => {
  const node = await nodeWith(50)
  const expected = range(1, 50).flatMap((h) => range(0, (h % 3) - 1).map((i) => `${h}/${i}`))
  for (const client of [over(node), { transport: connect(node) }]) {
    const events = await all(history(client, { kinds: ['Tx'], concurrency: 7 }))
    expect(events.map(placeOf)).toEqual(expected)
  }
})

it('refuses a query that it does not understand, which would match everything', async () => {
  const node = await nodeWith(2)
  const text = "tm.event='Tx' AND app.key MATCHES 'x'"
  const query = { kind: 'Tx', toString: () => text } as const
  const read = async () => all<unknown>(history(over(node), { query }))
  expect(await rejection(read())).toMatchObject({ name: 'SyntaxError' })
})

it('gives several kinds height by height, and only what fits a query', async () => {
  const node = await nodeWith(6)
  const both = await all(history(over(node), { kinds: ['NewBlock', 'Tx'], from: 4, to: 5n }))
  expect(both.map(placeOf)).toEqual(['block', '4/0', 'block', '5/0', '5/1'])
  expect(both.map(({ query }) => query).slice(0, 2)).toEqual([
    "tm.event='NewBlock'",
    "tm.event='Tx'",
  ])
  const query = eventQuery('Tx').where('app.key', 'CONTAINS', '=2')
  expect((await all(history(over(node), { query }))).map(placeOf)).toEqual(['2/1', '5/1'])
  const text = await all(history(over(node), { query: String(query), from: 3 }))
  expect(text.map(placeOf)).toEqual(['5/1'])
})

it('gives the answers of methods', async () => {
  const node = await nodeWith(5)
  const answers = await all(history(over(node), { methods: ['block', 'header'], from: 2, to: 4 }))
  expect(answers.map(({ height }) => height)).toEqual([2, 3, 4])
  expect(answers[0]?.header).toMatchObject({ header: { height: '2' } })
  expect(answers[0]?.block).toMatchObject({ block: { header: { height: '2' } } })
  expectTypeOf(answers).items.toHaveProperty('block').toEqualTypeOf<{ block: object }>()
  const none = () => history(over(node), { methods: ['status' as 'block'] })
  expect(none).toThrow('status is not a method that takes a height')
})

it('goes on at a cursor', async () => {
  const node = await nodeWith(20)
  const expected = (await all(history(over(node), { kinds: ['NewBlock', 'Tx'] }))).map(
    (event) => `${heightOf(event)}${placeOf(event)}`,
  )
  const seen: string[] = []
  let from: Cursor | undefined
  for (;;) {
    let taken = 0
    for await (const event of history(over(node), { kinds: ['NewBlock', 'Tx'], from })) {
      seen.push(`${heightOf(event)}${placeOf(event)}`)
      from = event.cursor
      if (++taken === 7) break
    }
    if (taken < 7) break
  }
  expect(seen).toEqual(expected)
})

it('puts calls together, and has so many requests on the way', async () => {
  const node = await nodeWith(60)
  let open = 0
  let most = 0
  node.onRequest = (_, response) => {
    most = Math.max(most, ++open)
    response.on('close', () => open--)
    return false
  }
  const answers = await all(history(over(node), { methods: ['header'], batch: 10, concurrency: 3 }))
  expect(answers).toHaveLength(60)
  expect(node.posted.filter((body) => Array.isArray(body) && body.length === 10)).toHaveLength(6)
  expect(most).toBeLessThanOrEqual(3)
})

it('tells how far it is', async () => {
  const node = await nodeWith(8)
  const told: HistoryProgress[] = []
  const options = { from: 3, to: 6, onProgress: (each: HistoryProgress) => told.push(each) }
  await all(history(over(node), { kinds: ['NewBlock'], ...options }))
  expect(told.map(({ height, done, remaining }) => [height, done, remaining])).toEqual([
    [3, 1, 3],
    [4, 2, 2],
    [5, 3, 1],
    [6, 4, 0],
  ])
  expect(told[3]?.rate).toBeGreaterThan(0)
  expect(told[3]?.remainingMs).toBe(0)
})

it('survives a node that is away for a while', async () => {
  const node = await nodeWith(40)
  let requests = 0
  node.onRequest = (_, response) => {
    if (++requests % 9 !== 0) return false
    response.destroy()
    return true
  }
  const events = await all(history(over(node, { retry: false }), { kinds: ['NewBlock'] }))
  expect(events.map(heightOf)).toEqual(range(1, 40))
})

it('says what cannot be read', async () => {
  const node = await nodeWith(9)
  const read = (options: object) =>
    rejection((async () => history(over(node), { kinds: ['NewBlock'], ...options }).next())())
  expect(String(await read({ to: 10 }))).toContain('to: height 10 does not exist yet')
  expect(String(await read({ from: 0 }))).toContain('from: 0 is not a height')
  expect(String(await read({ kinds: ['Vote'] }))).toContain('Vote cannot be read from past blocks')
  expect(String(await read({ concurrency: 0 }))).toContain('concurrency takes number >= 1')
  const elsewhere = await read({ chainId: 'other' })
  expect(elsewhere).toBeInstanceOf(TransportError)
  expect(elsewhere).toMatchObject({ fault: 'endpoint' })
  node.chain.earliest = 5
  const gap = await read({ from: 2 })
  expect(gap).toBeInstanceOf(GapError)
  expect(gap).toMatchObject({ from: 2, to: 4 })
  for (const from of [10, 11, { height: 99, index: 0, block: { height: 98, hash: 'AB98' } }]) {
    expect(await all(history(over(node), { kinds: ['NewBlock'], from }))).toEqual([])
  }
})

it('ends with the signal, and leaves nothing behind when it is left', async () => {
  const node = await nodeWith(200)
  const controller = new AbortController()
  const options = { kinds: ['NewBlock'], signal: controller.signal } as const
  let taken = 0
  const reading = (async () => {
    for await (const _ of history(over(node), options))
      if (++taken === 5) controller.abort('enough')
  })()
  expect(await rejection(reading)).toBe('enough')
  // What was on its way still arrives; on a busy machine that takes a while.
  let before: number
  do {
    before = node.posted.length
    await pause(200)
  } while (node.posted.length > before)
  expect(before).toBeLessThan(140)
})

const bad: readonly (readonly [string, (id: number) => readonly [number, unknown]])[] = [
  ['a height that is null', (id) => [200, answerOf(id, { latest_block_height: null })]],
  ['a height that is empty', (id) => [200, answerOf(id, { latest_block_height: '' })]],
  ['nothing', (id) => [200, { jsonrpc: '2.0', id, result: null }]],
  ['an empty object', (id) => [200, { jsonrpc: '2.0', id, result: {} }]],
  ['425', () => [425, {}]],
]

function answerOf(id: number, sync_info: object): object {
  return { jsonrpc: '2.0', id, result: { node_info: { network: 'test' }, sync_info } }
}

it.each(bad)('repeats a status that is once %s', async (_, answer) => {
  const node = await nodeWith(9)
  let isBad = true
  node.onRequest = (text, response) => {
    const { id, method } = JSON.parse(text)
    if (method !== 'status' || !isBad) return false
    isBad = false
    const [code, body] = answer(id)
    response.writeHead(code).end(JSON.stringify(body))
    return true
  }
  const events = await all(history(over(node, { retry: false }), { kinds: ['NewBlock'] }))
  expect(events.map(heightOf)).toEqual(range(1, 9))
  expect(isBad).toBe(false)
})
