// What is generated for the cases about HTTP, called against a server on loopback.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isErrorOf } from '../../packages/runtime/dist/http/index.js'
import { createAnswersClient, isApiError } from './answers/expected/src/client.js'
import { operations } from './answers/expected/src/operations.js'
import { createBodiesClient } from './bodies/expected/src/client.js'
import { createEncodingsClient } from './encodings/expected/src/client.js'
import { createOwnServersClient } from './own-servers/expected/src/client.js'
import { createParametersClient } from './parameters/expected/src/client.js'
import { createSecurityClient, serverUrl, serverUrl2 } from './security/expected/src/client.js'
import { createStreamsClient } from './streams/expected/src/client.js'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

async function serve(answer: (response: ServerResponse, request: Seen) => void) {
  const seen: Seen[] = []
  const server = createServer(async (incoming, response) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    const { method = '', url = '', headers } = incoming
    seen.push({ method, url, headers, body })
    answer(response, { method, url, headers, body })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, seen }
}

function nothing(response: ServerResponse): void {
  response.writeHead(204).end()
}

function typed(type: string, body: string, status = 200): (response: ServerResponse) => void {
  return (response) => response.writeHead(status, { 'content-type': type }).end(body)
}

test('parameters', async () => {
  const { baseUrl, seen } = await serve(typed('application/json', 'true'))
  const client = createParametersClient({ baseUrl })
  await client.paint({
    color: { R: 1, G: 2 },
    type: 'a/b',
    query_type_: ['x', 'y'],
    query_type: true,
    'X-Type': ['h', 'i'],
    cookie_type: 'c',
    filter: { R: 3 },
    ids: [1, 2],
    where: { R: 4 },
    url: 'http://x',
  })
  await client.plain({ id: 7, tags: ['t', 'u'], 'x-trace': 'z', body: { R: 1 } })
  await client.bodyTwice({ query_body: 'q', body: { R: 1 } })
  await client.bodyInQuery({ body: 'q' })
  await client.search({ query: { q: 'a b', page: 2 } })
  await client.fixedQuery({ page: 3 })
  expect(seen.map(({ url, body }) => [url, body])).toEqual([
    [
      '/colors/;R=1;G=2/a%2Fb?type=x&type=y&query_type=true&filter%5BR%5D=3&ids=1%7C2' +
        '&where=%7B%22R%22%3A4%7D&url=http://x',
      '',
    ],
    ['/plain/7?tags=t&tags=u', '{"R":1}'],
    ['/body?body=q', '{"R":1}'],
    ['/body?body=q', ''],
    ['/search?q=a%20b&page=2', ''],
    ['/things?kind=fixed&page=3', ''],
  ])
  expect(seen[0]?.headers).toMatchObject({ 'x-type': 'h,i', cookie: 'type=c' })
  expect(seen[1]?.headers).toMatchObject({ 'x-trace': 'z', 'content-type': 'application/json' })
})

test('bodies', async () => {
  const { baseUrl, seen } = await serve(nothing)
  const client = createBodiesClient({ baseUrl })
  await client.sendForm({ name: 'n m', tags: ['a', 'b'], address: { city: 'c' } })
  const picture = new Blob(['png'], { type: 'image/png' })
  await client.sendFiles({ id: '1', body: { picture, more: [picture], meta: { note: 'x' } } })
  await client.sendBytes(new Blob(['by', 'tes']).stream())
  await client.sendText('text')
  await client.sendPatch({ note: 'n' })
  await client.sendChoice({ note: 'n' })
  const types = seen.map(({ headers }) => headers['content-type']?.replace(/=tagwire-.*/, '=…'))
  expect(seen.map(({ url, body }, index) => [url, types[index], index === 1 ? '' : body])).toEqual([
    ['/form', 'application/x-www-form-urlencoded', 'name=n%20m&tags=a,b&address%5Bcity%5D=c'],
    ['/files/1', 'multipart/form-data; boundary=…', ''],
    ['/bytes', 'application/octet-stream', 'bytes'],
    ['/text', 'text/plain', 'text'],
    ['/patch', 'application/merge-patch+json', '{"note":"n"}'],
    ['/choice', 'application/json', '{"note":"n"}'],
  ])
  expect(seen[1]?.body).toContain('name="picture"; filename="blob"\r\ncontent-type: image/png\r\n')
  expect(seen[1]?.body).toContain(
    'name="meta"\r\ncontent-type: application/json\r\n\r\n{"note":"x"}',
  )
})

test('encodings', async () => {
  const { baseUrl, seen } = await serve(typed('multipart/mixed; boundary=b', '--b--'))
  const client = createEncodingsClient({ baseUrl })
  await client.sendForm({ plain: '/', json: 'j', url: 'http://x/?y', tags: ['a', 'b'] })
  await client.sendParts({
    tags: ['a', 'b'],
    where: { city: 'c' },
    flat: { R: 1 },
    file: new Blob(['f'], { type: 'image/jpeg' }),
    meta: { note: 'n' },
    addresses: [{ city: 'd' }, { city: 'e' }],
  })
  const parts = new Blob(['--x--'], { type: 'multipart/mixed; boundary=x' })
  expect(await (await client.sendMixed(parts)).text()).toBe('--b--')
  expect(seen[0]?.body).toBe('plain=%2F&json=%22j%22&url=http://x/?y&tags=a%7Cb')
  const type = seen[1]?.headers['content-type'] ?? ''
  const text = seen[1]?.body.replaceAll(type.replace(/.*=/, ''), 'x')
  const json = (name: string, value: unknown): string =>
    `name="${name}"\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}`
  const written = [
    'name="tags"\r\n\r\na,b',
    'name="where[city]"\r\n\r\nc',
    'name="R"\r\n\r\n1',
    'name="file"; filename="blob"\r\ncontent-type: image/jpeg\r\n\r\nf',
    json('meta', { note: 'n' }),
    json('addresses', { city: 'd' }),
    json('addresses', { city: 'e' }),
  ]
  const each = written.map((part) => `--x\r\ncontent-disposition: form-data; ${part}\r\n`)
  expect(text).toBe(`${each.join('')}--x--\r\n`)
  expect(seen[2]?.headers['content-type']).toBe('multipart/mixed; boundary=x')
})

test('answers', async () => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/text': typed('text/csv', 'a,b'),
    '/bytes': typed('image/png', 'png'),
    '/hal': typed('application/hal+json', '{"a":"1"}'),
    '/maybe': nothing,
    '/mixed': typed('application/octet-stream', 'x', 206),
    '/default': typed('application/json', '{"a":"1"}'),
    '/ranges': typed('application/json', '{"title":"no"}', 418),
  }
  const { baseUrl, seen } = await serve((response, { url }) => answers[url]?.(response))
  const client = createAnswersClient({ baseUrl })
  expect((await client.text()).toUpperCase()).toBe('A,B')
  expect(await (await client.bytes()).text()).toBe('png')
  expect((await client.hal()).a).toBe('1')
  expect((await client.maybe())?.a).toBeUndefined()
  const mixed = await client.mixed()
  expect(mixed instanceof Blob && mixed.size).toBe(1)
  expect((await client.onlyDefault()).a).toBe('1')
  expect((await client.head()).get('content-type')).toBe('application/json')
  expect(seen.map(({ headers }) => headers.accept)).toEqual([
    'text/csv',
    'image/png',
    'application/hal+json',
    'application/json',
    'application/json, application/octet-stream',
    'application/json',
    'application/json',
  ])
  const failure: unknown = await client.ranges().catch((error: unknown) => error)
  expect(isApiError(failure)).toBe(true)
  if (!isErrorOf(failure, operations.ranges)) throw new Error('the failure is of another operation')
  // Each status has the body of the nearest entry.
  if (failure.status === 418) expect(failure.body.title).toBe('no')
  else if (failure.status === 404) expect(failure.body.what).toBe('')
  else if (failure.status === 500) expect(failure.body.trace).toBe('')
  expect(failure.status).toBe(418)
})

test('streams', async () => {
  const events =
    'event: joined\ndata: {"name":"n"}\n\nevent: said\ndata: {"text":"t"}\n\ndata: [DONE]\n\n'
  const answers: Record<string, (response: ServerResponse, request: Seen) => void> = {
    '/typed': typed('text/event-stream', events),
    '/mixed': typed(
      'text/event-stream',
      'event: joined\ndata: [1]\n\nevent: it\'s\ndata: {"delta":"e"}\n\n' +
        'event: count\ndata: 7\n\nevent: said\ndata: {}\n\n',
    ),
    '/listed': typed('text/event-stream', 'data: {"name":"l"}\n\n'),
    '/texts': typed('text/event-stream', 'data: {"name":"l"}\n\n'),
    '/plain?since=3': typed('text/event-stream', 'data: x\n\n'),
    '/chat': (response, { headers }) =>
      headers.accept === 'text/event-stream'
        ? typed('text/event-stream', 'data: {"delta":"d"}\n\n')(response)
        : typed('application/json', '{"name":"n"}')(response),
    '/lines': typed('application/jsonl', '{"delta":"1"}\n{"delta":"2"}\n'),
    '/ndjson': typed('application/x-ndjson', '{"delta":"1"}\n'),
    '/sequence': typed('application/json-seq', '\u001e{"delta":"1"}\n'),
  }
  const { baseUrl } = await serve((response, request) => answers[request.url]?.(response, request))
  const client = createStreamsClient({ baseUrl })
  const said: string[] = []
  for await (const event of client.typedEvents()) {
    said.push(event.event === 'joined' ? event.data.name : event.data.text)
  }
  for await (const event of client.mixedEvents()) {
    if (event.event === 'joined') said.push(JSON.stringify(event.data))
    else if (event.event === "it's") said.push(event.data.delta)
    else if (event.event === 'count') said.push(event.data.toFixed(1))
    else if (event.event === 'said') said.push(event.data.toUpperCase())
  }
  for await (const event of client.listedEvents()) said.push(event.data.name)
  for await (const event of client.textEvents()) said.push(event.data.toLowerCase())
  for await (const event of client.plainEvents({ since: 3 })) said.push(event.data.toUpperCase())
  said.push((await client.chat({})).name)
  for await (const piece of client.chatStream({ stream: true })) said.push(piece.delta)
  for await (const piece of client.lines()) said.push(piece.delta)
  for await (const piece of client.ndjson()) said.push(piece.delta)
  for await (const piece of client.sequence()) said.push(piece.delta)
  expect(said).toEqual([
    'n',
    't',
    '[1]',
    'e',
    '7.0',
    '{}',
    'l',
    '{"name":"l"}',
    'X',
    'n',
    'd',
    '1',
    '2',
    '1',
    '1',
  ])
})

test('credentials and servers', async () => {
  const { baseUrl, seen } = await serve(nothing)
  const credentials = {
    apiKey: 'k',
    'query key': () => 'q',
    basic: { username: 'u', password: 'p' },
  }
  await createSecurityClient({ baseUrl, credentials }).things()
  expect(seen[0]?.url).toBe('/things?key=q')
  expect(seen[0]?.headers).toMatchObject({ 'x-key': 'k', authorization: 'Basic dTpw' })
  expect(serverUrl({ region: 'us' })).toBe('https://us.example.org:8443/v1')
  expect(serverUrl2()).toBe('https://own.example')
})

test('operations with servers of their own', async () => {
  const { baseUrl, seen } = await serve((response, { url }) =>
    url.includes('/watch') ? typed('application/jsonl', '"a"')(response) : nothing(response),
  )
  // A stand-in for the Internet: each origin is a path of one server on loopback.
  const fetch = (input: string | Request, init?: RequestInit): Promise<Response> =>
    globalThis.fetch(String(input).replace(/^https:\//, baseUrl), init)
  const token = 'secret'
  const trustedOrigins = ['https://third.example'] as const
  const client = createOwnServersClient({ fetch, credentials: { token }, trustedOrigins })
  await client.same()
  await client.upload(new Uint8Array(2))
  for await (const _ of client.watch()) break
  await client.broken()
  await client.copy()
  expect(seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['PUT', '/api.example/v1/upload', 'Bearer secret'],
    ['POST', '/eu.uploads.example/upload', undefined],
    ['GET', '/events.example/watch', undefined],
    ['DELETE', '/third.example/here/socket', 'Bearer secret'],
    ['COPY', '/api.example/v1/socket', 'Bearer secret'],
  ])

  const proxied = createOwnServersClient({ baseUrl: `${baseUrl}/proxy`, credentials: { token } })
  await proxied.upload(new Uint8Array(2))
  expect(seen.at(-1)).toMatchObject({
    url: '/proxy/upload',
    headers: { authorization: 'Bearer secret' },
  })
})
