import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createSampleClient } from './client.fixture.js'
import { failureOf, json, route, serve } from './server.fixture.js'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

const body = { source_asset_denom: 'uatom' }

it('many calls of every outcome leave no listener on the signal and no timer', async () => {
  const server = await serve((response, _, count) => {
    if (count % 4 === 0) return json(response, 503, {})
    if (count % 4 === 1) return json(response, 400, {})
    if (count % 4 === 2) return void response.socket?.destroy()
    json(response, 200, route)
  })
  const controller = new AbortController()
  const before = timers()
  const client = createSampleClient({ baseUrl: server.url, retry: { baseMs: 1, maxMs: 1 } })
  for (let round = 0; round < 8; round++) {
    const calls = Array.from({ length: 10 }, () =>
      client.route(body, { signal: controller.signal }),
    )
    await Promise.allSettled(calls)
  }
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  // Idle sockets of the server and of fetch may keep one each.
  await expect.poll(() => timers() - before).toBeLessThanOrEqual(2)
})

it('waits that are aborted leave nothing on the signal', async () => {
  const server = await serve((response) => json(response, 404, {}))
  // Counted at the client: a request that was sent may arrive a moment after the abort.
  let sent = 0
  const counted: typeof fetch = (...args) => {
    sent++
    return fetch(...args)
  }
  const client = createSampleClient({ baseUrl: server.url, fetch: counted })
  const controller = new AbortController()
  const waits = Array.from({ length: 200 }, (_, n) =>
    failureOf(
      client.waitForStatus({ tx_hash: `${n % 5}`, chain_id: 'c' }, { signal: controller.signal }),
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 60))
  controller.abort('mine')
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['mine']))
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  const before = sent
  expect(before).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(sent).toBe(before)
})

it('memory stays flat over many calls and waits with one long-lived signal', async () => {
  const client = createSampleClient({
    fetch: async () => Response.json({ state: 'STATE_COMPLETED_SUCCESS' }),
  })
  const { signal } = new AbortController()
  const query = { tx_hash: 'a', chain_id: 'c' }
  async function calls(count: number): Promise<number> {
    for (let n = 0; n < count; n++) {
      await client.status(query, { signal })
      await client.waitForStatus({ ...query, tx_hash: `${n}` }, { signal })
    }
    collect()
    return process.memoryUsage().heapUsed
  }
  const warm = await calls(800)
  const after = await calls(1600)
  // 250 bytes a call: a listener or a timer that stays is more.
  expect(after - warm).toBeLessThan(400_000)
})

it('what a wait was given can be collected once it is over, whatever its end', async () => {
  const server = await serve((response, { url }) => {
    if (url.includes('hang')) return
    json(response, url.includes('none') ? 401 : 200, { state: 'STATE_COMPLETED_SUCCESS' })
  })
  const client = createSampleClient({ baseUrl: server.url })
  const { signal } = new AbortController()

  async function wait(
    tx_hash: string,
    stop?: AbortController,
  ): Promise<[string, WeakRef<object>][]> {
    const query = { tx_hash, chain_id: 'c' }
    const onUpdate = (): void => void query
    const ended = client
      .waitForStatus(query, { signal: stop?.signal ?? signal, timeoutMs: 300, onUpdate })
      .catch(() => undefined)
    const states = client.watchStatus(query, { signal, timeoutMs: 300 })
    const watched = states.next().catch(() => undefined)
    if (tx_hash === 'hang, returned') await states.return?.()
    stop?.abort()
    const answer = await ended
    await watched
    return Object.entries({ query, onUpdate, states, answer: answer ?? {} }).map(([name, each]) => [
      `${name} of ${tx_hash}`,
      new WeakRef(each),
    ])
  }

  // What runs first stays in the engine's own notes.
  await wait('first')
  const kept = await Promise.all([
    wait('done'),
    wait('none'),
    wait('hang'),
    wait('hang, returned'),
    wait('hang, aborted', new AbortController()),
  ])
  // What a promise resolved with lives until the turn of the loop is over, and sockets longer.
  let alive = kept.flat()
  for (let turn = 0; turn < 100 && alive.length > 0; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    collect()
    alive = alive.filter(([, each]) => each.deref() !== undefined)
  }
  expect(alive.map(([name]) => name)).toEqual([])
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  // The client itself is still there, and works.
  expect(await client.status({ tx_hash: 'x', chain_id: 'c' })).toEqual({
    state: 'STATE_COMPLETED_SUCCESS',
  })
})
