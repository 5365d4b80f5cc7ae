import { describe, expect, it } from 'vitest'
import {
  createRpcClient,
  mockTransport,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { openEventStream } from '../../../../../packages/runtime/src/rpc/subscribe/open-stream.js'
import { source } from '../document.fixture.js'
import { rejection, until } from '../node.fixture.js'

/** A node whose height grows while it delivers nothing. */
function silentNode(latest: () => number) {
  let subscriptions = 0
  const transport = mockTransport({
    handlers: {
      status: () => ({
        sync_info: { earliest_block_height: '1', latest_block_height: String(latest()) },
      }),
      header: ({ height }: { height: number }) => ({ header: { height: String(height) } }),
    },
  })
  const counting = Object.create(transport, {
    subscribe: {
      value: (...args: Parameters<typeof transport.subscribe>) => {
        subscriptions++
        return transport.subscribe(...args)
      },
    },
  })
  return {
    transport,
    client: createRpcClient({ transport: counting }),
    subscriptions: () => subscriptions,
  }
}

const query = "tm.event = 'NewBlockHeader'"

function heightOf(event: unknown): unknown {
  return /"height":"(\d+)"/.exec(JSON.stringify(event))?.[1]
}

describe('a node that stops delivering without a word', () => {
  it('is noticed after a while: nothing is missed, and the subscription is made anew', async () => {
    let latest = 5
    const { client, subscriptions } = silentNode(() => latest)
    const events = openEventStream(client, source, query, { quietMs: 20 })
    await events.ready
    latest = 8
    const heights: unknown[] = []
    for await (const event of events) if (heights.push(heightOf(event)) === 3) break
    expect(heights).toEqual(['6', '7', '8'])
    const again = openEventStream(client, source, query, { from: 6, quietMs: 20 })
    for (const height of ['6', '7', '8']) {
      expect(heightOf((await again.next()).value)).toBe(height)
    }
    latest = 9
    const before = subscriptions()
    expect(heightOf((await again.next()).value)).toBe('9')
    latest = 10
    expect(heightOf((await again.next()).value)).toBe('10')
    expect(subscriptions()).toBeGreaterThan(before)
    await again.return()
  })

  it('is left alone while there is nothing to deliver', async () => {
    const { client, subscriptions } = silentNode(() => 5)
    const events = openEventStream(client, source, query, { quietMs: 10 })
    await events.ready
    const nothing = new Promise((resolve) => setTimeout(resolve, 100, 'nothing'))
    expect(await Promise.race([events.next(), nothing])).toBe('nothing')
    expect(subscriptions()).toBe(1)
    await events.return()
  })

  it('is not asked at all when that is not wanted', async () => {
    let latest = 5
    const { client } = silentNode(() => latest)
    const events = openEventStream(client, source, query, { quietMs: 0 })
    await events.ready
    latest = 8
    const nothing = new Promise((resolve) => setTimeout(resolve, 100, 'nothing'))
    expect(await Promise.race([events.next(), nothing])).toBe('nothing')
    await events.return()
  })

  it('is noticed without fetching too: subscribed anew, and the heights are reported', async () => {
    let latest = 5
    const { client, subscriptions } = silentNode(() => latest)
    const gaps: unknown[] = []
    const events = openEventStream(client, source, query, {
      resume: 'reconnect',
      quietMs: 10,
      onGap: (gap) => void gaps.push(gap),
    })
    await events.ready
    latest = 8
    await until(() => gaps.length > 0)
    expect(gaps).toEqual([{ from: 6, to: 8 }])
    expect(subscriptions()).toBe(2)
    await events.return()
  })

  it('ends a subscription that does not resume', async () => {
    let latest = 5
    const { client } = silentNode(() => latest)
    const events = openEventStream(client, source, query, { resume: 'none', quietMs: 10 })
    const next = rejection(events.next())
    await events.ready
    const growing = setInterval(() => latest++, 5)
    expect(await next).toMatchObject({
      name: 'TransportError',
      message: 'The node stopped delivering events',
    })
    clearInterval(growing)
  })

  it('is not suspected when the chain stands still after a loss', async () => {
    let latest = 5
    const { client, transport, subscriptions } = silentNode(() => latest)
    const events = openEventStream(client, source, query, { resume: 'reconnect', quietMs: 5 })
    const value = { header: { height: '5' } }
    await events.ready
    transport.emit({ data: { type: 'tendermint/event/NewBlockHeader', value } })
    expect(heightOf((await events.next()).value)).toBe('5')
    latest = 9
    const waiting = events.next()
    transport.drop()
    await until(() => subscriptions() === 2)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(subscriptions()).toBe(2)
    await events.return()
    await waiting
  })

  it('is not suspected while the event of each height comes, or where none has to', async () => {
    let latest = 5
    const { client, transport, subscriptions } = silentNode(() => latest)
    const options = { resume: 'reconnect', quietMs: 10 } as const
    const headers = openEventStream(client, source, query, options)
    const narrow = openEventStream(client, source, `${query} AND app.key = 'a'`, options)
    const rounds = openEventStream(client, source, "tm.event = 'NewRound'", options)
    await Promise.all([headers.ready, narrow.ready, rounds.ready])
    for (; latest < 12; latest++) {
      transport.emit({
        data: {
          type: 'tendermint/event/NewBlockHeader',
          value: { header: { height: String(latest + 1) } },
        },
      })
      expect(heightOf((await headers.next()).value)).toBe(String(latest + 1))
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
    expect(subscriptions()).toBe(3)
    await Promise.all([headers, narrow, rounds].map((one) => one.return()))
  })

  it('is no reason to end while the height cannot be learned', async () => {
    const transport = mockTransport()
    const client = createRpcClient({ transport })
    const events = openEventStream(client, source, query, { resume: 'none', quietMs: 5 })
    await events.ready
    const nothing = new Promise((resolve) => setTimeout(resolve, 60, 'nothing'))
    expect(await Promise.race([events.next(), nothing])).toBe('nothing')
    await events.return()
  })
})
