import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { TransportError } from '../../../../packages/runtime/src/core/index.js'
import {
  ApiError,
  connectHttp,
  fillServer,
  type HttpOperation,
  placeBody,
  type Reader,
  readAsSent,
  readBlob,
  readHeaders,
  readJsonOrNothing,
  readText,
} from '../../../../packages/runtime/src/http/index.js'
import { failureOf, json, type Reply, serve } from './server.fixture.js'

async function answer<Output>(reply: Reply, read: Reader<Output>, extra: object = {}) {
  const server = await serve(reply)
  const operation: HttpOperation<undefined, Output> = {
    name: 'get',
    method: 'GET',
    path: '/',
    read,
    ...extra,
  }
  const output = connectHttp({ baseUrl: server.url }, { server: '' }).call(operation, undefined)
  return { output, server }
}

function reply(status: number, type: string | undefined, body?: string | Uint8Array): Reply {
  return (response) => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type })
    response.end(body)
  }
}

test('text, with what the caller accepts', async () => {
  const extra = { accept: 'text/csv', place: placeBody }
  const { output, server } = await answer(reply(200, 'text/csv', 'a,b\n'), readText, extra)
  expect(await output).toBe('a,b\n')
  expect(server.requests[0]?.headers.accept).toBe('text/csv')
})

test('bytes', async () => {
  const bytes = new Uint8Array([0, 255, 128])
  const { output } = await answer(reply(200, 'image/png', bytes), readBlob)
  const blob = await output
  expect(blob.type).toBe('image/png')
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
})

test('JSON or nothing', async () => {
  const first = await answer(reply(200, 'application/json', '{"a":1}'), readJsonOrNothing)
  expect(await first.output).toEqual({ a: 1 })
  const second = await answer(reply(204, undefined), readJsonOrNothing)
  expect(await second.output).toBeUndefined()
  const third = await answer(reply(200, 'text/html', '<p>'), readJsonOrNothing)
  const failure = await failureOf(third.output)
  expect(failure).toBeInstanceOf(TransportError)
  expect(failure).toMatchObject({ fault: 'body', status: 200, operation: 'get' })
})

test.each([
  ['application/problem+json; charset=utf-8', '{"a":1}', { a: 1 }],
  ['application/xml', '<a/>', '<a/>'],
  ['text/plain', '{"a":1}', '{"a":1}'],
])('%s is read by its content type', async (type, body, want) => {
  const { output } = await answer(reply(200, type, body), readAsSent)
  expect(await output).toEqual(want)
})

test('what is neither JSON nor text is bytes, and nothing is nothing', async () => {
  const bytes = await answer(reply(200, 'application/pdf', 'x'), readAsSent)
  expect(await bytes.output).toBeInstanceOf(Blob)
  const none = await answer(reply(204, undefined), readAsSent)
  expect(await none.output).toBeUndefined()
})

test('HEAD returns the headers', async () => {
  const reply: Reply = (response) => {
    response.writeHead(200, { 'x-total': '7' }).end()
  }
  const { output, server } = await answer(reply, readHeaders, { method: 'HEAD' })
  expect((await output).get('x-total')).toBe('7')
  expect(server.requests[0]?.method).toBe('HEAD')
})

test('a failure is an ApiError, however a success would be read', async () => {
  const { output } = await answer((response) => json(response, 404, { message: 'no' }), readText)
  const failure = await failureOf(output)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 404, body: { message: 'no' } })
})

test('a HEAD that fails is an answer too, although it never has a body', async () => {
  const { output } = await answer(reply(404, undefined), readHeaders, { method: 'HEAD' })
  const failure = await failureOf(output)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 404, body: undefined })
})

test('what cannot be read is shown, without the credentials in it', async () => {
  const server = await serve(reply(200, 'text/plain', 'key-0123456789'))
  const operation = { name: 'get', method: 'GET', path: '/', read: readJsonOrNothing }
  const api = connectHttp(
    { baseUrl: server.url, headers: { cookie: 'a=key-0123456789' } },
    { server: '' },
  )
  const failure = await failureOf(api.call(operation, undefined))
  expect(failure).toMatchObject({ fault: 'body', body: '***', cause: expect.any(SyntaxError) })
  expect(inspect(failure)).not.toContain('key-0')
})

test('a body that breaks off is a transport error', async () => {
  const { output } = await answer((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('x')
    setTimeout(() => response.destroy(), 10)
  }, readText)
  expect(await failureOf(output)).toMatchObject({ name: 'TransportError', fault: 'network' })
})

test('a byte order mark is not part of the JSON', async () => {
  // The decoder takes the first one away, as those platforms do not.
  const fetch = async (): Promise<Response> => new Response('\ufeff\ufeff{"a":1}')
  const api = connectHttp({ baseUrl: 'http://api.test', fetch }, { server: '' })
  const operation = { name: 'get', method: 'GET', path: '/' }
  expect(await api.call(operation, undefined)).toEqual({ a: 1 })
  expect(await api.call({ ...operation, read: readJsonOrNothing }, undefined)).toEqual({ a: 1 })
})

test('the variables of a server', () => {
  const template = 'https://{region}.example.org:{port}/v1'
  const defaults = { region: 'eu', port: '8443' }
  expect(fillServer(template, defaults, {})).toBe('https://eu.example.org:8443/v1')
  expect(fillServer(template, defaults, { region: 'us' })).toBe('https://us.example.org:8443/v1')
  expect(fillServer('https://{constructor}', {}, {})).toBe('https://{constructor}')
  for (const region of ['evil.example/@', 'a#', 'a?', 'x\\y', 'a b', '//x']) {
    expect(() => fillServer(template, defaults, { region })).toThrow(TypeError)
  }
})

test('an answer without a type is JSON where it can be', async () => {
  const known = await answer(reply(200, undefined, '{"a":1}'), readAsSent)
  expect(await known.output).toEqual({ a: 1 })
  const bytes = new Uint8Array([0, 255])
  const unknown = await answer(reply(200, undefined, bytes), readAsSent)
  const blob = await unknown.output
  if (!(blob instanceof Blob)) throw new Error('no bytes')
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
})
