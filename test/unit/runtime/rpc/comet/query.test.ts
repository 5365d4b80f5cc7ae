import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EventQuery,
  eventQuery,
  formatQuery,
  matchesQuery,
  normaliseQuery,
  parseQuery,
} from '../../../../../packages/runtime/src/rpc/comet/index.js'
import { runs } from '../../../../property/length.js'

/** The grammar of the node, written a second time as one expression. */
const key = String.raw`[\p{L}_][\p{L}\p{Nd}_.\-]*`
const number = String.raw`\d+(?:\.\d*)?`
const date = String.raw`DATE \d{4}-\d\d-\d\d`
const time = String.raw`TIME \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+\-]\d\d:\d\d)`
const moment = `(?:${number}|${date}|${time})`
const condition = `${key} (?:= (?:'[^']*'|${moment})|(?:<|<=|>|>=) ${moment}|CONTAINS '[^']*'|EXISTS)`
const grammar = new RegExp(`^${condition}(?: AND ${condition})*$`, 'u')

const keys = fc
  .stringMatching(/^[a-zA-Z_é][a-zA-Z0-9_.é-]{0,10}$/)
  .filter((text) => !['AND', 'CONTAINS', 'EXISTS', 'DATE', 'TIME'].includes(text))
const texts = fc.string({ maxLength: 12, unit: 'grapheme' })
const days = fc.date({
  min: new Date('1900-01-01'),
  max: new Date('2999-12-31'),
  noInvalidDate: true,
})
const whole = days.map((day) => new Date(Math.floor(day.getTime() / 1000) * 1000))
const numbers = fc.oneof(
  fc.nat(),
  fc.bigInt({ min: 0n, max: 2n ** 200n }),
  fc.double({ min: 0, max: 1e9, noNaN: true }).filter((value) => !/e|-/.test(String(value))),
)
type Step = (query: EventQuery<'Tx'>) => EventQuery<'Tx'>
const compare = fc.constantFrom('=', '<', '<=', '>', '>=')
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      keys,
      fc.constantFrom('=', 'CONTAINS'),
      texts.filter((text) => !text.includes("'")),
    )
    .map(
      ([name, op, text]): Step =>
        (query) =>
          query.where(name, op as 'CONTAINS', text),
    ),
  fc.tuple(keys, compare, numbers).map(
    ([name, op, value]): Step =>
      (query) =>
        query.where(name, op as '<', value),
  ),
  fc.tuple(keys, compare, whole).map(
    ([name, op, value]): Step =>
      (query) =>
        query.where(name, op as '<', value),
  ),
  fc.tuple(keys, compare, days).map(
    ([name, op, value]): Step =>
      (query) =>
        query.where(name, op as '<', { date: value }),
  ),
  keys.map(
    (name): Step =>
      (query) =>
        query.where(name, 'EXISTS'),
  ),
)

describe('eventQuery', () => {
  it('makes only what the grammar allows, canonically, and reads it back', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 4 }), (list) => {
        let query = eventQuery('Tx')
        try {
          for (const step of list) query = step(query)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError) // too long, nothing else
          return
        }
        const text = query.toString()
        expect(text).toMatch(grammar)
        expect(parseQuery(text)).toHaveLength(list.length + 1)
        expect(formatQuery(parseQuery(text))).toBe(text)
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(512)
      }),
      runs(100),
    )
  })

  it('writes every form', () => {
    const query = eventQuery('Tx')
      .where('tx.height', '>=', 5n)
      .where('app.key', '=', 'it is "me"')
      .where('a.when', '<', new Date('2026-01-31T10:00:00Z'))
      .where('a.when', '<', { time: '2026-01-31T10:00:00+02:00' })
      .where('a.day', '=', { date: '2026-01-31' })
      .where('a.note', 'CONTAINS', 'x')
      .where('transfer', 'EXISTS')
    expect(`${query}`).toBe(
      "tm.event = 'Tx' AND tx.height >= 5 AND app.key = 'it is \"me\"'" +
        ' AND a.when < TIME 2026-01-31T10:00:00Z AND a.when < TIME 2026-01-31T10:00:00+02:00' +
        " AND a.day = DATE 2026-01-31 AND a.note CONTAINS 'x' AND transfer EXISTS",
    )
  })

  it('does not change the query it starts from', () => {
    const all = eventQuery('Tx')
    all.where('a.b', '=', 1)
    expect(all.toString()).toBe("tm.event = 'Tx'")
  })

  it.each<[string, (query: EventQuery<'Tx'>) => unknown, RegExp]>([
    ['a quote', (q) => q.where('a.b', '=', "it's"), /single quote/],
    ['a lone surrogate', (q) => q.where('a.b', '=', '\ud800'), /well-formed/],
    ['a negative number', (q) => q.where('a.b', '<', -1), /0 or more/],
    ['a negative zero-ish bigint', (q) => q.where('a.b', '<', -1n), /0 or more/],
    ['NaN', (q) => q.where('a.b', '=', Number.NaN), /not a number/],
    ['an exponent', (q) => q.where('a.b', '=', 1e-7), /not a number/],
    ['an inexact number', (q) => q.where('a.b', '=', 2 ** 53), /exact/],
    ['a slash in a key', (q) => q.where('a/b', 'EXISTS'), /cannot be a key/],
    ['a digit first', (q) => q.where('1a', 'EXISTS'), /cannot be a key/],
    ['a keyword', (q) => q.where('AND', 'EXISTS'), /cannot be a key/],
    ['an empty key', (q) => q.where('', 'EXISTS'), /cannot be a key/],
    ['milliseconds', (q) => q.where('a', '<', new Date(1)), /whole seconds/],
    ['no date', (q) => q.where('a', '<', new Date(Number.NaN)), /not a time/],
    ['30 February', (q) => q.where('a', '=', { date: '2026-02-30' }), /not a date/],
    ['the year 1899', (q) => q.where('a', '=', { date: '1899-12-31' }), /1900/],
    ['a text in a range', (q) => q.where('a', '<', 'x' as never), /does not compare/],
    ['a number in CONTAINS', (q) => q.where('a', 'CONTAINS', 5 as never), /does not compare/],
    ['nothing', (q) => q.where('a', '=', undefined as never), /cannot be compared/],
    ['512 bytes', (q) => q.where('a', '=', 'é'.repeat(250)), /512 bytes/],
  ])('refuses %s', (_, make, message) => {
    expect(() => make(eventQuery('Tx'))).toThrow(message)
  })
})

describe('parseQuery', () => {
  it('takes any spacing and gives the text the node uses', () => {
    expect(normaliseQuery(" tm.event='Tx'AND  a.b>=5\tAND c CONTAINS' x '")).toBe(
      "tm.event = 'Tx' AND a.b >= 5 AND c CONTAINS ' x '",
    )
    expect(normaliseQuery("a.b\u00a0=\u2003'x'\u0085AND\v c\fEXISTS\u0085")).toBe(
      "a.b = 'x' AND c EXISTS",
    )
    expect(normaliseQuery('not a query')).toBe('not a query')
  })

  it.each([
    '',
    'a',
    'a =',
    "a = 'x",
    'a = -1',
    "a != 'x'",
    "a < 'x'",
    'a CONTAINS 5',
    "a = 'x' OR b = 'y'",
    "a = 'x' AND",
    '5 = 5',
    'a/b EXISTS',
    'a EXISTS b EXISTS',
    'AND EXISTS',
    'a = DATE  2026-01-01',
  ])('refuses %j', (text) => {
    expect(() => parseQuery(text)).toThrow(SyntaxError)
  })
})

describe('matchesQuery', () => {
  const events = {
    'tm.event': ['Tx'],
    'transfer.amount': ['8atom', '100'],
    'transfer.sender': ['bob'],
    'a.negative': ['-5'],
    'a.big': ['123456789012345678901234567890.5'],
    'a.day': ['2026-01-31'],
    'a.time': ['2026-01-31T10:00:00.5Z'],
    'b.february': ['2026-02-30', '2026-02-30T10:00:00Z'],
    'b.midnight': ['2026-01-31T24:00:00Z'],
    'b.comma': ['2026-01-31T10:00:00,5Z'],
    'b.hour': ['2026-01-31T7:00:00Z'],
    'b.zone': ['2026-02-01T00:00:00+24:00'],
    'b.beyond': ['2026-02-01T00:00:00+25:00', '2026-02-01T00:00:60Z'],
  }

  it.each<[string, boolean]>([
    ["tm.event='Tx'", true],
    ["tm.event='tx'", false],
    ["tm.event='Tx' AND transfer.sender='bob'", true],
    ["tm.event='Tx' AND transfer.sender='eve'", false],
    ['transfer.amount = 8', true],
    ['transfer.amount = 8.0', true],
    ["transfer.amount = '8'", false],
    ['transfer.amount > 99', true],
    ['transfer.amount > 100', false],
    ['transfer.amount >= 100', true],
    ['transfer.amount < 8', false],
    ['transfer.sender > 0', false],
    ['a.negative < 5', false],
    ['a.big > 123456789012345678901234567890.49', true],
    ['a.big < 123456789012345678901234567890.51', true],
    ['a.big = 123456789012345678901234567890.5', true],
    ["transfer.sender CONTAINS 'o'", true],
    ["transfer.sender CONTAINS 'x'", false],
    ['transfer.sender EXISTS', true],
    ['transfer EXISTS', true],
    ['trans EXISTS', false],
    ['nothing.there EXISTS', false],
    ['a.day = DATE 2026-01-31', true],
    ['a.day < DATE 2026-02-01', true],
    ['a.day = TIME 2026-01-31T00:00:00Z', false],
    ['a.time > TIME 2026-01-31T10:00:00Z', true],
    ['a.time = TIME 2026-01-31T10:00:00Z', false],
    ['a.time < TIME 2026-01-31T12:00:01+02:00', true],
    ['constructor EXISTS', false],
    // As package `query` of the node decides.
    ['b.february EXISTS', true],
    ['b.february >= DATE 1900-01-01', false],
    ['b.february > TIME 1900-01-01T00:00:00Z', false],
    ['b.midnight > TIME 1900-01-01T00:00:00Z', false],
    ['b.comma > TIME 2026-01-31T10:00:00Z', true],
    ['b.hour = TIME 2026-01-31T07:00:00Z', true],
    ['b.zone = TIME 2026-01-31T00:00:00Z', true],
    ['b.zone < TIME 2026-01-31T00:00:00-00:30', true],
    ['b.zone = TIME 2026-01-30T23:30:00-00:30', true],
    ['b.beyond > TIME 1900-01-01T00:00:00Z', false],
  ])('%s is %s', (query, expected) => {
    expect(matchesQuery(parseQuery(query), events)).toBe(expected)
  })

  it('compares numbers of any length as numbers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n }), (left, right) => {
        const holds = (op: string): boolean =>
          matchesQuery(parseQuery(`a.n ${op} ${right}`), { 'a.n': [`${left}coin`] })
        expect([holds('<'), holds('='), holds('>')]).toEqual([
          left < right,
          left === right,
          left > right,
        ])
      }),
      runs(100),
    )
  })
})
