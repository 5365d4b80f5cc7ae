import { describe, expect, it, vi } from 'vitest'
import { createSampleClient } from './client.fixture.js'
import { failureOf, json, route, serve } from './server.fixture.js'

describe('what is sent', () => {
  it('sends the body byte for byte, unknown members and map keys included', async () => {
    const server = await serve((response) => json(response, 200, route))
    const body = {
      source_asset_denom: 'factory/x/my_token',
      Oraichain: { 'ibc/AB+C': null },
      operations: [{ never_seen_before: { deep: [1.5, '9007199254740993', '\u2028ü'] } }],
    }
    await createSampleClient({ baseUrl: server.url }).route(body)
    expect(server.requests[0]?.body).toBe(JSON.stringify(body))
    expect(server.requests[0]?.headers['content-type']).toBe('application/json')
  })

  it('returns what arrives, unknown members included', async () => {
    const text = '{"amount_out":"5","operations":[{"zap":{"a_b":{"C-d":null}}}],"new":[9]}'
    const server = await serve((response) => void response.end(text))
    const got = await createSampleClient({ baseUrl: server.url }).route({ source_asset_denom: 'x' })
    expect(JSON.stringify(got)).toBe(text)
  })

  it('writes lists as repeated keys, booleans as words, and leaves absent members out', async () => {
    const server = await serve((response) => json(response, 200, { chains: [] }))
    const client = createSampleClient({ baseUrl: `${server.url}/` })
    await client.chains({ chain_ids: ['a', 'b&c=d', 'ü /'], include_evm: false })
    const absent: { chain_ids?: string[] } = JSON.parse('{"chain_ids":[],"other":null}')
    await client.chains(absent)
    await client.chains()
    const [first, second, third] = server.requests.map(({ url }) => new URL(url, 'http://x'))
    expect(first?.searchParams.getAll('chain_ids')).toEqual(['a', 'b&c=d', 'ü /'])
    expect(first?.searchParams.get('include_evm')).toBe('false')
    expect(second?.href).toBe('http://x/v2/info/chains')
    expect(third?.href).toBe('http://x/v2/info/chains')
    expect(server.requests[0]?.headers['content-type']).toBeUndefined()
    expect(server.requests[0]?.body).toBe('')
  })

  it('refuses a query member without an obvious text before sending', async () => {
    const server = await serve((response) => json(response, 200, {}))
    for (const odd of ['{"a":1}', '[null]', '[["a"]]']) {
      const query = JSON.parse(`{"tx_hash":${odd},"chain_id":"c"}`)
      const error = await failureOf(createSampleClient({ baseUrl: server.url }).status(query))
      expect(error).toBeInstanceOf(TypeError)
    }
    expect(server.requests).toHaveLength(0)
  })

  const throwing = (thrown: unknown) => () => {
    throw thrown
  }
  const circle: { [member: string]: unknown } = {}
  circle.self = circle
  it.each([
    [
      'a query without an obvious text',
      'status',
      { tx_hash: [null] },
      /^status: tx_hash has no obv/,
    ],
    ['half a character in a path', 'forget', { id: '\ud800' }, /^forget: URI malformed/],
    ['half a character in a query', 'status', { tx_hash: 'a\ud800' }, /^status: URI malformed/],
    ['a missing part of a path', 'forget', {}, /^forget: \{id\} has no value/],
    ['a header with a line break', 'forget', { id: 1, 'x-why': 'a\n' }, /^forget: header x-why/],
    ['a bigint in a body', 'route', { amount_in: 1n }, /^route: .*BigInt/],
    ['a circle in a body', 'route', circle, /^route: .*circular/],
    ['what throws a text', 'route', { toJSON: throwing('not today') }, /^route: not today$/],
    [
      'what throws an error of the platform',
      'route',
      { toJSON: throwing(new DOMException('It is detached.')) },
      /^route: It is detached\.$/,
    ],
  ])('names the operation that cannot be sent: %s', async (_, name, input, message) => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const client = createSampleClient({ baseUrl: 'http://x', fetch })
    const call: unknown = Reflect.get(client, name)
    const error = await failureOf(Reflect.apply(Object(call), client, [input]))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(Reflect.get(Object(error), 'message'))).toMatch(message)
    expect(error).toHaveProperty('cause')
    expect(fetch).not.toHaveBeenCalled()
  })

  it('puts members into path, headers, query and body where the operation says so', async () => {
    const server = await serve((response, { method }) =>
      method === 'DELETE' ? void response.writeHead(204).end() : json(response, 200, {}),
    )
    const client = createSampleClient({ baseUrl: server.url })
    expect(await client.forget({ id: 'a/b?c', 'x-why': 'because', force: true })).toBeUndefined()
    await client.rename({ id: '{id}', dry: false, body: { name: 'n' } })
    expect(server.requests[0]).toMatchObject({ url: '/things/a%2Fb%3Fc?force=true' })
    expect(server.requests[0]?.headers['x-why']).toBe('because')
    expect(server.requests[1]).toMatchObject({
      method: 'PATCH',
      url: '/things/%7Bid%7D?dry=false',
      body: '{"name":"n"}',
    })
  })

  it('refuses path members that are missing or would call another path', async () => {
    const client = createSampleClient({ baseUrl: 'http://127.0.0.1:1' })
    for (const id of ['..', '.', '']) {
      expect(await failureOf(client.forget({ id }))).toBeInstanceOf(TypeError)
    }
    const none: { id: string } = JSON.parse('{}')
    expect(String(await failureOf(client.forget(none)))).toContain('{id} has no value')
  })
})

describe('options', () => {
  it('sends the API key and headers; a call overrides the client in any case', async () => {
    const server = await serve((response) => json(response, 200, route))
    const client = createSampleClient({
      baseUrl: server.url,
      apiKey: 'key',
      headers: new Headers({ 'X-One': '1', 'X-Two': '2' }),
    })
    await client.route({ source_asset_denom: 'x' }, { headers: { 'x-TWO': 'call' } })
    await client.route({ source_asset_denom: 'x' }, { headers: [['Authorization', 'mine']] })
    const [first, second] = server.requests.map(({ headers }) => headers)
    expect(first).toMatchObject({ authorization: 'key', 'x-one': '1', 'x-two': 'call' })
    expect(second).toMatchObject({ authorization: 'mine', 'x-two': '2' })
  })

  it('refuses headers and base URLs that fetch would quote in its error', () => {
    const leaks = [
      () => createSampleClient({ apiKey: 'secret\n' }),
      () => createSampleClient({ headers: { 'x-key': 'secret€' } }),
      () => createSampleClient({ baseUrl: 'https://me:secret@api.example.org' }),
    ]
    for (const leak of leaks) {
      expect(leak).toThrow(TypeError)
      expect(leak).not.toThrow(/secret/)
    }
  })

  it('shares server, key, headers and fetch with the openapi-fetch client', async () => {
    const server = await serve((response) => json(response, 200, { chains: [{ chain_id: 'a' }] }))
    const seen: string[] = []
    const client = createSampleClient({
      baseUrl: `${server.url}/`,
      apiKey: 'key',
      headers: { 'x-one': '1' },
      fetch(input, init) {
        seen.push(typeof input === 'string' ? input : input.url)
        return fetch(input, init)
      },
    })
    const query = { chain_ids: ['a', 'b'] }
    const { data, response } = await client.http.GET('/v2/info/chains', { params: { query } })
    expect(data?.chains[0]?.chain_id).toBe('a')
    expect(response.status).toBe(200)
    await client.chains(query)
    expect(seen).toEqual([0, 1].map(() => `${server.url}/v2/info/chains?chain_ids=a&chain_ids=b`))
    for (const { headers } of server.requests) {
      expect(headers).toMatchObject({ authorization: 'key', 'x-one': '1' })
    }
  })

  it('looks the global fetch up at each call, so that it can be replaced later', async () => {
    const client = createSampleClient()
    const original = globalThis.fetch
    globalThis.fetch = async () => Response.json({ chains: [] })
    try {
      expect(await client.chains()).toEqual({ chains: [] })
    } finally {
      globalThis.fetch = original
    }
  })
})
