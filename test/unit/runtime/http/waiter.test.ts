import { describe, expect, it, vi } from 'vitest'
import { asValidator, isWaitFailedError } from '../../../../packages/runtime/src/core/index.js'
import { heldClock } from '../clock.fixture.js'
import { createSampleClient } from './client.fixture.js'
import { failureOf, json, type Reply, serve } from './server.fixture.js'

const query = { tx_hash: 'AB', chain_id: 'c-1' }

function answering(...replies: Reply[]): Reply {
  return (response, request, count) =>
    replies[Math.min(count, replies.length) - 1]?.(response, request, count)
}

function state(name: string): Reply {
  return (response) => json(response, 200, { state: name })
}

const notYet: Reply = (response) => json(response, 404, { code: 5, message: 'tx not found' })

describe('a waiter over HTTP', () => {
  it.each([{}, { retry: { attempts: 3 } }])(
    'gives a server that asks for it half of the time that is left: %j',
    async (own) => {
      const clock = heldClock()
      const fetch = vi
        .fn(async () => Response.json({ state: 'STATE_COMPLETED_SUCCESS' }))
        .mockResolvedValueOnce(new Response('', { status: 503, headers: { 'retry-after': '20' } }))
      const client = createSampleClient({ fetch })
      const waiting = client.waitForStatus(query, { timeoutMs: 1000, intervalMs: 2, ...own })
      await clock.pass(400)
      expect(fetch).toHaveBeenCalledTimes(1)
      await clock.pass(200)
      expect(fetch).toHaveBeenCalledTimes(2)
      expect(await waiting).toEqual({ state: 'STATE_COMPLETED_SUCCESS' })
    },
  )

  it('survives 404, 5xx, HTML and reset sockets, and reports the changes', async () => {
    const server = await serve(
      answering(
        notYet,
        (response) => json(response, 500, { code: 2 }),
        (response) => void response.writeHead(502).end('<html>'),
        (response) => void response.socket?.resetAndDestroy(),
        state('STATE_PENDING'),
        state('STATE_PENDING'),
        state('STATE_COMPLETED_SUCCESS'),
      ),
    )
    const updates: unknown[] = []
    const client = createSampleClient({ baseUrl: server.url })
    const onUpdate = (update: unknown): void => void updates.push(update)
    const last = await client.waitForStatus(query, { onUpdate, intervalMs: 2 })
    expect(last).toEqual({ state: 'STATE_COMPLETED_SUCCESS' })
    expect(updates).toEqual([{ state: 'STATE_PENDING' }, last])
    expect(server.requests).toHaveLength(7)
  })

  it.each([
    ['STATE_COMPLETED_ERROR', 'failure'],
    ['STATE_ABANDONED', 'given-up'],
  ])('rejects at %s with the answer: %s', async (name, outcome) => {
    const server = await serve(state(name))
    const client = createSampleClient({ baseUrl: server.url })
    const error = await failureOf(client.waitForStatus(query))
    expect(isWaitFailedError(error)).toBe(true)
    expect(error).toMatchObject({
      name: 'WaitFailedError',
      operation: 'waitForStatus',
      outcome,
      state: name,
      last: { state: name },
    })
    expect(server.requests).toHaveLength(1)
  })

  it('reads the states of the parts if the whole has none', async () => {
    const transfers = ['STATE_COMPLETED_SUCCESS', 'STATE_COMPLETED_SUCCESS']
    const body = { transfers: transfers.map((state) => ({ state })) }
    const server = await serve((response) => json(response, 200, body))
    const client = createSampleClient({ baseUrl: server.url })
    expect(await client.waitForStatus(query)).toEqual(body)
  })

  it('fails at once on an answer that will not change', async () => {
    const server = await serve((response) => json(response, 401, { message: 'no' }))
    const client = createSampleClient({ baseUrl: server.url })
    expect(await failureOf(client.waitForStatus(query))).toMatchObject({ status: 401 })
  })

  it('serves many callers with one request per tick', async () => {
    const server = await serve(
      answering(notYet, state('STATE_PENDING'), state('STATE_COMPLETED_SUCCESS')),
    )
    const client = createSampleClient({ baseUrl: server.url })
    const all = await Promise.all(Array.from({ length: 50 }, () => client.waitForStatus(query)))
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['STATE_COMPLETED_SUCCESS']))
    expect(server.requests).toHaveLength(3)
  })

  it('ends at its deadline although a request hangs', async () => {
    const server = await serve(() => {})
    const client = createSampleClient({ baseUrl: server.url })
    const error = await failureOf(client.waitForStatus(query, { timeoutMs: 40 }))
    expect(error).toMatchObject({ name: 'TimeoutError', operation: 'waitForStatus' })
  })

  it('watches as an iterator', async () => {
    const server = await serve(
      answering(notYet, state('STATE_PENDING'), state('STATE_PENDING'), state('STATE_ABANDONED')),
    )
    const client = createSampleClient({ baseUrl: server.url })
    const seen: (string | undefined)[] = []
    for await (const { state } of client.watchStatus(query, { intervalMs: 1 })) seen.push(state)
    expect(seen).toEqual(['STATE_PENDING', 'STATE_ABANDONED'])
  })
})

const unused = { method: '', url: '', headers: {}, body: '' }

describe('waiting for what was begun elsewhere', () => {
  const tracked: Reply = (response) => json(response, 200, { tx_hash: 'AB' })

  /** A server that responds to each of both operations with its own replies. */
  function both(track: Reply, status: Reply): Reply {
    let [starts, states] = [0, 0]
    return (response, request, count) =>
      request.method === 'POST'
        ? track(response, request, ++starts)
        : status(response, request, count && ++states)
  }

  it('repeats the start until it works, then waits', async () => {
    const server = await serve(
      both(answering(notYet, notYet, tracked), (response, _, count) =>
        server.requests.filter(({ method }) => method === 'POST').length < 3
          ? notYet(response, unused, count)
          : json(response, 200, { state: 'STATE_COMPLETED_SUCCESS' }),
      ),
    )
    const client = createSampleClient({ baseUrl: server.url })
    const last = await client.trackAndWait(query, { intervalMs: 2, timeoutMs: 20_000 })
    expect(last).toEqual({ state: 'STATE_COMPLETED_SUCCESS' })
    const starts = server.requests.filter(({ method }) => method === 'POST')
    expect(starts).toHaveLength(3)
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/v2/tx/track' })
  })

  it.each<[string, Reply]>([
    ['fails', (response) => json(response, 503, {})],
    ['never answers', () => {}],
  ])(
    'asks for the state while the start %s: it may have been begun elsewhere',
    async (_, track) => {
      const status = answering(notYet, state('STATE_PENDING'), state('STATE_COMPLETED_SUCCESS'))
      const server = await serve(both(track, status))
      const updates: unknown[] = []
      const client = createSampleClient({ baseUrl: server.url })
      const onUpdate = (update: unknown): void => void updates.push(update)
      const last = await client.trackAndWait(query, {
        intervalMs: 5,
        timeoutMs: 20_000,
        onUpdate,
      })
      expect(last).toEqual({ state: 'STATE_COMPLETED_SUCCESS' })
      expect(updates.at(-1)).toEqual(last)
    },
  )

  it('takes the time that the caller allows, not that of the start', async () => {
    const clock = heldClock()
    let isLate = false
    const client = createSampleClient({
      fetch: async () =>
        isLate
          ? Response.json({ state: 'STATE_COMPLETED_SUCCESS' })
          : Response.json({ code: 5, message: 'tx not found' }, { status: 404 }),
    })
    const waiting = client.trackAndWait(query, { intervalMs: 20, timeoutMs: 20_000 })
    // The document's time for the start is 1500 ms.
    await clock.pass(2000)
    isLate = true
    await clock.pass(1000)
    expect(await waiting).toEqual({ state: 'STATE_COMPLETED_SUCCESS' })
  })

  it('only uses keepalive for the request that starts', async () => {
    const kept: unknown[] = []
    const client = createSampleClient({
      fetch: async (url, init) => {
        kept.push([String(url).includes('track'), init?.keepalive])
        return Response.json({ state: 'STATE_COMPLETED_SUCCESS' })
      },
    })
    await client.trackAndWait(query)
    expect(kept).toEqual([
      [true, true],
      [false, undefined],
    ])
  })

  it('does not wait for what cannot be begun', async () => {
    const refused: Reply = (response) => json(response, 400, { message: 'tx is invalid on chain' })
    const server = await serve(refused)
    const client = createSampleClient({ baseUrl: server.url })
    expect(await failureOf(client.trackAndWait(query))).toMatchObject({ status: 400 })
    expect(server.requests).toHaveLength(1)
  })

  it('stops trying to start long before the deadline of waiting, and reports the last response', async () => {
    const clock = heldClock()
    const fetch = async (): Promise<Response> => Response.json({}, { status: 404 })
    const client = createSampleClient({ fetch })
    const ended = failureOf(client.trackAndWait(query))
    await clock.pass(1500)
    const error = await ended
    expect(error).toMatchObject({ name: 'TimeoutError', operation: 'trackAndWait' })
    expect(error).toMatchObject({ timeoutMs: 1500, cause: { status: 404 } })
  })

  it('has one deadline over both, and rejects with the reason of an abort', async () => {
    const clock = heldClock()
    const fetch = vi
      .fn(async () => Response.json({ state: 'STATE_PENDING' }))
      .mockResolvedValueOnce(Response.json({ tx_hash: 'AB' }))
    const client = createSampleClient({ fetch })
    const ended = failureOf(client.trackAndWait(query, { timeoutMs: 800, intervalMs: 5 }))
    await clock.pass(800)
    const late = await ended
    expect(late).toMatchObject({ name: 'TimeoutError', last: { state: 'STATE_PENDING' } })
    expect(late).toMatchObject({
      message: 'waitForStatus: not finished within 800 ms',
      timeoutMs: 800,
    })
    const signal = AbortSignal.abort('mine')
    expect(await client.trackAndWait(query, { signal }).catch((error) => error)).toBe('mine')
  })
})

describe('a wait that is resumed', () => {
  it('does not report the same update twice', async () => {
    const server = await serve(
      answering(state('STATE_PENDING'), state('STATE_PENDING'), state('STATE_COMPLETED_SUCCESS')),
    )
    const client = createSampleClient({ baseUrl: server.url })
    const stored: unknown = JSON.parse(JSON.stringify({ state: 'STATE_PENDING' }))
    const onUpdate = vi.fn()
    await client.waitForStatus(query, { last: stored, onUpdate, intervalMs: 1 })
    expect(onUpdate.mock.calls).toEqual([[{ state: 'STATE_COMPLETED_SUCCESS' }]])
  })

  it('ends at once where the end was stored', async () => {
    const end = { state: 'STATE_COMPLETED_SUCCESS' }
    const server = await serve(state(end.state))
    const client = createSampleClient({ baseUrl: server.url })
    expect(await client.waitForStatus(query, { last: end })).toEqual(end)
    expect(server.requests).toHaveLength(1)
  })
})

describe('the calls of a wait', () => {
  it('take headers, retry and validate like every call', async () => {
    const server = await serve(
      answering(
        (response) => json(response, 503, {}),
        state('STATE_PENDING'),
        state('STATE_COMPLETED_SUCCESS'),
      ),
    )
    const retried: unknown[] = []
    const client = createSampleClient({
      baseUrl: server.url,
      onRetry: ({ error }) => retried.push(error),
    })
    const checked: unknown[] = []
    const validators = {
      status: asValidator({
        check: (value) => {
          checked.push(value)
          return []
        },
        drift: () => [],
      }),
    }
    const headers = { 'x-tenant': 'blue' }
    const own = { headers, retry: { baseMs: 1 }, validate: { validators }, intervalMs: 2 }
    await client.waitForStatus(query, own)
    expect(server.requests.map((request) => request.headers['x-tenant'])).toEqual(
      Array(3).fill('blue'),
    )
    expect(retried).toMatchObject([{ status: 503 }])
    expect(checked).toHaveLength(2)
  })

  it('are shared only without options of their own', async () => {
    const server = await serve(state('STATE_COMPLETED_SUCCESS'))
    const client = createSampleClient({ baseUrl: server.url })
    const tenants = [undefined, undefined, 'blue', 'green']
    await Promise.all(
      tenants.map((tenant) =>
        client.waitForStatus(query, tenant ? { headers: { 'x-tenant': tenant } } : {}),
      ),
    )
    const seen = server.requests.map(({ headers }) => String(headers['x-tenant']))
    expect(seen.sort()).toEqual(['blue', 'green', 'undefined'])
  })

  it('are shared with options that are not given', async () => {
    const server = await serve(state('STATE_COMPLETED_SUCCESS'))
    const client = createSampleClient({ baseUrl: server.url })
    const own = { headers: undefined, retry: undefined, validate: undefined }
    await Promise.all([own, {}, own].map((options) => client.waitForStatus(query, options)))
    expect(server.requests).toHaveLength(1)
  })

  it('have secrets in their headers that no error shows', async () => {
    const server = await serve((response, { headers }) =>
      json(response, 200, { state: 'STATE_COMPLETED_ERROR', echo: headers.authorization }),
    )
    const client = createSampleClient({ baseUrl: server.url })
    const headers = { authorization: 'Bearer secret-of-one-wait' }
    const error = await failureOf(client.waitForStatus(query, { headers }))
    expect(isWaitFailedError(error)).toBe(true)
    expect(JSON.stringify(error)).not.toContain('secret-of-one-wait')
  })
})

describe('hooks', () => {
  it('see one wait, from the start on', async () => {
    const events: unknown[] = []
    const server = await serve(state('STATE_COMPLETED_SUCCESS'))
    const client = createSampleClient({
      baseUrl: server.url,
      onWaitStart: (wait) => events.push(wait),
      onWaitEnd: ({ wait, operation, outcome }) => events.push([wait, operation, outcome]),
    })
    await client.trackAndWait(query)
    const wait = { operation: 'trackAndWait' }
    expect(events).toEqual([wait, [wait, 'trackAndWait', 'success']])
  })
})
