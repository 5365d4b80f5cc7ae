import type { ServerResponse } from 'node:http'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { asValidator } from '../../../../../packages/runtime/src/core/index.js'
import {
  type Answer,
  type ApiError,
  answer,
  attempt,
  connectHttp,
  type HttpApi,
  type HttpClientOptions,
  type HttpOperation,
  type HttpStream,
  headerBoolean,
  headerJson,
  headerList,
  headerNumber,
  headerText,
  methodsOf,
  readJsonOrNothing,
  readNothing,
  type ServerSentEvent,
  streamOf,
  textEvents,
} from '../../../../../packages/runtime/src/http/index.js'
import { failureOf, json, type Reply, serve } from '../server.fixture.js'

interface User {
  readonly id: number
}
interface Job {
  readonly job: string
}
interface Fault {
  readonly message: string
}

type GetUser = HttpOperation<
  { id: number },
  User | Job | undefined,
  { 404: Fault; '5XX': Fault },
  Record<never, never>,
  | Answer<200, User, { 'X-Left': number; ETag?: string; 'X-Flags'?: boolean[]; 'X-More'?: Fault }>
  | Answer<202, Job>
  | Answer<204, undefined>
>

const getUser: GetUser = {
  name: 'getUser',
  method: 'POST',
  path: '/user',
  idempotent: true,
  read: readJsonOrNothing,
  failures: [404, '5XX'],
  heads: {
    'X-Left': headerNumber,
    ETag: headerText,
    'X-Flags': headerList(headerBoolean),
    'X-More': headerJson,
  },
}
const ping: HttpOperation<undefined, undefined> = {
  name: 'ping',
  method: 'GET',
  path: '/ping',
  bare: true,
  noContent: true,
}

function nothing(response: ServerResponse): void {
  response.writeHead(204).end()
}

async function api(reply: Reply, options: HttpClientOptions = {}): Promise<HttpApi> {
  const server = await serve(reply)
  return connectHttp({ baseUrl: server.url, retry: false, ...options }, { server: '' })
}

describe('a whole answer', () => {
  it('has status, data, converted headers and the response', async () => {
    const client = await api((response) =>
      json(
        response,
        200,
        { id: 1 },
        {
          'x-left': '7',
          etag: '"a"',
          'x-flags': 'true, false,maybe',
          'x-more': '{"message":"m"}',
          'x-other': '1',
        },
      ),
    )
    const whole = await answer(client, getUser, { id: 1 })
    expect(whole.status).toBe(200)
    if (whole.status !== 200) return
    expectTypeOf(whole.data).toEqualTypeOf<User>()
    expectTypeOf(whole.headers['X-Left']).toEqualTypeOf<number>()
    expect(whole.data).toEqual({ id: 1 })
    expect(whole.headers).toEqual({
      'X-Left': 7,
      ETag: '"a"',
      'X-Flags': [true, false],
      'X-More': { message: 'm' },
    })
    expect(whole.response.headers.get('x-other')).toBe('1')
  })

  it('leaves out headers that are missing or not as described', async () => {
    const client = await api((response) =>
      json(response, 200, { id: 1 }, { 'x-left': 'many', 'x-more': 'no' }),
    )
    expect((await answer(client, getUser, { id: 1 })).headers).toEqual({})
  })

  it('is discriminated by its status', async () => {
    const client = await api((response, _, count) =>
      count === 1 ? json(response, 202, { job: 'j' }) : nothing(response),
    )
    const queued = await answer(client, getUser, { id: 1 })
    if (queued.status === 202) expectTypeOf(queued.data).toEqualTypeOf<Job>()
    expect(queued).toMatchObject({ status: 202, data: { job: 'j' } })
    const empty = await answer(client, getUser, { id: 1 })
    expect([empty.status, empty.data]).toEqual([204, undefined])
  })

  it('without options has the response of the last attempt', async () => {
    const client = await api(
      (response, _, count) =>
        count === 1 ? json(response, 503, {}) : json(response, 200, { id: 2 }),
      { retry: { baseMs: 1 } },
    )
    expect((await answer(client, getUser, { id: 1 })).response.status).toBe(200)
  })

  it('throws failures, and what validators find', async () => {
    const client = await api((response, _, count) => json(response, count === 1 ? 404 : 200, {}))
    expect(await failureOf(answer(client, getUser, { id: 1 }))).toMatchObject({ status: 404 })
    const problem = { path: 'id', message: 'm', expected: 'e', received: 'r' }
    const validate = { getUser: asValidator({ check: () => [problem], drift: () => [] }) }
    expect(await failureOf(answer(client, getUser, { id: 1 }, { validate }))).toMatchObject({
      name: 'ValidationError',
    })
  })
})

describe('an attempt', () => {
  it('has data, also where there is none', async () => {
    const client = await api((response, _, count) =>
      count === 1 ? json(response, 200, { id: 1 }) : nothing(response),
    )
    expect(await attempt(client, getUser, { id: 1 })).toEqual({ data: { id: 1 } })
    expect(await attempt(client, ping)).toEqual({ data: undefined })
  })

  it('tells whether the document describes an error', async () => {
    const statuses = [404, 503, 409, 404]
    const client = await api((response, _, count) => {
      const status = statuses[count - 1] ?? 500
      if (count < 4) return json(response, status, { message: 'm' })
      response.writeHead(status, { 'content-type': 'text/html' }).end('<title>Proxy</title>')
    })
    const missing = await attempt(client, getUser, { id: 1 })
    if (missing.described) {
      if (missing.error.status === 404) {
        expectTypeOf(missing.error.body).toEqualTypeOf<Fault>()
      }
      expect(missing.error.body.message).toBe('m')
    }
    expect(missing).toMatchObject({ described: true, error: { status: 404 } })
    expect(await attempt(client, getUser, { id: 1 })).toMatchObject({ described: true })
    expect(await attempt(client, getUser, { id: 1 })).toMatchObject({ described: false })
    const page = await attempt(client, getUser, { id: 1 })
    expect(page).toMatchObject({ described: false, error: { status: 404, isText: true } })
  })

  it('has texts that the document describes, by their content type', async () => {
    const words: HttpOperation<
      undefined,
      User,
      { 404: string; 409: string; 422: Fault | string; '5XX': string; default: Fault }
    > = {
      name: 'words',
      method: 'GET',
      path: '/words',
      failures: [
        '404 text/plain',
        '409 text/',
        422,
        '422 text/plain',
        '5XX text/html',
        '5XX application/xml',
        'default',
      ],
    }
    const tried = async (status: number, type: string, text: string) => {
      const client = await api(
        (response) =>
          void response.writeHead(status, type ? { 'content-type': type } : {}).end(text),
        { retry: false },
      )
      const { error, described } = await attempt(client, words)
      if (!described) return undefined
      if (error.status === 404) expectTypeOf(error.body).toEqualTypeOf<string>()
      if (error.status === 422) expectTypeOf(error.body).toEqualTypeOf<Fault | string>()
      if (error.status === 418) expectTypeOf(error.body).toEqualTypeOf<Fault>()
      return error.body
    }
    expect(await tried(404, 'text/plain', 'no such user')).toBe('no such user')
    expect(await tried(404, 'Text/Plain; charset=utf-8', 'no')).toBe('no')
    expect(await tried(404, '', 'no')).toBe('no')
    // What JSON can be is parsed, and is a text only if it was one.
    expect(await tried(404, 'text/plain', '"no"')).toBe('no')
    expect(await tried(404, 'application/json', '{"message":"no"}')).toBeUndefined()
    // The page of a proxy.
    expect(await tried(404, 'text/html', '<html>')).toBeUndefined()
    expect(await tried(404, 'text/plain', '')).toBeUndefined()
    expect(await tried(409, 'text/csv', 'a,b')).toBe('a,b')
    expect(await tried(422, 'text/plain', 'no')).toBe('no')
    expect(await tried(422, 'application/json', '{"message":"no"}')).toEqual({ message: 'no' })
    expect(await tried(503, 'application/xml', '<no/>')).toBe('<no/>')
    expect(await tried(503, 'text/plain', 'no')).toBeUndefined()
    expect(await tried(418, 'application/json', '{"message":"no"}')).toEqual({ message: 'no' })
    expect(await tried(418, 'text/plain', 'no')).toBeUndefined()
  })

  it('has errors of transport, time and validators, which nobody describes', async () => {
    const problem = { path: 'id', message: 'm', expected: 'e', received: 'r' }
    const validate = { getUser: asValidator({ check: () => [problem], drift: () => [] }) }
    const client = await api((response) => json(response, 200, { id: 1 }))
    const none = connectHttp(
      { fetch: () => Promise.reject(new TypeError('fetch failed')), retry: false },
      { server: '' },
    )
    const late = connectHttp({ fetch: () => new Promise(() => {}), timeoutMs: 5 }, { server: '' })
    const found = [
      await attempt(client, getUser, { id: 1 }, { validate }),
      await attempt(none, getUser, { id: 1 }),
      await attempt(late, getUser, { id: 1 }),
    ]
    expect(found.map(({ error, described }) => [error?.name, described])).toEqual([
      ['ValidationError', false],
      ['TransportError', false],
      ['TimeoutError', false],
    ])
  })

  it('throws what is no outcome', async () => {
    const client = await api(() => {})
    const reason = new Error('mine')
    const signal = AbortSignal.abort(reason)
    expect(await failureOf(attempt(client, getUser, { id: 1 }, { signal }))).toBe(reason)
    const wrong = { timeoutMs: -1 }
    expect(await failureOf(attempt(client, getUser, { id: 1 }, wrong))).toBeInstanceOf(TypeError)
    // An abort with one of our own errors is an abort too.
    const { error } = await attempt(client, getUser, { id: 1 }, { timeoutMs: 1 })
    const again = AbortSignal.abort(error)
    expect(await failureOf(attempt(client, getUser, { id: 1 }, { signal: again }))).toBe(error)
  })

  it('of an operation without described errors has an error that may be anything', async () => {
    const client = await api((response) => json(response, 404, { message: 'm' }))
    const tried = await attempt(client, ping)
    if (tried.error) expectTypeOf(tried.described).toEqualTypeOf<false>()
    expect(tried).toMatchObject({ described: false, error: { name: 'ApiError' } })
    expectTypeOf<typeof tried.error>().not.toExtend<ApiError>()
  })
})

it('the methods of a client have both forms', async () => {
  interface Methods {
    getUser(input: { id: number }): Promise<User | Job | undefined>
    ping(): Promise<undefined>
    readonly answer: { getUser(input: { id: number }): Promise<object>; ping(): Promise<object> }
    readonly attempt: { getUser(input: { id: number }): Promise<object>; ping(): Promise<object> }
  }
  const made = await api((response, { url }) =>
    url === '/ping' ? nothing(response) : json(response, 200, { id: 1 }),
  )
  const client = methodsOf<Methods>(made, { getUser, ping })
  expect(await client.getUser({ id: 1 })).toEqual({ id: 1 })
  expect(await client.answer.getUser({ id: 1 })).toMatchObject({ status: 200, data: { id: 1 } })
  expect(await client.answer.ping()).toMatchObject({ status: 204, data: undefined, headers: {} })
  expect(await client.attempt.ping()).toEqual({ data: undefined })
})

describe('a stream', () => {
  const ticks: HttpStream<
    undefined,
    ServerSentEvent,
    { 409: Fault },
    Record<never, never>,
    Answer<200, AsyncIterableIterator<ServerSentEvent>, { 'X-Left': number }>
  > = {
    name: 'ticks',
    method: 'GET',
    path: '/ticks',
    bare: true,
    idempotent: true,
    read: readNothing,
    items: textEvents,
    stream: streamOf,
    failures: [409],
    heads: { 'X-Left': headerNumber },
  }
  const tick = (number: number): string => `id: ${number}\ndata: ${number}\n\n`
  function begin(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-left': '3' }).flushHeaders()
  }

  it('is answered when it begins, before there is an item', async () => {
    let go = (): void => {}
    const client = await api((response) => {
      begin(response)
      go = () => void response.end(tick(1) + tick(2))
    })
    const { status, data, headers, response } = await answer(client, ticks)
    expectTypeOf(status).toEqualTypeOf<200>()
    expectTypeOf(headers['X-Left']).toEqualTypeOf<number>()
    expect([status, headers, response.bodyUsed]).toEqual([200, { 'X-Left': 3 }, false])
    go()
    const seen: string[] = []
    for await (const each of data) seen.push(each.data)
    expect(seen).toEqual(['1', '2'])
  })

  it('goes on over a new connection, after an answer to the first', async () => {
    const client = await api(
      (response, { headers }, count) => {
        begin(response)
        if (count === 1) response.write(tick(1), () => response.destroy())
        else response.end(tick(Number(headers['last-event-id']) + 1))
      },
      { retry: { attempts: 1, baseMs: 1 } },
    )
    const { data } = await answer(client, ticks)
    const seen: string[] = []
    for await (const each of data) seen.push(each.data)
    expect(seen).toEqual(['1', '2'])
  })

  it('that does not begin is a failed attempt', async () => {
    const client = await api((response) => json(response, 409, { message: 'busy' }))
    const { data, error, described } = await attempt(client, ticks)
    if (described) expectTypeOf(error.body).toEqualTypeOf<Fault>()
    if (data) expectTypeOf(data).toEqualTypeOf<AsyncIterableIterator<ServerSentEvent>>()
    expect([data, described, error?.message]).toEqual([
      undefined,
      true,
      'ticks: GET /ticks: 409: busy',
    ])
  })

  it('that is ended without being read closes its connection, and leaves the signal of the caller', async () => {
    let closed = (): void => {}
    const closing = new Promise<void>((resolve) => {
      closed = resolve
    })
    const client = await api((response) => {
      begin(response)
      response.on('close', () => closed())
    })
    const { signal } = new AbortController()
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
      listeners++
      addEventListener.apply(signal, given)
    }
    signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
      listeners--
      removeEventListener.apply(signal, given)
    }
    const { data } = await attempt(client, ticks, undefined, { signal })
    expect(listeners).toBe(1)
    await data?.return?.()
    await closing
    expect([await data?.next(), listeners]).toEqual([{ done: true, value: undefined }, 0])
  })

  it('ends by the signal of the caller, before it begins and after', async () => {
    let isSilent = true
    const client = await api((response) => {
      if (!isSilent) begin(response)
    })
    const reason = new Error('mine')
    const signal = AbortSignal.abort(reason)
    expect(await failureOf(attempt(client, ticks, undefined, { signal }))).toBe(reason)
    const first = new AbortController()
    const early = failureOf(answer(client, ticks, undefined, { signal: first.signal }))
    first.abort(reason)
    expect(await early).toBe(reason)
    isSilent = false
    const second = new AbortController()
    const { data } = await answer(client, ticks, undefined, { signal: second.signal })
    const next = failureOf(data.next())
    second.abort(reason)
    expect(await next).toBe(reason)
    const third = new AbortController()
    const unread = await answer(client, ticks, undefined, { signal: third.signal })
    third.abort(reason)
    expect(await failureOf(unread.data.next())).toBe(reason)
  })

  it('of a client is an iterable, or either form', async () => {
    interface Methods {
      ticks(): AsyncIterableIterator<ServerSentEvent>
      readonly answer: { ticks(): Promise<{ status: number }> }
      readonly attempt: { ticks(): Promise<{ data?: object }> }
    }
    const client = methodsOf<Methods>(
      await api((response) => {
        begin(response)
        response.end(tick(1))
      }),
      { ticks },
    )
    expect((await client.ticks().next()).value).toEqual({ id: '1', data: '1', event: undefined })
    expect(await client.answer.ticks()).toMatchObject({ status: 200 })
    expect((await client.attempt.ticks()).data).toHaveProperty('next')
  })
})
