// The client of `dates`: it returns what its types say, and sends text.
import { DecodeError } from '@tagwire/runtime/decode'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createDatesClient, type DecodedDatesClient } from './dates/expected/src/client.js'
import { type DecodedEvent, decodeEvent, encodeEvent } from './dates/expected/src/decode.js'
import type { Event, Label } from './dates/expected/src/types.js'

const wire: Event = {
  starts: '2026-11-22T06:00:00.123456789+01:00',
  ends: null,
  reminders: ['2026-11-22T05:00:00Z'],
  day: '2026-11-22',
  size: '9007199254740993',
  repeats: { until: '2027-01-01T00:00:00Z' },
}

function clientOf(answer: unknown, requests: Request[] = []): DecodedDatesClient {
  return createDatesClient({
    baseUrl: 'https://calendar.example',
    fetch: async (input, init) => {
      requests.push(new Request(input, init))
      return Response.json(answer)
    },
  })
}

test('the client returns dates, and does not change anything else', async () => {
  const [event] = await clientOf([wire]).listEvents()
  expectTypeOf(event).toEqualTypeOf<DecodedEvent | undefined>()
  expectTypeOf<DecodedEvent['starts']>().toEqualTypeOf<Date>()
  expectTypeOf<DecodedEvent['size']>().toEqualTypeOf<string | undefined>()
  expect(event).toEqual({
    starts: new Date('2026-11-22T05:00:00.123Z'),
    ends: null,
    reminders: [new Date('2026-11-22T05:00:00Z')],
    day: '2026-11-22',
    size: '9007199254740993',
    repeats: { until: new Date('2027-01-01T00:00:00Z') },
  })
})

test('text that is not a time is rejected, with its place', async () => {
  const error = await clientOf([{ ...wire, reminders: ['soon'] }])
    .listEvents()
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DecodeError)
  expect(error).toMatchObject({ path: [0, 'reminders', 0], received: 'soon' })
})

test('answers without times are the same as in other clients', async () => {
  const names = await clientOf(['a']).listNames()
  expectTypeOf(names).toEqualTypeOf<string[]>()
  expect(names).toEqual(['a'])
})

test('what is sent is text', async () => {
  const requests: Request[] = []
  const client = clientOf([], requests)
  const event = decodeEvent(wire)
  expectTypeOf(client.addEvent).parameter(0).toEqualTypeOf<Event>()
  expectTypeOf(event).not.toExtend<Event>()
  await client.addEvent(encodeEvent(event))
  expect(await requests[0]?.json()).toEqual({
    ...wire,
    starts: '2026-11-22T05:00:00.123Z',
  })
})

test('an invalid Date cannot be sent', () => {
  const starts = new Date(Number.NaN)
  expect(() => encodeEvent({ starts })).toThrow('starts: expected a Date between the years')
  expect(() => encodeEvent({ starts: new Date(8.64e15) })).toThrow(DecodeError)
})

describe('a success of several statuses', () => {
  const start = (status: number, body: unknown) => {
    const fetch = async (): Promise<Response> =>
      status === 204 ? new Response(null, { status }) : Response.json(body, { status })
    return createDatesClient({ baseUrl: 'https://calendar.example', fetch })
  }
  const eta = '2026-11-22T05:00:00Z'

  test('with one type is decoded whatever the status is', async () => {
    for (const status of [200, 201]) {
      const client = start(status, wire)
      const put = { id: '7', body: wire }
      expectTypeOf(client.putEvent).returns.resolves.toEqualTypeOf<DecodedEvent>()
      expect((await client.putEvent(put)).starts).toBeInstanceOf(Date)
      const { data } = await client.answer.putEvent(put)
      expectTypeOf(data).toEqualTypeOf<DecodedEvent>()
      expect(data.starts).toBeInstanceOf(Date)
    }
  })

  test('is decoded as the type of its status', async () => {
    expect(await start(200, wire).startImport()).toEqual(decodeEvent(wire))
    expect(await start(202, { eta }).startImport()).toEqual({ eta: new Date(eta) })
    expect(await start(203, { name: 'a' }).startImport()).toEqual({ name: 'a' })
    expect(await start(204, undefined).startImport()).toBeUndefined()
    // No status of the document: as it came.
    expect(await start(206, { eta }).startImport()).toEqual({ eta })
  })

  test('also as a whole answer and as an attempt', async () => {
    const answer = await start(202, { eta }).answer.startImport({ timeoutMs: 1000 })
    expect(answer.status === 202 && answer.data.eta).toEqual(new Date(eta))
    if (answer.status === 202) expectTypeOf(answer.data.eta).toEqualTypeOf<Date>()
    else if (answer.status === 200) expectTypeOf(answer.data).toEqualTypeOf<DecodedEvent>()
    else if (answer.status === 203) expectTypeOf(answer.data).toEqualTypeOf<Label>()
    else expectTypeOf(answer.data).toEqualTypeOf<undefined>()
    const { data } = await start(200, wire).attempt.startImport()
    expect(data).toEqual(decodeEvent(wire))
    const failed = await start(202, { eta: 'soon' }).attempt.startImport()
    expect(failed.error).toBeInstanceOf(DecodeError)
    expect(await start(202, { eta: 'soon' }).startImport().catch(String)).toMatch(
      /^DecodeError: eta/,
    )
  })

  test('of which middleware makes the result stays as it is', async () => {
    const client = createDatesClient({
      middleware: [{ name: 'kept', call: async () => ({ eta }) }],
    })
    expect(await client.startImport()).toEqual({ eta })
  })

  test('checks its options as always', async () => {
    // @ts-expect-error
    await expect(start(200, wire).startImport(5)).rejects.toThrow('options takes object')
  })
})

describe('a stream', () => {
  const stream = (type: string, text: string) =>
    createDatesClient({
      baseUrl: 'https://calendar.example',
      fetch: async () => new Response(text, { headers: { 'content-type': type } }),
    })

  test('of events has dates in the data of those that have some', async () => {
    const label = { name: 'now' }
    const text = [
      `event: moved\ndata: ${JSON.stringify(wire)}\n\n`,
      `event: named\ndata: ${JSON.stringify(label)}\n\n`,
      `event: heartbeat\ndata: ping\n\n`,
    ].join('')
    const seen: unknown[] = []
    for await (const event of stream('text/event-stream', text).watchChanges()) {
      if (event.event === 'moved') expectTypeOf(event.data).toEqualTypeOf<DecodedEvent>()
      else expectTypeOf(event.data).toEqualTypeOf<Label>()
      seen.push(event.data)
    }
    expect(seen).toEqual([decodeEvent(wire), label, 'ping'])
  })

  test('of lines has dates in its items', async () => {
    const lines = stream('application/jsonl', `${JSON.stringify(wire)}\n`).exportEvents()
    for await (const event of lines) {
      expectTypeOf(event).toEqualTypeOf<DecodedEvent>()
      expect(event).toEqual(decodeEvent(wire))
    }
  })
})
