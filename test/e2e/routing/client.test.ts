// Tests the promises of the contract about the generated client, with the published package.
import { readFile } from 'node:fs/promises'
import {
  type CallOptions,
  connectRouting,
  createRoutingClient,
  isApiError,
  isTransportError,
  operations,
  type RoutingClient,
  type StatusTxResponse,
  servers,
} from '@tagwire/routing'
import { createRoutingHttp } from '@tagwire/routing/http'
import { responseValidators } from '@tagwire/routing/validate'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { failureOf, json, type Reply, serve } from '../../unit/runtime/http/server.fixture.js'

/** The operations of the contract, and the paths of the interface. */
const interfaceOf: Readonly<Record<keyof typeof operations, string>> = {
  chains: 'GET /v2/info/chains',
  balances: 'POST /v2/info/balances',
  bridges: 'GET /v2/info/bridges',
  venues: 'GET /v2/fungible/venues',
  assets: 'GET /v2/fungible/assets',
  assetsFromSource: 'POST /v2/fungible/assets_from_source',
  route: 'POST /v2/fungible/route',
  msgs: 'POST /v2/fungible/msgs',
  msgsDirect: 'POST /v2/fungible/msgs_direct',
  assetRecommendations: 'POST /v2/fungible/recommend_assets',
  submit: 'POST /v2/tx/submit',
  track: 'POST /v2/tx/track',
  status: 'GET /v2/tx/status',
  ibcOriginAssets: 'POST /v2/fungible/ibc_origin_assets',
  assetsBetweenChains: 'POST /v2/fungible/assets_between_chains',
}

const whole = {
  source_asset_denom: 'a',
  source_asset_chain_id: 'b',
  dest_asset_denom: 'c',
  dest_asset_chain_id: 'd',
  amount_in: '1',
}

/** One call of every operation, with an input as small as its type allows. */
function calls(routing: RoutingClient, options: CallOptions): (() => Promise<unknown>)[] {
  return [
    () => routing.chains({}, options),
    () => routing.balances({ chains: {} }, options),
    () => routing.bridges(options),
    () => routing.venues({}, options),
    () => routing.assets({}, options),
    () =>
      routing.assetsFromSource({ source_asset_denom: 'a', source_asset_chain_id: 'b' }, options),
    () => routing.route(whole, options),
    () => routing.msgs({ ...whole, address_list: [], operations: [] }, options),
    () => routing.msgsDirect({ ...whole, chain_ids_to_addresses: {} }, options),
    () => routing.assetRecommendations({ requests: [] }, options),
    () => routing.submit({ tx: '', chain_id: 'a' }, options),
    () => routing.track({ tx_hash: 'a', chain_id: 'b' }, options),
    () => routing.status({ tx_hash: 'a', chain_id: 'b' }, options),
    () => routing.ibcOriginAssets({ assets: [] }, options),
    () => routing.assetsBetweenChains({ source_chain_id: 'a', dest_chain_id: 'b' }, options),
  ]
}

const names = Object.keys(interfaceOf)

describe('the fifteen operations', () => {
  /** A body with the names that each of them requires. */
  const anything = Object.fromEntries(
    Object.values(operations).flatMap(({ names: required = [] }) =>
      required.map((name) => [name, null]),
    ),
  )

  it('are methods that call the described paths', async () => {
    const server = await serve((response) => json(response, 200, anything))
    const routing = createRoutingClient({ baseUrl: server.url, apiKey: 'key' })
    for (const call of calls(routing, { headers: { 'x-call': '1' } })) await call()
    expect(names).toHaveLength(15)
    expect(
      server.requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`).sort(),
    ).toEqual(Object.values(interfaceOf).sort())
    for (const { headers, method } of server.requests) {
      expect(headers).toMatchObject({ authorization: 'key', 'x-call': '1' })
      expect(headers['content-type']).toBe(method === 'GET' ? undefined : 'application/json')
    }
    const others = ['answer', 'attempt', 'waitForStatus', 'trackAndWait', 'watchStatus']
    expect(new Set([...names, ...others])).toEqual(new Set(Object.keys(routing)))
    expect(Object.keys(routing.answer).sort()).toEqual([...names].sort())
  })

  it('can be called by their descriptions, without a client', async () => {
    const server = await serve((response, { url }) => {
      // A second may pass between the two failures that are compared.
      response.sendDate = false
      url.includes('bridges') ? json(response, 503, {}) : json(response, 200, { state: 'X' })
    })
    const options = { baseUrl: server.url, apiKey: 'key', retry: { attempts: 1, baseMs: 1 } }
    const [client, small] = [createRoutingClient(options), connectRouting(options)]
    const query = { tx_hash: 'a', chain_id: 'b' }
    const status = await small.call(operations.status, query)
    expectTypeOf(status).toEqualTypeOf<StatusTxResponse>()
    expect(status).toEqual(await client.status(query))
    const refused = await failureOf(small.call(operations.bridges, undefined))
    expect(refused).toMatchObject({ status: 503, operation: 'bridges' })
    expect(refused).toEqual(await failureOf(client.bridges()))
    const [one, other, ...tries] = server.requests
    expect(one).toEqual(other)
    expect(tries).toHaveLength(4)
  })

  it.each([{}, { code: 5 }, { message: 'no routes found' }])(
    'refuse %j with status 200, with validators or without',
    async (body) => {
      const server = await serve((response) => json(response, 200, body))
      for (const validate of [{}, { validate: responseValidators }]) {
        const routing = createRoutingClient({ baseUrl: server.url, ...validate })
        const failures = await Promise.all(calls(routing, {}).map((call) => failureOf(call())))
        for (const failure of failures) {
          expect(failure).toMatchObject({
            name: 'TransportError',
            fault: 'body',
            status: 200,
            body: JSON.stringify(body),
          })
        }
      }
    },
  )

  it('take a route that lacks all but one of its names: that is drift', async () => {
    for (const name of operations.route.names ?? []) {
      const server = await serve((response) => json(response, 200, { [name]: null }))
      const routing = createRoutingClient({ baseUrl: server.url })
      expect(await routing.route(whole)).toEqual({ [name]: null })
    }
    expect(operations.route.names).toHaveLength(12)
  })

  it('take bodies without a name that is known to be missing', async () => {
    const query = { tx_hash: 'a', chain_id: 'b' }
    for (const body of [{ transfers: [] }, { status: 'STATE_PENDING' }]) {
      const server = await serve((response) => json(response, 200, body))
      expect(await createRoutingClient({ baseUrl: server.url }).status(query)).toEqual(body)
    }
  })

  it('need no argument where nothing is required', async () => {
    const server = await serve((response) => json(response, 200, anything))
    const routing = createRoutingClient({ baseUrl: server.url })
    await Promise.all([routing.chains(), routing.venues(), routing.assets(), routing.bridges()])
    expect(server.requests.map(({ url, body }) => url + body).sort()).toEqual([
      '/v2/fungible/assets',
      '/v2/fungible/venues',
      '/v2/info/bridges',
      '/v2/info/chains',
    ])
  })

  it('fail as the ApiError of their own operation, which says everything but the key', async () => {
    const refusal = {
      code: 5,
      message: 'not for s3cr3t-k3y',
      details: [{ '@type': 'x', reason: 'LOW_INFO_ERROR' }],
    }
    const server = await serve((response) => json(response, 404, refusal))
    const routing = createRoutingClient({ baseUrl: server.url, apiKey: 's3cr3t-k3y' })
    const failures = await Promise.all(calls(routing, {}).map((call) => failureOf(call())))
    const messages = failures.map((failure) => {
      if (!isApiError(failure, 'LOW_INFO_ERROR')) throw failure
      expect(failure).toMatchObject({
        status: 404,
        code: 5,
        body: { ...refusal, message: 'not for ***' },
      })
      return failure.message
    })
    expect(messages.sort()).toEqual(
      Object.entries(interfaceOf)
        .map(([name, at]) => `${name}: ${at}: 404 LOW_INFO_ERROR: not for ***`)
        .sort(),
    )
  })

  it('are all valid according to the validators of the package', async () => {
    // Each name that a response has to have, with something else in it.
    const wrong = Object.fromEntries(
      Object.values(operations).flatMap(
        ({ names = [] }: { names?: readonly string[] | undefined }) =>
          names.map((name) => [name, 7]),
      ),
    )
    const server = await serve((response) => json(response, 200, wrong))
    const routing = createRoutingClient({ baseUrl: server.url, validate: responseValidators })
    const failures = await Promise.all(calls(routing, {}).map((call) => failureOf(call())))
    for (const failure of failures) expect(failure).toMatchObject({ name: 'ValidationError' })
  })
})

describe('retries', () => {
  const busy: [string, Reply][] = [
    ['a 503', (response) => json(response, 503, {})],
    ['a 429', (response) => json(response, 429, {}, { 'retry-after': '0' })],
    ['a reset socket', (response) => void response.socket?.resetAndDestroy()],
  ]

  it.each(busy)('after %s are for all but submit, which is sent once', async (_, reply) => {
    const server = await serve(reply)
    const retry = { attempts: 1, baseMs: 1, maxMs: 1 }
    const routing = createRoutingClient({ baseUrl: server.url, retry })
    await Promise.all(calls(routing, { retry }).map((call) => failureOf(call())))
    const sent = new Map<string, number>()
    for (const { method, url } of server.requests) {
      const at = `${method} ${url.split('?')[0]}`
      sent.set(at, (sent.get(at) ?? 0) + 1)
    }
    const wanted = Object.entries(interfaceOf).map(([name, at]) => [at, name === 'submit' ? 1 : 2])
    expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(wanted))
  })
})

describe('the server', () => {
  it('is the first of the document unless another is given', async () => {
    const asked: string[] = []
    const fetch = async (input: string | Request): Promise<Response> => {
      asked.push(input instanceof Request ? input.url : input)
      return Response.json({ chains: [] })
    }
    const routing = createRoutingClient({ fetch })
    await routing.chains()
    await createRoutingHttp({ fetch }).GET('/v2/info/chains')
    expect(asked).toEqual([0, 1].map(() => 'https://api.skip.build/v2/info/chains'))
    expect(servers[0].url).toBe('https://api.skip.build')
    expect(Object.isFrozen(servers)).toBe(true)
    const document = await readFile(
      new URL('../../../spec/routing/openapi.yaml', import.meta.url),
      'utf8',
    )
    for (const { url } of servers) expect(document).toContain(`url: ${url}`)
  })

  it('is the same for the plain client, which has middleware', async () => {
    const server = await serve((response, { url }) => json(response, 200, { asked: url }))
    const plain = createRoutingHttp({ baseUrl: `${server.url}/base/`, apiKey: 'key' })
    plain.use({
      onRequest({ request }) {
        request.headers.set('x-middle', 'ware')
      },
    })
    const { data, error, response } = await plain.GET('/v2/info/chains', {
      params: { query: { chain_ids: ['a', 'b'] } },
    })
    expect([data, error, response.status]).toEqual([
      { asked: '/base/v2/info/chains?chain_ids=a&chain_ids=b' },
      undefined,
      200,
    ])
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'key', 'x-middle': 'ware' })
  })

  it('bytes instead of described JSON reject the method', async () => {
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      response.end(Buffer.from([0x50, 0x4b, 3, 4]))
    })
    const routing = createRoutingClient({ baseUrl: server.url })
    const refused = await failureOf(routing.bridges())
    expect(isTransportError(refused)).toBe(true)
    expect(refused).toMatchObject({ fault: 'body', status: 200, operation: 'bridges' })

    const plain = createRoutingHttp({ baseUrl: server.url })
    const { data } = await plain.GET('/v2/info/bridges', { parseAs: 'blob' })
    expectTypeOf(data).toEqualTypeOf<Blob | undefined>()
    expect(data?.size).toBe(4)
  })
})
