import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { createSampleClient } from './client.fixture.js'
import { failureOf, json, type LoopbackServer, route, serve } from './server.fixture.js'

const body = { source_asset_denom: 'uatom' }
const secrets = { apiKey: 'key-123', headers: { 'x-api-key': 'custom', cookie: 'a=b' } }

async function redirecting(status: number, to: () => string): Promise<LoopbackServer> {
  return serve((response, { url }) => {
    if (url.startsWith('/v2'))
      return void response.writeHead(status, { location: to() }).end('moved')
    json(response, 200, route)
  })
}

describe('a redirect', () => {
  it.each([307, 308])('with %i to the same origin keeps method, body and key', async (status) => {
    const server = await redirecting(status, () => '/moved')
    expect(await createSampleClient({ baseUrl: server.url, ...secrets }).route(body)).toEqual(route)
    expect(server.requests[1]).toMatchObject({
      method: 'POST',
      url: '/moved',
      body: JSON.stringify(body),
      headers: { authorization: 'key-123', 'x-api-key': 'custom' },
    })
  })

  it.each([301, 302, 303, 307, 308])(
    'of a GET with %i to another origin leaves every secret behind',
    async (status) => {
      const other = await serve((response) => json(response, 200, { chains: [] }))
      const server = await redirecting(status, () => `${other.url}/x`)
      const client = createSampleClient({ baseUrl: server.url, redirect: 'follow', ...secrets })
      expect(await client.chains({}, { headers: { 'x-call': 'secret' } })).toEqual({ chains: [] })
      expect(server.requests[0]?.headers).toMatchObject({
        authorization: 'key-123',
        'x-call': 'secret',
      })
      const headers = other.requests[0]?.headers ?? {}
      for (const name of ['authorization', 'x-api-key', 'cookie', 'x-call']) {
        expect(headers).not.toHaveProperty(name)
      }
    },
  )

  it('back to the first origin does not bring the secrets back', async () => {
    const other = await serve((response) => {
      response.writeHead(307, { location: `${server.url}/back` }).end()
    })
    const server = await redirecting(307, () => other.url)
    const client = createSampleClient({ baseUrl: server.url, redirect: 'follow', ...secrets })
    await client.route(body)
    expect(server.requests[1]?.headers).not.toHaveProperty('authorization')
    expect(server.requests[1]?.body).toBe(JSON.stringify(body))
  })

  it.each([301, 302, 303, 307, 308])(
    'with %i to another origin is not followed',
    async (status) => {
      const other = await serve((response) => json(response, 200, { chains: [] }))
      const server = await redirecting(status, () => `${other.url}/x`)
      const error = await failureOf(createSampleClient({ baseUrl: server.url }).chains())
      expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect', status })
      expect(other.requests).toHaveLength(0)
    },
  )

  it.each([undefined, 'same-origin' as const])(
    'from https to http on the same host is not followed with %s',
    async (redirect) => {
      const fetch = vi.fn(async () =>
        Response.redirect('http://api.example.org/v2/info/chains', 307),
      )
      const error = await failureOf(createSampleClient({ fetch, redirect }).chains())
      expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect', status: 307 })
      expect(fetch).toHaveBeenCalledTimes(1)
    },
  )

  it('to nowhere else is followed with error', async () => {
    const server = await redirecting(307, () => '/moved')
    const client = createSampleClient({ baseUrl: server.url, redirect: 'error' })
    const error = await failureOf(client.chains())
    expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect', status: 307 })
    expect(server.requests).toHaveLength(1)
    // One call may say otherwise.
    await client.chains({}, { redirect: 'same-origin' })
    expect(server.requests).toHaveLength(3)
  })

  it.each(['same-origin', 'error'] as const)(
    'that the platform follows unasked is no answer with %s',
    async (redirect) => {
      const followed = Object.defineProperties(Response.json({ chains: [] }), {
        redirected: { value: true },
        url: { value: 'https://evil.example/v2/info/chains' },
      })
      const error = await failureOf(
        createSampleClient({ fetch: async () => followed, redirect }).chains(),
      )
      expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect' })
    },
  )

  it.each([301, 302, 303])(
    'of a POST with %i is refused, as it would become a GET',
    async (status) => {
      const other = await serve((response) => json(response, 200, route))
      const server = await redirecting(status, () => `${other.url}/?token=t`)
      const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
      expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect', status })
      expect(String(error)).toContain(other.url)
      expect(String(error)).not.toContain('token')
      expect(other.requests).toHaveLength(0)
      expect(server.requests).toHaveLength(1)
    },
  )

  it.each(['data:application/json,{}', 'file:///etc/passwd'])('to %s is refused', async (to) => {
    const server = await redirecting(302, () => to)
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).chains())
    expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect' })
  })

  it.each(['http://[', 'http://user:p4ssw0rd@127.0.0.1:1/', 'http://:p4ssw0rd@127.0.0.1:1/'])(
    'to %s is refused, and not asked for again',
    async (to) => {
      const server = await redirecting(307, () => to)
      const client = createSampleClient({ baseUrl: server.url, retry: { baseMs: 1 } })
      const error = await failureOf(client.route(body))
      expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect', status: 307 })
      expect(inspect(error)).not.toContain('p4ssw0rd')
      expect(server.requests).toHaveLength(1)
    },
  )

  it('does not show a key that it repeats', async () => {
    const server = await redirecting(307, () => 'ftp://key-123.example/')
    const client = createSampleClient({ baseUrl: server.url, ...secrets })
    expect(inspect(await failureOf(client.route(body)))).not.toContain('key-123')
  })

  it.each([304, 305, 306])('is not %i, whatever its headers are', async (status) => {
    const server = await redirecting(status, () => '/moved')
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(error).toMatchObject({ name: 'ApiError', status })
    expect(server.requests).toHaveLength(1)
  })

  it('that never ends is refused', async () => {
    const server = await redirecting(302, () => '/v2/again')
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).chains())
    expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect' })
    expect(server.requests).toHaveLength(6)
  })

  it.each(['same-origin', 'follow', 'error'] as const)(
    'that a browser hides is refused with %s',
    async (redirect) => {
      const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
      const fetch = vi.fn(async () => hidden)
      const error = await failureOf(createSampleClient({ fetch, redirect }).chains())
      // Nobody knows where it leads: asking the same address again would be answered in the same way.
      expect(fetch).toHaveBeenCalledTimes(1)
      expect(String(error)).toContain('redirect, hidden by this platform, is not followed')
      expect(error).toMatchObject({ name: 'TransportError', fault: 'redirect' })
      // Browsers report 0 instead of a status.
      expect(error).toHaveProperty('status', undefined)
    },
  )

  it('to a file says where it points', async () => {
    const server = await redirecting(307, () => 'file:///etc/passwd')
    const error = await failureOf(createSampleClient({ baseUrl: server.url }).route(body))
    expect(String(error)).toContain('redirect to file:// is not followed')
  })

  it('is returned by the openapi-fetch client, which does not follow it', async () => {
    const other = await serve((response) => json(response, 200, { chains: [] }))
    const server = await redirecting(302, () => other.url)
    const client = createSampleClient({ baseUrl: server.url, ...secrets })
    const { response } = await client.http.GET('/v2/info/chains')
    expect(response.status).toBe(302)
    expect(other.requests).toHaveLength(0)
  })
})
