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
  headerBoolean,
  headerJson,
  headerList,
  headerNumber,
  headerText,
  methodsOf,
  readJsonOrNothing,
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
