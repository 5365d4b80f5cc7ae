import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as node from '../../packages/runtime/src/base64/node.js'
import * as portable from '../../packages/runtime/src/base64/portable.js'
import { fillFromTable, textByPieces } from '../../packages/runtime/src/base64/table.js'
import { fillFromWords } from '../../packages/runtime/src/base64/words.js'
import {
  all,
  base64,
  date,
  dateTime,
  decoder,
  hex,
  hexBytes,
  hexLower,
  hexQuantity,
  int64,
  keyed,
  list,
  map,
  record,
  type Step,
  tagged,
  tuple,
  uint64,
  wholeNumber,
} from '../../packages/runtime/src/decode/index.js'

/** A step with values as they are canonically written for it. */
interface Pair {
  readonly step: Step
  readonly wire: fc.Arbitrary<unknown>
}

const bytes = fc.uint8Array({ maxLength: 40 })
const toHex = (value: Uint8Array): string => Buffer.from(value).toString('hex')

/** As Go writes it, with so many parts of a second. */
const goTimeTo = (parts: number) =>
  fc
    .tuple(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.integer({ min: 0, max: parts - 1 }),
    )
    .map(([day, rest]) => {
      const digits = String(rest).padStart(String(parts).length - 1, '0')
      return `${day.toISOString().slice(0, 19)}${`.${digits}`.replace(/\.?0+$/, '')}Z`
    })
const goTime = goTimeTo(1_000_000_000)

const leaves: readonly Pair[] = [
  { step: int64, wire: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String) },
  { step: uint64, wire: fc.bigInt(0n, 2n ** 64n - 1n).map(String) },
  { step: wholeNumber, wire: fc.bigInt().map(String) },
  { step: base64, wire: bytes.map((value) => Buffer.from(value).toString('base64')) },
  { step: hex, wire: bytes.map((value) => toHex(value).toUpperCase()) },
  { step: hexLower, wire: bytes.map(toHex) },
  { step: hexBytes, wire: bytes.map((value) => `0x${toHex(value)}`) },
  { step: hexQuantity, wire: fc.bigInt({ min: 0n }).map((value) => `0x${value.toString(16)}`) },
  { step: dateTime, wire: goTime },
  { step: date, wire: goTimeTo(1000) },
]

const other = fc.jsonValue({ maxDepth: 2 })
const key = fc.string({ minLength: 1, maxLength: 6 })

const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves),
    tie('pair').map(({ step, wire }) => ({
      step: list(step),
      wire: fc.array(wire, { maxLength: 4 }),
    })),
    tie('pair').map(({ step, wire }) => ({
      step: map(step),
      wire: fc.dictionary(key, wire, { maxKeys: 4 }),
    })),
    tie('pair').map(({ step, wire }) => ({
      step: tuple([undefined, step], step),
      wire: fc
        .tuple(other, fc.array(wire, { maxLength: 3 }))
        .map(([head, rest]) => [head, ...rest]),
    })),
    fc.dictionary(key, tie('pair'), { maxKeys: 4 }).map((fields) => ({
      step: record(
        Object.fromEntries(Object.entries(fields).map(([name, { step }]) => [name, step])),
      ),
      wire: fc.record(
        Object.fromEntries(
          Object.entries(fields).map(([name, { wire }]) => [
            name,
            fc.oneof(wire, fc.constant(null)),
          ]),
        ),
        { requiredKeys: [] },
      ),
    })),
    fc.tuple(tie('pair'), tie('pair')).map(([payload, shared]) => ({
      step: keyed({ transfer: payload.step, index: shared.step }),
      wire: fc.oneof(
        fc.record({ transfer: payload.wire, index: shared.wire }, { requiredKeys: ['transfer'] }),
        fc.constantFrom('paused', 'resumed'),
        fc.record({ teleport: other }),
      ),
    })),
    fc.tuple(tie('pair'), tie('pair')).map(([payload, shared]) => ({
      step: all(
        tagged('type', { 'a/b': record({ value: payload.step }) }),
        record({ height: shared.step }),
      ),
      wire: fc.oneof(
        fc.record({ type: fc.constant('a/b'), value: payload.wire, height: shared.wire }),
        fc.record({ type: fc.constantFrom('constructor', 'c'), value: other, height: shared.wire }),
      ),
    })),
  ),
}))

describe('decoded values are encoded to the original values', () => {
  const given = pair.chain(({ step, wire }) => wire.map((value) => ({ step, value })))

  test('whatever it is made of', () => {
    fc.assert(
      fc.property(given, ({ step, value }) => {
        const before = structuredClone(value)
        const { decode, encode } = decoder<unknown, unknown>(step)
        expect(encode(decode(value))).toEqual(value)
        expect(value).toEqual(before)
        expect(decode(value, { mismatch: 'keep' })).toEqual(decode(value))
      }),
      { numRuns: 400 },
    )
  })
})

type Fill = (text: string, target: Uint8Array) => boolean

describe('all readers of base64 take and refuse the same', () => {
  const filled =
    (fill: Fill) =>
    (text: string, size: number): Uint8Array | undefined => {
      const target = new Uint8Array(size)
      return fill(text, target) ? target : undefined
    }
  const readers = [
    (text: string, size: number) => node.readBase64(text, size),
    (text: string, size: number) => node.readBase64(text, size, node.newMemory(size + 5), 3),
    (text: string, size: number) => portable.readBase64(text, size),
    (text: string, size: number) =>
      portable.readBase64(text, size, portable.newMemory(size + 5), 3),
    filled(fillFromTable),
    filled(fillFromWords),
  ]
  const outcomes = (text: string): Set<string> => {
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
    const size = (text.length / 4) * 3 - padding
    return new Set(readers.map((read) => toHex(read(text, size) ?? new Uint8Array()) || 'refused'))
  }
  /** As long as a text that was told to have bytes may be. */
  const whole = (text: string): boolean => text.length % 4 === 0 && text.length > 0

  test('of any text', () => {
    const text = fc.oneof(
      bytes.map((value) => Buffer.from(value).toString('base64')),
      fc.stringMatching(/^[A-Za-z0-9+/=_ -]{0,12}$/),
      fc.string({ maxLength: 9 }),
    )
    fc.assert(
      fc.property(text.filter(whole), (given) => {
        expect(outcomes(given).size).toBe(1)
      }),
      { numRuns: 2000 },
    )
  })

  test('of long texts, with one character that is wrong or right', () => {
    const long = fc.uint8Array({ minLength: 90, maxLength: 9000, size: 'max' })
    const other = fc.constantFrom('-', '_', ' ', '=', 'é', '€', '\u{0}', '\ud800', '😀', 'A', '/')
    fc.assert(
      fc.property(long, fc.nat(), other, (value, index, character) => {
        const text = Buffer.from(value).toString('base64')
        expect(outcomes(text)).toEqual(new Set([toHex(value)]))
        const at = index % (text.length - character.length)
        const changed = text.slice(0, at) + character + text.slice(at + character.length)
        const [outcome, ...more] = outcomes(changed)
        expect(more).toEqual([])
        const isValid = Buffer.from(changed, 'base64').toString('base64') === changed
        expect(outcome !== 'refused').toBe(isValid)
      }),
      { numRuns: 300 },
    )
  })

  test('and write the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (value) => {
        expect(portable.textOf(value)).toBe(node.textOf(value))
        expect(textByPieces(value)).toBe(node.textOf(value))
      }),
    )
  })
})
