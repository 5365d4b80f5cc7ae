import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { asValidator } from '../../../../packages/runtime/src/core/index.js'
import { stringifyExact } from '../../../../packages/runtime/src/http/bodies/exact-json.js'
import {
  ApiError,
  connectHttp,
  type HttpClientOptions,
  type HttpStream,
  type ItemReader,
  jsonEventData,
  jsonEvents,
  jsonEventsOf,
  jsonLines,
  jsonSequence,
  knownEvents,
  placeBody,
  readNothing,
  type StreamEnds,
  type StreamOptions,
  streamOf,
  textEvents,
} from '../../../../packages/runtime/src/http/index.js'
import { heldClock } from '../clock.fixture.js'
import { failureOf, json, type Reply, serve } from './server.fixture.js'

async function* pieces(...chunks: string[]): AsyncGenerator<string> {
  yield* chunks
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The same text in pieces of every size: no item may depend on where the network cuts. */
function cuts(text: string): string[][] {
  return [1, 2, 3, 5, text.length].map((size) => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [])
}

const eventText = [
  ': a comment',
  'data: one',
  '',
  'event: add',
  'data:two',
  'data: lines: with colons',
  'id: 7',
  'retry: 1500',
  '',
  'id: bad\0id',
  'retry: 1x',
  'unknown: field',
  'data',
  '',
  'event: empty',
  '',
  'data: without an empty line',
]

const events = [
  { event: undefined, data: 'one' },
  { event: 'add', data: 'two\nlines: with colons', id: '7', retry: 1500 },
  { event: undefined, data: '' },
  { event: undefined, data: 'without an empty line' },
]

describe('items', () => {
  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])(
    'Server-Sent Events with %s as the standard reads them, but none is dropped',
    async (_, end) => {
      for (const chunks of cuts(eventText.join(end))) {
        expect(await all(textEvents(pieces(...chunks)))).toEqual(events)
      }
    },
  )

  test('an event is there as soon as its empty line is', async () => {
    const read = textEvents(
      (async function* () {
        yield 'data: 1\n\n'
        await new Promise(() => {})
      })(),
    )
    expect(await read.next()).toEqual({ done: false, value: { event: undefined, data: '1' } })
  })

  test('JSON in events, with and without the events, up to [DONE]', async () => {
    const text = 'event: a\ndata: {"n":1}\n\ndata: [2]\n\ndata: [DONE]\n\ndata: 3\n\n'
    expect(await all(jsonEvents(pieces(text)))).toEqual([
      { event: 'a', data: { n: 1 } },
      { event: undefined, data: [2] },
    ])
    expect(await all(jsonEventData(pieces(text)))).toEqual([{ n: 1 }, [2]])
  })

  test('the last event of a response counts without an empty line, and one that is cut off is an error', async () => {
    for (const end of ['', '\n', '\n\n']) {
      expect(await all(jsonEventData(pieces(`data: [1]\n\ndata: [2]${end}`)))).toEqual([[1], [2]])
      expect(await all(jsonEventData(pieces(`data: [1]\n\ndata: [DONE]${end}`)))).toEqual([[1]])
    }
    await expect(all(jsonEventData(pieces('data: [1]\n\ndata: [2')))).rejects.toThrow(SyntaxError)
  })

  test('integers beyond 2^53 in items are sent back exactly', async () => {
    const big = '[9007199254740993]'
    const [[event], [data], [line], [record], [named]] = await Promise.all([
      all(jsonEvents(pieces(`data: ${big}\n\n`))),
      all(jsonEventData(pieces(`data: ${big}\n\n`))),
      all(jsonLines(pieces(big))),
      all(jsonSequence(pieces(`\u001e${big}`))),
      all(jsonEventsOf('a')(pieces(`event: a\ndata: ${big}\n\n`))),
    ])
    expect(stringifyExact([event, data, line, record, named])).toBe(
      `[{"data":${big}},${big},${big},${big},{"event":"a","data":${big}}]`,
    )
  })

  test('JSON in events of some names, text in all others', async () => {
    const text = 'event: a\ndata: {"n":1}\n\nevent: b\ndata: 1\n\ndata: x\n\ndata: [DONE]\n\n'
    expect(await all(jsonEventsOf('a', 'c')(pieces(text)))).toEqual([
      { event: 'a', data: { n: 1 } },
      { event: 'b', data: '1' },
      { event: undefined, data: 'x' },
    ])
  })

  test('an unknown event whose data is not JSON is an event, and not the end', async () => {
    const text = 'event: a\ndata: {"n":1}\n\nevent: heartbeat\ndata: ping\n\nevent: b\ndata: 2\n\n'
    const a = { event: 'a', data: { n: 1 } }
    const heartbeat = { event: 'heartbeat', data: 'ping' }
    expect(await all(knownEvents('a')(pieces(text)))).toEqual([
      a,
      heartbeat,
      { event: 'b', data: 2 },
    ])
    expect(await all(jsonEvents(pieces(text)))).toEqual([a, heartbeat, { event: 'b', data: 2 }])
    expect(await all(jsonEventData(pieces(text)))).toEqual([{ n: 1 }, 2])
  })

  test.each([
    ['a known event', 'event: a\ndata: ping\n\n', knownEvents('a')],
    ['an event without a name', 'data: ping\n\n', knownEvents('a')],
    ['an event without a name', 'data: ping\n\n', jsonEvents],
    ['data', 'data: ping\n\n', jsonEventData],
    ['the data of an error', 'event: error\ndata: out of memory\n\n', jsonEventData],
  ])('%s that is not JSON is an error', async (_, text, read) => {
    await expect(all(read(pieces(text)))).rejects.toThrow(SyntaxError)
  })

  test('end where their description says so', async () => {
    const text = 'data: 1\n\nevent: done\ndata: {"n":2}\n\ndata: 3\n\ndata: <end>\n\ndata: 4\n\n'
    const read = (ends: StreamEnds) => all(jsonEventData(pieces(text), undefined, { ends }))
    expect(await read({ events: ['done'] })).toEqual([1, { n: 2 }])
    expect(await read({ data: ['<end>'] })).toEqual([1, { n: 2 }, 3])
  })

  test('JSON Lines, with blank lines and without a last line end', async () => {
    for (const chunks of cuts('{"a":"é\\n"}\r\n\n[2]\n3')) {
      expect(await all(jsonLines(pieces(...chunks)))).toEqual([{ a: 'é\n' }, [2], 3])
    }
  })

  test('JSON text sequences', async () => {
    for (const chunks of cuts('\u001e{"a":\n1}\n\u001e2\n')) {
      expect(await all(jsonSequence(pieces(...chunks)))).toEqual([{ a: 1 }, 2])
    }
  })
})

async function open<Item>(reply: Reply, items: ItemReader<Item>, options?: StreamOptions) {
  const server = await serve(reply)
  return { server, stream: streamed({ baseUrl: server.url }, items, options) }
}

function streamed<Item>(
  client: HttpClientOptions,
  items: ItemReader<Item>,
  options?: StreamOptions,
) {
  const operation: HttpStream<undefined, Item> = {
    name: 'watch',
    method: 'GET',
    path: '/watch',
    accept: 'application/jsonl',
    place: placeBody,
    read: readNothing,
    items,
  }
  return streamOf(connectHttp(client, { server: '' }), operation, undefined, options)
}

/** Sends one line and stays open; resolves when the client disconnects. */
function staysOpen(): { reply: Reply; gone: Promise<void> } {
  let leave = (): void => {}
  const gone = new Promise<void>((resolve) => {
    leave = resolve
  })
  const reply = (response: ServerResponse): void => {
    response.on('close', leave)
    response.writeHead(200, { 'content-type': 'application/jsonl' })
    response.write('{"n":1}\n')
  }
  return { reply, gone }
}

describe('a stream of a real server', () => {
  test('yields each item as it arrives, and ends with the response', async () => {
    let more = (): void => {}
    const { server, stream } = await open((response) => {
      // The two bytes of the letter come in two pieces.
      response.write(Buffer.from([0x22, 0xc3]))
      more = () => response.end(Buffer.from([0xa9, 0x22, 0x0a]))
      setTimeout(more, 20)
    }, jsonLines)
    expect(server.requests).toEqual([])
    expect(await all(stream)).toEqual(['é'])
    expect(server.requests[0]?.headers.accept).toBe('application/jsonl')
  })

  test('break closes the connection', async () => {
    const { reply, gone } = staysOpen()
    const { stream } = await open(reply, jsonLines)
    for await (const item of stream) {
      expect(item).toEqual({ n: 1 })
      break
    }
    await gone
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })

  test('return while an item is awaited ends both', async () => {
    const { reply, gone } = staysOpen()
    const { stream } = await open(reply, jsonLines)
    await stream.next()
    const pending = stream.next()
    await stream.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    await gone
  })

  test("the caller's signal ends it with the caller's reason", async () => {
    const { reply, gone } = staysOpen()
    const controller = new AbortController()
    const { stream } = await open(reply, jsonLines, { signal: controller.signal })
    await stream.next()
    const pending = stream.next()
    const reason = new Error('enough')
    controller.abort(reason)
    expect(await failureOf(pending)).toBe(reason)
    await gone
  })

  test('the signal closes the connection, also between items', async () => {
    const { reply, gone } = staysOpen()
    const controller = new AbortController()
    const { stream } = await open(reply, jsonLines, { signal: controller.signal })
    await stream.next()
    controller.abort(new Error('enough'))
    await gone
    expect(await failureOf(stream.next())).toBe(controller.signal.reason)
  })

  test('an aborted signal sends nothing', async () => {
    const { reply } = staysOpen()
    const reason = new Error('before')
    const { server, stream } = await open(reply, jsonLines, { signal: AbortSignal.abort(reason) })
    expect(await failureOf(stream.next())).toBe(reason)
    expect(server.requests).toEqual([])
  })

  test('silence is limited', async () => {
    const { reply, gone } = staysOpen()
    const { stream } = await open(reply, jsonLines, { idleMs: 60_000 })
    await stream.next()
    const clock = heldClock()
    const failure = failureOf(stream.next())
    await clock.pass(60_000)
    expect(await failure).toMatchObject({
      name: 'TimeoutError',
      operation: 'watch',
      timeoutMs: 60_000,
    })
    await gone
  })

  test('no answer at all is limited by timeoutMs', async () => {
    const { stream } = await open(() => {}, jsonLines, { timeoutMs: 30 })
    expect(await failureOf(stream.next())).toMatchObject({ name: 'TimeoutError', timeoutMs: 30 })
  })

  test('a stream may last longer than timeoutMs', async () => {
    const clock = heldClock()
    const { writable, readable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const say = (text: string) => writer.write(new TextEncoder().encode(text))
    const stream = streamed({ fetch: async () => new Response(readable) }, jsonLines, {
      timeoutMs: 700,
    })
    const items = all(stream)
    for (const text of ['0\n', '1\n', '2']) {
      await say(text)
      await clock.pass(400)
    }
    await writer.close()
    expect(await items).toEqual([0, 1, 2])
  })

  test('a broken connection, a broken item and a failure are errors', async () => {
    const broken = await open((response) => {
      response.write('1\n')
      setTimeout(() => response.destroy(), 10)
    }, jsonLines)
    expect(await broken.stream.next()).toMatchObject({ value: 1 })
    expect(await failureOf(broken.stream.next())).toMatchObject({
      name: 'TransportError',
      fault: 'network',
      status: 200,
    })

    const garbled = await open((response) => void response.end('{"a":\n'), jsonLines)
    const garble = { name: 'TransportError', fault: 'body' }
    expect(await failureOf(garbled.stream.next())).toMatchObject(garble)

    const refused = await open((response) => json(response, 403, { message: 'no' }), jsonLines)
    expect(await failureOf(refused.stream.next())).toBeInstanceOf(ApiError)
  })

  test.each([
    ['JSON', 'application/json', '{"id":"1","choices":[{"data":"x"}]}'],
    ['JSON on several lines', 'application/json', '{\n  "data": 1,\n  "event": "x"\n}\n'],
    ['JSON under the name of a stream', 'text/event-stream', '[1,2]'],
    ['a page', 'text/html', '<html>\n<body>busy</body>\n</html>\n'],
  ])('%s where events are expected is an error', async (_, type, text) => {
    for (const items of [textEvents, jsonEvents, jsonEventData, jsonEventsOf('a')]) {
      const { stream } = await open((response) => {
        response.writeHead(200, { 'content-type': type }).end(text)
      }, items)
      const error = await failureOf(stream.next())
      expect(error).toMatchObject({ name: 'TransportError', fault: 'body', operation: 'watch' })
      expect(String(error)).toContain(`the answer is ${type} and has no events`)
    }
  })

  test.each([
    ['nothing', ''],
    ['comments', ': wait\n\n: wait\n\n'],
    ['an event without data that breaks off', 'event: a'],
    ['a time to wait', 'retry: 100\n\n'],
  ])('%s is a stream without events', async (_, text) => {
    const { stream } = await open((response) => void response.end(text), jsonEvents)
    expect(await all(stream)).toEqual([])
  })

  test('JSON where lines or a sequence are expected is their one item', async () => {
    for (const items of [jsonLines, jsonSequence]) {
      const { stream } = await open((response) => json(response, 200, { n: 1 }), items)
      expect(await all(stream)).toEqual([{ n: 1 }])
    }
  })

  describe('with `validate`', () => {
    const positive = (items: unknown) => (Number(items) > 0 ? [] : [problem])
    const problem = { path: '', message: 'no', expected: 'more than 0', received: '0' }
    const validators = { watch: asValidator({ check: positive, drift: () => [] }) }

    test('an item that does not hold ends the stream and the connection', async () => {
      let gone = false
      const { stream } = await open(
        (response) => {
          response.on('close', () => {
            gone = true
          })
          response.write('1\n0\n2\n')
        },
        jsonLines,
        { validate: validators },
      )
      expect(await stream.next()).toEqual({ done: false, value: 1 })
      expect(await failureOf(stream.next())).toMatchObject({
        name: 'ValidationError',
        operation: 'watch',
        problems: [problem],
        value: 0,
      })
      expect(await stream.next()).toEqual({ done: true, value: undefined })
      await expect.poll(() => gone).toBe(true)
    })

    test('mismatches can be reported instead', async () => {
      const seen: unknown[] = []
      const reply: Reply = (response) => void response.end('1\n0\n2\n')
      const onMismatch = ({ value }: { readonly value: unknown }) => seen.push(value)
      const { stream } = await open(reply, jsonLines, { validate: { validators, onMismatch } })
      expect(await all(stream)).toEqual([1, 0, 2])
      expect(seen).toEqual([0])
    })
  })
})

test.each<[string, ItemReader<unknown>, string]>([
  ['a line', jsonLines, 'x'],
  ['a record', jsonSequence, 'x'],
  ['the data of an event', textEvents, 'data: x\n'],
])('%s may be no larger than a body', async (_, read, piece) => {
  async function* endless(): AsyncGenerator<string> {
    for (;;) yield piece.repeat(100)
  }
  await expect(all(read(endless(), 1000))).rejects.toThrow(RangeError)
})

test('an item larger than maxBodyBytes says so', async () => {
  const { url: baseUrl } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.end(`{"a":1}\n{"b":"${'x'.repeat(3000)}"}\n`)
  })
  const operation: HttpStream<undefined, unknown> = {
    name: 'lines',
    method: 'GET',
    path: '/',
    idempotent: true,
    read: (response) => Promise.resolve(response),
    items: jsonLines,
  }
  for (const [options, own] of [
    [{ baseUrl, maxBodyBytes: 1000 }, {}],
    [{ baseUrl }, { maxBodyBytes: 1000 }],
  ] as const) {
    const items = streamOf(connectHttp(options, { server: baseUrl }), operation, undefined, own)
    expect((await items.next()).value).toEqual({ a: 1 })
    expect(await failureOf(items.next())).toMatchObject({
      name: 'TransportError',
      fault: 'size',
      message: 'lines: GET /: an item is larger than maxBodyBytes',
    })
  }
})
