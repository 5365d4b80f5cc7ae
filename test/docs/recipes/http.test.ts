import { createHmac } from 'node:crypto'
import { createRoutingClient, type Middleware } from '@tagwire/routing'
import { expect, test } from 'vitest'
import { recipe } from './recipes.fixture.js'

// The recipes of the guide do what it says: each is taken out of its text and used by a client.

interface Sent {
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

function serving(respond: (sent: Sent, count: number) => Response | Promise<Response>) {
  const sent: Sent[] = []
  const fetch = async (url: string | Request, init: RequestInit = {}): Promise<Response> => {
    const request = { url: String(url), headers: new Headers(init.headers), body: init.body }
    sent.push(request)
    return respond(request, sent.length)
  }
  return { sent, fetch }
}

const origin = 'http://routing.test'
const fine = (): Response => Response.json({ bridges: [], chains: [], venues: [] })

test('a token is refreshed once for many calls', async () => {
  const refreshing =
    await recipe<(origin: string, getToken: () => Promise<string>) => Middleware>('refreshing')
  let count = 0
  const getToken = async (): Promise<string> => `token ${++count}`
  const { fetch, sent } = serving(({ headers }) =>
    headers.get('authorization') === 'Bearer token 2' ? fine() : new Response('', { status: 401 }),
  )
  const middleware = [refreshing(origin, getToken)]
  const routing = createRoutingClient({ baseUrl: origin, fetch, middleware })
  await Promise.all([routing.bridges(), routing.chains(), routing.venues(), routing.bridges()])
  expect([count, sent.length]).toEqual([2, 8])
  await routing.bridges()
  expect([count, sent.length]).toEqual([2, 9])
  // A token is only for its origin.
  await routing.bridges({ baseUrl: 'http://other.test' }).catch(() => 0)
  expect(sent.at(-1)?.headers.has('authorization')).toBe(false)
  // A request with a body is sent again as well.
  count = 5
  const body = { source_asset_denom: 'uatom' } as never
  await createRoutingClient({
    baseUrl: origin,
    fetch,
    middleware: [refreshing(origin, async () => `token ${count === 5 ? --count : 2}`)],
  })
    .route(body)
    .catch(() => 0)
  expect(sent.slice(-2).map(({ body }) => body)).toEqual(Array(2).fill(JSON.stringify(body)))
})

test('a refresh that fails fails the calls, and is tried again with the next', async () => {
  const refreshing =
    await recipe<(origin: string, getToken: () => Promise<string>) => Middleware>('refreshing')
  const failure = new Error('no token')
  let works = false
  const getToken = async (): Promise<string> => {
    if (!works) throw failure
    return 'token'
  }
  const { fetch } = serving(fine)
  const middleware = [refreshing(origin, getToken)]
  const routing = createRoutingClient({ baseUrl: origin, fetch, middleware })
  await expect(routing.bridges()).rejects.toBe(failure)
  works = true
  await routing.bridges()
})

test('tracing has a span for each call, and its header in each attempt', async () => {
  const tracing = await recipe<(startSpan: (name: string) => object) => Middleware>('tracing')
  const spans: [name: string, attributes: Record<string, unknown>, ended: number][] = []
  const startSpan = (name: string): object => {
    const span: (typeof spans)[number] = [name, {}, 0]
    spans.push(span)
    return {
      traceparent: `00-${spans.length}`,
      setAttribute: (key: string, value: unknown) => Object.assign(span[1], { [key]: value }),
      end: () => span[2]++,
    }
  }
  const { fetch, sent } = serving((_, count) =>
    count === 1 ? new Response('', { status: 503 }) : fine(),
  )
  const routing = createRoutingClient({
    baseUrl: origin,
    fetch,
    retry: { baseMs: 1 },
    middleware: [tracing(startSpan)],
  })
  await routing.bridges()
  expect(sent.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-1'])
  const attributes = { 'http.response.status_code': 200, 'http.request.resend_count': 1 }
  expect(spans).toEqual([['bridges', attributes, 1]])
})

test('logging prints each attempt, without credentials', async () => {
  const logging = await recipe<(print: (line: string) => void) => Middleware>('logging')
  const lines: string[] = []
  const { fetch } = serving((_, count) => {
    if (count === 1) return fine()
    throw new TypeError('fetch failed for my-secret-key')
  })
  const routing = createRoutingClient({
    baseUrl: origin,
    apiKey: 'my-secret-key',
    fetch,
    retry: false,
    middleware: [logging((line) => lines.push(line))],
  })
  await routing.chains({ chain_ids: ['my-secret-key'] })
  await routing.bridges().catch(() => 0)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^chains GET http:.*\*\*\* \(1\): 200 in \d+ ms$/)
  expect(lines[1]).toContain('bridges GET http://routing.test/v2/info/bridges (1): TransportError')
  expect(lines.join()).not.toContain('my-secret-key')
})

test('what did not change comes from the cache', async () => {
  const caching = await recipe<(most?: number) => Middleware>('caching')
  const { fetch, sent } = serving(({ headers }) =>
    headers.get('if-none-match') === '"1"'
      ? new Response(null, { status: 304 })
      : Response.json({ bridges: [{ id: 'IBC' }] }, { headers: { etag: '"1"' } }),
  )
  const routing = createRoutingClient({ baseUrl: origin, fetch, middleware: [caching()] })
  const first = await routing.bridges()
  expect(await routing.bridges()).toEqual(first)
  expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"'])
  expect((await routing.answer.bridges()).status).toBe(200)
})

test('each attempt is signed anew', async () => {
  const signing = await recipe<(secret: string, now: () => number) => Middleware>('signing')
  let time = 0
  const { fetch, sent } = serving((_, count) =>
    count === 1 ? new Response('', { status: 503 }) : Response.json({ txs: [] }),
  )
  const routing = createRoutingClient({
    baseUrl: origin,
    fetch,
    retry: { baseMs: 1 },
    middleware: [signing('secret', () => ++time)],
  })
  await routing.msgs({ amount_in: '1' } as never)
  const expected = sent.map(({ body }, index) =>
    createHmac('sha256', 'secret')
      .update([index + 1, 'POST', '/v2/fungible/msgs', body].join('\n'))
      .digest('base64'),
  )
  expect(sent.map(({ headers }) => headers.get('x-signature'))).toEqual(expected)
  expect(new Set(expected).size).toBe(2)
})
