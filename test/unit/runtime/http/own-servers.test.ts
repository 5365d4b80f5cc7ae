import { expect, test } from 'vitest'
import { asValidator } from '../../../../packages/runtime/src/core/index.js'
import {
  connectHttp,
  type HttpApi,
  type HttpOperation,
  type OwnServerOptions,
  type SecurityScheme,
  withCredentials,
  withOwnServers,
} from '../../../../packages/runtime/src/http/index.js'
import { json, type LoopbackServer, serve } from './server.fixture.js'

const schemes: Readonly<Record<string, SecurityScheme>> = {
  bearer: { in: 'header', name: 'authorization', prefix: 'Bearer ' },
  ask: { in: 'query', name: 'key' },
  key: { in: 'header', name: 'x-key' },
}

const list: HttpOperation<undefined, unknown> = { name: 'list', method: 'GET', path: '/list' }

function upload(server: string): HttpOperation<undefined, unknown> {
  return { name: 'upload', method: 'POST', path: '/upload', server }
}

/** A client as it is generated, whose default server is `home`. */
function connect(options: OwnServerOptions, home: string): HttpApi {
  return withOwnServers(options, home, (each) =>
    connectHttp(withCredentials(each, home, schemes), { server: home, keyHeader: 'x-key' }),
  )
}

/** Two servers on loopback: other ports, other origins. */
async function pair(): Promise<{ home: LoopbackServer; files: LoopbackServer }> {
  const answer = () => serve((response) => json(response, 200, {}))
  return { home: await answer(), files: await answer() }
}

const configured = {
  apiKey: 'key-of-the-client',
  credentials: { bearer: 'token', ask: 'question' },
  headers: { 'x-own': 'own' },
}

function seen({ requests }: LoopbackServer): unknown[] {
  return requests.map(({ url, headers }) => [
    url,
    headers.authorization,
    headers['x-key'],
    headers['x-own'],
    headers['x-call'],
  ])
}

test('an operation calls its own server, without configured headers and credentials', async () => {
  const { home, files } = await pair()
  const api = connect(configured, `${home.url}/v1`)
  await api.call(list, undefined)
  await api.call(upload(`${files.url}/v9/`), undefined, { headers: { 'x-call': 'call' } })
  expect(seen(home)).toEqual([
    ['/v1/list?key=question', 'Bearer token', 'key-of-the-client', 'own', undefined],
  ])
  expect(seen(files)).toEqual([['/v9/upload', undefined, undefined, undefined, 'call']])
})

test('another path of the same origin gets what was configured', async () => {
  const { home } = await pair()
  await connect(configured, `${home.url}/v1`).call(upload(`${home.url}/v2`), undefined)
  expect(seen(home)).toEqual([
    ['/v2/upload?key=question', 'Bearer token', 'key-of-the-client', 'own', undefined],
  ])
})

test('another origin gets it when the caller trusts it, and only that one', async () => {
  const { home, files } = await pair()
  const other = await serve((response) => json(response, 200, {}))
  const api = connect({ ...configured, trustedOrigins: [files.url] }, home.url)
  await api.call(upload(files.url), undefined)
  await api.call(upload(other.url), undefined)
  expect(seen(files)).toEqual([
    ['/upload?key=question', 'Bearer token', 'key-of-the-client', 'own', undefined],
  ])
  expect(seen(other)).toEqual([['/upload', undefined, undefined, undefined, undefined]])
})

test('with a baseUrl, everything is sent there', async () => {
  const { home, files } = await pair()
  const { url: baseUrl, ...proxy } = await serve((response) => json(response, 200, {}))
  const api = connect({ ...configured, baseUrl }, home.url)
  await api.call(list, undefined)
  await api.call(upload(files.url), undefined)
  expect(proxy.requests.map(({ url, headers }) => [url, headers['x-key']])).toEqual([
    ['/list?key=question', 'key-of-the-client'],
    ['/upload?key=question', 'key-of-the-client'],
  ])
  expect([...home.requests, ...files.requests]).toEqual([])
})

test('the client beside it stays at its server', async () => {
  const { settings } = connect(configured, 'https://home.example/v1')
  expect(settings.baseUrl).toBe('https://home.example/v1')
})

test('the fetch, the time and the retries of the client are those of every server', async () => {
  const { home, files } = await pair()
  const asked: string[] = []
  const validated: string[] = []
  const options: OwnServerOptions = {
    fetch: (input, init) => {
      asked.push(String(input))
      return fetch(input, init)
    },
    validate: {
      upload: asValidator({
        check: (value: unknown) => {
          validated.push(JSON.stringify(value))
          return []
        },
        drift: () => [],
      }),
    },
  }
  const api = connect(options, home.url)
  await api.call(upload(files.url), undefined)
  expect(asked).toEqual([`${files.url}/upload`])
  expect(validated).toEqual(['{}'])
})

test.each([
  ['/v1', '/v2', true],
  ['', '/v2', true],
  ['/v1', '//files.example', false],
  ['/v1', 'https://files.example', false],
  ['https://home.example', 'https://home.example:444', false],
  ['https://home.example', 'http://home.example', false],
  ['https://home.example', 'https://HOME.example:443/v2', true],
  // Not an address, so it has no origin.
  ['https://{region}.example', 'https://{zone}.example', false],
])('from %j to %j', async (home, server, goesAlong) => {
  const sent: boolean[] = []
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(new Headers(init?.headers).has('x-key'))
    return Response.json({})
  }
  await connect({ apiKey: 'key', fetch }, home).call(upload(server), undefined)
  expect(sent).toEqual([goesAlong])
})
