import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  anyBody,
  binaryBody,
  connectHttp,
  deepObject,
  escapeSome,
  form,
  formBody,
  type HttpBody,
  type HttpOperation,
  jsonBody,
  multipartBody,
  pipeDelimited,
  placeBody,
  placeStyled,
  simple,
  spaceDelimited,
  textBody,
  withStreams,
} from '../../../../packages/runtime/src/http/index.js'

interface Received {
  readonly url: string
  readonly type: string | undefined
  readonly bytes: Buffer
}

/** A server that keeps the bytes as they come. */
async function byteServer(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url = '', headers } = request
    received.push({ url, type: headers['content-type'], bytes: Buffer.concat(chunks) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received }
}

async function sent(body: HttpBody, value: unknown): Promise<Received> {
  const { url, received } = await byteServer()
  const operation: HttpOperation<unknown, unknown> = {
    name: 'send',
    method: 'POST',
    path: '/things',
    place: placeBody,
    body,
  }
  await connectHttp(withStreams({ baseUrl: url }), { server: '' }).call(operation, value)
  const [first] = received
  if (!first) throw new Error('nothing was sent')
  return first
}

test('JSON keeps the media type of the document', async () => {
  const type = 'application/merge-patch+json'
  const { bytes, ...rest } = await sent({ type, write: jsonBody }, { a: null })
  expect(rest).toEqual({ url: '/things', type })
  expect(String(bytes)).toBe('{"a":null}')
})

test('a form repeats lists, escapes, and leaves out what is absent', async () => {
  const type = 'application/x-www-form-urlencoded'
  const value = { a: 'x & y=z', list: [1, 2], record: { b: true }, none: undefined, nil: null }
  const { bytes, type: got } = await sent({ type, write: formBody }, value)
  expect(got).toBe(type)
  expect(String(bytes)).toBe('a=x%20%26%20y%3Dz&list=1&list=2&record=%7B%22b%22%3Atrue%7D')
  const read = new URLSearchParams(String(bytes))
  expect([...read]).toEqual([
    ['a', 'x & y=z'],
    ['list', '1'],
    ['list', '2'],
    ['record', '{"b":true}'],
  ])
})

test('a form follows its encodings', async () => {
  const parts = {
    deep: { write: deepObject, explode: true },
    list: { write: form, explode: false },
  }
  const type = 'application/x-www-form-urlencoded'
  const value = { deep: { a: { b: 1 } }, list: ['x', 'y'] }
  const { bytes } = await sent({ type, write: formBody, parts }, value)
  expect(String(bytes)).toBe('deep%5Ba%5D%5Bb%5D=1&list=x,y')
})

test('a form writes JSON where that is what a member is, and leaves reserved characters where it may', async () => {
  const parts = {
    text: { type: 'application/json' },
    list: { type: 'application/json' },
    count: { type: 'application/json' },
    big: { type: 'application/json' },
    url: { write: form, explode: true, encode: escapeSome },
  }
  const type = 'application/x-www-form-urlencoded'
  const value = { text: 'x', list: ['y', 'z'], count: 1, big: 2n, url: 'http://x/?a=b&c=%20+d' }
  const { bytes } = await sent({ type, write: formBody, parts }, value)
  expect(String(bytes)).toBe(
    'text=%22x%22&list=%22y%22&list=%22z%22&count=1&big=2&url=http://x/?a=b%26c=%20%2Bd',
  )
})

async function partsOf(value: unknown, parts: NonNullable<HttpBody['parts']>) {
  const body = { type: 'multipart/form-data', write: multipartBody, parts }
  const { bytes, type = '' } = await sent(body, value)
  const headers = { 'content-type': type }
  const read = await new Response(new Uint8Array(bytes), { headers }).formData()
  return { read, text: String(bytes) }
}

test('parts follow their styles, and nothing in them is escaped', async () => {
  const parts = {
    joined: { write: form },
    exploded: { write: form, explode: true },
    record: { write: form, explode: true },
    flat: { write: form },
    spaces: { write: spaceDelimited },
    pipes: { write: pipeDelimited },
    deep: { write: deepObject },
    none: { write: form },
    text: { write: form, type: 'application/json' },
  }
  const value = {
    joined: ['a b', 'c=d&é'],
    exploded: [1, 2],
    record: { 'R=': 100, G: true },
    flat: { R: 1, G: 2 },
    spaces: ['x', 'y'],
    pipes: ['x', 'y'],
    deep: { a: { b: [1, 2] } },
    none: null,
    text: 't',
  }
  const { read, text } = await partsOf(value, parts)
  expect([...read]).toEqual([
    ['joined', 'a b,c=d&é'],
    ['exploded', '1'],
    ['exploded', '2'],
    ['R=', '100'],
    ['G', 'true'],
    ['flat', 'R,1,G,2'],
    ['spaces', 'x y'],
    ['pipes', 'x|y'],
    ['deep[a][b][0]', '1'],
    ['deep[a][b][1]', '2'],
    ['text', 't'],
  ])
  expect(text).not.toContain('content-type')
})

test('files have no style', async () => {
  const parts = { files: { write: form, type: 'image/png, image/jpeg' } }
  const files = [new Blob(['1']), new File(['2'], 'b.gif', { type: 'image/gif' })]
  const { read } = await partsOf({ files }, parts)
  const seen = read.getAll('files').map((each) => (each instanceof File ? each.type : each))
  expect(seen).toEqual(['image/png', 'image/gif'])
})

test('of several types that fits which the value is', async () => {
  const several = { type: 'application/xml, text/*, application/json; charset=utf-8, text/plain' }
  const parts = {
    record: several,
    list: several,
    text: several,
    json: { type: 'application/json' },
  }
  const value = { record: { a: 1 }, list: [[1]], text: '<x/>', json: 'x' }
  const { read, text } = await partsOf(value, parts)
  expect([...read]).toEqual([
    ['record', '{"a":1}'],
    ['list', '[1]'],
    ['text', '<x/>'],
    ['json', '"x"'],
  ])
  expect([...text.matchAll(/content-type: (.*)\r/g)].map(([, type]) => type)).toEqual([
    'application/json; charset=utf-8',
    'application/json; charset=utf-8',
    'application/xml',
    'application/json',
  ])
})

test('multipart carries files, texts and JSON, as another implementation reads it', async () => {
  const picture = new Uint8Array([0, 255, 13, 10, 45, 45])
  const value = {
    title: 'Ü "quoted"',
    count: 3,
    tags: ['a', 'b'],
    meta: { deep: [1] },
    picture: new File([picture], 'a "b"\r\n.png', { type: 'image/png' }),
    raw: picture,
    none: undefined,
  }
  const parts = { raw: { type: 'image/x-raw' }, meta: { type: 'application/json' } }
  const { bytes, type } = await sent(
    { type: 'multipart/form-data', write: multipartBody, parts },
    value,
  )
  expect(type).toMatch(/^multipart\/form-data; boundary=tagwire-[0-9a-f]{32}$/)
  const read = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type ?? '' },
  }).formData()
  expect([...read.keys()]).toEqual(['title', 'count', 'tags', 'tags', 'meta', 'picture', 'raw'])
  expect(read.get('title')).toBe('Ü "quoted"')
  expect(read.getAll('tags')).toEqual(['a', 'b'])
  // No file name: a JSON part is no file.
  expect(read.get('meta')).toBe('{"deep":[1]}')
  expect(String(bytes)).toContain('name="meta"\r\ncontent-type: application/json\r\n\r\n')
  const file = read.get('picture')
  if (!(file instanceof File)) throw new Error('picture is no file')
  expect(file.type).toBe('image/png')
  expect(String(bytes)).toContain('filename="a %22b%22%0D%0A.png"')
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(picture)
  expect(String(bytes)).toContain('name="raw"; filename="blob"\r\ncontent-type: image/x-raw\r\n')
})

test.each([
  ['a Blob', () => new Blob([new Uint8Array([1, 2, 255])])],
  ['a Uint8Array', () => new Uint8Array([0, 1, 2, 255]).subarray(1)],
  ['an ArrayBuffer', () => new Uint8Array([1, 2, 255]).buffer],
  [
    'a stream',
    () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array([1, 2]))
          controller.enqueue(new Uint8Array([255]))
          controller.close()
        },
      }),
  ],
])('%s travels byte for byte', async (_, make) => {
  const type = 'application/octet-stream'
  const { bytes, type: got } = await sent({ type, write: binaryBody }, make())
  expect([...bytes]).toEqual([1, 2, 255])
  expect(got).toBe(type)
})

test('the type of the Blob replaces a range of types', async () => {
  const body = { type: 'image/*', write: binaryBody }
  expect((await sent(body, new Blob(['x'], { type: 'image/gif' }))).type).toBe('image/gif')
  expect((await sent(body, new Uint8Array(1))).type).toBe('application/octet-stream')
  await expect(sent(body, { no: 'bytes' })).rejects.toThrow(TypeError)
})

test('parts that the caller wrote keep their boundary', async () => {
  const blob = new Blob(['--x--'], { type: 'multipart/mixed; boundary=x' })
  const { type } = await sent({ type: 'Multipart/Mixed', write: binaryBody }, blob)
  expect(type).toBe('multipart/mixed; boundary=x')
  const other = new Blob(['--x--'], { type: 'multipart/related; boundary=x' })
  expect((await sent({ type: 'multipart/mixed', write: binaryBody }, other)).type).toBe(
    'multipart/mixed',
  )
})

test('text is text', async () => {
  const { bytes, type } = await sent({ type: 'text/plain', write: textBody }, '"é"')
  expect(type).toBe('text/plain')
  expect(String(bytes)).toBe('"é"')
})

test('an omitted body is not sent', async () => {
  const { bytes, type } = await sent({ type: 'text/plain', write: textBody }, undefined)
  expect(bytes.length).toBe(0)
  expect(type).toBeUndefined()
})

test('a body next to parameters', async () => {
  const { url, received } = await byteServer()
  const operation: HttpOperation<Record<string, unknown>, unknown> = {
    name: 'send',
    method: 'PUT',
    path: '/things/{body}',
    place: placeStyled,
    parameters: [{ name: 'path_body', wire: 'body', in: 'path', write: simple }],
    body: { type: 'text/csv', write: textBody },
  }
  const api = connectHttp({ baseUrl: url }, { server: '' })
  await api.call(operation, { path_body: 7, body: 'a,b' })
  await api.call(operation, { path_body: 8 })
  expect(received.map(({ bytes, ...rest }) => ({ ...rest, text: String(bytes) }))).toEqual([
    { url: '/things/7', type: 'text/csv', text: 'a,b' },
    { url: '/things/8', type: undefined, text: '' },
  ])
})

describe('a body of any type is sent as it is', () => {
  const any = (type = '*/*'): HttpBody => ({ type, write: anyBody })
  const bytes = new Uint8Array([0, 255, 128, 7])

  test.each([
    ['a text', 'say "hi"', 'text/plain;charset=UTF-8', 'say "hi"'],
    ['an empty text', '', 'text/plain;charset=UTF-8', ''],
    ['a record', { a: [1, null] }, 'application/json', '{"a":[1,null]}'],
    ['a number', 7, 'application/json', '7'],
    ['null', null, 'application/json', 'null'],
    [
      'a query',
      new URLSearchParams({ a: 'x y' }),
      'application/x-www-form-urlencoded;charset=UTF-8',
      'a=x+y',
    ],
    ['a Blob', new Blob(['x,y'], { type: 'text/csv' }), 'text/csv', 'x,y'],
    ['a Blob without a type', new Blob(['x']), 'application/octet-stream', 'x'],
  ])('%s', async (_, value, type, text) => {
    const received = await sent(any(), value)
    expect(received.type).toBe(type)
    expect(received.bytes.toString()).toBe(text)
  })

  test.each([
    ['a Uint8Array', bytes],
    ['an ArrayBuffer', bytes.buffer],
    ['a part of a buffer', new DataView(Uint8Array.of(1, 0, 255, 128, 7, 2).buffer, 1, 4)],
    ['a stream', new Blob([bytes]).stream()],
  ])('%s', async (_, value) => {
    const received = await sent(any('application/*'), value)
    expect(received.type).toBe('application/octet-stream')
    expect(new Uint8Array(received.bytes)).toEqual(bytes)
  })

  test('a form, with its files', async () => {
    const data = new FormData()
    data.append('tag', 'a')
    data.append('tag', 'b')
    data.append('file', new File(['x'], 'a.txt', { type: 'text/plain' }))
    const { type = '', bytes } = await sent(any(), data)
    const read = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': type },
    }).formData()
    expect(read.getAll('tag')).toEqual(['a', 'b'])
    expect(read.get('file')).toMatchObject({ name: 'a.txt', type: 'text/plain' })
  })

  test('a range of types is never sent as one', async () => {
    const text = await sent({ type: 'text/*', write: textBody }, 'x')
    expect(text.type).toBe('text/plain;charset=UTF-8')
    const stream = await sent({ type: 'image/*', write: binaryBody }, new Blob(['x']).stream())
    expect(stream.type).toBe('application/octet-stream')
  })
})
