// The client of `dates`: it returns what its types say, and sends text.
import { DecodeError } from '@tagwire/runtime/decode'
import { expect, expectTypeOf, test } from 'vitest'
import { createDatesClient, type DecodedDatesClient } from './dates/expected/src/client.js'
import { type DecodedEvent, decodeEvent, encodeEvent } from './dates/expected/src/decode.js'
import type { Event } from './dates/expected/src/types.js'

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
