import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseExact,
  stringifyExact,
} from '../../../../packages/runtime/src/http/bodies/exact-json.js'
import { anyText } from '../../../property/fixtures/texts.arbitrary.js'
import { runs } from '../../../property/length.js'

const big = '9007199254740993'

function written(value: unknown): string {
  return stringifyExact(value) ?? ''
}

describe('a number that JavaScript rounds', () => {
  it('is sent back exactly, in the object that it came in', () => {
    const text = `{"a":${big},"list":[-${big},18446744073709551615,{"b":[${big}]}]}`
    const value = parseExact<{ a: number; list: unknown[] }>(text)
    expect(value).toEqual(JSON.parse(text))
    expect(stringifyExact(value)).toBe(text)
    expect(stringifyExact({ other: 1, list: value.list })).toBe(
      `{"other":1,"list":[-${big},18446744073709551615,{"b":[${big}]}]}`,
    )
  })

  it('is a number like any other once it is changed or copied out', () => {
    const value = parseExact<{ a: number }>(`{"a":${big}}`)
    expect(stringifyExact({ ...value })).toBe('{"a":9007199254740992}')
    value.a = 5
    expect(stringifyExact(value)).toBe('{"a":5}')
  })

  it('may be beyond all numbers', () => {
    const text = '{"a":1e400,"list":[-1E+999,"1e400",12345678901234567890]}'
    expect(parseExact(text)).toEqual(JSON.parse(text))
    expect(stringifyExact(parseExact(text))).toBe(text)
  })

  it('is any beyond 2^53 - 1, however it is written, and no other', () => {
    const rounded = '9007199254740993,-9007199254740993,9007199254740991.5,12345678901234567.0'
    const text = `[${rounded},1.20e20,-120000000000000000000E0,0.0001e30]`
    expect(stringifyExact(parseExact(text))).toBe(text)
    const exact = '[9007199254740991.0,-9007199254740991.25,9007199254740.991e3,1.0,-0.5e1]'
    expect(stringifyExact(parseExact(exact))).toBe(JSON.stringify(JSON.parse(exact)))
  })

  it('is distinguished from digits in a string', () => {
    const text = `{"msg":"{\\"at\\":${big},\\"\\\\\\":1}","a":[${big},"[${big}"]}`
    expect(stringifyExact(parseExact(text))).toBe(text)
    expect(parseExact(text)).toEqual(JSON.parse(text))
  })

  it.each(['\ue000', '\\ue000', '\\uE000'])('is left alone beside %j', (private_) => {
    const text = `{"a":"${private_}1","b":${big}}`
    expect(parseExact(text)).toEqual(JSON.parse(text))
    const value = { ...parseExact<object>(`{"list":[${big}]}`), text: `${private_}1` }
    expect(JSON.parse(written(value))).toEqual(JSON.parse(JSON.stringify(value)))
  })

  it.each([`{${big}:1}`, `{"a":0${big}}`, `[${big}.]`, `[-]`, `[${big}`])(
    '%s is not JSON',
    (text) => expect(() => parseExact(text)).toThrow(SyntaxError),
  )

  it('is not restored in unusual places', () => {
    const text = `${'['.repeat(20_000)}${big}${']'.repeat(20_000)}`
    expect(Array.isArray(parseExact(text))).toBe(true)
  })

  it('may be all that there is', () => {
    expect(parseExact(big)).toBe(9007199254740992)
    expect(stringifyExact(undefined)).toBeUndefined()
  })
})

it('any JSON is read as ever, and written as it came', () => {
  const number = fc.oneof(
    fc.bigInt().map(String),
    fc.double({ noDefaultInfinity: true, noNaN: true }).map((each) => JSON.stringify(each)),
    fc.tuple(fc.bigInt(), fc.nat()).map(([whole, rest]) => `${whole}.${rest}1`),
  )
  const { text } = fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { depthSize: 'small' },
      number,
      // Numbers next to the mark itself are rounded as usual: that character should never be sent.
      anyText()
        .filter((each) => !each.includes('\ue000'))
        .map((each) => JSON.stringify(each)),
      fc.constantFrom('true', 'false', 'null'),
      fc.array(tie('text')).map((items) => `[${items.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), tie('text')), {
          selector: ([name]) => name,
        })
        .map((members) => members.filter(([name]) => !/^\d+$/.test(name) && name !== '__proto__'))
        .map((members) =>
          members.map(([name, each]) => `${JSON.stringify(name)}:${each}`).join(','),
        )
        .map((members) => `{${members}}`),
    ),
  }))
  fc.assert(
    fc.property(text, (each) => {
      const inside = `{"inside":[${each}]}`
      const value = parseExact(inside)
      expect(value).toEqual(JSON.parse(inside))
      const text = written(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(inside))
      // What is as long as before has lost nothing; small fractions have several spellings.
      const long = (from: string) => from.match(/-?\d{17,}/g) ?? []
      expect(long(text)).toEqual(long(inside))
    }),
    runs(500),
  )
})

it('is kept whatever private characters the text has', () => {
  // Everybody may register a token with such a name.
  const text = `{"symbol":"\ue000\uE001","other":"\\ue002","amount":${big}}`
  const value = parseExact(text)
  expect(stringifyExact(value)).toContain(`"amount":${big}`)
  expect(JSON.parse(stringifyExact(value) ?? '')).toEqual(JSON.parse(text))
})
