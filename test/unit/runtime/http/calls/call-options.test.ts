import { describe, expect, it, vi } from 'vitest'
import {
  connectHttp,
  type HttpClientOptions,
  type HttpOperation,
  type HttpStream,
  jsonLines,
  placeQuery,
  readNothing,
  streamOf,
  waiterOf,
  withCredentials,
  withOwnServers,
} from '../../../../../packages/runtime/src/http/index.js'
import { failureOf, json, serve } from '../server.fixture.js'

// What a call takes beyond what other files test: where it goes, what else `fetch` takes, and idempotency keys.

const service = { server: 'http://unused.invalid', keyHeader: 'x-key' }
const read: HttpOperation<object, object> = {
  name: 'read',
  method: 'GET',
  path: '/read',
  place: placeQuery,
  idempotent: true,
}
const pay: HttpOperation<object, object> = { name: 'pay', method: 'POST', path: '/pay' }

async function servers() {
  const home = await serve((response) => json(response, 200, {}))
  const other = await serve((response) => json(response, 200, {}))
  return { home, other }
}

describe('baseUrl of a call', () => {
  it('is where it goes; to another origin only its own headers travel', async () => {
    const { home, other } = await servers()
    const api = connectHttp(
      { baseUrl: home.url, apiKey: 'secret', headers: { 'x-own': 'a' } },
      service,
    )
    await api.call(read, {}, { baseUrl: other.url, headers: { 'x-call': 'b' } })
    await api.call(read, {}, { baseUrl: `${home.url}/v2` })
    expect(home.requests.map(({ url }) => url)).toEqual(['/v2/read'])
    expect(home.requests[0]?.headers).toMatchObject({ 'x-key': 'secret', 'x-own': 'a' })
    const { headers } = other.requests[0] ?? {}
    expect(headers).toMatchObject({ 'x-call': 'b', accept: 'application/json' })
    expect(headers).not.toHaveProperty('x-key')
    expect(headers).not.toHaveProperty('x-own')
  })

  it('takes credentials of the client only where they belong, and those of the call everywhere', async () => {
    const { home, other } = await servers()
    const schemes = { token: { in: 'header', name: 'authorization', prefix: 'Bearer ' } } as const
    const options = { baseUrl: home.url, credentials: { token: 'secret' } }
    const api = connectHttp(withCredentials(options, service.server, schemes), service)
    await api.call(read, {}, { baseUrl: other.url })
    await api.call(read, {}, { baseUrl: other.url, headers: { authorization: 'Bearer mine' } })
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer mine',
    ])
  })

  it('wins over the server of an operation', async () => {
    const { home, other } = await servers()
    const elsewhere = { ...read, server: 'http://nobody.invalid' }
    const connect = (options: HttpClientOptions) =>
      connectHttp({ baseUrl: home.url, ...options }, service)
    const api = withOwnServers({ apiKey: 'secret' }, home.url, connect)
    await api.call(elsewhere, {}, { baseUrl: other.url })
    expect(other.requests.map(({ headers }) => headers['x-key'])).toEqual([undefined])
  })

  it('is checked', async () => {
    const api = connectHttp({}, service)
    const error = await failureOf(api.call(read, {}, { baseUrl: 'ftp://a' }))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain('baseUrl')
  })

  it('is that of waits and streams too', async () => {
    const { home, other } = await servers()
    const api = connectHttp({ baseUrl: home.url }, service)
    const waiter = waiterOf(api, read, { name: 'waitForRead' })
    await waiter.waitFor({}, { baseUrl: other.url, headers: { 'x-call': 'b' } })
    const stream: HttpStream<object, object> = {
      name: 'lines',
      method: 'GET',
      path: '/lines',
      place: placeQuery,
      items: jsonLines<object>,
      read: readNothing,
    }
    const options = { baseUrl: other.url, init: { cache: 'no-store' } } as const
    for await (const _ of streamOf(api, stream, {}, options)) break
    expect([home.requests.length, other.requests.length]).toEqual([0, 2])
    expect(other.requests[0]?.headers['x-call']).toBe('b')
  })
})

describe('init', () => {
  it('is passed to fetch, that of a call over that of its client', async () => {
    const seen = vi.fn(async (_: unknown, init?: RequestInit) => {
      void init
      return Response.json({})
    })
    const client: HttpClientOptions = {
      fetch: seen,
      init: { cache: 'no-store', credentials: 'include' },
    }
    const api = connectHttp(client, service)
    await api.call(read, {}, { init: { keepalive: true, cache: 'reload' } })
    await api.call(read, {}, { baseUrl: 'http://other.invalid' })
    await api.call(read, {}, { baseUrl: 'http://other.invalid', init: { credentials: 'omit' } })
    expect(seen.mock.calls.map(([, init]) => init)).toMatchObject([
      {
        cache: 'reload',
        credentials: 'include',
        keepalive: true,
        method: 'GET',
        redirect: 'manual',
      },
      { cache: 'no-store' },
      { credentials: 'omit' },
    ])
    expect(seen.mock.calls[1]?.[1]).not.toHaveProperty('credentials')
  })

  it.each(['method', 'headers', 'body', 'signal', 'redirect'])('has no %s', async (name) => {
    const init: object = { [name]: 'a' }
    expect(() => connectHttp({ init }, service)).toThrow(
      new TypeError(`init.${name} takes nothing`),
    )
    const api = connectHttp({}, service)
    expect(await failureOf(api.call(read, {}, { init }))).toBeInstanceOf(TypeError)
  })
})

describe('idempotencyKey', () => {
  async function failing() {
    return serve((response, _, count) =>
      count < 3 ? json(response, 503, {}) : json(response, 200, {}),
    )
  }
  const retry = { baseMs: 1 }

  it('is one for all attempts of a call, which may be retried then', async () => {
    const server = await failing()
    const api = connectHttp({ baseUrl: server.url, retry, idempotencyKey: true }, service)
    await api.call(pay, {})
    await api.call(pay, {})
    const keys = server.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(4)
    expect(keys[0]).toMatch(/^[\w-]{16,}$/)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('is what a function returns, once for each call', async () => {
    const server = await failing()
    const key = vi.fn(async () => 'order-7')
    const api = connectHttp({ baseUrl: server.url, retry }, service)
    await api.call(pay, {}, { idempotencyKey: key })
    expect(key).toHaveBeenCalledTimes(1)
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array(3).fill('order-7'),
    )
  })

  it('is not sent with methods that change nothing, and can be switched off', async () => {
    const server = await serve((response) => json(response, 503, {}))
    const api = connectHttp({ baseUrl: server.url, retry, idempotencyKey: true }, service)
    await failureOf(api.call(read, {}, { retry: false }))
    await failureOf(api.call(pay, {}, { idempotencyKey: false }))
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      undefined,
      undefined,
    ])
  })

  it('gives way to a header of the call', async () => {
    const server = await serve((response) => json(response, 200, {}))
    const api = connectHttp({ baseUrl: server.url, idempotencyKey: true }, service)
    await api.call(pay, {}, { headers: { 'Idempotency-Key': 'mine' } })
    expect(server.requests[0]?.headers['idempotency-key']).toBe('mine')
  })

  it('has to be sendable, and a function that fails fails the call', async () => {
    const api = connectHttp({}, service)
    const wrong = await failureOf(api.call(pay, {}, { idempotencyKey: () => 'a\nb' }))
    expect(String(wrong)).toContain('idempotency-key')
    const own = new Error('no key')
    const failing = () => {
      throw own
    }
    expect(await failureOf(api.call(pay, {}, { idempotencyKey: failing }))).toBe(own)
  })

  it.each([undefined, '', 7])('is no call without a key if a function returns %j', async (key) => {
    const server = await serve((response) => json(response, 200, {}))
    const api = connectHttp({ baseUrl: server.url }, service)
    // @ts-expect-error
    const error = await failureOf(api.call(pay, {}, { idempotencyKey: () => key }))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toMatch(/pay: .*idempotency/)
    expect(server.requests).toHaveLength(0)
  })
})

it('the deadline covers a key that never comes', async () => {
  const api = connectHttp({ timeoutMs: 20 }, service)
  const idempotencyKey = (): Promise<string> => new Promise(() => {})
  expect(await failureOf(api.call(pay, {}, { idempotencyKey }))).toMatchObject({
    name: 'TimeoutError',
  })
})
