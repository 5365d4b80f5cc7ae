import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  createRpcClient,
  eventQuery,
  fallback,
  http,
  isRpcError,
  type Middleware,
  mockTransport,
  type ResponseEvent,
  type Transport,
  uri,
  webSocket,
  withHooks,
} from '../../../../packages/runtime/src/rpc/comet/index.js'
import { eip1193 } from '../../../../packages/runtime/src/rpc/index.js'
import { openEventStream } from '../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { createChain } from './comet/chain.fixture.js'
import { block, broadcast, header, source, status } from './document.fixture.js'
import { rejection, type ScriptedNode, startNode, until } from './node.fixture.js'

/** A node that answers `block` with the parameters that it got. */
async function echoing(): Promise<ScriptedNode> {
  const chain = createChain()
  const answer: typeof chain.answer = (method, params) =>
    method === 'block' ? { params } : chain.answer(method, params)
  const node = await startNode({ ...chain, answer })
  node.onRequest = answerUri
  return node
}

/** Answers a GET, which the node of the fixture does not; takes no other request away from it. */
const answerUri: ScriptedNode['onRequest'] = (body, response, { url = '' }) => {
  if (body) return false
  const params = Object.fromEntries(new URL(url, 'http://node').searchParams)
  response.end(JSON.stringify({ jsonrpc: '2.0', id: -1, result: { params } }))
  return true
}

const retry = { attempts: 2, baseMs: 1, maxMs: 2 }
const socket = (node: ScriptedNode) => webSocket(node.wsUrl, { WebSocket })

/** Transports of this package, of whatever kind, and one that a user wrote. */
const transports: [name: string, make: (node: ScriptedNode) => Transport][] = [
  ['http', (node) => http(node.url, { retry })],
  ['http with batches', (node) => http(node.url, { retry, batch: true })],
  ['uri', (node) => uri(node.url, { retry })],
  ['webSocket', socket],
  ['fallback', (node) => fallback([socket(node), http(node.url)])],
  ['fallback of a mock', (node) => fallback([own(http(node.url))])],
  ['a mock', () => mockTransport({ handlers: { block: (params: object) => ({ params }) } })],
  [
    'a provider',
    () => eip1193({ request: async ({ params }) => ({ params: Object(params) }) }) as Transport,
  ],
  ['one of a user', (node) => own(http(node.url))],
]

function own(inner: Transport): Transport {
  return { kind: 'own', call: inner.call, close: inner.close }
}

function clientOf(transport: Transport, ...middleware: Middleware[]) {
  const client = createRpcClient({ transport, middleware })
  onTestFinished(() => client.close())
  return client
}

describe.each(transports)('messages through middleware over %s', (kind, make) => {
  it('are changed on their way, and so are answers', async () => {
    const node = await echoing()
    const change: Middleware = {
      name: 'change',
      async message(request, next) {
        const answer = await next({ ...request, params: { height: 7 } })
        return { ...answer, result: { ...Object(answer.result), more: 1 } }
      },
    }
    const answer = await clientOf(make(node), change).call(block, { height: 5 })
    // A mock gets parameters before they are encoded.
    expect(answer).toEqual({ params: { height: kind === 'a mock' ? 7 : '7' }, more: 1 })
  })

  it('run the first outermost, after the call and before the request', async () => {
    const node = await echoing()
    const lines: string[] = []
    const log = (name: string): Middleware => ({
      name,
      async call({ operation }, next) {
        lines.push(`${name} call ${operation.id}`)
        const result = await next()
        lines.push(`${name} result`)
        return result
      },
      async message({ params }, next, { attempt, operation }) {
        lines.push(`${name} message ${operation.id} ${attempt} ${JSON.stringify(params)}`)
        const { result } = await next()
        lines.push(`${name} answer`)
        return { result }
      },
    })
    await clientOf(make(node), log('outer'), log('inner')).call(block, { height: 5 })
    expect(lines).toEqual([
      'outer call block',
      'inner call block',
      'outer message block 1 {"height":5}',
      'inner message block 1 {"height":5}',
      'inner answer',
      'outer answer',
      'inner result',
      'outer result',
    ])
  })

  it('fail the call with the error of middleware, which is not retried', async () => {
    const node = await echoing()
    const mine = new Error('mine')
    let count = 0
    const failing: Middleware = {
      name: 'failing',
      async message(_, next) {
        count++
        await next()
        throw mine
      },
    }
    expect(await rejection(clientOf(make(node), failing).call(block))).toBe(mine)
    expect(count).toBe(1)
    const sync: Middleware = {
      name: 'sync',
      message() {
        throw mine
      },
    }
    expect(await rejection(clientOf(make(node), sync).call(block))).toBe(mine)
  })

  it('are a TypeError if middleware returns nothing', async () => {
    const node = await echoing()
    const forgetful = { name: 'f', message: async () => undefined } as unknown as Middleware
    const error = await rejection(clientOf(make(node), forgetful).call(block))
    expect(error).toEqual(new TypeError('block: middleware returned nothing'))
  })

  it('end with the signal of the caller, and with the deadline', async () => {
    const node = await echoing()
    const signals: AbortSignal[] = []
    const hanging: Middleware = {
      name: 'hanging',
      async message(_, __, { signal }) {
        signals.push(signal)
        return new Promise(() => {})
      },
    }
    const client = clientOf(make(node), hanging)
    const stop = new AbortController()
    const reason = new Error('stop')
    const ended = rejection(client.call(block, {}, { signal: stop.signal }))
    await until(() => signals.length > 0)
    stop.abort(reason)
    expect(await ended).toBe(reason)
    expect(signals[0]?.reason).toBe(reason)
    expect(await rejection(client.call(block, {}, { timeoutMs: 10 }))).toMatchObject({
      name: 'TimeoutError',
      operation: 'block',
    })
  })
})

describe('messages through middleware', () => {
  it('are those of each call of a batch', async () => {
    const node = await echoing()
    const heights: unknown[] = []
    const odd: Middleware = {
      name: 'odd',
      async message(request, next, { operation }) {
        const height = Number(Reflect.get(request.params, 'height'))
        heights.push([operation.id, height])
        return next({ ...request, params: { height: height + 1 } })
      },
    }
    const client = clientOf(http(node.url, { batch: true }), odd)
    const calls = [client.call(block, { height: 3 }), client.call(block, { height: 4 })]
    expect(await Promise.all(calls)).toEqual([
      { params: { height: '4' } },
      { params: { height: '5' } },
    ])
    expect(heights).toEqual([
      ['block', 3],
      ['block', 4],
    ])
    expect(node.posted).toHaveLength(1)
  })

  it('are seen in each attempt: over http after a pause, over a socket after a loss', async () => {
    const node = await echoing()
    let left = 2
    node.onRequest = (body, response, request) => {
      if (left <= 0) return answerUri(body, response, request)
      left--
      response.writeHead(503, { 'retry-after': '0' }).end()
      return true
    }
    node.onMessage = ({ method }, peer) => {
      if (left <= 0 || method !== 'block') return false
      left--
      peer.socket.terminate()
      return true
    }
    for (const [transport, address] of [
      [http(node.url, { retry }), node.url],
      [uri(node.url, { retry }), node.url],
      [socket(node), new URL(node.wsUrl).origin],
    ] as const) {
      left = 2
      const seen: unknown[] = []
      const log: Middleware = {
        name: 'log',
        async message(request, next, { attempt }) {
          try {
            const { status } = await next()
            seen.push([attempt, request.address, status])
            return { result: 'mine' }
          } catch (error) {
            seen.push([attempt, Object(error).name, Object(error).status])
            throw error
          }
        },
      }
      expect(await clientOf(transport, log).call(block)).toBe('mine')
      const failing = transport.kind === 'websocket' ? undefined : 503
      expect(seen).toEqual([
        [1, 'TransportError', failing],
        [2, 'TransportError', failing],
        [3, address, transport.kind === 'websocket' ? undefined : 200],
      ])
    }
  })

  it.each([
    ['http', (node: ScriptedNode) => http(node.url)],
    ['webSocket', socket],
  ])('get a new token once for many calls over %s', async (_, make) => {
    const node = await echoing()
    node.chain = {
      ...node.chain,
      answer(_, { height }) {
        if (height !== '2') throw new Error('the token has expired')
        return { fine: true }
      },
    }
    let tokens = 0
    let token: Promise<number> | undefined
    const fresh = (): Promise<number> => {
      token = Promise.resolve(++tokens)
      return token
    }
    const refreshing: Middleware = {
      name: 'refreshing',
      async message(request, next) {
        const used = token ?? fresh()
        const answer = await next({ ...request, params: { height: await used } })
        if (!isRpcError(answer.error)) return answer
        const newer = token === undefined || token === used ? fresh() : token
        return next({ ...request, params: { height: await newer } })
      },
    }
    const client = clientOf(make(node), refreshing)
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.call(block)))
    expect(answers).toEqual(Array(4).fill({ fine: true }))
    expect(tokens).toBe(2)
  })

  it('may be answered without the server', async () => {
    const node = await echoing()
    const cached: Middleware = { name: 'cached', message: async () => ({ result: 'kept' }) }
    expect(await clientOf(socket(node), cached).call(block)).toBe('kept')
    expect(node.calls('block')).toBe(0)
  })

  it('go through the request of http, and through hooks inside', async () => {
    const node = await echoing()
    const lines: string[] = []
    const outer: Middleware = {
      name: 'outer',
      async message(_, next) {
        lines.push('message')
        return next()
      },
      async attempt(request, next, { attempt }) {
        lines.push(`request ${attempt} ${new URL(request.url).pathname}`)
        return next()
      },
    }
    const hooks = {
      onRequest: () => lines.push('hook'),
      onResponse: ({ status }: ResponseEvent) => lines.push(`hook ${status}`),
    }
    await clientOf(withHooks(http(node.url), hooks), outer).call(block)
    expect(lines).toEqual(['message', 'hook', 'request 1 /', 'hook 200'])
    lines.length = 0
    await clientOf(withHooks(own(http(node.url)), hooks), outer).call(block)
    expect(lines).toEqual(['message', 'hook', 'hook undefined'])
  })
})

describe('hooks of a transport', () => {
  const heard = () => {
    const responses: ResponseEvent[] = []
    const lines: string[] = []
    const hooks = {
      onRequest: ({ attempt }: { attempt: number }) => lines.push(`> ${attempt}`),
      onResponse(event: ResponseEvent) {
        responses.push(event)
        lines.push(`< ${event.attempt} ${Object(event.error).name ?? 'ok'}`)
      },
      onRetry: ({ attempt, waitMs }: { attempt: number; waitMs: number }) =>
        lines.push(`! ${attempt} ${waitMs}`),
    }
    return { hooks, responses, lines }
  }

  it.each(transports.filter(([name]) => name !== 'uri'))(
    'hear of a pending call over %s that ends',
    async (_, make) => {
      const node = await echoing()
      const { hooks, responses, lines } = heard()
      node.onMessage = ({ method }) => method === 'header'
      node.onRequest = (body) => body.includes('header')
      const silent = mockTransport({ handlers: { header: () => new Promise(() => {}) } })
      const made = make(node)
      const transport = withHooks(/mock|eip/.test(made.kind) ? silent : made, hooks)
      const client = clientOf(transport)
      const reason = new Error('stop')
      const stop = new AbortController()
      const ended = rejection(client.call(header, {}, { signal: stop.signal }))
      await until(() => lines.length > 0)
      stop.abort(reason)
      expect(await ended).toBe(reason)
      await until(() => responses.length > 0)
      expect(responses[0]?.error).toBe(reason)
      expect(await rejection(client.call(header, {}, { timeoutMs: 20 }))).toMatchObject({
        name: 'TimeoutError',
      })
      await until(() => responses.length > 1)
      expect(lines).toEqual(['> 1', '< 1 Error', '> 1', '< 1 TimeoutError'])
    },
  )

  it('hear how long a call of a transport took that reports no attempts', async () => {
    const { hooks, responses } = heard()
    const slow = () => new Promise((resolve) => setTimeout(resolve, 30, {}))
    await clientOf(withHooks(mockTransport({ handlers: { status: slow } }), hooks)).call(status)
    expect(responses[0]?.ms).toBeGreaterThan(20)
  })

  it('hear of a reconnection as of another attempt', async () => {
    const node = await echoing()
    let left = 1
    node.onMessage = ({ method }, peer) => {
      if (left <= 0 || method !== 'block') return false
      left--
      peer.socket.terminate()
      return true
    }
    const { hooks, lines } = heard()
    await clientOf(withHooks(socket(node), hooks)).call(block)
    expect(lines).toEqual(['> 1', '< 1 TransportError', '! 1 0', '> 2', '< 2 ok'])
  })

  it('hear of calls that were never sent', async () => {
    const { hooks, lines } = heard()
    const transport = withHooks(http('http://127.0.0.1:1'), hooks)
    transport.close()
    await rejection(transport.call({ method: broadcast, params: {} }))
    expect(lines).toEqual(['> 1', '< 1 TransportError'])
  })

  it('hear of each endpoint that a subscription tries', async () => {
    const [gone, node] = [await startNode(), await startNode()]
    await gone.stop()
    const responses: ResponseEvent[] = []
    const both = fallback([webSocket(gone.wsUrl, { WebSocket }), socket(node)])
    const transport = withHooks(both, { onResponse: (event) => responses.push(event) })
    const client = clientOf(transport)
    const events = openEventStream(client, source, eventQuery('NewBlock'), { resume: 'none' })
    await events.ready
    await events.return?.()
    const told = responses.filter(({ operation }) => operation === 'subscribe')
    expect(told.map(({ address, error }) => [address, Boolean(error)]).at(-1)).toEqual([
      new URL(node.wsUrl).origin,
      false,
    ])
  })

  it('that throw or reject change nothing over a socket', async () => {
    const node = await echoing()
    const said = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const fault = new Error('of the hook')
    const hooks = {
      onRequest: () => {
        throw fault
      },
      onResponse: async () => Promise.reject(fault),
    }
    await clientOf(withHooks(socket(node), hooks)).call(block)
    await until(() => said.mock.calls.length > 1)
    expect(said.mock.calls).toEqual([[fault], [fault]])
  })
})
