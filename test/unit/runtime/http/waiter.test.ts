import { describe, expect, it } from 'vitest'
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

  it.each(['STATE_COMPLETED_SUCCESS', 'STATE_COMPLETED_ERROR', 'STATE_ABANDONED'])(
    'stops at %s',
    async (name) => {
      const server = await serve(state(name))
      const client = createSampleClient({ baseUrl: server.url })
      expect(await client.waitForStatus(query)).toEqual({ state: name })
      expect(server.requests).toHaveLength(1)
    },
  )

  it('fails at once on an answer that will not change', async () => {
    const server = await serve((response) => json(response, 401, { message: 'no' }))
    const client = createSampleClient({ baseUrl: server.url })
    expect(await failureOf(client.waitForStatus(query))).toMatchObject({ status: 401 })
  })

  it('serves many callers with one request per tick', async () => {
    const server = await serve(answering(notYet, state('STATE_PENDING'), state('STATE_ABANDONED')))
    const client = createSampleClient({ baseUrl: server.url })
    const all = await Promise.all(Array.from({ length: 50 }, () => client.waitForStatus(query)))
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['STATE_ABANDONED']))
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
