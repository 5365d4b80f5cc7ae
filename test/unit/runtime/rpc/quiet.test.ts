import { describe, expect, it } from 'vitest'
import { createRpcClient, mockTransport } from '../../../../packages/runtime/src/rpc/index.js'
import { source } from './document.fixture.js'

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
  return { client: createRpcClient({ transport: counting }), subscriptions: () => subscriptions }
}

const query = "tm.event = 'NewBlockHeader'"

function heightOf(event: unknown): unknown {
  return /"height":"(\d+)"/.exec(JSON.stringify(event))?.[1]
}

describe('a node that stops delivering without a word', () => {
  it('is noticed after a while: nothing is missed, and the subscription is made anew', async () => {
    let latest = 5
    const { client, subscriptions } = silentNode(() => latest)
    const events = client.subscribe(source, query, { quietMs: 20 })
    await events.ready
    latest = 8
    const heights: unknown[] = []
    for await (const event of events) if (heights.push(heightOf(event)) === 3) break
    expect(heights).toEqual(['6', '7', '8'])
    const again = client.subscribe(source, query, { from: 6, quietMs: 20 })
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
    const events = client.subscribe(source, query, { quietMs: 10 })
    await events.ready
    const nothing = new Promise((resolve) => setTimeout(resolve, 100, 'nothing'))
    expect(await Promise.race([events.next(), nothing])).toBe('nothing')
    expect(subscriptions()).toBe(1)
    await events.return()
  })

  it('is not asked at all when that is not wanted', async () => {
    let latest = 5
    const { client } = silentNode(() => latest)
    const events = client.subscribe(source, query, { quietMs: 0 })
    await events.ready
    latest = 8
    const nothing = new Promise((resolve) => setTimeout(resolve, 100, 'nothing'))
    expect(await Promise.race([events.next(), nothing])).toBe('nothing')
    await events.return()
  })
})
