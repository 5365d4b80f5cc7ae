import { expect, test } from 'vitest'
import {
  attempt,
  type CredentialOptions,
  connectHttp,
  type HttpClientOptions,
  type HttpOperation,
  isErrorOf,
  type SecurityScheme,
  withCredentials,
} from '../../../../packages/runtime/src/http/index.js'
import { failureOf, json, serve } from './server.fixture.js'

const schemes: Readonly<Record<string, SecurityScheme>> = {
  head: { in: 'header', name: 'x-key' },
  ask: { in: 'query', name: 'api key' },
  jar: { in: 'cookie', name: 'session' },
  basic: { in: 'header', name: 'authorization', prefix: 'Basic ' },
  bearer: { in: 'header', name: 'authorization', prefix: 'Bearer ' },
  // A document may call a scheme like something that every object has.
  constructor: { in: 'header' as const, name: 'x-built-in' },
}

const operation: HttpOperation<undefined, unknown> = {
  name: 'get',
  method: 'GET',
  path: '/things?a=1',
  idempotent: true,
}

type Options = HttpClientOptions & CredentialOptions

function call(options: Options): Promise<unknown> {
  const api = connectHttp(withCredentials(options, 'http://unused.invalid', schemes), {
    server: 'http://unused.invalid',
  })
  return api.call(operation, undefined)
}

test('each credential is sent in its place', async () => {
  const { url: baseUrl, requests } = await serve((response) => json(response, 200, {}))
  await call({ baseUrl, credentials: { head: 'k1', ask: 'k&2', jar: 'k3' } })
  await call({ baseUrl, credentials: { basic: { username: 'é', password: 'p:w' } } })
  await call({ baseUrl, headers: { cookie: 'a=b' }, credentials: { bearer: 't', jar: 'k3' } })
  await call({ baseUrl })
  const seen = requests.map(({ url, headers }) => [
    url,
    headers['x-key'],
    headers.cookie,
    headers.authorization,
  ])
  expect(seen).toEqual([
    ['/things?a=1&api%20key=k%262', 'k1', 'session=k3', undefined],
    ['/things?a=1', undefined, undefined, `Basic ${Buffer.from('é:p:w').toString('base64')}`],
    ['/things?a=1', undefined, 'a=b; session=k3', 'Bearer t'],
    ['/things?a=1', undefined, undefined, undefined],
  ])
})

test('a redirect that repeats a credential of the query does not get it twice', async () => {
  const moves = ['/b?x=1&api+key=k%262#top', '/c?api%20key=other']
  const { url: baseUrl, requests } = await serve((response) => {
    const location = moves.shift()
    if (!location) return json(response, 200, {})
    response.writeHead(307, { location }).end()
  })
  await call({ baseUrl, credentials: { ask: 'k&2' } })
  expect(requests.map(({ url }) => url)).toEqual([
    '/things?a=1&api%20key=k%262',
    '/b?x=1&api+key=k%262',
    '/c?api%20key=other&api%20key=k%262',
  ])
})

test('a function is called for each request, including retries', async () => {
  let count = 0
  const { url: baseUrl, requests } = await serve((response, _, number) =>
    number === 1 ? json(response, 503, {}, { 'retry-after': '0' }) : json(response, 200, {}),
  )
  await call({ baseUrl, credentials: { bearer: async () => `t${++count}` } })
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2'])
  expect(requests[0]?.headers).not.toHaveProperty('x-built-in')
})

test('nothing goes to another origin', async () => {
  const other = await serve((response) => json(response, 200, {}))
  const { url: baseUrl } = await serve((response) => {
    response.writeHead(307, { location: `${other.url}/there` }).end()
  })
  await call({
    baseUrl,
    redirect: 'follow',
    credentials: { head: 'k1', ask: 'k2', jar: 'k3', bearer: 't' },
  })
  const [request] = other.requests
  expect(request?.url).toBe('/there')
  expect(request?.headers).not.toHaveProperty('x-key')
  expect(request?.headers).not.toHaveProperty('cookie')
  expect(request?.headers).not.toHaveProperty('authorization')
})

test('the client beside it has the credentials too', async () => {
  const { url: baseUrl, requests } = await serve((response) => json(response, 200, {}))
  const options = withCredentials({ baseUrl, credentials: { bearer: 't', ask: 'q' } }, '', schemes)
  const { settings } = connectHttp(options, { server: '' })
  const request = new Request(`${baseUrl}/x`, { method: 'POST', body: 'text' })
  await settings.fetch(request)
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/x?api%20key=q', body: 'text' })
  expect(requests[0]?.headers.authorization).toBe('Bearer t')
})

test('a credential that cannot be sent is not in the message', async () => {
  const { url: baseUrl, requests } = await serve((response) => json(response, 200, {}))
  const failure = await failureOf(call({ baseUrl, credentials: { head: 'secret\n' } }))
  expect(String(failure)).not.toContain('secret')
  expect(requests).toEqual([])
})

test('a credential that the server repeats is not in the message', async () => {
  const { url: baseUrl } = await serve((response, { url, headers }) =>
    json(response, 401, { message: `no: ${url} ${JSON.stringify(headers)}` }),
  )
  const credentials = {
    head: 'k1',
    ask: async () => 'query-k2',
    jar: 'k3',
    basic: { username: 'me', password: 'pass-word' },
  }
  const failure = await failureOf(call({ baseUrl, credentials }))
  expect(failure).toMatchObject({ status: 401 })
  expect(String(failure)).toContain('no: /things?a=1')
  expect(String(failure)).not.toMatch(
    new RegExp(`k1|query-k2|k3|pass-word|${btoa('me:pass-word')}`),
  )
  // An empty one is no reason to take every gap for it.
  const empty = await failureOf(
    call({ baseUrl, credentials: { basic: { username: 'me', password: '' } } }),
  )
  expect(String(empty)).toContain('no: /things?a=1')
})

test('an operation that names its schemes gets no others', async () => {
  const { url: baseUrl, requests } = await serve((response) => json(response, 200, {}))
  const credentials = { head: 'k1', ask: 'k2', jar: 'k3', bearer: 't' }
  const connection = withCredentials({ baseUrl, credentials }, '', schemes)
  const api = connectHttp(connection, { server: '' })
  for (const security of [['head', 'jar', 'unknown'], [], undefined]) {
    await api.call({ ...operation, security }, undefined)
  }
  const seen = requests.map(({ url, headers }) => [
    url,
    headers['x-key'],
    headers.cookie,
    headers.authorization,
  ])
  expect(seen).toEqual([
    ['/things?a=1', 'k1', 'session=k3', undefined],
    ['/things?a=1', undefined, undefined, undefined],
    ['/things?a=1&api%20key=k2', 'k1', 'session=k3', 'Bearer t'],
  ])
})

test('an operation that takes no credential gets no key, but the headers of the caller', async () => {
  const { url: baseUrl, requests } = await serve((response) => json(response, 200, {}))
  const options = { baseUrl, apiKey: 'key', headers: { 'x-own': '1' } }
  const api = connectHttp(options, { server: '', keyHeader: 'authorization' })
  await api.call({ ...operation, security: [] }, undefined)
  await api.call(operation, undefined)
  await api.call({ ...operation, security: [] }, undefined, { headers: { authorization: 'mine' } })
  expect(requests.map(({ headers }) => [headers.authorization, headers['x-own']])).toEqual([
    [undefined, '1'],
    ['key', '1'],
    ['mine', '1'],
  ])
})

test('an error of the function that gives a credential is the error of the call, and is not tried again', async () => {
  const { url: baseUrl, requests } = await serve((response) => json(response, 200, {}))
  let asked = 0
  const own = new Error('please log in')
  const head = () => {
    asked++
    throw own
  }
  expect(await failureOf(call({ baseUrl, credentials: { head } }))).toBe(own)
  expect(asked).toBe(1)
  const broken = await failureOf(call({ baseUrl, credentials: { head: 'a\nb' } }))
  expect(broken).toMatchObject({ message: 'the credential for x-key is not sendable' })
  const half = await failureOf(call({ baseUrl, credentials: { ask: 'a\ud800' } }))
  expect(half).toMatchObject({ message: 'the credential for api key is not sendable' })
  expect(requests).toEqual([])
})

test('a scheme that the document does not have is refused: its credential would reach nobody', () => {
  const message = /^credentials takes head, ask, .*, not haed$/
  expect(() => withCredentials({ credentials: { haed: 'k' } }, 'http://a', schemes)).toThrow(
    message,
  )
  expect(() => withCredentials({ credentials: { haed: undefined } }, 'http://a', schemes)).toThrow(
    message,
  )
})

test('an `apiKey` that no scheme reads is refused, by name', () => {
  const bearer = { token: { in: 'header', name: 'authorization', prefix: 'Bearer ' } } as const
  const connect = (options: object, all: typeof schemes | typeof bearer) =>
    connectHttp(withCredentials(options, 'http://a', all), { server: 'http://a' })
  expect(() => connect({ apiKey: 'k' }, bearer)).toThrow(
    new TypeError('credentials takes token; there is no apiKey'),
  )
  expect(() => connectHttp({ apiKey: 'k' }, { server: 'http://a' })).toThrow(
    new TypeError('this service takes no apiKey'),
  )
  // As of `apiKey: process.env.KEY`, which may be absent.
  for (const apiKey of [undefined, '']) connect({ apiKey }, bearer)
})

test('errors are recognised although a word of theirs is a credential', async () => {
  const { url: baseUrl } = await serve((response) => json(response, 404, { why: 'no admin' }))
  const listAdmins: HttpOperation<undefined, unknown, { 404: { why: string } }> = {
    name: 'listAdmins',
    method: 'GET',
    path: '/admins',
    failures: [404],
  }
  for (const bearer of ['admin', 'ApiError', 'error']) {
    const api = connectHttp(withCredentials({ baseUrl, credentials: { bearer } }, '', schemes), {
      server: '',
    })
    const { error, described } = await attempt(api, listAdmins)
    expect([error?.name, described]).toEqual(['ApiError', true])
    expect(isErrorOf(error, listAdmins) && error.operation).toBe('listAdmins')
  }
})
