import { describe, expect, it } from 'vitest'
import { asValidator } from '../../../../packages/runtime/src/core/index.js'
import {
  attempt,
  attemptsOf,
  callsOf,
  createRpcClient,
  http,
  type Middleware,
  mockTransport,
  paginate,
  RpcError,
  type RpcMethod,
  responseCheck,
  uri,
  waitFor,
} from '../../../../packages/runtime/src/rpc/index.js'
import { block, status, validators } from './document.fixture.js'
import { rejection, startNode } from './node.fixture.js'

type Sent = { readonly url: string; readonly init: RequestInit }

/** A `fetch` that answers every message with its method, and failing statuses before that. */
function answering(...statuses: readonly number[]) {
  const sent: Sent[] = []
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent.push({ url, init })
    const failing = statuses[sent.length - 1]
    if (failing !== undefined) return new Response('busy', { status: failing })
    const body: unknown = JSON.parse(String(init.body ?? '{"id":-1}'))
    const answer = ({ id, method }: { id: number; method: string }) => ({
      jsonrpc: '2.0',
      id,
      result: { method },
    })
    return Response.json(Array.isArray(body) ? body.map(answer) : answer(body as never))
  }
  return { sent, fetch }
}

const retry = { baseMs: 1 }

describe('middleware of a JSON-RPC client', () => {
  it('runs once for each call and once for each attempt, the first outermost', async () => {
    const lines: string[] = []
    const log = (name: string): Middleware => ({
      name,
      async call({ operation, input }, next) {
        lines.push(`${name} calls ${operation.id} ${operation.tags} ${JSON.stringify(input)}`)
        return next()
      },
      async attempt(request, next, context) {
        lines.push(`${name} ${context.attempt} ${request.method} ${request.headers.get('a')}`)
        return next()
      },
    })
    const { fetch } = answering(503)
    const transport = http('http://node', { fetch, retry, headers: { a: 'b' } })
    const client = createRpcClient({ transport, middleware: [log('outer'), log('inner')] })
    const tagged: RpcMethod = { ...block, tags: ['info'] }
    expect(await client.call(tagged, { height: 5 })).toEqual({ method: 'block' })
    expect(lines).toEqual([
      'outer calls block info {"height":5}',
      'inner calls block info {"height":5}',
      'outer 1 POST b',
      'inner 1 POST b',
      'outer 2 POST b',
      'inner 2 POST b',
    ])
  })

  it('changes the input, the request and the result', async () => {
    const { fetch, sent } = answering()
    const change: Middleware = {
      name: 'change',
      call: async (context, next) => [await next({ ...context, input: { height: 7 } })],
      attempt(request, next) {
        request.headers.set('authorization', 'Bearer mine')
        return next({ ...request, url: `${request.url}?sign` })
      },
    }
    for (const transport of [http('http://node', { fetch }), uri('http://node', { fetch })]) {
      const client = createRpcClient({ transport, middleware: [change] })
      await client.call(block, { height: 5 }).catch(() => 0)
    }
    const [posted, got] = sent
    expect(posted?.url).toBe('http://node?sign')
    expect(JSON.parse(String(posted?.init.body)).params).toEqual({ height: '7' })
    expect(new Headers(posted?.init.headers).get('authorization')).toBe('Bearer mine')
    expect(got?.url).toBe('http://node/block?height=7?sign')
  })

  it('may send again, and fails the call with its own error, which is not retried', async () => {
    const { fetch, sent } = answering(401)
    const refresh: Middleware = {
      name: 'refresh',
      async attempt(request, next) {
        const response = await next(request)
        return response.status === 401 ? next(request) : response
      },
    }
    const client = createRpcClient({
      transport: http('http://node', { fetch, retry: false }),
      middleware: [refresh],
    })
    expect(await client.call(status)).toEqual({ method: 'status' })
    expect(sent).toHaveLength(2)
    const own = new Error('mine')
    const failing: Middleware = { name: 'failing', attempt: () => Promise.reject(own) }
    const broken = createRpcClient({
      transport: http('http://node', { fetch, retry }),
      middleware: [failing],
    })
    expect(await rejection(broken.call(status))).toBe(own)
    expect(sent).toHaveLength(2)
  })

  it('that returns no response is a TypeError', async () => {
    const { fetch } = answering()
    const forgetful = { name: 'forgetful', attempt: async () => undefined } as unknown as Middleware
    const client = createRpcClient({
      transport: http('http://node', { fetch }),
      middleware: [forgetful],
    })
    const error = await rejection(client.call(status))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain('middleware')
  })

  it('is covered by the deadline of the call', async () => {
    const hanging: Middleware = { name: 'hanging', call: () => new Promise(() => {}) }
    const client = createRpcClient({ transport: mockTransport(), middleware: [hanging] })
    expect(await rejection(client.call(status, {}, { timeoutMs: 10 }))).toMatchObject({
      name: 'TimeoutError',
      operation: 'status',
    })
  })

  it('of calls in a batch is that of the first', async () => {
    const { fetch, sent } = answering()
    const seen: string[] = []
    const log: Middleware = {
      name: 'log',
      attempt(_, next, { operation }) {
        seen.push(operation.id)
        return next()
      },
    }
    const transport = http('http://node', { fetch, batch: true })
    const client = createRpcClient({ transport, middleware: [log] })
    await Promise.all([client.call(status), client.call(block)])
    expect(sent).toHaveLength(1)
    expect(seen).toEqual(['status'])
  })

  it.each([
    ['middleware takes array', {}],
    ['middleware.call takes function', [1]],
    ['middleware.attempt takes function', [{ name: 'a', attempt: 1 }]],
  ])('is checked: %s', (message, middleware) => {
    const options = { transport: mockTransport(), middleware: middleware as never }
    expect(() => createRpcClient(options)).toThrow(new TypeError(message))
  })
})

describe('a call of a JSON-RPC client', () => {
  it('takes headers and an init of its own, and is not sent in a batch then', async () => {
    const { fetch, sent } = answering()
    const transport = http('http://node', { fetch, batch: true, headers: { a: '1', b: '1' } })
    const client = createRpcClient({ transport })
    const own = { headers: { b: '2' }, init: { cache: 'no-store', keepalive: true } } as const
    await Promise.all([client.call(status), client.call(block), client.call(status, {}, own)])
    expect(sent).toHaveLength(2)
    const call = sent.find(({ init }) => init.cache === 'no-store')
    expect(call?.init).toMatchObject({ keepalive: true, method: 'POST' })
    expect(Object.fromEntries(new Headers(call?.init.headers))).toMatchObject({ a: '1', b: '2' })
  })

  it.each([
    ['block_results', undefined, 'blockResults'],
    ['get.Block', 'getBlock', 'getBlock'],
    ['status', undefined, 'status'],
  ])('of %s has the validator of its key', async (name, key, validator) => {
    const { fetch } = answering()
    const problem = { path: 'a', message: 'm', expected: 'e', received: 'r' }
    const validate = { [validator]: asValidator({ check: () => [problem], drift: () => [] }) }
    const transport = http('http://node', { fetch })
    const client = createRpcClient({ transport, check: responseCheck(validate) })
    const method = { name, safe: true, params: [], ...(key === undefined ? {} : { key }) }
    expect(await rejection(client.call(method))).toMatchObject({ name: 'ValidationError' })
  })

  it('decides on its retries and its validators', async () => {
    const { fetch, sent } = answering(503)
    const problem = { path: 'a', message: 'm', expected: 'e', received: 'r' }
    const validate = { status: asValidator({ check: () => [problem], drift: () => [] }) }
    const client = createRpcClient({
      transport: http('http://node', { fetch, retry }),
      check: responseCheck(undefined),
    })
    expect(await rejection(client.call(status, {}, { retry: false }))).toMatchObject({
      status: 503,
    })
    expect(sent).toHaveLength(1)
    expect(await rejection(client.call(status, {}, { validate }))).toMatchObject({
      name: 'ValidationError',
    })
    const strict = createRpcClient({
      transport: http('http://node', { fetch }),
      check: responseCheck(validate),
    })
    expect(await strict.call(status, {}, { validate: false })).toEqual({ method: 'status' })
  })

  it('over a socket has no headers', async () => {
    const node = await startNode()
    const { webSocket } = await import('../../../../packages/runtime/src/rpc/comet/index.js')
    const client = createRpcClient({ transport: webSocket(node.wsUrl) })
    const error = await rejection(client.call(status, {}, { headers: { a: 'b' } }))
    expect(error).toEqual(new TypeError('headers of a call needs http or uri, not websocket'))
    await client.close()
  })

  it('passes its options on from waits and pages', async () => {
    const { fetch, sent } = answering()
    const client = createRpcClient({ transport: http('http://node', { fetch }) })
    const headers = { a: 'b' }
    await waitFor(client, status, {}, {}, { headers })
    const pages = { page: 'page', items: '/all', total: '/total' }
    // What is answered is no page.
    await rejection(paginate(client, validators, pages, {}, { headers }).next())
    expect(sent.map(({ init }) => new Headers(init.headers).get('a'))).toEqual(['b', 'b'])
  })
})

describe('an attempt of a JSON-RPC client', () => {
  const transport = mockTransport({
    handlers: {
      status: () => ({ fine: true }),
      block: () => {
        throw new RpcError({ code: -1, message: 'height 5 is not there' }, 'block')
      },
      validators: () => {
        throw new RpcError({ code: -1, message: 'something else' }, 'validators')
      },
    },
  })
  const client = createRpcClient({ transport }, [['height-unavailable', 'height * is not there']])

  it('has the result, or an error with a reason of the document', async () => {
    expect(await attempt(client, status)).toEqual({ data: { fine: true } })
    expect(await attempt(client, block)).toMatchObject({
      described: true,
      error: { reason: 'height-unavailable' },
    })
    expect(await attempt(client, validators)).toMatchObject({
      described: false,
      error: { reason: 'other' },
    })
  })

  it('has an error with a code that the document describes', async () => {
    const coded = (...codes: number[]) => attempt(client, { ...validators, codes })
    expect(await coded(-1, 5)).toMatchObject({ described: true, error: { code: -1 } })
    expect(await coded(5)).toMatchObject({ described: false, error: { code: -1 } })
  })

  it('throws what is no outcome', async () => {
    const reason = new Error('mine')
    const signal = AbortSignal.abort(reason)
    expect(await rejection(attempt(client, status, {}, { signal }))).toBe(reason)
    const wrong = { timeoutMs: -1 }
    expect(await rejection(attempt(client, status, {}, wrong))).toBeInstanceOf(TypeError)
  })

  it('is a form of all methods', async () => {
    const table = { status, block }
    const forms: unknown = attemptsOf(client, table)
    const calls = callsOf(client, table)
    expect(Object.keys(Object(forms))).toEqual(Object.keys(calls))
    const { status: tried } = forms as { status: () => Promise<unknown> }
    expect(await tried()).toEqual({ data: { fine: true } })
  })
})
