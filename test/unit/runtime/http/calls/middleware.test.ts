import { describe, expect, it } from 'vitest'
import {
  attempt,
  connectHttp,
  type HttpClientOptions,
  type HttpOperation,
  type Middleware,
  placeSimple,
} from '../../../../../packages/runtime/src/http/index.js'
import { failureOf, json, type Reply, serve } from '../server.fixture.js'

// What middleware over HTTP sees, may change, and may do wrong.

const service = { server: 'http://unused.invalid', keyHeader: 'x-key' }
const read: HttpOperation<{ id: string }, object> = {
  name: 'readThing',
  id: 'read-thing',
  method: 'GET',
  path: '/things/{id}',
  tags: ['things'],
  place: placeSimple,
  idempotent: true,
}
const pay: HttpOperation<object, object> = { name: 'pay', method: 'POST', path: '/pay' }

async function open(
  middleware: Middleware | readonly Middleware[],
  options: HttpClientOptions = {},
  reply: Reply = (response) => json(response, 200, { ok: true }),
) {
  const server = await serve(reply)
  const chain = [middleware].flat()
  const retry = { attempts: 1, baseMs: 1 }
  const api = connectHttp({ baseUrl: server.url, retry, ...options, middleware: chain }, service)
  return { server, api }
}

describe('middleware', () => {
  it('runs around calls and attempts, the first outermost, and hooks innermost', async () => {
    const log: string[] = []
    const logging = (name: string): Middleware => ({
      name,
      async call({ operation }, next) {
        log.push(`${name} calls ${operation.id} of ${operation.tags}`)
        const result = await next()
        log.push(`${name} called`)
        return result
      },
      async attempt(_, next, context) {
        log.push(`${name} sends ${context.attempt}`)
        const { status } = await next()
        log.push(`${name} got ${status}`)
        return new Response('{"ok":true}', { status })
      },
    })
    const hooks: HttpClientOptions = {
      onRequest: ({ attempt }) => log.push(`hook ${attempt}`),
      onRetry: () => log.push('retry'),
    }
    const { api } = await open([logging('a'), logging('b')], hooks, (response, _, count) =>
      json(response, count === 1 ? 503 : 200, {}),
    )
    expect(await api.call(read, { id: '1' })).toEqual({ ok: true })
    const attempts = (n: number, status: number): string[] =>
      [`a sends ${n}`, `b sends ${n}`, `hook ${n}`, `b got ${status}`, `a got ${status}`].concat(
        n === 1 ? 'retry' : [],
      )
    expect(log).toEqual([
      'a calls read-thing of things',
      'b calls read-thing of things',
      ...attempts(1, 503),
      ...attempts(2, 200),
      'b called',
      'a called',
    ])
  })

  it('may change the input of a call, and everything of a request', async () => {
    const { server, api } = await open({
      name: 'changing',
      call: (context, next) => next({ ...context, input: { id: 'b c' } }),
      attempt: (request, next) => {
        request.url += '?more=1'
        request.headers.set('x-more', '2')
        return next({ ...request, method: 'PUT', body: '{}' })
      },
    })
    await api.call(read, { id: 'a' })
    expect(server.requests).toMatchObject([
      { method: 'PUT', url: '/things/b%20c?more=1', headers: { 'x-more': '2' }, body: '{}' },
    ])
  })

  it('may answer itself, and catch what fails', async () => {
    const kept: Middleware = { name: 'kept', attempt: async () => Response.json({ kept: true }) }
    const caught: Middleware = { name: 'caught', call: (_, next) => next().catch(() => 'caught') }
    const first = await open(kept)
    expect(await first.api.call(read, { id: 'a' })).toEqual({ kept: true })
    const second = await open(caught, {}, (response) => json(response, 503, {}))
    expect(await second.api.call(read, { id: 'a' })).toBe('caught')
    expect([first.server.requests.length, second.server.requests.length]).toEqual([0, 2])
  })

  it.each<[string, Middleware]>([
    ['a call', { name: 'bad', call: () => Promise.reject(new Error('mine')) }],
    ['an attempt', { name: 'bad', attempt: () => Promise.reject(new Error('mine')) }],
    [
      'an attempt at once',
      {
        name: 'bad',
        attempt() {
          throw new Error('mine')
        },
      },
    ],
  ])('that fails in %s fails the call as it is, without a retry', async (_, bad) => {
    const { server, api } = await open(bad)
    expect(await failureOf(api.call(read, { id: 'a' }))).toMatchObject({ message: 'mine' })
    // No outcome of the service, so it is thrown.
    expect(await failureOf(attempt(api, read, { id: 'a' }))).toMatchObject({ message: 'mine' })
    expect(server.requests).toHaveLength(0)
  })

  it('does not carry what the client sends to another origin', async () => {
    const other = await serve((response) => json(response, 200, {}))
    const { api } = await open(
      {
        name: 'elsewhere',
        attempt(request, next) {
          request.headers.set('x-added', 'by it')
          return next({ ...request, url: `${other.url}/mirror` })
        },
      },
      { apiKey: 'secret', headers: { 'x-own': 'too', 'x-added': 'of the client' } },
    )
    await api.call(read, { id: 'a' }, { headers: { 'x-call': 'yes' } })
    const [{ headers } = {}] = other.requests
    expect(headers).toMatchObject({ 'x-call': 'yes', 'x-added': 'by it' })
    expect(headers).not.toHaveProperty('x-key')
    expect(headers).not.toHaveProperty('x-own')
  })

  it('that repeats a call sends its idempotency key again', async () => {
    const twice: Middleware = {
      name: 'twice',
      async call(_, next) {
        await next()
        return next()
      },
    }
    const { server, api } = await open(twice)
    await api.call(pay, {}, { idempotencyKey: true })
    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('is covered by the deadline and the signal of a call', async () => {
    const forever: Promise<never> = new Promise(() => {})
    for (const never of [
      { name: 'never', call: () => forever },
      { name: 'never', attempt: () => forever },
    ]) {
      const { api } = await open(never)
      const late = await failureOf(api.call(read, { id: 'a' }, { timeoutMs: 10 }))
      expect(late).toMatchObject({ name: 'TimeoutError', operation: 'readThing' })
      const stop = new AbortController()
      const stopped = failureOf(api.call(read, { id: 'a' }, { signal: stop.signal }))
      stop.abort('enough')
      expect(await stopped).toBe('enough')
    }
  })

  it.each([[3], [null], [[]], [{}], [{ name: 'calls', calls() {} }], [{ name: 'x', call: 3 }]])(
    'takes an object with a function, not %j',
    (bad) => {
      // @ts-expect-error
      const options: HttpClientOptions = { middleware: [bad] }
      expect(() => connectHttp(options, service)).toThrow(/^middleware.* takes /)
    },
  )
})
