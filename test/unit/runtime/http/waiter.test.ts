import { describe, expect, it, vi } from 'vitest'
import { isWaitFailedError } from '../../../../packages/runtime/src/core/index.js'
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

describe('waiting for what was begun elsewhere', () => {
  const tracked: Reply = (response) => json(response, 200, { tx_hash: 'AB' })

  it('repeats the start until it works, then waits', async () => {
    const server = await serve(
      answering(notYet, notYet, tracked, notYet, state('STATE_COMPLETED_SUCCESS')),
    )
    const client = createSampleClient({ baseUrl: server.url })
    const last = await client.trackAndWait(query, { intervalMs: 2 })
    expect(last).toEqual({ state: 'STATE_COMPLETED_SUCCESS' })
    expect(server.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
      ...Array(3).fill('POST /v2/tx/track'),
      ...Array(2).fill('GET /v2/tx/status'),
    ])
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
    const server = await serve(notYet)
    const client = createSampleClient({ baseUrl: server.url })
    const error = await failureOf(client.trackAndWait(query))
    expect(error).toMatchObject({ name: 'TimeoutError', operation: 'trackAndWait' })
    expect(error).toMatchObject({ timeoutMs: 300, cause: { status: 404 } })
  })

  it('has one deadline over both, and rejects with the reason of an abort', async () => {
    const server = await serve(answering(tracked, state('STATE_PENDING')))
    const client = createSampleClient({ baseUrl: server.url })
    const late = await failureOf(client.trackAndWait(query, { timeoutMs: 800, intervalMs: 5 }))
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
