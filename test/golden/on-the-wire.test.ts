// The client of `on-the-wire`, called against a server on loopback: what it sends, byte for byte.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import qs from 'qs'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { createOnTheWireClient } from './on-the-wire/expected/src/client.js'
import type { Closed, Color, Open, SortKey } from './on-the-wire/expected/src/enums.js'
import type { SearchQuery } from './on-the-wire/expected/src/inputs.js'
import type { Found } from './on-the-wire/expected/src/types.js'

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
  return { requests, wire: createOnTheWireClient({ baseUrl: `http://127.0.0.1:${port}` }) }
}

test('lists in deepObject come apart again', async () => {
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

test('a message stands where the document describes it', async () => {
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

test('what a redirect leads to is what it says it is', async () => {
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

test('enumerations are closed where only requests reach them', () => {
  type Text = string & {}
  expectTypeOf<SortKey>().toEqualTypeOf<'name' | 'price'>()
  expectTypeOf<SearchQuery['order']>().toEqualTypeOf<'asc' | 'desc' | undefined>()
  expectTypeOf<Color>().toEqualTypeOf<'red' | 'blue' | Text>()
  expectTypeOf<Open>().toEqualTypeOf<'round' | Text>()
  expectTypeOf<Closed>().toEqualTypeOf<'yes' | 'no'>()
  expectTypeOf<Found['state']>().toEqualTypeOf<'new' | 'old' | Text | undefined>()
})
