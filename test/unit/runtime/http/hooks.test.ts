import { describe, expect, it, vi } from 'vitest'
import type {
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from '../../../../packages/runtime/src/http/index.js'
import { createSampleClient } from './client.fixture.js'
import { failureOf, json, serve } from './server.fixture.js'

describe('hooks', () => {
  it('tell of every request, its answer and every retry', async () => {
    const server = await serve((response, _, count) =>
      count === 1 ? json(response, 503, {}) : json(response, 200, { chains: [] }),
    )
    const [requests, responses, retries]: [RequestEvent[], ResponseEvent[], RetryEvent[]] = [
      [],
      [],
      [],
    ]
    const client = createSampleClient({
      baseUrl: server.url,
      retry: { baseMs: 1 },
      onRequest: (event) => requests.push(event),
      onResponse: (event) => responses.push(event),
      onRetry: (event) => retries.push(event),
    })
    await client.chains({ include_evm: true })
    const about = {
      operation: 'chains',
      method: 'GET',
      url: `${server.url}/v2/info/chains?include_evm=true`,
    }
    expect(requests).toEqual([
      { ...about, attempt: 1 },
      { ...about, attempt: 2 },
    ])
    expect(responses).toMatchObject([
      { ...about, attempt: 1, status: 503 },
      { ...about, attempt: 2, status: 200 },
    ])
    expect(responses.map(({ request }) => requests.indexOf(request))).toEqual([0, 1])
    for (const { ms } of responses) expect(ms).toBeGreaterThan(0)
    expect(retries).toMatchObject([{ operation: 'chains', attempt: 1, error: { status: 503 } }])
    expect(retries[0]?.waitMs).toBeGreaterThanOrEqual(0)
  })

  it('tell why a request failed, without what they must not see', async () => {
    const responses: ResponseEvent[] = []
    const own = new Error('mine')
    const controller = new AbortController()
    const client = createSampleClient({
      apiKey: 'key-123',
      fetch: async (_, init) => {
        if (controller.signal.aborted) throw new Error('not reached')
        if (responses.length === 0) throw new TypeError('fetch with key-123 failed')
        controller.abort(own)
        throw init?.signal?.reason
      },
      retry: false,
      onResponse: (event) => responses.push(event),
    })
    const error = await failureOf(client.chains())
    expect(await failureOf(client.chains({}, { signal: controller.signal }))).toBe(own)
    await expect.poll(() => responses).toHaveLength(2)
    expect(responses[0]?.error).toMatchObject({ name: 'TransportError', operation: 'chains' })
    expect(String(responses[0]?.error)).toBe(String(error))
    expect(responses[1]?.error).toBe(own)
    expect(JSON.stringify(responses)).not.toContain('key-123')
  })

  it('tell of a call that ends while its request is pending, whatever fetch does with the signal', async () => {
    const responses: ResponseEvent[] = []
    const client = createSampleClient({
      fetch: () => new Promise(() => {}),
      onResponse: (event) => responses.push(event),
    })
    const stop = new AbortController()
    const reason = new Error('stop')
    const ended = failureOf(client.chains({}, { signal: stop.signal }))
    stop.abort(reason)
    expect(await ended).toBe(reason)
    expect(await failureOf(client.chains({}, { timeoutMs: 10 }))).toMatchObject({
      name: 'TimeoutError',
    })
    await expect.poll(() => responses).toHaveLength(2)
    expect(responses.map(({ error }) => Object(error).name)).toEqual(['Error', 'TimeoutError'])
  })

  it('tell of a request that got no answer', async () => {
    const responses: ResponseEvent[] = []
    const client = createSampleClient({
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      retry: false,
      onResponse: (event) => responses.push(event),
    })
    await failureOf(client.chains())
    expect(responses).toMatchObject([{ attempt: 1, status: undefined }])
  })

  it('never see a body or a credential', async () => {
    const seen = vi.fn()
    const server = await serve((response) => json(response, 400, { message: 'no' }))
    const client = createSampleClient({
      baseUrl: server.url,
      apiKey: 'key-123',
      onRequest: seen,
      onResponse: seen,
    })
    await failureOf(client.route({ source_asset_denom: 'secret-denom' }))
    await failureOf(client.chains({ chain_ids: ['key-123'] }))
    expect(seen).toHaveBeenCalledTimes(4)
    expect(JSON.stringify(seen.mock.calls)).not.toMatch(/secret-denom|key-123/)
  })

  it('that return promises which reject change nothing', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const rejections: unknown[] = []
    const note = (reason: unknown): void => void rejections.push(reason)
    process.on('unhandledRejection', note)
    const fault = new Error('of the hook')
    const hook = async (): Promise<never> => {
      throw fault
    }
    const server = await serve((response, _, count) =>
      count === 1
        ? json(response, 503, {})
        : json(response, 200, { state: 'STATE_COMPLETED_SUCCESS' }),
    )
    const client = createSampleClient({
      baseUrl: server.url,
      onRequest: hook,
      onResponse: hook,
      onRetry: hook,
      onWaitStart: hook,
      onWaitEnd: hook,
    })
    await client.waitForStatus(
      { tx_hash: 'AB', chain_id: 'c' },
      { retry: { baseMs: 1 }, intervalMs: 1 },
    )
    // Two requests, two responses, a retry, and the beginning and the end of the wait.
    await expect.poll(() => log.mock.calls).toEqual(Array.from({ length: 7 }, () => [fault]))
    process.off('unhandledRejection', note)
    expect(rejections).toEqual([])
    log.mockRestore()
  })

  it('that fail change nothing', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fault = new Error('of the hook')
    const hook = (): never => {
      throw fault
    }
    const server = await serve((response, _, count) =>
      count === 1 ? json(response, 503, {}) : json(response, 200, { chains: [] }),
    )
    const client = createSampleClient({
      baseUrl: server.url,
      retry: { baseMs: 1 },
      onRequest: hook,
      onResponse: hook,
      onRetry: hook,
    })
    expect(await client.chains()).toEqual({ chains: [] })
    expect(log.mock.calls).toEqual(Array(5).fill([fault]))
    log.mockRestore()
  })
})
