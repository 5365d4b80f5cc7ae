import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../packages/runtime/src/http/index.js'
import { createSampleClient } from './client.fixture.js'
import { failureOf, json, type Reply, route, serve } from './server.fixture.js'

const body = { source_asset_denom: 'uatom' }
const fast = { baseMs: 1, maxMs: 2 }

const passing: [string, Reply][] = [
  ...[408, 429, 502, 503, 504].map((status): [string, Reply] => [
    `${status}`,
    (response) => json(response, status, { message: 'later' }),
  ]),
  ['502 with HTML', (response) => void response.writeHead(502).end('<html>')],
  ['a reset socket', (response) => void response.socket?.resetAndDestroy()],
  [
    'a body that breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': '99' })
      response.write('{', () => response.socket?.destroy())
    },
  ],
]

describe.each(passing)('after %s', (_, fail) => {
  it('an idempotent operation is sent again and succeeds', async () => {
    const server = await serve((response, request, count) =>
      count === 1 ? fail(response, request, count) : json(response, 200, route),
    )
    const client = createSampleClient({ baseUrl: server.url, retry: fast })
    expect(await client.route(body)).toEqual(route)
    expect(server.requests.map((request) => request.body)).toEqual(
      [0, 1].map(() => JSON.stringify(body)),
    )
  })

  it('an operation that is not idempotent is sent once', async () => {
    const server = await serve(fail)
    const client = createSampleClient({ baseUrl: server.url, retry: { ...fast, attempts: 9 } })
    await failureOf(client.submit({ tx: 'AA==' }, { retry: { ...fast, attempts: 9 } }))
    expect(server.requests).toHaveLength(1)
  })
})

describe('retries', () => {
  it.each([400, 401, 404, 409, 500, 501])('are not for status %i', async (status) => {
    const server = await serve((response) => json(response, status, {}))
    await failureOf(createSampleClient({ baseUrl: server.url, retry: fast }).route(body))
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['two by default', fast, 3],
    ['as many as the client says', { ...fast, attempts: 4 }, 5],
    ['none when switched off', false as const, 1],
  ])('are %s', async (_, retry, sent) => {
    const server = await serve((response) => json(response, 503, { message: 'busy' }))
    const error = await failureOf(createSampleClient({ baseUrl: server.url, retry }).route(body))
    expect(error).toBeInstanceOf(ApiError)
    expect(server.requests).toHaveLength(sent)
  })

  it('of a call override those of the client', async () => {
    const server = await serve((response) => json(response, 503, {}))
    const client = createSampleClient({ baseUrl: server.url, retry: { ...fast, attempts: 5 } })
    await failureOf(client.route(body, { retry: false }))
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2000).toUTCString()],
  ])('wait as long as Retry-After asks in %s', async (_, header) => {
    const times: number[] = []
    const server = await serve((response, _request, count) => {
      times.push(performance.now())
      if (count > 1) return json(response, 200, route)
      json(response, 429, { message: 'slow down' }, { 'retry-after': header() })
    })
    expect(await createSampleClient({ baseUrl: server.url, retry: fast }).route(body)).toEqual(
      route,
    )
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950)
  })

  it('give the answer at once when Retry-After is behind the deadline', async () => {
    const server = await serve((response) => json(response, 429, {}, { 'retry-after': '60' }))
    const client = createSampleClient({ baseUrl: server.url, timeoutMs: 50_000 })
    const error = await failureOf(client.route(body))
    expect(error).toMatchObject({ name: 'ApiError', status: 429, retryAfterMs: 60_000 })
    expect(server.requests).toHaveLength(1)
  })

  it('give the answer at once when Retry-After asks for more than a minute', async () => {
    const server = await serve((response) => json(response, 429, {}, { 'retry-after': '9999999' }))
    const client = createSampleClient({
      baseUrl: server.url,
      timeoutMs: Number.POSITIVE_INFINITY,
    })
    const error = await failureOf(client.route(body))
    expect(error).toMatchObject({ name: 'ApiError', status: 429, retryAfterMs: 9_999_999_000 })
    expect(server.requests).toHaveLength(1)
  })
})
