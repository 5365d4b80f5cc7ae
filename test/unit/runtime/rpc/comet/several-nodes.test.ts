/* Nodes of one chain that do not all have the same heights, or not all of what a height has. */

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  createHistory,
  createRpcClient,
  eventQuery,
  fallback,
  http,
  type RpcMethod,
  type Subscription,
  webSocket,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { block, source } from '../document.fixture.js'
import { rejection, type ScriptedNode, startNode, txOf, until } from '../node.fixture.js'
import { collect, type Event, heightOf, range } from '../subscribe/stream.fixture.js'

const kinds = ['NewBlock', 'NewBlockHeader', 'NewBlockEvents', 'Tx'] as const
type Kind = (typeof kinds)[number]
const methods: { block: RpcMethod<{ height?: number }, { block: object }> } = { block }
const history = createHistory<Record<Kind, Event>, typeof methods>(methods)

/** Two nodes of a chain of 30 blocks with a transaction each; the first has a fault. */
async function twoNodes(spoil: (node: ScriptedNode) => void) {
  const nodes = [await startNode(), await startNode()] as const
  for (const node of nodes) {
    for (let height = 1; height <= 30; height++) node.commit([txOf(`${height}=a`)])
  }
  spoil(nodes[0])
  return nodes
}

type Answer = Record<string, unknown>

/** Changes the answers to a method about height 7. */
function changing(wanted: string, change: (answer: Answer) => unknown) {
  return (node: ScriptedNode): void => {
    const { answer } = node.chain
    node.chain.answer = (method, params) => {
      const given = answer(method, params)
      return method === wanted && params.height === '7' ? change(given as Answer) : given
    }
  }
}

/** Summaries of past blocks that are each one height too high, as if a proxy had mixed up two ranges. */
function shiftingSummaries({ chain }: ScriptedNode): void {
  const { answer } = chain
  const higher = (_: string, height: string): string => `"height":"${Number(height) + 1}"`
  chain.answer = (method, params) => {
    const given = answer(method, params)
    if (method !== 'blockchain' || Number(params.maxHeight) > 30) return given
    return JSON.parse(JSON.stringify(given).replaceAll(/"height":"(\d+)"/g, higher))
  }
}

const faults: readonly [string, (node: ScriptedNode) => void, wanted: readonly Kind[]][] = [
  [
    'has pruned a height',
    ({ chain }) => {
      chain.earliest = 12
    },
    kinds,
  ],
  [
    'answers about another height',
    changing('block', ({ block_id }) => ({ block_id, block: { header: { height: '8' } } })),
    ['NewBlock', 'Tx'],
  ],
  [
    'has fewer results than transactions',
    changing('block_results', (answer) => ({ ...answer, txs_results: null })),
    ['NewBlock', 'Tx'],
  ],
  ['has no block', changing('block', () => ({ block: null })), ['NewBlock', 'Tx']],
  ['sums up other heights', shiftingSummaries, kinds],
]
const cases = faults.flatMap(([what, spoil, wanted]) =>
  wanted.map((kind) => [what, kind, spoil] as const),
)

describe.each(cases)('if the first node %s, %s', (_, kind, spoil) => {
  it('is read by `history` from the next one', async () => {
    const nodes = await twoNodes(spoil)
    const transport = fallback(nodes.map(({ url }) => http(url)))
    const heights: number[] = []
    for await (const event of history({ transport }, { kinds: [kind], from: 1, batch: 4 })) {
      heights.push(heightOf(event))
    }
    expect(heights).toEqual(range(1, 30))
  })

  it('is fetched from the next one for subscriptions', async () => {
    const nodes = await twoNodes(spoil)
    const sockets = nodes.map(({ wsUrl }) => webSocket(wsUrl, { WebSocket }))
    const transport = fallback(sockets)
    onTestFinished(() => transport.close())
    const client = createRpcClient({ transport })
    const options = { from: 1, to: 32 }
    const events = openEventStream(client, source, eventQuery(kind), options) as Subscription<Event>
    const seen = collect(events)
    await until(() => seen.events.length === 30)
    for (const node of nodes) for (const tx of ['a', 'b']) node.commit([txOf(`${tx}=live`)])
    await until(() => seen.end !== undefined)
    expect(seen.end).toBe('done')
    expect(seen.heights()).toEqual(range(1, 32))
  })
})

describe('a height that one node has pruned', () => {
  const ask = { method: block, params: { height: 3 } }
  const prune = (node: ScriptedNode): void => {
    node.chain.earliest = 12
  }

  it('is asked of the next one, which stays second for the rest', async () => {
    const nodes = await twoNodes(prune)
    const transport = fallback(nodes.map(({ url }) => http(url)))
    expect(await transport.call(ask)).toMatchObject({ block: { header: { height: '3' } } })
    const asked = nodes[1].posted.length
    const other = { method: block, params: { height: 20 } }
    expect(await transport.call(other)).toMatchObject({ block: { header: { height: '20' } } })
    expect(nodes[1].posted.length).toBe(asked)
  })

  it('and by all others is the answer of the first', async () => {
    const nodes = await twoNodes(prune)
    prune(nodes[1])
    const transport = fallback(nodes.map(({ url }) => http(url)))
    const error = await rejection(transport.call(ask))
    expect(error).toMatchObject({ name: 'RpcError', address: nodes[0].url })
    const read = history({ transport }, { methods: ['block'], from: 3 })
    expect(await rejection(read.next())).toMatchObject({ name: 'GapError', from: 3, to: 11 })
  })

  it('may be at one that does not answer now', async () => {
    const nodes = await twoNodes(prune)
    const transport = fallback(nodes.map(({ url }) => http(url, { retry: false })))
    await transport.call(ask)
    await nodes[1].stop()
    expect(await rejection(transport.call(ask))).toMatchObject({
      name: 'TransportError',
      cause: { errors: [{ name: 'RpcError' }, { name: 'TransportError' }] },
    })
    vi.spyOn(Math, 'random').mockReturnValue(0.1)
    onTestFinished(() => void vi.restoreAllMocks())
    const read = history({ transport }, { methods: ['block'], from: 3, to: 5 })
    const first = read.next()
    await nodes[1].start()
    expect(await first).toMatchObject({ value: { height: 3 } })
  })
})

it('`history` reads up to a height that only another node has', async () => {
  const nodes = await twoNodes(() => {})
  for (let height = 31; height <= 33; height++) nodes[1].commit([txOf(`${height}=a`)])
  const transport = fallback(nodes.map(({ url }) => http(url)))
  const heights: number[] = []
  for await (const { height } of history({ transport }, { methods: ['block'], from: 29, to: 33 }))
    heights.push(height)
  expect(heights).toEqual(range(29, 33))
  const above = history({ transport }, { methods: ['block'], from: 29, to: 40 })
  expect(String(await rejection(above.next()))).toContain('height 40 does not exist yet')
})

describe('`history` over one node', () => {
  it.each([1, 5])('goes on after an error for `status` (%i times)', async (times) => {
    const [node] = await twoNodes(() => {})
    const { answer } = node.chain
    let left = times
    node.chain.answer = (method, params) => {
      if (method === 'status' && left-- > 0) throw new Error('not now')
      return answer(method, params)
    }
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const read = history({ transport: http(node.url) }, { methods: ['block'], to: 3 })
    const heights: number[] = []
    for await (const { height } of read) heights.push(height)
    expect(heights).toEqual([1, 2, 3])
  })

  it('reads nothing from a status that tells no height, and says so', async () => {
    const [node] = await twoNodes(() => {})
    node.chain.answer = () => ({})
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const read = history({ transport: http(node.url) }, { methods: ['block'] })
    expect(await rejection(read.next())).toMatchObject({
      name: 'TransportError',
      fault: 'body',
      operation: 'status',
      message: expect.stringContaining('latest_block_height'),
    })
  })

  it('ends with the error after nine times', async () => {
    const [node] = await twoNodes(() => {})
    let requests = 0
    node.onRequest = (_, response) => {
      requests++
      response.end('<html>')
      return true
    }
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => void vi.restoreAllMocks())
    const read = history({ transport: http(node.url) }, { methods: ['block'] })
    const error = { name: 'TransportError', fault: 'body', operation: 'status', address: node.url }
    expect(await rejection(read.next())).toMatchObject(error)
    expect(requests).toBe(9)
  })
})
