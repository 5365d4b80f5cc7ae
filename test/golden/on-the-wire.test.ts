// The client of `on-the-wire`, called against a server on loopback: what it sends, byte for byte.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import qs from 'qs'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import {
  connectOnTheWire,
  createOnTheWireClient,
  type OnTheWireClient,
} from './on-the-wire/expected/src/client.js'
import type { Closed, Color, Open, SortKey } from './on-the-wire/expected/src/enums.js'
import type { SearchQuery } from './on-the-wire/expected/src/inputs.js'
import { operations } from './on-the-wire/expected/src/operations.js'
import type { Found, Message } from './on-the-wire/expected/src/types.js'

interface Seen {
  readonly method: string
  readonly url: string
  readonly type: string | undefined
  readonly accept: string | undefined
  readonly body: Buffer
}

interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

async function client(answer: (seen: Seen) => Answer = () => ({ status: 204 })) {
  const requests: Seen[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = '', url = '', headers } = incoming
    const { 'content-type': type, accept } = headers
    const seen = { method, url, type, accept, body: Buffer.concat(chunks) }
    requests.push(seen)
    const { status = 200, headers: own = {}, body } = answer(seen)
    response.writeHead(status, own).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const options = { baseUrl: `http://127.0.0.1:${port}` }
  return { requests, wire: createOnTheWireClient(options), api: connectOnTheWire(options) }
}

test('lists in deepObject can be parsed again', async () => {
  const { requests, wire } = await client()
  await wire.findOrders({ expand: ['a', 'b'], filter: { ids: [1, 2] }, other: { ids: [3, 4] } })
  const line_items = [{ price: 'p', quantity: 1 }, { price: 'q' }]
  await wire.createOrder({ line_items, tags: ['x', 'y'] })
  const [query, form] = requests
  expect(decodeURIComponent(query?.url ?? '')).toBe(
    '/orders?expand[0]=a&expand[1]=b&filter[ids][]=1&filter[ids][]=2&other[ids]=3&other[ids]=4',
  )
  expect(qs.parse(`${form?.body}`)).toEqual({
    line_items: [{ price: 'p', quantity: '1' }, { price: 'q' }],
    tags: ['x', 'y'],
  })
})

test('a message is read from the described place', async () => {
  const body = JSON.stringify({
    code: 'c',
    message: 'usual',
    faultInfo: { faultText: 'described' },
  })
  const { wire } = await client(() => ({ status: 404, body }))
  await expect(wire.findOrders()).rejects.toThrow(/: 404: described$/)
})

test('bodies of any type', async () => {
  const { requests, wire } = await client()
  await wire.putAnything(new Blob(['x'], { type: 'image/png' }))
  await wire.putAnything({ a: 1 })
  await wire.putText('say "hi"')
  await wire.putRecord({ price: 'p' })
  expect(requests.map(({ type, body }) => [type, `${body}`])).toEqual([
    ['image/png', 'x'],
    ['application/json', '{"a":1}'],
    ['text/plain;charset=UTF-8', 'say "hi"'],
    ['application/json', '{"price":"p"}'],
  ])
})

test('the target of a redirect is read by its content type', async () => {
  const { requests, wire } = await client(({ url }) =>
    url === '/files/1'
      ? { status: 302, headers: { location: '/stored' } }
      : { headers: { 'content-type': 'image/png' }, body: Uint8Array.of(0, 255) },
  )
  const file = await wire.downloadFile({ id: '1' })
  expectTypeOf(file).toBeUnknown()
  if (!(file instanceof Blob)) throw new Error('no bytes')
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(Uint8Array.of(0, 255))
  expect(requests.map(({ url, accept }) => [url, accept])).toEqual([
    ['/files/1', '*/*'],
    ['/stored', '*/*'],
  ])
})

test.each([
  ['JSON', 'application/json', '"text"', 'text'],
  ['text', 'text/plain', 'text', 'text'],
])('a text that comes as %s', async (_, type, body, want) => {
  const { wire } = await client(() => ({ headers: { 'content-type': type }, body }))
  const log = await wire.readLog()
  expectTypeOf(log).toEqualTypeOf<string | Blob>()
  expect(log).toBe(want)
})

test('bytes where a text or anything is described are a Blob', async () => {
  const headers = { 'content-type': 'application/octet-stream' }
  const { wire } = await client(() => ({ headers, body: Uint8Array.of(0, 255) }))
  for (const bytes of [await wire.readLog(), await wire.readRaw()]) {
    if (!(bytes instanceof Blob)) throw new Error('no bytes')
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(Uint8Array.of(0, 255))
  }
})

test('each described content type can be chosen', async () => {
  const { requests, wire } = await client()
  const text = 'a b'
  await wire.createMessage({ id: '1', body: { text } })
  await wire.createMessage(
    { id: '1', body: { text } },
    { contentType: 'application/x-www-form-urlencoded' },
  )
  const file = new File(['x'], 'a.txt', { type: 'text/plain' })
  const contentType = 'multipart/form-data'
  await wire.createMessage({ id: '1', body: { text, file } }, { contentType })
  const [json, form, parts] = requests
  expect([json?.type, `${json?.body}`]).toEqual(['application/json', '{"text":"a b"}'])
  expect([form?.type, `${form?.body}`]).toEqual(['application/x-www-form-urlencoded', 'text=a%20b'])
  const read = await new Response(new Uint8Array(parts?.body ?? []), {
    headers: { 'content-type': parts?.type ?? '' },
  }).formData()
  expect(read.get('text')).toBe(text)
  expect(read.get('file')).toMatchObject({ name: 'a.txt', type: 'text/plain' })

  // @ts-expect-error The usual type has no file.
  await wire.createMessage({ id: '1', body: { text, file } })
  // @ts-expect-error The document has no such type.
  const wrong = wire.createMessage({ id: '1', body: { text } }, { contentType: 'text/plain' })
  await expect(wrong).rejects.toThrow('contentType is one of application/json, ')
  expectTypeOf<Parameters<OnTheWireClient['createMessage']>[0]['body']>().toEqualTypeOf<Message>()
})

test('a body alone has its types too, also without the client', async () => {
  const { requests, wire, api } = await client()
  await wire.patchThing({ price: 'p' })
  await wire.patchThing([{ op: 'add', path: '/a' }], { contentType: 'application/json-patch+json' })
  await wire.patchThing('price: p', { contentType: 'application/apply-patch+yaml' })
  const bytes = { contentType: 'application/octet-stream' } as const
  await wire.patchThing(new Blob(['x']).stream(), bytes)
  await api.call(operations.patchThing, { price: 'q' })
  await api.call(operations.patchThing, 'price: q', { contentType: 'application/apply-patch+yaml' })
  // @ts-expect-error That is what a merge patch looks like.
  await api.call(operations.patchThing, { price: 'q' }, bytes).catch(() => {})
  expect(requests.map(({ type, body }) => [type, `${body}`])).toEqual([
    ['application/merge-patch+json', '{"price":"p"}'],
    ['application/json-patch+json', '[{"op":"add","path":"/a"}]'],
    ['application/apply-patch+yaml', 'price: p'],
    ['application/octet-stream', 'x'],
    ['application/merge-patch+json', '{"price":"q"}'],
    ['application/apply-patch+yaml', 'price: q'],
  ])
})

test('the method named after the stream requests it', async () => {
  const said = '{"text":"hi"}'
  const { requests, wire } = await client(({ url, body, type }) => {
    const asks = /"stream":true|watch=true/.test(`${url} ${body}`) || type?.startsWith('multipart')
    const lines = url.startsWith('/pods')
    if (!asks) return { headers: { 'content-type': 'application/json' }, body: said }
    return { body: lines ? `${said}\n${said}\n` : `data: ${said}\n\ndata: ${said}\n\n` }
  })
  const one = { text: 'hi' }
  expect(await wire.chat({ prompt: 'p' })).toEqual(one)
  expect(await all(wire.chatStream({ prompt: 'p' }))).toEqual([one, one])
  expect(await wire.listPods({ limit: 1 })).toEqual(one)
  expect(await all(wire.listPodsStream())).toEqual([one, one])
  // Without a word from the caller, this service would answer with a stream.
  expect(await wire.transcribe({ id: '1', body: { url: 'u' } })).toEqual(one)
  expect(await all(wire.transcribeStream({ id: '1', body: { url: 'u' } }))).toEqual([one, one])
  const contentType = 'multipart/form-data'
  const body = { file: new Blob(['x']) }
  expect(await all(wire.transcribeStream({ id: '1', body }, { contentType }))).toEqual([one, one])
  expect(requests.slice(0, 6).map(({ url, body }) => [url, `${body}`])).toEqual([
    ['/chat', '{"prompt":"p"}'],
    ['/chat', '{"prompt":"p","stream":true}'],
    ['/pods?limit=1', ''],
    ['/pods?watch=true', ''],
    ['/transcripts/1', '{"url":"u","stream":false}'],
    ['/transcripts/1', '{"url":"u","stream":true}'],
  ])
  expect(`${requests[6]?.body}`).toContain('name="stream"\r\n\r\ntrue\r\n')

  // @ts-expect-error This method returns one value.
  expect(await wire.chat({ prompt: 'p', stream: false as true })).toEqual(one)
  // @ts-expect-error And this one a stream.
  void wire.chatStream({ prompt: 'p', stream: false })
})

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

test('enumerations are closed where only requests reach them', () => {
  type Text = string & {}
  expectTypeOf<SortKey>().toEqualTypeOf<'name' | 'price'>()
  expectTypeOf<SearchQuery['order']>().toEqualTypeOf<'asc' | 'desc' | undefined>()
  expectTypeOf<Color>().toEqualTypeOf<'red' | 'blue' | Text>()
  expectTypeOf<Open>().toEqualTypeOf<'round' | Text>()
  expectTypeOf<Closed>().toEqualTypeOf<'yes' | 'no'>()
  expectTypeOf<Found['state']>().toEqualTypeOf<'new' | 'old' | Text | undefined>()
})
