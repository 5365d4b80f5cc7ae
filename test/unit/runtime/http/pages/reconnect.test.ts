import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import {
  connectHttp,
  type HttpStream,
  jsonEvents,
  type ServerSentEvent,
  type StreamOptions,
  streamOf,
} from '../../../../../packages/runtime/src/http/index.js'
import { heldClock } from '../../clock.fixture.js'
import { failureOf, type Reply, serve } from '../server.fixture.js'

const count = 40

/** `retry: 1` asks for a new connection after one millisecond. */
function eventText(n: number): string {
  return `id: é${n}\nretry: 1\ndata: ${n}\n\n`
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

/** The events after the one that the header names, broken off wherever the next number says. */
function breaking(lengths: readonly number[]): Reply {
  return (response, { headers }, connection) => {
    const id = Buffer.from(String(headers['last-event-id'] ?? 'é-1'), 'latin1').toString()
    const first = Number(id.slice(1)) + 1
    const events = Array.from({ length: count - first }, (_, n) => eventText(first + n))
    const length = lengths[connection - 1]
    begin(response)
    if (length === undefined) return void response.end(events.join(''))
    response.write(events.join('').slice(0, length), () => response.destroy())
  }
}

async function open(reply: Reply, options: StreamOptions = {}, idempotent = true) {
  const server = await serve(reply)
  const operation: HttpStream<undefined, ServerSentEvent<number>> = {
    name: 'watch',
    method: 'GET',
    path: '/watch',
    idempotent,
    read: (response) => Promise.resolve(response),
    items: jsonEvents,
  }
  const api = connectHttp({ baseUrl: server.url, retry: { baseMs: 1 } }, { server: '' })
  return { server, stream: streamOf(api, operation, undefined, options) }
}

async function all(stream: AsyncIterable<ServerSentEvent<number>>): Promise<number[]> {
  const found: number[] = []
  for await (const { data } of stream) found.push(data)
  return found
}

test('a broken stream goes on after its latest event, wherever it was cut', async () => {
  const event = eventText(10).length
  for (let cut = event; cut < 3 * event; cut += 3) {
    const { server, stream } = await open(breaking([cut, 2 * cut, event + 1]))
    expect(await all(stream)).toEqual(Array.from({ length: count }, (_, n) => n))
    expect(server.requests).toHaveLength(4)
  }
})

test.each([
  ['the option says no', { reconnect: false }, true, eventText(0)],
  ['nothing is tried again', { retry: false }, true, eventText(0)],
  ['the call may not be repeated', {}, false, eventText(0)],
  ['events have no id', {}, true, 'data: 0\n\n'],
] as const)('a broken stream is an error if %s', async (_, options, idempotent, text) => {
  const reply: Reply = (response) => {
    begin(response)
    response.write(text, () => response.destroy())
  }
  const { server, stream } = await open(reply, options, idempotent)
  expect(await stream.next()).toMatchObject({ value: { data: 0 } })
  expect(await failureOf(stream.next())).toMatchObject({ name: 'TransportError', fault: 'network' })
  expect(server.requests).toHaveLength(1)
})

test('connections that bring nothing new end', async () => {
  const { server, stream } = await open((response, _, connection) => {
    begin(response)
    if (connection === 1) return void response.write(eventText(0), () => response.destroy())
    response.write(': nothing\n', () => response.destroy())
  })
  await stream.next()
  expect(await failureOf(stream.next())).toMatchObject({ name: 'TransportError', fault: 'network' })
  expect(server.requests).toHaveLength(3)
})

test('silence breaks a connection, too', async () => {
  const { server, stream } = await open(
    (response, _, connection) => {
      begin(response)
      if (connection === 1) response.write(eventText(0))
      else response.end(eventText(1))
    },
    { idleMs: 60_000 },
  )
  expect(await stream.next()).toMatchObject({ value: { data: 0 } })
  const clock = heldClock()
  const rest = all(stream)
  await clock.pass(60_000)
  await clock.until(() => server.requests.length === 2, 1)
  expect(await rest).toEqual([1])
})

test('a server that has nothing more says so with 204', async () => {
  const { stream } = await open((response, _, connection) => {
    if (connection > 1) return void response.writeHead(204).end()
    begin(response)
    response.write(eventText(0), () => response.destroy())
  })
  expect(await all(stream)).toEqual([0])
})

test('a new connection that is refused is the error', async () => {
  const { stream } = await open((response, _, connection) => {
    if (connection > 1) return void response.writeHead(403).end('{}')
    begin(response)
    response.write(eventText(0), () => response.destroy())
  })
  await stream.next()
  expect(await failureOf(stream.next())).toMatchObject({ name: 'ApiError', status: 403 })
})

test('the signal ends the pause', async () => {
  const controller = new AbortController()
  const { stream } = await open(
    (response) => {
      begin(response)
      response.write('id: 1\nretry: 60000\ndata: 0\n\n', () => response.destroy())
    },
    { signal: controller.signal },
  )
  await stream.next()
  const next = stream.next()
  setTimeout(() => controller.abort('enough'), 30)
  expect(await failureOf(next)).toBe('enough')
})
