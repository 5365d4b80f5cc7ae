import { expect, it, vi } from 'vitest'
import { TransportError } from '../../../../../packages/runtime/src/core/index.js'
import {
  createHistory,
  fallback,
  http,
  mockTransport,
  type PassedOptions,
  type RequestEvent,
  type ResponseEvent,
  type RpcMethod,
  type RpcRequest,
  type Transport,
  withHooks,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import {
  type Requests,
  type SendAll,
  sendAttempt,
} from '../../../../../packages/runtime/src/rpc/transport.js'
import { block, header } from '../document.fixture.js'
import { pause, rejection, startNode, txOf, until } from '../node.fixture.js'
import { range } from '../subscribe/stream.fixture.js'

const methods: {
  block: RpcMethod<{ height?: number }, { block: object }>
  header: RpcMethod<{ height?: number }, { header: object }>
} = { block, header }
const history = createHistory<Record<never, never>, typeof methods>(methods)

async function nodeWith(heights: number, tx = 'a=b') {
  const node = await startNode()
  for (let height = 1; height <= heights; height++) node.commit([txOf(tx)])
  return node
}

async function heightsOf(items: AsyncIterable<{ readonly height: number }>): Promise<number[]> {
  const heights: number[] = []
  for await (const { height } of items) heights.push(height)
  return heights
}

const sizesOf = (posted: readonly unknown[]): number[] =>
  posted.map((body) => (Array.isArray(body) ? body.length : 1))

it('puts calls together over `fallback` too', async () => {
  const node = await nodeWith(20)
  const transport = fallback([mockTransport(), http(node.url, { retry: false })])
  const read = history({ transport }, { methods: ['header'], batch: 10 })
  expect(await heightsOf(read)).toEqual(range(1, 20))
  expect(sizesOf(node.posted).filter((size) => size > 1)).toEqual([10, 10])
})

it('leaves it to a transport that puts calls together by itself', async () => {
  const node = await nodeWith(20)
  const transport = http(node.url, { batch: true })
  expect(await heightsOf(history({ transport }, { methods: ['block', 'header'] }))).toEqual(
    range(1, 20),
  )
  expect(Math.max(...sizesOf(node.posted))).toBe(10)
})

it('tells hooks of each call of a request', async () => {
  const node = await nodeWith(6)
  const requests: RequestEvent[] = []
  const responses: ResponseEvent[] = []
  const transport = withHooks(http(node.url, { retry: { baseMs: 1, maxMs: 1 } }), {
    onRequest: (event) => requests.push(event),
    onResponse: (event) => responses.push(event),
  })
  let refused = false
  node.onRequest = (body, response) => {
    if (refused || !body.startsWith('[')) return false
    refused = true
    response.destroy()
    return true
  }
  const read = history({ transport }, { methods: ['header'], batch: 3, concurrency: 1 })
  expect(await heightsOf(read)).toEqual(range(1, 6))
  const told = requests.filter(({ operation }) => operation === 'header')
  expect(told.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 2, 2, 2, 1, 1, 1])
  expect(new Set(told.map(({ address }) => address))).toEqual(new Set([node.url]))
  const answered = responses.filter(({ operation }) => operation === 'header')
  expect(answered.map(({ status, error }) => [status, Boolean(error)])).toEqual([
    ...Array(3).fill([undefined, true]),
    ...Array(6).fill([200, false]),
  ])
})

it('requests separately what cannot be requested together', async () => {
  const node = await nodeWith(12)
  // A proxy that takes no answer of more than two blocks.
  node.onRequest = (body, response) => {
    if (JSON.parse(body).length === undefined) return false
    response.writeHead(502).end('upstream sent too big a body')
    return true
  }
  const transport = http(node.url, { retry: false })
  const read = history({ transport }, { methods: ['block'], batch: 10, concurrency: 2 })
  expect(await heightsOf(read)).toEqual(range(1, 12))
})

it('keeps no more responses than fit, whatever the concurrency', async () => {
  const node = await nodeWith(60, `a=${'v'.repeat(10_000)}`)
  let answered = 0
  node.onRequest = (body) => {
    if (body.includes('"block"')) answered++
    return false
  }
  const transport = http(node.url)
  const characters = 60_000
  const read = history({ transport }, { methods: ['block'], concurrency: 4, characters })
  expect((await read.next()).value?.height).toBe(1)
  // The first requests go out before anything is known of their length.
  await until(() => answered >= 4)
  await pause(100)
  expect(answered).toBe(4)
  for (let height = 2; height < 10; height++) {
    expect((await read.next()).value?.height).toBe(height)
    await pause(10)
    // One is being consumed, and of the three that fit, one more is in flight.
    expect(answered).toBeLessThanOrEqual(height + 3)
  }
  expect(await heightsOf(read)).toEqual(range(10, 60))
  const one = history({ transport }, { methods: ['block'], concurrency: 4, characters: 1 })
  expect(await heightsOf(one)).toEqual(range(1, 60))
})

const overSockets: readonly [string, (socket: Transport) => Transport][] = [
  ['a socket', (socket) => socket],
  ['`fallback` of sockets', (socket) => fallback([socket, { ...socket }])],
  ['`fallback` inside of another', (socket) => fallback([socket, fallback([socket])])],
]

it.each(overSockets)(
  'reads heights together over %s, where that is no larger message, while answers are short',
  async (_, over) => {
    const sizes: number[] = []
    let awaited = 0
    let most = 0
    let length = 10
    const head = { sync_info: { earliest_block_height: '1', latest_block_height: '400' } }
    const answer = ({ method, params }: RpcRequest): unknown => {
      const { height } = { height: 0, ...params }
      return method.name === 'status' ? head : { header: { height: String(height) } }
    }
    const transport: Transport = {
      kind: 'websocket',
      async call(request, options) {
        const [outcome] = await answers([request], options)
        return outcome?.result
      },
      callAll(requests, options) {
        sizes.push(requests.length)
        return answers(requests, options)
      },
      close() {},
    }
    async function answers(requests: Requests, options?: PassedOptions) {
      awaited += requests.length
      most = Math.max(most, awaited)
      await pause(1)
      awaited -= requests.length
      const send: SendAll = async (all) =>
        all.map((request) => ({ result: answer(request), size: length }))
      return sendAttempt(options ?? {}, requests, send)
    }
    const given = { methods: ['header'] as const, concurrency: 32, characters: 6_400, to: 400 }
    const heights: number[] = []
    for await (const { height } of history({ transport: over(transport) }, given)) {
      heights.push(height)
      if (height === 200) length = 300
    }
    expect(heights).toEqual(range(1, 400))
    expect(most).toBeLessThanOrEqual(32)
    // Groups of four are enough to share a deadline, and eight of them are in flight. Long responses are
    // requested one by one.
    expect(sizes.slice(0, 40)).toEqual(Array(40).fill(4))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300)
  },
)

it('reads heights one by one over `fallback` of which one endpoint is no socket', async () => {
  const node = await nodeWith(40)
  const socket: Transport = {
    kind: 'websocket',
    call: () => Promise.reject(new TransportError('Gone', { sent: false })),
    close() {},
  }
  const transport = fallback([socket, http(node.url)])
  expect(await heightsOf(history({ transport }, { methods: ['header'] }))).toEqual(range(1, 40))
  expect(Math.max(...sizesOf(node.posted))).toBe(1)
})

it('shows no credential that an answer repeats', async () => {
  const node = await nodeWith(4)
  const secret = 'secret-of-nobody'
  node.onRequest = (body, response) => {
    if (!body.includes('header')) return false
    const error = { code: -32603, message: 'Internal error', data: `who is ${secret}?` }
    const list: { id: number } | { id: number }[] = JSON.parse(body)
    const answer = [list].flat().map(({ id }) => ({ jsonrpc: '2.0', id, error }))
    response.end(JSON.stringify(answer.length > 1 ? answer : answer[0]))
    return true
  }
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const transport = http(node.url, { headers: { authorization: secret } })
  const error = await rejection(history({ transport }, { methods: ['header'], batch: 4 }).next())
  expect(error).toMatchObject({ name: 'GapError', from: 1, to: 1 })
  const cause = error instanceof Error ? String(error.cause) : ''
  expect(cause).toContain(`who is ***? (header, ${node.url})`)
})

it('needs nothing but `call` of a transport', async () => {
  const node = await nodeWith(7)
  const { call, close } = http(node.url)
  const transport: Transport = { kind: 'own', call, close }
  const read = history({ transport }, { methods: ['block', 'header'], batch: 10 })
  expect(await heightsOf(read)).toEqual(range(1, 7))
  expect(sizesOf(node.posted).every((size) => size === 1)).toBe(true)
})

it('accepts no response of another chain or another height', async () => {
  const node = await nodeWith(30)
  const cases: [change: (text: string) => string, words: string][] = [
    [
      (text) => text.replace('"chain_id":"test"', '"chain_id":"two"'),
      'of the chain two, not of test',
    ],
    [(text) => text.replace('"height":"7"', '"height":"8"'), 'about height 8, not about 7'],
  ]
  for (const [change, words] of cases) {
    const transport = http(node.url, {
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        const given = await response.text()
        const text = given.replace('"sync_info"', '"node_info":{"network":"test"},"sync_info"')
        const isSeventh = String(init.body).includes('"height":"7"')
        return new Response(isSeventh ? change(text) : text, response)
      },
    })
    const read = history({ transport }, { methods: ['block'], chainId: 'test', concurrency: 3 })
    const error = await rejection(heightsOf(read))
    expect(error).toMatchObject({ name: 'TransportError' })
    expect(String(error)).toContain(words)
  }
})
