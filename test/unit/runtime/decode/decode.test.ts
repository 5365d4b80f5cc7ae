import { describe, expect, test } from 'vitest'
import {
  base64,
  DecodeError,
  dateTime,
  decoder,
  fromDate,
  hex,
  hexBytes,
  hexLower,
  hexQuantity,
  int64,
  keyed,
  lazy,
  list,
  map,
  record,
  tagged,
  toDate,
  toInstant,
  tuple,
  uint64,
  wholeNumber,
} from '../../../../packages/runtime/src/decode/index.js'
import type { Step } from '../../../../packages/runtime/src/decode/step.js'

const read = (step: Step, value: unknown): unknown => decoder(step).decode(value)

describe('formats', () => {
  test.each([
    [int64, '0', 0n],
    [int64, '-9223372036854775808', -(2n ** 63n)],
    [int64, '123456789012345', 123456789012345n],
    [int64, '1234567890123456', 1234567890123456n],
    [uint64, '18446744073709551615', 2n ** 64n - 1n],
    [wholeNumber, '-123456789012345678901234567890', -123456789012345678901234567890n],
    [dateTime, '1970-01-01T00:00:00Z', 0n],
    [dateTime, '0001-01-01T00:00:00Z', -62135596800_000000000n],
    [dateTime, '2024-02-29T23:59:59.123456789Z', 1709251199_123456789n],
    [dateTime, '2024-03-01T01:29:59.5+01:30', 1709251199_500000000n],
    [dateTime, '2016-12-31T23:59:60Z', 1483228800_000000000n],
  ])('%# %s', (step, text, value) => {
    expect(read(step, text)).toBe(value)
  })

  test.each([
    [int64, ''],
    [int64, '-'],
    [int64, ' 7'],
    [int64, '0x10'],
    [int64, '9223372036854775808'],
    [int64, 7],
    [uint64, '-1'],
    [base64, 'aGk'],
    [base64, 'a'],
    [base64, 'aGl='],
    [base64, 'a-k='],
    [base64, 'a_k='],
    [base64, 'aG k'],
    [base64, 'aGk=aGk='],
    [base64, 'aGk===='],
    [hex, 'abc'],
    [hex, 'zz'],
    [hexLower, 'AB'],
    [hexBytes, '00ff'],
    [hexBytes, '0x0'],
    [hexQuantity, '12'],
    [hexQuantity, '0x'],
    [hexQuantity, '-0x1'],
    [dateTime, '2024-02-30T00:00:00Z'],
    [dateTime, '2024-02-29'],
    [dateTime, '2024-02-29T24:00:00Z'],
    [dateTime, '2024-02-29T12:00:60Z'],
    [dateTime, '2024-02-29T12:00:00'],
  ])('%# refuses %j', (step, text) => {
    expect(() => read(step, text)).toThrow(DecodeError)
    expect(decoder(step).decode(text, { mismatch: 'keep' })).toBe(text)
  })

  test('a value that cannot be written in its format is refused', () => {
    expect(() => decoder(int64).encode(2n ** 63n)).toThrow(/expected a 64-bit integer \(bigint\)/)
    expect(() => decoder(dateTime).encode(2n ** 90n)).toThrow(DecodeError)
    expect(() => decoder(base64).encode([1, 2])).toThrow(DecodeError)
  })

  test('times are dates, too', () => {
    expect(toDate(-1n)).toEqual(new Date(-1))
    expect(fromDate(new Date(5))).toBe(5_000_000n)
    if (!('Temporal' in globalThis)) expect(() => toInstant(0n)).toThrow(/no Temporal/)
  })
})

describe('containers', () => {
  test('what does not change is shared, unknown members stay', () => {
    const events = [{ type: 'a' }]
    const step = record({ height: int64, missing: int64 })
    const value = { height: '7', events, other: 1 }
    const decoded = read(step, value)
    expect(decoded).toEqual({ height: 7n, events, other: 1 })
    expect(Object(decoded).events).toBe(events)
    expect(value).toEqual({ height: '7', events, other: 1 })
  })

  test('members that the service leaves out have their default, null stays null', () => {
    const step = record({ gas: int64 }, { gas: '0', list: [] })
    expect(read(step, {})).toEqual({ gas: 0n, list: [] })
    expect(read(step, { gas: null, list: null })).toEqual({ gas: null, list: null })
  })

  test('a default belongs to the value it was filled into', () => {
    const step = record({}, { list: [] })
    const [one, other] = [Object(read(step, {})), Object(read(step, {}))]
    one.list.push(1)
    expect(other).toEqual({ list: [] })
  })

  test('a value in which nothing changes is returned itself, whatever it inherits', () => {
    const step = record({ toString: int64 }, { valueOf: 'v' }, int64)
    const whole = { valueOf: null, other: null }
    expect(read(step, whole)).toBe(whole)
    expect(read(step, { toString: '1' })).toEqual({ toString: 1n, valueOf: 'v' })
    const events = [{ type: 'a', attributes: [] }]
    expect(read(list(record({}, { attributes: [] })), events)).toEqual(events)
  })

  test('lists, tuples, maps and types that contain themselves', () => {
    const tree: Step = record({ size: int64, parts: list(lazy(() => tree)) })
    expect(read(tree, { size: '2', parts: [{ size: '1', parts: [] }] })).toEqual({
      size: 2n,
      parts: [{ size: 1n, parts: [] }],
    })
    expect(read(tuple([int64, undefined], int64), ['1', 'x', '2'])).toEqual([1n, 'x', 2n])
    expect(read(map(int64), { a: '1' })).toEqual({ a: 1n })
  })

  test('nesting deeper than the stack is a DecodeError', () => {
    const tree: Step = record({ size: int64, part: lazy(() => tree) })
    let value: object = { size: '1' }
    for (let depth = 0; depth < 100_000; depth++) value = { size: '1', part: value }
    const { decode, encode } = decoder<unknown, unknown>(tree)
    expect(() => decode(value)).toThrow(DecodeError)
    expect(() => decode(value, { mismatch: 'keep' })).toThrow(
      /^expected a value nested less deeply/,
    )
    expect(() => encode(value)).toThrow(DecodeError)
  })

  test('a member called __proto__ is a member', () => {
    const value: unknown = JSON.parse('{"__proto__": "7", "a": "1"}')
    const decoded = read(map(int64), value)
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype)
    expect(Object.entries(Object(decoded))).toEqual([
      ['__proto__', 7n],
      ['a', 1n],
    ])
  })

  test('long lists of bytes share chunks that belong to them alone', () => {
    const text = btoa('x'.repeat(6000))
    const values = read(list(base64), [text, text, text])
    if (!Array.isArray(values)) throw new Error('no list')
    const [first, second, third] = values
    expect(first.buffer).toBe(second.buffer)
    expect(third.buffer).not.toBe(first.buffer)
    expect(third.buffer.byteLength).toBe(6000)
    expect(() => read(list(base64), [text, 'a'])).toThrow(/^\[1\]: expected bytes in base64/)
  })

  test('errors say where', () => {
    const step = record({ block: record({ txs: list(base64) }) })
    expect(() => read(step, { block: { txs: ['aGk=', '?'] } })).toThrow(
      new DecodeError('bytes in base64', '?', ['block', 'txs', 1]),
    )
    expect(() => read(step, { block: 1 })).toThrow('block: expected an object, received number')
  })
})

describe('unions', () => {
  test('by key: an unknown kind and a kind without payload stay as they came', () => {
    const step = keyed({ transfer: record({ amount: wholeNumber }), index: int64 })
    expect(read(step, { transfer: { amount: '5' }, index: '1' })).toEqual({
      transfer: { amount: 5n },
      index: 1n,
    })
    expect(read(step, { teleport: { amount: '5' } })).toEqual({ teleport: { amount: '5' } })
    expect(read(step, 'paused')).toBe('paused')
    const filled = keyed({ transfer: record({ amount: wholeNumber }) }, { index: 0 })
    expect(read(filled, { transfer: { amount: '5' } })).toEqual({
      transfer: { amount: 5n },
      index: 0,
    })
  })

  test('by property and by pair', () => {
    const step = tagged('type', {
      Tx: record({ value: record({ height: int64 }) }),
      other: record({ size: uint64 }),
    })
    expect(read(step, { type: 'Tx', value: { height: '1' } })).toEqual({
      type: 'Tx',
      value: { height: 1n },
    })
    expect(read(step, { type: 'constructor' })).toEqual({ type: 'constructor' })
    expect(decoder(step).encode({ type: 'other', size: 3n })).toEqual({ type: 'other', size: '3' })
  })
})
